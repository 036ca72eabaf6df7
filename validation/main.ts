// npm run validate -- [V7 V33 …] [--only V7,V33] [--set name=value]… [--converge] [--resolution 20,40,80] [--write] [--json]: runs cases of
// the card and prints how they went. `--converge` studies them at several resolutions. Without arguments, or with --converge alone, or with
// --write, docs/validation.md and its pictures get what was found. Exit code 0: all pass, 1: one fails, 2: usage.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ThixoError } from '../src/index.ts';
import { type Study, studyCase } from './converge.ts';
import { PICTURES, type Picture, picturesOf, picturesOfReport, updatePage } from './page.ts';
import { TABLE_HEAD, toJson, toStudyJson, toStudyTable, toTable } from './report.ts';
import { type CaseReport, parseArguments, type Request, runCase, UsageError, valuesOf } from './run.ts';

const DOCS = new URL('../docs/', import.meta.url);
const PAGE = fileURLToPath(new URL('validation.md', DOCS));

try {
  process.exitCode = await validate(process.argv.slice(2));
} catch (error) {
  // A parameter that the scene refuses is as wrong as one that does not exist.
  if (!(error instanceof UsageError || error instanceof ThixoError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function validate(args: readonly string[]): Promise<0 | 1> {
  const request = parseArguments(args);
  for (const definition of request.cases) valuesOf(definition, request.changes); // a wrong value is refused before anything runs
  const passed = request.converge || request.resolutions ? await study(request) : await run(request);
  return passed ? 0 : 1;
}

async function run({ cases, changes, json, write }: Request): Promise<boolean> {
  const reports: CaseReport[] = [];
  if (!json) console.log(TABLE_HEAD);
  for (const definition of cases) {
    const report = await runCase(definition, changes);
    reports.push(report);
    console.log(json ? toJson(report) : toTable(report));
  }
  if (write) {
    keepPictures(reports.flatMap(picturesOfReport));
    writeFileSync(PAGE, updatePage(page(), reports));
  }
  return reports.every(({ pass }) => pass);
}

async function study({ cases, changes, resolutions, json, write }: Request): Promise<boolean> {
  let passed = true;
  for (const definition of cases) {
    const found = await studyCase(definition, changes, resolutions);
    console.log(json ? toStudyJson(found) : toStudyTable(found));
    if (write) keep(found); // at once: the next one may take long
    passed &&= found.pass;
  }
  return passed;
}

/** Puts a study and its pictures into the docs. */
function keep(found: Study): void {
  keepPictures(picturesOf(found));
  writeFileSync(PAGE, updatePage(page(), [], [found]));
}

function keepPictures(pictures: readonly Picture[]): void {
  const folder = fileURLToPath(new URL(`${PICTURES}/`, DOCS));
  mkdirSync(folder, { recursive: true });
  for (const { file, svg } of pictures) writeFileSync(`${folder}${file}`, svg);
}

/** The page as it is. */
function page(): string {
  return existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
}
