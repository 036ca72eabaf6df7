// Generates what follows from the tables and compiles assembly/ into src/wasm/thixo.wasm, unless that is newer than everything it is made
// from. The module is also written as a text that can be imported (src/wasm/inline.ts), and so is the worker (src/threads/worker-source.ts):
// a page that bundles Thixo then needs no files beside its own. [ADR 37]

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import asc from 'assemblyscript/asc';
import { build } from 'esbuild';
import { checksumOf } from '../src/wasm/checksum.ts';
import { runNode } from './run-node.ts';

const TARGET = 'src/wasm/thixo.wasm';
const INLINE = 'src/wasm/inline.ts';
const FACTS = 'src/wasm/module-facts.ts';
const WORKER = { from: 'src/threads/worker.js', to: 'src/threads/worker-source.ts' };
const LIVE = { from: 'src/worker/live-worker.ts', to: 'src/worker/live-worker-source.ts' };
const NO_MODULE = { contents: "export const PACKED_MODULE = '';" };
const GENERATED = [
  ...['assembly/kernels/generated.ts', 'assembly/dispatch.ts', 'src/wasm/layout.ts', 'src/wasm/passes.ts'],
  ...[
    'src/skin/layout.ts',
    'src/surface/layout.ts',
    'src/surface/active-layout.ts',
    'src/obstacles/layout.ts',
    'src/obstacles/mesh-layout.ts',
  ],
  ...[INLINE, FACTS, WORKER.to],
];
const SOURCES = [
  ...['assembly', 'src/wasm', 'src/kernels', 'src/obstacles/layout.ts', 'src/obstacles/mesh-layout.ts'],
  ...[
    'src/skin/layout.ts',
    'src/surface/layout.ts',
    'src/surface/active-layout.ts',
    'src/shapes/kinds.ts',
    WORKER.from,
  ],
  ...['tools/build-wasm.ts', 'tools/generate-kernels.ts', 'tools/generate-layout.ts', 'tools/tables'],
];

if (!isFresh()) {
  writeFileSync(WORKER.to, asModule(WORKER.from, { WORKER_SOURCE: readFileSync(WORKER.from, 'utf8') }));
  runNode('--import', 'tsx', 'tools/generate-kernels.ts');
  runNode('--import', 'tsx', 'tools/generate-layout.ts');
  const module = await compile();
  const packed = deflateRawSync(module, { level: 9 }).toString('base64');
  writeFileSync(FACTS, asModule(TARGET, { MODULE_BYTES: module.length, MODULE_CHECKSUM: checksumOf(module) }));
  writeFileSync(INLINE, asModule(TARGET, { PACKED_MODULE: packed }));
  writeFileSync(TARGET, module); // the last: its time is that of them all
}
await writeLiveWorker();

/** The worker of `thixo/worker` as a text: the whole library but the WASM module, which a page sends along. */
async function writeLiveWorker(): Promise<void> {
  const { outputFiles } = await build({
    ...{ entryPoints: [LIVE.from], bundle: true, minify: true, format: 'iife', platform: 'browser', write: false },
    plugins: [{ name: 'no-module', setup: ({ onLoad }) => onLoad({ filter: /wasm.inline\.ts$/ }, () => NO_MODULE) }],
    logLevel: 'error',
  });
  const text = asModule(LIVE.from, { LIVE_WORKER_SOURCE: outputFiles[0]!.text });
  if (!existsSync(LIVE.to) || readFileSync(LIVE.to, 'utf8') !== text) writeFileSync(LIVE.to, text);
}

/** Whether everything is there, and nothing it is made from is newer. The module is written last. */
function isFresh(): boolean {
  if (![TARGET, ...GENERATED].every((file) => existsSync(file))) return false;
  const { mtimeMs } = statSync(TARGET);
  return SOURCES.flatMap(filesIn).every((file) => statSync(file).mtimeMs <= mtimeMs);
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(path, name));
}

/** The module of assembly/. Ends the process with what the compiler says if it does not compile. */
async function compile(): Promise<Uint8Array> {
  const base = /^export const MODULE_BASE = (\d+);$/m.exec(readFileSync('src/wasm/layout.ts', 'utf8'))![1]!;
  const options = [
    ...['assembly/index.ts', '-o', TARGET, '-O3', '--noAssert', '--runtime', 'stub', '--memoryBase', base],
    ...['--enable', 'simd', '--enable', 'threads', '--importMemory', '--sharedMemory'],
    ...['--initialMemory', '2', '--maximumMemory', '65536', '--disableWarning', '201'],
  ];
  let module: Uint8Array | undefined;
  const { error, stderr } = await asc.main(options, {
    writeFile: (_: string, contents: Uint8Array | string) => {
      if (typeof contents !== 'string') module = contents;
    },
  });
  process.stderr.write(stderr.toString());
  if (error || !module) process.exit(1);
  return module;
}

/** A TypeScript module with constants. Their types are wide, or the declarations would repeat the texts. */
function asModule(from: string, constants: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(constants).map(
    ([name, value]) => `export const ${name}: ${typeof value} = ${JSON.stringify(value)};\n`,
  );
  return `// Generated from ${from} by tools/build-wasm.ts.\n\n${lines.join('')}`;
}
