// npm run validate -- [V7 V33 …] [--set name=value]… [--json]: runs cases of the card and prints how they went.
// Without arguments it runs all of them and writes docs/validation.md. Exit code 0: all pass, 1: one fails, 2: usage.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ThixoError } from '../src/index.ts';
import { TABLE_HEAD, toJson, toMarkdown, toTable } from './report.ts';
import { type CaseReport, parseArguments, runCase, UsageError, valuesOf } from './run.ts';

const PAGE = fileURLToPath(new URL('../docs/validation.md', import.meta.url));

try {
  process.exitCode = await validate(process.argv.slice(2));
} catch (error) {
  // A parameter that the scene refuses is as wrong as one that does not exist.
  if (!(error instanceof UsageError || error instanceof ThixoError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function validate(args: readonly string[]): Promise<0 | 1> {
  const { cases, changes, json, complete } = parseArguments(args);
  for (const definition of cases) valuesOf(definition, changes); // a wrong value is refused before anything runs
  const reports: CaseReport[] = [];
  if (!json) console.log(TABLE_HEAD);
  for (const definition of cases) {
    const report = await runCase(definition, changes);
    reports.push(report);
    console.log(json ? toJson(report) : toTable(report));
  }
  if (complete) writeFileSync(PAGE, toMarkdown(reports));
  return reports.every(({ pass }) => pass) ? 0 : 1;
}
