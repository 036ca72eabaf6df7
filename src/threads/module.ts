// Loads the one WASM module. It comes with the code, packed as text, so that there is no file to find, to serve or to configure: not in
// Node, not in a page, not in a bundle. Who prefers a file says where it is. [ADR 37]

import { problem, ThixoError } from '../problem.ts';
import { fromBase64 } from '../shapes/base64.ts';
import { checksumOf } from '../wasm/checksum.ts';
import { noMemory } from '../wasm/memory.ts';
import { MODULE_BYTES, MODULE_CHECKSUM } from '../wasm/module-facts.ts';

/** Where the parts of the engine come from that are not JavaScript of the page. */
export interface ModuleSource {
  /**
   * Address of a copy of `thixo/thixo.wasm`; by default the module comes with the code. What loads it first does so for all that are made later
   * without an address.
   */
  readonly wasmUrl?: string | URL | undefined;
  /** Address of `thixo/worker.js`, for pages whose Content-Security-Policy forbids workers from `blob:`. */
  readonly workerUrl?: string | URL | undefined;
  /** Most memory of an engine, bytes; default 4 GiB, of which only what is needed is used. Phones end pages that reserve so much: 512 MiB is safe there. */
  readonly memoryBytes?: number | undefined;
}

/** The exports of assembly/index.ts. */
export interface WasmExports {
  initThread(index: number, canSleep: boolean): void;
  run(pass: number, tasks: number): void;
  work(): void;
  stopWorkers(): void;
  rankByCell(): number;
  countCells(): number;
  placeRun(begin: number, end: number): void;
  countSlabs(): void;
  listStrays(): number;
  measureApproach(chunks: number): number;
  uniteMoves(chunks: number): void;
  largestApproach(): number;
  binParticles(rooted: boolean): void;
  collectBlocks(): number;
  listNewBlocks(): number;
  activateNeighbors(place: number): number;
  numberVertices(): void;
  indexBlocks(): void;
  growBand(): number;
  seedBand(excess: number): number;
  bandVolume(): number;
  bandArea(): number;
  hashMemory(at: number, bytes: number, seed: bigint): bigint;
  beginHash(bytes: bigint, seed: bigint): bigint;
  hashPart(at: number, bytes: number, hash: bigint): bigint;
  endHash(hash: bigint): bigint;
  coveredPart(obstacles: number, count: number, point: number, R: number, flat: boolean): number;
  obstacleDistance(obstacles: number, index: number, point: number, radius: number): number;
  isNearMesh(obstacles: number, index: number, point: number, reach: number): number;
  isWayClear(obstacles: number, count: number, from: number, to: number, radius: number): number;
  isOnWrongSide(obstacles: number, index: number, point: number): number;
  factorBlocks(spans: number, diagonals: number, count: number): void;
  solveBlocks(spans: number, diagonals: number, count: number, z: number): void;
  dimensionlessViscosity(D: number, jump: number, n: number): number;
  sin(x: number): number;
  cos(x: number): number;
  log(x: number): number;
  pow(x: number, y: number): number;
}

/** What was compiled, by where it came from; the same module each time. */
const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The compiled module, compiled once per process or page; a failure is not remembered. */
export async function loadModule(wasmUrl?: string | URL): Promise<WebAssembly.Module> {
  const [first] = compiled.keys(),
    key = wasmUrl === undefined ? (first ?? '') : String(wasmUrl);
  const module = compiled.get(key) ?? compile(wasmUrl);
  compiled.set(key, module);
  try {
    return await module;
  } catch (error) {
    compiled.delete(key);
    throw error;
  }
}

/** Takes a module that another thread of this program has compiled. */
export function useModule(module: WebAssembly.Module): void {
  compiled.set('', Promise.resolve(module));
}

async function compile(wasmUrl: string | URL | undefined): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await (wasmUrl === undefined ? unpackBytes() : fetchBytes(wasmUrl)));
}

/** The module that comes with the code. */
async function unpackBytes(): Promise<BufferSource> {
  const { PACKED_MODULE } = await import('../wasm/inline.ts');
  const packed = new Blob([fromBase64(PACKED_MODULE)! as Uint8Array<ArrayBuffer>]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
}

/** The module in a file. One of another version would give other results, or none. */
async function fetchBytes(wasmUrl: string | URL): Promise<BufferSource> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await readUrl(new URL(wasmUrl, (globalThis as { location?: { href?: string } }).location?.href));
  } catch (error) {
    const message = `The WASM module cannot be loaded from ${wasmUrl}: ${(error as Error).message}.`;
    throw new ThixoError([problem('OPTION_WASM', '', message, 'Check wasmUrl, or leave it out.')]);
  }
  if (bytes.length === MODULE_BYTES && checksumOf(bytes) === MODULE_CHECKSUM) return bytes;
  const message = `What is at ${wasmUrl} is not the WASM module of this version.`;
  throw new ThixoError([
    problem('OPTION_WASM', '', message, 'Copy thixo.wasm from the package again, or leave wasmUrl out.'),
  ]);
}

async function readUrl(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol === 'file:' && isNode) {
    const { readFile } = await importFromNode<typeof import('node:fs/promises')>('node:fs/promises');
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  return new Uint8Array(await response.arrayBuffer());
}

/** Whether this is Node, and not a page. */
export const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

/** A module of Node, or a package that may be missing, that no bundler for pages looks for, because its name is not written in the import. */
export function importFromNode<T>(name: string): Promise<T> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name) as Promise<T>;
}

/** A new instance over a memory: one per thread. */
export async function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Promise<WasmExports> {
  const abort = () => {
    throw new Error('Thixo bug: the WASM module aborted');
  };
  const instance = await WebAssembly.instantiate(module, { env: { memory, abort } }).catch((error: unknown) => {
    throw /out of memory/i.test(String(error)) ? noMemory() : error;
  });
  return instance.exports as unknown as WasmExports;
}
