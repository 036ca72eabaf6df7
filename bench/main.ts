// npm run bench [-- --only block/100k/1,dam-break,surface] [--json]: how fast the engine is beside the plain reference, surfaces beside
// VTK, and the active surface beside the simulation. See bench/README.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ActiveResult, activeTableHead, activeTableRow, measureActive } from './active.ts';
import { measure, type Result } from './measure.ts';
import { csv, csvName, machine, summaryLines, tableHead, tableRow } from './print.ts';
import { type Row, selectRows, UnknownRow } from './rows.ts';
import { activeFindings, findings, surfaceFindings } from './summary.ts';
import { measureSurfaces, type SurfaceResult } from './surface.ts';
import { CLOUDS, type CloudName } from './surface-clouds.ts';
import { surfaceTableHead, surfaceTableRow } from './surface-table.ts';

const USAGE = 'usage: npm run bench -- [--only <row or beginning of a row>[,…]] [--json]';
const RESULTS = new URL('./results/', import.meta.url);

interface Request {
  readonly rows: readonly Row[];
  /** Whether the surfaces are measured too, and the active surface. */
  readonly surfaces: boolean;
  readonly active: boolean;
  readonly json: boolean;
  readonly everything: boolean;
}

function readArguments(): Request | undefined {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean', default: false } } });
    return { ...selectParts(values.only), json: values.json, everything: values.only === undefined };
  } catch (error) {
    const known = error instanceof UnknownRow || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    if (!known) throw error;
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

/** The rows that a list asks for, and whether it asks for `surface` and `active`, which are one part each. */
function selectParts(only: string | undefined): Pick<Request, 'rows' | 'surfaces' | 'active'> {
  if (only === undefined) return { rows: selectRows(undefined), surfaces: true, active: true };
  const parts = only.split(',').map((part) => part.trim()),
    others = parts.filter((part) => part !== 'surface' && part !== 'active');
  return {
    rows: others.length === 0 ? [] : selectRows(others.join()),
    surfaces: parts.includes('surface'),
    active: parts.includes('active'),
  };
}

async function run({ rows, surfaces, active, json, everything }: Request): Promise<void> {
  const { cpu, cores, node } = machine();
  if (!json) console.log(`${cpu}, ${cores} cores, Node ${node}`);
  if (rows.length > 0) await runRows(rows, json, everything);
  if (surfaces) await runSurfaces(json);
  if (active) await runActive(json, everything);
}

async function runRows(rows: readonly Row[], json: boolean, everything: boolean): Promise<void> {
  const results: Result[] = [];
  if (!json) console.log(`\n${tableHead()}`);
  for (const row of rows) {
    const result = await measure(row);
    results.push(result);
    console.log(json ? JSON.stringify(result) : tableRow(result));
  }
  const found = findings(results);
  if (!json && found.length > 0) console.log(`\n${summaryLines(found).join('\n')}`);
  if (everything) archive(csvName(), csv(results, found));
}

async function runSurfaces(json: boolean): Promise<void> {
  const results: SurfaceResult[] = [];
  if (!json) console.log(`\n${surfaceTableHead()}`);
  for (const cloud of Object.keys(CLOUDS) as CloudName[]) {
    for (const result of await measureSurfaces(cloud)) {
      results.push(result);
      console.log(json ? JSON.stringify(result) : surfaceTableRow(result));
    }
  }
  const found = surfaceFindings(results);
  if (!json && found.length > 0) console.log(`\n${summaryLines(found).join('\n')}`);
  if (!json) archive(csvName('surface'), csv(results, found));
}

async function runActive(json: boolean, everything: boolean): Promise<void> {
  const results: ActiveResult[] = [];
  if (!json) console.log(`\n${activeTableHead()}`);
  for await (const result of measureActive()) {
    results.push(result);
    console.log(json ? JSON.stringify(result) : activeTableRow(result));
  }
  const found = activeFindings(results);
  if (!json) console.log(`\n${summaryLines(found).join('\n')}`);
  if (everything) archive(csvName('active'), csv(results, found));
}

function archive(name: string, text: string): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(fileURLToPath(new URL(name, RESULTS)), text);
  console.error(`\nwritten: bench/results/${name}`);
}

const request = readArguments();
if (request) await run(request);
