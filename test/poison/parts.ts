// Bodies, jets and tanks of poisoned scenes.

import type { SceneInput } from '../../src/index.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type EmitterInput = NonNullable<SceneInput['emitters']>[number];

export const plane = (y = 0) => ({ shape: { plane: { point: [0, y, 0], normal: [0, 1, 0] } } }) as const;
export const box = (min: readonly number[], max: readonly number[]) =>
  ({ box: { min: min as [number, number, number], max: max as [number, number, number] } }) as const;
export const tank = (x = 0.6, y = 2) => ({ shape: box([0, 0, -1], [x, y, 1]), inside: true }) as const;

export const square = (settings: Partial<BodyInput> = {}): BodyInput => ({
  substance: 'goo',
  shape: box([0, 0, 0], [0.4, 0.4, 0]),
  spacing: 0.025,
  ...settings,
});
export const cube = (settings: Partial<BodyInput> = {}): BodyInput => ({
  substance: 'goo',
  shape: box([0, 0, 0], [0.4, 0.4, 0.4]),
  spacing: 0.05,
  ...settings,
});
export const jet = (settings: Partial<EmitterInput> = {}): EmitterInput => ({
  substance: 'goo',
  shape: { disc: { center: [0.2, 1, 0], normal: [0, -1, 0], radius: 0.1 } },
  speed: 1,
  spacing: 0.03,
  ...settings,
});

/** A square of something on a floor, in the plane. */
export const flat = (settings: Partial<SceneInput> = {}): SceneInput => ({
  dimension: 2,
  substances: { goo: { stiffness: 1000 } },
  bodies: [square()],
  obstacles: [plane()],
  ...settings,
});
/** A cube of something on a floor. */
export const solid = (settings: Partial<SceneInput> = {}): SceneInput => ({
  substances: { goo: { stiffness: 1000 } },
  bodies: [cube()],
  obstacles: [plane()],
  ...settings,
});
export const globules = (settings: object = {}): SceneInput['substances'] => ({
  goo: { model: 'globules', ...settings },
});
