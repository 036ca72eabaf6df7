// Rigid bodies that float, sink, touch each other and hang on joints: in water with explicit pressure, as unknowns of the implicit one, and in
// honey, whose viscosity is solved for too.

import type { SceneInput } from '../../src/index.ts';
import type { TestScene } from './test-scene.ts';

function tank(more: Pick<SceneInput, 'substances' | 'time'>): SceneInput {
  const [substance] = Object.keys(more.substances!);
  return {
    frameRate: 50,
    ...more,
    bodies: [
      { substance: substance!, spacing: 0.03, shape: { box: { min: [0, 0, 0], max: [0.36, 0.15, 0.24] } } },
      { substance: substance!, spacing: 0.03, shape: { box: { min: [0, 0.16, 0], max: [0.1, 0.3, 0.24] } } },
    ],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [0.6, 2, 0.24] } }, inside: true },
      { shape: { box: { center: [0.22, 0.17, 0.1], size: [0.08, 0.08, 0.08] } }, rigid: { density: 300 } },
      { shape: { sphere: { center: [0.32, 0.1, 0.14], radius: 0.045 } }, rigid: { density: 2500, name: 'ball' } },
      {
        shape: { capsule: { from: [0.32, 0.1, 0.14], to: [0.32, 0.2, 0.14], radius: 0.015 } },
        rigid: { name: 'ball' },
      },
      {
        shape: { box: { center: [0.48, 0.12, 0.12], size: [0.03, 0.2, 0.18] } },
        rigid: { density: 700, name: 'gate', spin: [0, 0, 30] },
      },
    ],
    joints: [{ hinge: { bodies: ['gate'], point: [0.48, 0.24, 0.12], axis: [0, 0, 1] } }],
  };
}

export const rigidBodies: TestScene = {
  scene: tank({ substances: { water: { preset: 'water', compressibility: 0.05 } } }),
  frames: 4,
};

export const rigidImplicit: TestScene = {
  scene: tank({ substances: { water: { preset: 'water' } }, time: { pressure: 'implicit' } }),
  frames: 8,
};

export const rigidImplicitFlow: TestScene = {
  scene: tank({ substances: { honey: { preset: 'honey', pressureForce: 'plain' } }, time: { pressure: 'implicit' } }),
  frames: 4,
};
