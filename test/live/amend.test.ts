// `world.amend` is a branch without a new world: the same bits, the same refusals.

import { describe, expect, it } from 'vitest';
import { kindOfPointer, type SceneInput, ThixoError, World } from '../../src/index.ts';
import { SMALL } from './scenes.ts';

const BEFORE = 3;
const AFTER = 2;
const ball = { shape: { sphere: { center: [0.12, 0.1, 0.12], radius: 0.05 } } } as const;
const jet = {
  ...{ substance: 'stuff', speed: 1, spacing: 0.06, from: 0.12 },
  shape: { disc: { center: [0.2, 0.6, 0.2], normal: [0, -1, 0], radius: 0.08 } },
} as const;

/** Changes that a branch can follow. */
const CHANGES: Readonly<Record<string, (scene: SceneInput) => SceneInput>> = {
  nothing: (scene) => scene,
  gravity: (scene) => ({ ...scene, gravity: [1, -3, 0] }),
  'no obstacles': (scene) => ({ ...scene, obstacles: [] }),
  'a moving ball': (scene) => ({
    ...scene,
    obstacles: [...scene.obstacles!, { ...ball, from: 0.12, motion: { velocity: [0.3, 0, 0] } }],
  }),
  'an older ball': (scene) => ({ ...scene, obstacles: [...scene.obstacles!, ball] }),
  'a grip': (scene) => ({ ...scene, forces: [{ grab: { center: [0.1, 0.2, 0.1], radius: 0.2 } }] }),
  'a sink': (scene) => ({ ...scene, sinks: [{ shape: { sphere: { center: [0.1, 0.1, 0.1], radius: 0.06 } } }] }),
  'a domain': (scene) => ({ ...scene, domain: { min: [-1, -1, -1], max: [0.2, 1, 1] } }),
  steps: (scene) => ({ ...scene, time: { courant: 0.2 } }),
  'a denser substance': (scene) => ({
    ...scene,
    substances: { stuff: { ...scene.substances!.stuff!, restDensity: 1200 } as never },
  }),
  'a jet': (scene) => (scene.substances!.stuff!.model === 'elastic' ? scene : { ...scene, emitters: [jet] }),
  'a later change': (scene) => ({ ...scene, changes: [{ time: 0.16, set: { '/gravity': [0, 4, 0] } }] }),
  'a later body': (scene) =>
    scene.substances!.stuff!.model === 'elastic'
      ? scene
      : { ...scene, bodies: [...scene.bodies!, { ...scene.bodies![0]!, from: 0.16 }] },
};

async function goOn(world: World): Promise<string[]> {
  const hashes = [world.hash()];
  for (let k = 0; k < AFTER; k++) hashes.push(world.advance().ok ? world.hash() : 'failed');
  return hashes;
}

/** A scene twice in memory that was used: what an old scene left must not matter. */
describe.each(Object.entries(SMALL))('%s', (_, scene) => {
  it('goes on as a branch does, whatever changes', async () => {
    using world = await World.create(scene);
    for (let k = 0; k < BEFORE; k++) world.advance();
    const start = world.snapshot(),
      hash = world.hash();
    for (const [k, [name, change]] of Object.entries(CHANGES).entries()) {
      using branch = await World.branch(start, change(scene), { threads: 1 + (k % 2) });
      world.rewind(start);
      expect(world.hash(), name).toBe(hash);
      world.amend(change(scene));
      expect(await goOn(world), name).toEqual(await goOn(branch));
      expect(world.scene, name).toEqual(branch.scene);
    }
  });
});

it('refuses what a branch refuses, and stays as it is', async () => {
  const scene = SMALL.water!;
  using world = await World.create(scene);
  world.advance();
  world.advance();
  const hash = world.hash(),
    snapshot = world.snapshot();
  const bad: SceneInput[] = [
    { ...scene, frameRate: 50 },
    { ...scene, bodies: [] },
    { ...scene, gravity: [0, Number.NaN, 0] },
    { ...scene, obstacles: [{ ...ball, temperature: 400 }] },
    { ...scene, emitters: [{ ...jet, from: 0 }] },
    { ...scene, bodies: [...scene.bodies!, { ...scene.bodies![0]!, from: 0.01 }] },
  ];
  for (const changed of bad) {
    const refusal = await World.branch(snapshot, changed).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ThixoError);
    expect(() => world.amend(changed)).toThrow(refusal as ThixoError);
    expect([world.hash(), world.frame]).toEqual([hash, 2]);
  }
  using twin = await World.restore(snapshot);
  expect(await goOn(world)).toEqual(await goOn(twin));
});

it('takes an emitter before the first frame', async () => {
  const scene = SMALL.water!,
    changed = { ...scene, emitters: [{ ...jet, from: 0 }] };
  using world = await World.create(scene);
  using twin = await World.branch(world.snapshot(), changed);
  world.amend(changed);
  expect(await goOn(world)).toEqual(await goOn(twin));
});

it('knows what a change means', async () => {
  const scene = SMALL.water!;
  using world = await World.create(scene);
  world.advance();
  expect(world.kindOfChange({ ...scene, look: { background: '#000000' } as never })).toBe('view');
  expect(world.kindOfChange({ ...scene, gravity: [0, 0, 0] })).toBe('live');
  expect(world.kindOfChange({ ...scene, frameRate: 30 })).toBe('restart');
  expect(world.kindOfChange({ ...scene, surroundings: {} })).toBe('restart');
  const kinds = ['/gravity', '/look/background', '/frameRate', '/bodies/0/spacing', '/bodies/0/skin', '/emitters/0/to'];
  expect(kinds.map(kindOfPointer)).toEqual(['live', 'view', 'restart', 'restart', 'view', 'live']);
  expect(['/substances/a/viscosity', '/substances/a/model', '/emitters/0/speed'].map(kindOfPointer)).toEqual([
    ...['live', 'restart', 'restart'],
  ]);
});
