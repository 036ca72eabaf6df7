// Builds the package into dist/: the WASM module, the JavaScript with its types, the page of the studio, and nothing that an older build has left there.
//   tsx tools/build.ts            with --link, `npx thixo` in this folder runs the build

import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.ts';

const MAIN = 'dist/cli/main.js';
const BIN = join('node_modules', '.bin');

runNode('--import', 'tsx', 'tools/build-wasm.ts');
rmSync('dist', { recursive: true, force: true });
runNode(join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json');
// As they are: the compiler would make a module of the worker.
for (const file of ['wasm/thixo.wasm', 'threads/worker.js']) copyFileSync(join('src', file), join('dist', file));
runNode(join('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'studio', '--logLevel', 'warn');
chmodSync(MAIN, 0o755);
if (process.argv.includes('--link')) link();

/** What `npm install` does for the commands of other packages. */
function link(): void {
  mkdirSync(BIN, { recursive: true });
  if (process.platform === 'win32') {
    writeFileSync(join(BIN, 'thixo.cmd'), `@node "%~dp0\\..\\..\\${MAIN.replaceAll('/', '\\')}" %*\r\n`);
    return;
  }
  const place = join(BIN, 'thixo');
  rmSync(place, { force: true });
  symlinkSync(join('..', '..', MAIN), place);
}
