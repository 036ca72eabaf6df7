// A brittle bar falls onto an edge and breaks; a plate with a slit is torn apart and cut by a wire; a part of the bar is lost in a sink.

import type { TestScene } from './test-scene.ts';

export const elasticCracks: TestScene = {
  scene: {
    frameRate: 100,
    substances: {
      glass: {
        ...{ model: 'elastic', restDensity: 2000, youngsModulus: 4e5, poissonsRatio: 0.2, stressDamping: 5 },
        ...{ strength: 9000, scatter: 0.2 },
      },
      tough: {
        ...{ model: 'elastic', restDensity: 1000, youngsModulus: 2e5, poissonsRatio: 0.3, stressDamping: 20 },
        ...{ strength: 20000, toughness: 3, cuttingResistance: 30 },
      },
    },
    bodies: [
      {
        ...{ substance: 'glass', spacing: 0.012, velocity: [0, -1.5, 0], jitter: 0.1 },
        shape: { box: { center: [0, 0.06, 0], size: [0.24, 0.035, 0.035] } },
      },
      {
        ...{ substance: 'tough', spacing: 0.015, lattice: 'cubic' },
        shape: { box: { center: [0, 0.2, 0.2], size: [0.18, 0.12, 0.03] } },
      },
    ],
    cuts: [{ body: 1, shape: { disc: { center: [0.005, 0.26, 0.2], normal: [1, 0, 0], radius: 0.045 } } }],
    anchors: [
      {
        ...{ min: [-1, 0, 0.1], max: [-0.07, 1, 1] },
        motion: { keyframes: [{ time: 0 }, { time: 0.1, translate: [-0.03, 0, 0] }] },
      },
      {
        ...{ min: [0.07, 0, 0.1], max: [1, 1, 1] },
        motion: { keyframes: [{ time: 0 }, { time: 0.1, translate: [0.03, 0, 0] }] },
      },
    ],
    sinks: [{ shape: { sphere: { center: [0.125, 0.02, 0], radius: 0.02 } } }],
    unbreakable: [{ region: { box: { min: [-0.12, 0, -0.02], max: [-0.06, 0.1, 0.02] } } }],
    obstacles: [
      { shape: { capsule: { from: [0.01, 0, -0.1], to: [0.01, 0, 0.1], radius: 0.02 } } },
      {
        ...{ cuts: true, motion: { velocity: [0, 1, 0] } },
        shape: { capsule: { from: [-0.04, 0.13, 0.15], to: [-0.04, 0.13, 0.25], radius: 0.001 } },
      },
    ],
  },
  frames: 8,
};
