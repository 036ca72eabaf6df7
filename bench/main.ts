// npm run bench [-- --only block/100k/1,dam-break,surface] [--json]: how fast the engine is beside the plain reference, surfaces beside
// VTK, the active surface beside the simulation, with --only adaptive what adaptivity saves, with --only meshes what triangles cost,
// with --only flow what viscoplastic substances cost, with --only globules globules beside LiquidFun,
// with --only elastic elastic solids, with --only cracks solids that break, with --only pressure explicit and implicit pressure. See bench/README.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ActiveResult, activeTableHead, activeTableRow, measureActive } from './active.ts';
import {
  type AdaptiveResult,
  adaptiveTableHead,
  adaptiveTableRow,
  isAdaptiveName,
  measureAdaptive,
  selectAdaptive,
} from './adaptive.ts';
import { crackTableHead, crackTableRow, isCracksName, measureCracks } from './cracks.ts';
import {
  elasticTableHead,
  elasticTableRow,
  isElasticName,
  measureElastic,
  measureElasticThreads,
  measureSwings,
  swingTableHead,
  swingTableRow,
  threadsLine,
} from './elastic.ts';
import {
  type CostResult,
  costLines,
  costRow,
  isFlowName,
  lineRow,
  measureCosts,
  measureSolvers,
  printedRows,
  solverRow,
} from './flow.ts';
import { globuleTableHead, globuleTableRow, isGlobuleName, measureGlobules } from './globules.ts';
import { measure, type Result } from './measure.ts';
import { isMeshName, measureMeshes, meshTableHead, meshTableRow } from './meshes.ts';
import { isPressureName, measurePressure, pressureTableHead, pressureTableRow } from './pressure.ts';
import { csv, csvName, machine, summaryLines, tableHead, tableRow } from './print.ts';
import { type Row, selectRows, UnknownRow } from './rows.ts';
import { measureSoftBodies, softTableHead, softTableRow } from './soft-bodies.ts';
import { activeFindings, adaptiveFindings, findings, surfaceFindings } from './summary.ts';
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
  /** Rows of adaptivity: only if asked for, because they take minutes. */
  readonly adaptive: ReturnType<typeof selectAdaptive>;
  /** Beginnings of the rows of meshes: only if asked for. */
  readonly meshes: readonly string[];
  /** Names of the rows of viscoplastic substances: only if asked for. */
  readonly flow: readonly string[];
  /** Names of the rows of globules: only if asked for. */
  readonly globules: readonly string[];
  /** Whether elastic solids are measured. */
  readonly elastic: boolean;
  /** Whether cracks are measured. */
  readonly cracks: boolean;
  /** Rows of explicit and implicit pressure that are asked for. */
  readonly pressure: readonly string[];
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
function selectParts(
  only: string | undefined,
): Pick<
  Request,
  'rows' | 'surfaces' | 'active' | 'adaptive' | 'meshes' | 'flow' | 'globules' | 'elastic' | 'cracks' | 'pressure'
> {
  if (only === undefined)
    return {
      rows: selectRows(undefined),
      surfaces: true,
      active: true,
      adaptive: [],
      meshes: [],
      flow: [],
      globules: [],
      elastic: false,
      cracks: false,
      pressure: [],
    };
  const parts = only.split(',').map((part) => part.trim()),
    others = parts.filter(
      (part) =>
        part !== 'surface' &&
        part !== 'active' &&
        !isAdaptiveName(part) &&
        !isMeshName(part) &&
        !isFlowName(part) &&
        !isGlobuleName(part) &&
        !isElasticName(part) &&
        !isCracksName(part) &&
        !isPressureName(part),
    );
  return {
    rows: others.length === 0 ? [] : selectRows(others.join()),
    surfaces: parts.includes('surface'),
    active: parts.includes('active'),
    adaptive: selectAdaptive(parts.filter(isAdaptiveName)),
    meshes: parts.filter(isMeshName),
    flow: parts.filter(isFlowName),
    globules: parts.filter(isGlobuleName),
    elastic: parts.some(isElasticName),
    cracks: parts.some(isCracksName),
    pressure: parts.filter(isPressureName),
  };
}

async function run({
  rows,
  surfaces,
  active,
  adaptive,
  meshes,
  flow,
  globules,
  elastic,
  cracks,
  pressure,
  json,
  everything,
}: Request): Promise<void> {
  const { cpu, cores, node } = machine();
  if (!json) console.log(`${cpu}, ${cores} cores, Node ${node}`);
  if (rows.length > 0) await runRows(rows, json, everything);
  if (surfaces) await runSurfaces(json);
  if (active) await runActive(json, everything);
  if (adaptive.length > 0) await runAdaptive(adaptive, json);
  if (meshes.length > 0) await runMeshes(meshes, json);
  if (flow.length > 0) await runFlow(flow, json);
  if (globules.length > 0) await runGlobules(globules, json);
  if (elastic) await runElastic(json);
  if (cracks) await runCracks(json);
  if (pressure.length > 0) await runPressure(pressure, json);
}

async function runPressure(names: readonly string[], json: boolean): Promise<void> {
  if (!json) console.log(`\n${pressureTableHead()}`);
  for await (const result of measurePressure(names))
    console.log(json ? JSON.stringify(result) : pressureTableRow(result));
}

async function runElastic(json: boolean): Promise<void> {
  if (!json) console.log(`\n${elasticTableHead()}`);
  for await (const result of measureElastic()) console.log(json ? JSON.stringify(result) : elasticTableRow(result));
  for await (const threads of measureElasticThreads())
    console.log(json ? JSON.stringify(threads) : threadsLine(threads));
  if (!json) console.log(`\n${swingTableHead()}`);
  for await (const result of measureSwings()) console.log(json ? JSON.stringify(result) : swingTableRow(result));
  if (!json) console.log(`\n${softTableHead()}`);
  for await (const result of measureSoftBodies()) console.log(json ? JSON.stringify(result) : softTableRow(result));
}

async function runCracks(json: boolean): Promise<void> {
  if (!json) console.log(`\n${crackTableHead()}`);
  for await (const result of measureCracks()) console.log(json ? JSON.stringify(result) : crackTableRow(result));
}

async function runGlobules(names: readonly string[], json: boolean): Promise<void> {
  if (!json) console.log(`\n${globuleTableHead()}`);
  for await (const result of measureGlobules(names))
    console.log(json ? JSON.stringify(result) : globuleTableRow(result));
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

async function runAdaptive(rows: Request['adaptive'], json: boolean): Promise<void> {
  const results: AdaptiveResult[] = [];
  if (!json) console.log(`\n${adaptiveTableHead()}`);
  for await (const result of measureAdaptive(rows)) {
    results.push(result);
    console.log(json ? JSON.stringify(result) : adaptiveTableRow(result));
  }
  if (!json) console.log(`\n${summaryLines(adaptiveFindings(results)).join('\n')}`);
}

async function runMeshes(names: readonly string[], json: boolean): Promise<void> {
  if (!json) console.log(`\n${meshTableHead()}`);
  for await (const result of measureMeshes(names)) console.log(json ? JSON.stringify(result) : meshTableRow(result));
}

async function runFlow(names: readonly string[], json: boolean): Promise<void> {
  for await (const result of measureSolvers(names)) console.log(json ? JSON.stringify(result) : solverRow(result));
  const costs: CostResult[] = [];
  for await (const result of measureCosts(names)) {
    costs.push(result);
    console.log(json ? JSON.stringify(result) : costRow(result));
  }
  const lines = costLines(costs);
  for (const line of lines) console.log(json ? JSON.stringify(line) : lineRow(line));
  if (!json && lines.length > 0) console.log(`\n${printedRows(lines).join('\n')}`);
}

function archive(name: string, text: string): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(fileURLToPath(new URL(name, RESULTS)), text);
  console.error(`\nwritten: bench/results/${name}`);
}

const request = readArguments();
if (request) await run(request);
