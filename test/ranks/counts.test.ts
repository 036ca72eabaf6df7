// What ranks tell each other, counted: the bounds of docs/mpi.md.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { DIST, endOfRanks, MPICH, startRanks } from './harness.ts';

/** What a rank sent in a step, and how many of its particles are ghosts of others. */
interface Step {
  readonly bytes: number;
  readonly messages: number;
  readonly reductions: number;
  readonly searches: number;
  readonly rounds: number;
  /** 1: a quantum was too small, so that forces were evaluated again; now and then that takes one more reduction. */
  readonly again: number;
  readonly sides: number;
  readonly ghosts: number;
}

const BYTES_OF_GHOST = 64;

const BLOCK: SceneInput = {
  ...{ frameRate: 100, substances: { water: { preset: 'desbrun-1999' } } },
  bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [1, 1, 0.4] } }, spacing: 0.04 }],
  obstacles: [{ shape: { box: { min: [0, 0, 0], max: [2, 2, 0.4] } }, inside: true }],
};

/** The steps of every rank. */
async function stepsOf(scene: SceneInput, ranks: number, frames: number): Promise<readonly (readonly Step[])[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'thixo-counts-')), 'scene.json'),
    program = resolve('test/ranks/count-program.mjs');
  writeFileSync(file, JSON.stringify(scene));
  const { code, stdout, stderr } = await endOfRanks(startRanks(MPICH, ranks, [program, DIST, file, `${frames}`]));
  expect(code, stderr).toBe(0);
  return stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { steps: Step[] }).steps);
}

const mean = (steps: readonly Step[], of: keyof Step): number =>
  steps.reduce((sum, step) => sum + step[of], 0) / steps.length;

describe('what ranks tell each other', () => {
  it('is 64 bytes of a ghost, a message to each side and at most three reductions in a step', async (context) => {
    if (MPICH.missing) return context.skip(MPICH.missing);
    for (const steps of await stepsOf(BLOCK, 3, 4)) {
      const plain = steps.filter(({ searches }) => searches === 0);
      expect(plain.length).toBeGreaterThan(50);
      expect(steps.length).toBeGreaterThan(plain.length);
      for (const { messages, sides, reductions, again } of plain) {
        expect(messages).toBeLessThanOrEqual(2 * sides);
        expect(reductions).toBeLessThanOrEqual(3 + again);
      }
      const perGhost = mean(plain, 'bytes') / mean(plain, 'ghosts');
      expect(Math.abs(perGhost / BYTES_OF_GHOST - 1)).toBeLessThan(0.05);
      expect(mean(steps, 'reductions')).toBeLessThanOrEqual(3); // of all steps, those that search among them
    }
  });
});
