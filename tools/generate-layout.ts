// Writes what follows from the tables in src/wasm/tables: the constants of both languages, the list of passes and the dispatch. [ADR 25]
// Run with `tsx tools/generate-layout.ts`; with `--check` it writes nothing and exits 1 if a file is not what the tables say.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SHAPE_CLASSES } from '../src/kernels/shapes.ts';
import { OWNERS } from '../src/wasm/tables/index.ts';
import type { Axis, Owner } from '../src/wasm/tables/rows.ts';
import { isMain, report } from './run-check.ts';
import { numberPasses, type ReadModule } from './tables/number-passes.ts';
import { placeSlots, TableError } from './tables/place.ts';
import { writeConstants, writeDispatch, writePassList } from './tables/write-tables.ts';

const KERNELS = Object.keys(SHAPE_CLASSES);
/** The kernels are an axis of their own table; numbers are free for three more shapes. */
const GIVEN: { readonly axes: Readonly<Record<string, Axis>>; readonly classes: Readonly<Record<string, string>> } = {
  axes: { kernel: { classes: KERNELS, room: 8 } },
  classes: Object.fromEntries(KERNELS.map((name) => [name, 'kernels/generated'])),
};

/** Every generated file, path → text. Throws a `TableError` that names everything wrong with the tables. */
export function generate(owners: readonly Owner[], read: ReadModule): Map<string, string> {
  const blocks = placeSlots(owners),
    passes = numberPasses(owners, GIVEN, read);
  return writeConstants(owners, blocks, passes)
    .set('src/wasm/passes.ts', writePassList(passes))
    .set('assembly/dispatch.ts', writeDispatch(passes));
}

/** Modules below assembly/ of a repository. */
export function modulesOf(root: string): ReadModule {
  return (module) => {
    const file = join(root, 'assembly', `${module}.ts`);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
}

function main(root: string, check: boolean): void {
  const files = generate(OWNERS, modulesOf(root));
  const stale = [...files].filter(
    ([file, text]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text,
  );
  if (check) {
    const message = 'is not what src/wasm/tables says: run `npm run build:wasm`';
    report(
      'generate-layout',
      stale.map(([file]) => ({ file, line: 0, message })),
      `${files.size} files are what src/wasm/tables says`,
    );
    return;
  }
  for (const [file, text] of stale) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

if (isMain(import.meta.url)) {
  try {
    main('.', process.argv.includes('--check'));
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
