// npm run bench [-- --only block/100k/1,dam-break] [--json]: how fast the engine is, beside the plain reference. See bench/README.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure, type Result } from './measure.ts';
import { csv, csvName, machine, summaryLines, tableHead, tableRow } from './print.ts';
import { type Row, selectRows, UnknownRow } from './rows.ts';
import { findings } from './summary.ts';

const USAGE = 'usage: npm run bench -- [--only <row or beginning of a row>[,…]] [--json]';
const RESULTS = new URL('./results/', import.meta.url);

interface Request {
  readonly rows: readonly Row[];
  readonly json: boolean;
  readonly everything: boolean;
}

function readArguments(): Request | undefined {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean', default: false } } });
    return { rows: selectRows(values.only), json: values.json, everything: values.only === undefined };
  } catch (error) {
    const known = error instanceof UnknownRow || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    if (!known) throw error;
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function run({ rows, json, everything }: Request): Promise<void> {
  const { cpu, cores, node } = machine(),
    results: Result[] = [];
  if (!json) console.log(`${cpu}, ${cores} cores, Node ${node}\n\n${tableHead()}`);
  for (const row of rows) {
    const result = await measure(row);
    results.push(result);
    console.log(json ? JSON.stringify(result) : tableRow(result));
  }
  const found = findings(results);
  if (!json && found.length > 0) console.log(`\n${summaryLines(found).join('\n')}`);
  if (everything) archive(csv(results, found));
}

function archive(text: string): void {
  mkdirSync(RESULTS, { recursive: true });
  const file = fileURLToPath(new URL(csvName(), RESULTS));
  writeFileSync(file, text);
  console.error(`\nwritten: bench/results/${csvName()}`);
}

const request = readArguments();
if (request) await run(request);
