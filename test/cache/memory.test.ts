// What a run or a file needs is refused before it is taken, with the place and the cause.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { estimateCost, machineMemory, requireHeap, requireMemory } from '../../src/cache/cost.ts';
import { findCrowd } from '../../src/cache/crowding.ts';
import { loadScene, loadTrigonometry } from '../../src/cache/scene-file.ts';
import type { SceneInput } from '../../src/index.ts';
import { ThixoError } from '../../src/problem.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';

const folder = mkdtempSync(join(tmpdir(), 'thixo-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A block of points `apart` from each other, of particles of another size. */
function cloud(side: number, apart: number, spacing: number): SceneInput {
  const positions = Array.from({ length: side ** 3 }, (_, k): [number, number, number] => [
    apart * (k % side),
    apart * (Math.floor(k / side) % side),
    apart * Math.floor(k / side ** 2),
  ]);
  return {
    substances: { water: {} },
    bodies: [{ substance: 'water', shape: { points: { positions } }, spacing }],
  };
}

function problemsOf(act: () => void): ThixoError['problems'] {
  try {
    act();
  } catch (error) {
    if (error instanceof ThixoError) return error.problems;
    throw error;
  }
  return [];
}

describe('memory', () => {
  it('counts the pairs of points that are crowded, and says which', async () => {
    const trig = await loadTrigonometry(),
      limits = { ...DEFAULT_LIMITS, memory: 300e6 };
    const problems = (input: SceneInput) =>
      problemsOf(() => requireMemory(estimateCost(parseScene(input, trig), 10, trig), limits));
    expect(problems(cloud(34, 0.01, 0.1))).toMatchObject([
      { code: 'LIMIT_MEMORY', pointer: '/bodies/0/spacing', message: expect.stringMatching(/has about \d{4,} others/) },
    ]);
    expect(problems(cloud(34, 0.01, 0.01))).toEqual([]);
  });

  it('estimates the pairs of a block within a factor of two and a half', async () => {
    const side = 12,
      apart = 0.01,
      spacing = 0.02,
      scene = parseScene(cloud(side, apart, spacing), await loadTrigonometry()),
      { positions } = (scene.bodies[0]!.shape as { points: { positions: readonly (readonly number[])[] } }).points;
    let pairs = 0;
    for (const [k, a] of positions.entries()) {
      for (const b of positions.slice(0, k)) if (Math.hypot(...a.map((x, n) => x - b[n]!)) < 2.7 * spacing) pairs++;
    }
    const { neighbors } = findCrowd(scene)!;
    expect(neighbors / ((2 * pairs) / positions.length)).toBeGreaterThan(1 / 2.5);
    expect(neighbors / ((2 * pairs) / positions.length)).toBeLessThan(2.5);
  });

  it('of a container counts, not that of its machine', () => {
    expect(machineMemory(512e6)).toBe(512e6);
    expect(machineMemory(0)).toBe(totalmem());
    expect(machineMemory(2 ** 63)).toBe(totalmem());
  });

  it('for a file of points is asked for before it is read', async () => {
    writeFileSync(join(folder, 'cloud.xyz'), '0 0 0\n'.repeat(5000));
    const body = { substance: 'water', shape: { points: { file: 'cloud.xyz' } }, spacing: 0.1 };
    writeFileSync(join(folder, 'scene.json'), JSON.stringify({ substances: { water: {} }, bodies: [body] }));
    const load = loadScene(join(folder, 'scene.json'), { limits: { ...DEFAULT_LIMITS, memory: 2e6 } });
    const { problems } = (await load.catch((error: unknown) => error)) as ThixoError;
    expect(problems[0]).toMatchObject({ code: 'LIMIT_MEMORY', pointer: '/bodies/0/shape/points/file' });
    expect(problemsOf(() => requireHeap(1e9, DEFAULT_LIMITS))).toMatchObject([{ code: 'LIMIT_MEMORY' }]);
  });
});
