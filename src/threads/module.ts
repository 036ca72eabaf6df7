// Loads the one WASM file: from disk in Node, by fetch in a browser.

/** The exports of assembly/index.ts. */
export interface WasmExports {
  initThread(index: number, canSleep: boolean): void;
  run(pass: number, tasks: number): void;
  work(): void;
  stopWorkers(): void;
  rankByCell(): number;
  measureApproach(chunks: number): number;
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
  coveredPart(obstacles: number, count: number, point: number, R: number, flat: boolean): number;
  obstacleDistance(obstacles: number, index: number, point: number, radius: number): number;
  isNearMesh(obstacles: number, index: number, point: number, reach: number): number;
  isWayClear(obstacles: number, count: number, from: number, to: number, radius: number): number;
  isOnWrongSide(obstacles: number, index: number, point: number): number;
  dimensionlessViscosity(D: number, jump: number, n: number): number;
  sin(x: number): number;
  cos(x: number): number;
  log(x: number): number;
  pow(x: number, y: number): number;
}

const url = new URL('../wasm/thixo.wasm', import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled module, compiled once per process or page; a failure is not remembered. */
export async function loadModule(): Promise<WebAssembly.Module> {
  compiled ??= readBytes().then((bytes) => WebAssembly.compile(bytes));
  try {
    return await compiled;
  } catch (error) {
    compiled = undefined;
    throw error;
  }
}

async function readBytes(): Promise<BufferSource> {
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url.href}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** A new instance over a memory: one per thread. */
export async function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Promise<WasmExports> {
  const abort = () => {
    throw new Error('Thixo bug: the WASM module aborted');
  };
  const instance = await WebAssembly.instantiate(module, { env: { memory, abort } });
  return instance.exports as unknown as WasmExports;
}
