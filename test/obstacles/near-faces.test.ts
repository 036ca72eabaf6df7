// The triangles that particles remember as walls: answers are those of the search through the whole mesh, to the bit.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import * as at from '../../src/wasm/layout.ts';
import type { SharedMemory } from '../../src/wasm/memory.ts';
import { ballMesh } from '../shapes/mesh-samples.ts';

const { positions, triangles } = ballMesh(0.05, 8),
  ball = { mesh: { positions: [...positions], triangles: [...triangles] } };

/** A ball is met from outside, at one wall. */
const onBalls: SceneInput = {
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

type Point = readonly [number, number, number];

/** The five faces of an open tray, each of 4 × 4 squares: in its corners a particle has up to three walls. */
function tray(): { positions: number[]; triangles: number[] } {
  const parts = 4,
    positions: number[] = [],
    triangles: number[] = [];
  const face = (corner: Point, u: Point, v: Point): void => {
    const at = (a: number, b: number): number[] => corner.map((c, k) => c + (u[k]! * a + v[k]! * b) / parts);
    for (let i = 0; i < parts; i++) {
      for (let j = 0; j < parts; j++) {
        const first = positions.length / 3;
        positions.push(...at(i, j), ...at(i + 1, j), ...at(i + 1, j + 1), ...at(i, j + 1));
        triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
      }
    }
  };
  face([-0.2, 0, -0.2], [0, 0, 0.4], [0.4, 0, 0]);
  face([-0.2, 0, -0.2], [0, 0.2, 0], [0, 0, 0.4]);
  face([0.2, 0, -0.2], [0, 0, 0.4], [0, 0.2, 0]);
  face([-0.2, 0, -0.2], [0.4, 0, 0], [0, 0.2, 0]);
  face([-0.2, 0, 0.2], [0, 0.2, 0], [0.4, 0, 0]);
  return { positions, triangles };
}

const inTray: SceneInput = {
  ...onBalls,
  frameRate: 25,
  bodies: [
    {
      substance: 'paste',
      shape: { box: { min: [-0.18, 0.02, -0.18], max: [0.1, 0.14, 0.18] } },
      spacing: 0.035,
      velocity: [1, -0.5, 0.3],
    },
  ],
  obstacles: [{ shape: { mesh: tray() } }],
};

const memoryOf = (world: World): SharedMemory =>
  (world as unknown as { simulation: { set: { shared: SharedMemory } } }).simulation.set.shared;

async function run(scene: SceneInput, remembers: boolean): Promise<{ hash: string; filled: number }> {
  using world = await World.create(scene);
  const shared = memoryOf(world);
  if (!remembers) shared.setInt(at.FACE_OWNERS, 0);
  const begin = shared.u32[at.AT_FACES >> 2]! >> 2;
  const slots = scene.obstacles!.length * world.fields.count;
  shared.u32.fill(0, begin, begin + (slots * at.FACE_BYTES) / 4);
  for (let frame = 0; frame < 5; frame++) expect(world.advance().ok).toBe(true);
  let filled = 0;
  for (let slot = 0; slot < slots; slot++) if (shared.u32[begin + (slot * at.FACE_BYTES) / 4]! > 0) filled++;
  return { hash: String(world.hash()), filled };
}

describe('faces that particles remember', () => {
  it.each([
    ['balls', onBalls],
    ['sharp corners', inTray],
  ])('do not change a bit: %s', async (_, scene) => {
    const [memory, bare] = [await run(scene, true), await run(scene, false)];
    expect(memory.filled).toBeGreaterThan(100);
    expect(bare.filled).toBe(0);
    expect(memory.hash).toBe(bare.hash);
  });
});
