// Scenes in which obstacle 1 can be moved: one for every scheme.

import type { SceneInput } from '../../src/index.ts';

/** The obstacle that moves. */
export const BLOCK = 1;

/** A column of a substance on a floor, beside a block, in a box. The numbers of the block are exact in binary. */
function column(stuff: NonNullable<SceneInput['substances']>[string], more: Partial<SceneInput> = {}): SceneInput {
  return {
    frameRate: 64,
    duration: 0.25,
    substances: { stuff },
    bodies: [
      {
        substance: 'stuff',
        shape: { box: { min: [0.02, 0.02, -0.1], max: [0.4, 0.3, 0.1] } },
        spacing: 0.05,
        jitter: 0.1,
        velocity: [1, 0, 0],
      },
    ],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
      { shape: { box: { center: [0.5, 0.25, 0], size: [0.125, 0.5, 0.5] } }, normalRestitution: 0.25 },
      { shape: { box: { min: [-1, -1, -0.15], max: [2, 2, 0.15] } }, inside: true },
    ],
    ...more,
  };
}

const PASTE = { preset: 'paiva-2009-fast', stiffness: 400, jumpNumber: 50, yieldStress: 60, consistency: 40 } as const;

/** A scene for every scheme. */
export const BODY_SCENES: Readonly<Record<string, SceneInput>> = {
  predictor: column({ stiffness: 100 }),
  'predictor in the plane': column({ stiffness: 100 }, { dimension: 2 }),
  individual: column({ preset: 'desbrun-1999' }, { adaptivity: {} }),
  globules: column({ model: 'globules', kind: 'powder', stiffness: 200 }),
  'flow, explicit': column({ ...PASTE, yieldStress: 1, consistency: 1 }, { time: { viscositySolver: 'explicit' } }),
  'flow, implicit': column(PASTE, { time: { viscositySolver: 'implicit' } }),
};

/** The same in a box that holds all of it and grips, and nothing else that could touch it. */
export function inBox(scene: SceneInput): SceneInput {
  const [body] = scene.bodies!;
  return {
    ...scene,
    gravity: [0, 0, 0],
    bodies: [{ ...body!, velocity: [1, 0.5, scene.dimension === 2 ? 0 : -0.25] }],
    obstacles: [
      { shape: { box: { min: [0, 0, -0.125], max: [0.5, 0.5, 0.125] } }, inside: true, tangentRestitution: 0.5 },
    ],
  };
}
