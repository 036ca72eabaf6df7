// The sine and cosine of the engine without starting one: the same on every machine.

import type { Trigonometry } from '../shapes/rotation.ts';
import { ARENA } from '../wasm/layout.ts';
import { SharedMemory } from '../wasm/memory.ts';
import { instantiate, loadModule } from './module.ts';

let trigonometry: Promise<Trigonometry> | undefined;

/** Sine and cosine of the engine; a failure to load them is not remembered. */
export async function loadTrigonometry(): Promise<Trigonometry> {
  trigonometry ??= loadModule().then((module) => instantiate(module, new SharedMemory(2 * ARENA, 2 * ARENA).memory));
  try {
    return await trigonometry;
  } catch (error) {
    trigonometry = undefined;
    throw error;
  }
}
