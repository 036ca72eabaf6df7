// The obstacle code alone, compiled anew: tests call its functions one by one, without a world around them.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main as asc } from 'assemblyscript/asc';

/** Compiles assembly/obstacles/test-entry.ts and returns its exports. */
export async function compileObstacles<T>(): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'thixo-obstacles-'));
  const file = join(folder, 'obstacles.wasm');
  const { error, stderr } = await asc([
    'assembly/obstacles/test-entry.ts',
    ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--outFile', file],
  ]);
  if (error) throw new Error(stderr.toString());
  const { instance } = await WebAssembly.instantiate(readFileSync(file));
  rmSync(folder, { recursive: true });
  return instance.exports as unknown as T;
}
