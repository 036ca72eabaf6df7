// The built module asks its host for nothing but memory (and, in debug builds, abort), keeps its own data out of the context block and
// the arena, and has no relaxed SIMD, whose results may differ between machines. [design: bitwise determinism]
// Run with `tsx tools/check-wasm.ts [file.wasm]…`; prints every offense and exits 1 if there is one.

import { readFileSync } from 'node:fs';
import { ARENA, MODULE_BASE } from '../src/wasm/layout.ts';
import { isMain, report } from './run-check.ts';
import type { Offense } from './source-text.ts';
import { hex, readDataRanges, readInstructions } from './wasm-reader.ts';

const BUILT_MODULE = 'src/wasm/thixo.wasm';
const ALLOWED_IMPORTS: readonly string[] = ['memory env.memory', 'function env.abort'];
const SIMD = 0xfd;
const FIRST_RELAXED = 0x100;

/** What the module holds, for the closing line of the check. */
export interface WasmCensus {
  readonly functions: number;
  readonly instructions: number;
  readonly simd: number;
  readonly offenses: readonly Offense[];
}

/** Counts the instructions of a module and collects what is forbidden in it. */
export function checkWasm(file: string, data: Uint8Array<ArrayBuffer>): WasmCensus {
  const offenses: Offense[] = [];
  const refuse = (message: string): void => {
    offenses.push({ file, line: 0, message });
  };
  const functions = new Set<number>();
  let instructions = 0;
  let simd = 0;
  try {
    for (const { func, offset, prefix, opcode } of readInstructions(data)) {
      functions.add(func);
      instructions++;
      if (prefix === SIMD) simd++;
      if (prefix === SIMD && opcode >= FIRST_RELAXED) {
        refuse(`relaxed SIMD opcode ${hex(opcode)} in function ${func} at byte ${offset}`);
      }
    }
    for (const { from, to } of readDataRanges(data)) {
      if (from < MODULE_BASE || to > ARENA) {
        refuse(`data from ${from} to ${to} is not between the context block and the arena, ${MODULE_BASE} to ${ARENA}`);
      }
    }
  } catch (error) {
    refuse((error as Error).message);
  }
  for (const message of findForeignImports(data)) refuse(message);
  return { functions: functions.size, instructions, simd, offenses };
}

function findForeignImports(data: Uint8Array<ArrayBuffer>): string[] {
  try {
    return WebAssembly.Module.imports(new WebAssembly.Module(data))
      .map(({ kind, module, name }) => `${kind} ${module}.${name}`)
      .filter((wanted) => !ALLOWED_IMPORTS.includes(wanted))
      .map((wanted) => `imports ${wanted}: the engine gives its module only memory`);
  } catch (error) {
    return [`does not compile: ${(error as Error).message}`];
  }
}

/** `checkWasm` on a file; a missing file is an offense. */
export function checkWasmFile(file: string): WasmCensus {
  try {
    return checkWasm(file, new Uint8Array(readFileSync(file)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const offense = { file, line: 0, message: 'not found: build it first' };
    return { functions: 0, instructions: 0, simd: 0, offenses: [offense] };
  }
}

if (isMain(import.meta.url)) {
  const given = process.argv.slice(2);
  for (const file of given.length > 0 ? given : [BUILT_MODULE]) {
    const { functions, instructions, simd, offenses } = checkWasmFile(file);
    const good = `${file}: ${functions} functions, ${instructions} instructions, ${simd} of them fixed-width SIMD, none relaxed`;
    report('check-wasm', offenses, good);
  }
}
