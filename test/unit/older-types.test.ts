// The types of the package compile with a library of TypeScript that knows nothing of `using`, and without those of Node.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TYPES = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
const COMPILER = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/** What the compiler says of a program that uses the package, with a library of some year. */
function compile(program: string, lib: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'thixo-types-'));
  const options = { target: 'es2022', module: 'nodenext', lib: [lib, 'dom'], types: [], strict: true, noEmit: true };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
  writeFileSync(join(folder, 'use.ts'), `import { World } from ${JSON.stringify(TYPES)};\n${program}`);
  try {
    return execFileSync(COMPILER, ['-p', folder], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('compiles with an old library, and a report is told apart by `ok`', () => {
  expect(existsSync(TYPES), 'run `npm run build` first').toBe(true);
  const program = `
    const world = await World.create({}, { limits: { particles: 10 } });
    const report = world.advance();
    const hint: string = report.ok ? '' : report.problem.hint;
    world.on('frame', ({ ok }: { ok: true }) => console.log(ok, hint));
  `;
  expect(compile(program, 'es2022')).toBe('');
  expect(compile(`${program} { using other = await World.create({}); other.advance(); }`, 'esnext')).toBe('');
});
