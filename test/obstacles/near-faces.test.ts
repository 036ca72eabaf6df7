// The triangles that particles remember as walls: answers are those of the search through the whole mesh, to the bit.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import * as at from '../../src/wasm/layout.ts';
import type { SharedMemory } from '../../src/wasm/memory.ts';
import { ballMesh } from '../shapes/mesh-samples.ts';

const { positions, triangles } = ballMesh(0.05, 8),
  ball = { mesh: { positions: [...positions], triangles: [...triangles] } };

const scene: SceneInput = {
  frameRate: 100,
  substances: { paste: { preset: 'paiva-2009-fast', yieldStress: 200, consistency: 100, jumpNumber: 100 } },
  bodies: [
    {
      substance: 'paste',
      shape: { box: { min: [-0.06, 0.055, -0.06], max: [0.06, 0.09, 0.06] } },
      spacing: 0.012,
      velocity: [0.3, -1, 0],
    },
  ],
  obstacles: [{ shape: ball }, { shape: { mesh: { ...ball.mesh, translate: [0.07, -0.02, 0] } } }],
};

const memoryOf = (world: World): SharedMemory =>
  (world as unknown as { simulation: { set: { shared: SharedMemory } } }).simulation.set.shared;

async function run(remembers: boolean): Promise<{ hash: string; filled: number }> {
  using world = await World.create(scene);
  const shared = memoryOf(world);
  if (!remembers) shared.setInt(at.FACE_OWNERS, 0);
  const begin = shared.u32[at.AT_FACES >> 2]! >> 2;
  shared.u32.fill(0, begin, begin + (2 * at.FACE_BYTES * world.fields.count) / 4);
  for (let frame = 0; frame < 4; frame++) world.advance();
  let filled = 0;
  for (let slot = 0; slot < 2 * world.fields.count; slot++)
    if (shared.u32[begin + (slot * at.FACE_BYTES) / 4]! > 0) filled++;
  return { hash: String(world.hash()), filled };
}

describe('faces that particles remember', () => {
  it('do not change a bit', async () => {
    const [memory, bare] = [await run(true), await run(false)];
    expect(memory.filled).toBeGreaterThan(100);
    expect(bare.filled).toBe(0);
    expect(memory.hash).toBe(bare.hash);
  });
});
