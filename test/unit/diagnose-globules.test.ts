// What the detective says of globules: overlaps of hard cores, stiffness and damping that ask for tiny steps, the integrator as printed.

import { describe, expect, it } from 'vitest';
import { type Divergence, type GlobulesInput, type SceneInput, World } from '../../src/index.ts';
import { inside } from '../helpers/worlds.ts';

type Body = NonNullable<SceneInput['bodies']>[number];

const box = (x: number, y: number): Body => ({
  substance: 'a/b',
  spacing: 0.03,
  shape: { box: { min: [x, y, 0], max: [x + 0.24, y + 0.24, 0] } },
});

const pile = (substance: Omit<GlobulesInput, 'model'>, more: Partial<SceneInput> = {}): SceneInput => ({
  dimension: 2,
  frameRate: 25,
  substances: { 'a/b': { model: 'globules', ...substance } },
  bodies: [box(0, 0)],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  ...more,
});

/** Advances until a frame fails. */
async function fail(scene: SceneInput, prepare: (world: World) => void = () => {}): Promise<Divergence> {
  using world = await World.create(scene, { threads: 1 });
  prepare(world);
  for (let frame = 0; frame < 60; frame++) {
    const { problem } = world.advance();
    if (problem) return problem;
  }
  throw new Error('60 frames went well');
}

async function warnings(scene: SceneInput): Promise<string[]> {
  using world = await World.create(scene, { threads: 1 });
  return world.warnings.map(({ code }) => code);
}

describe('globules that overlap at the start', () => {
  it.each([0.004, 0.015])('are reported; shifted by %d m', async (by) => {
    const both = pile({ kind: 'solid' }, { bodies: [box(0, 0), box(by, 0)] });
    expect(await warnings(both)).toContain('START_OVERLAP');
  });

  it('are why the first frame fails', async () => {
    const problem = await fail(
      pile({ kind: 'powder' }, { bodies: [box(0, 0), box(0.004, 0.004)], time: { maxStepsPerFrame: 512 } }),
    );
    expect(problem).toMatchObject({ code: 'START_OVERLAP', pointer: '/bodies/1/shape', symptom: 'step' });
  });

  it.each(['powder', 'fluid', 'solid'] as const)('and those that do not are not; %s', async (kind) => {
    expect(await warnings(pile({ kind, radiusVariation: 0.2 }, { bodies: [{ ...box(0, 0), jitter: 0.1 }] }))).toEqual(
      [],
    );
  });
});

describe('steps that would have to be too small', () => {
  it.each([
    ['stiffness', 'TOO_STIFF', { kind: 'powder', stiffness: 1e9 }],
    ['stiffness', 'TOO_STIFF', { kind: 'fluid', stiffness: 1e9, damping: 1 }],
    ['damping', 'STEP_TOO_SMALL', { kind: 'fluid', damping: 1000 }],
  ] as const)('name the %s: %s', async (key, code, substance) => {
    const problem = await fail(pile(substance));
    expect(problem).toMatchObject({ code, pointer: `/substances/a~1b/${key}`, symptom: 'step' });
    expect(problem.hint).toContain(`Lower the ${key}`);
    expect(problem.others).toContainEqual(
      expect.objectContaining({ code: 'STEP_TOO_SMALL', pointer: '/time/maxStepsPerFrame' }),
    );
  });
});

describe('globules that blow up', () => {
  it('with the integrator as printed name it', async () => {
    const problem = await fail(
      pile(
        { kind: 'solid', damping: 0, stiffness: 100 },
        { time: { integrator: 'miller-1989', maxStepsPerFrame: 256 } },
      ),
    );
    expect(problem).toMatchObject({ code: 'UNSTABLE', pointer: '/time/integrator' });
    expect(problem.hint).toBe('Remove time.integrator, or raise the damping.');
  });

  it('for no reason in particular point at the damping of their substance', async () => {
    const problem = await fail(pile({ kind: 'powder' }), (world) => {
      world.advance();
      inside(world).set.f64('velocity')[4] = Number.NaN;
    });
    expect(problem).toMatchObject({ code: 'UNSTABLE', symptom: 'non-finite', pointer: '/substances/a~1b/damping' });
    expect(problem.hint).toContain('Raise the damping of "a/b"');
  });
});
