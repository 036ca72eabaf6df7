// What this device can do, and where the files of the engine are.

const { deviceMemory, hardwareConcurrency = 2, maxTouchPoints } = navigator as Navigator & { deviceMemory?: number };

/** Phones and tablets end a page that asks for much memory, even if it does not use it. */
export const isSmall: boolean =
  (deviceMemory ?? 8) < 4 || (maxTouchPoints > 0 && Math.min(screen.width, screen.height) < 900);

/** Most memory of the engine, bytes: 512 MiB on a phone, else what a module can address. */
export const memoryBytes: number = isSmall ? 512 * 2 ** 20 : 4 * 2 ** 30;

/** Bytes of saved states. */
export const snapshotBytes: number = isSmall ? 64e6 : 256e6;

/** Threads of a simulation; without isolation memory cannot be shared, so there is one. */
export const threads: number = crossOriginIsolated ? Math.max(1, Math.min(4, hardwareConcurrency - 1)) : 1;

export const wasmUrl: string = new URL('./thixo.wasm', location.href).href;
export const workerUrl: string = new URL('./worker.js', location.href).href;
