// A bar in space that is pulled along x, on a cubic lattice that may be turned about z, with or without a hole along it.

import type { ElasticInput, SceneInput } from '../../src/index.ts';
import { MODULUS, STRENGTH } from './torn-plate.ts';

/** What bars differ in. */
export interface TornBar {
  /** Particles across. */
  readonly across: number;
  /** Length, width and thickness, m. */
  readonly size: readonly [number, number, number];
  /** Of the lattice about z, °. */
  readonly turned?: number;
  readonly poissonsRatio?: number;
  readonly cuts?: SceneInput['cuts'];
  /** Radius of a hole along x through its middle, m. */
  readonly hole?: number;
  /** Whether it is a cylinder as wide. */
  readonly isRound?: boolean;
  /** Largest strain, after 0.3 s. */
  readonly strain?: number;
  readonly solid?: Partial<ElasticInput>;
}

/** A bar whose ends are pulled apart along x, by 4 % in 0.3 s if nothing else is said. */
export function tornBar(bar: TornBar): SceneInput {
  const { across, size, turned = 0, poissonsRatio = 0, cuts, hole = 0, isRound = false, strain = 0.04 } = bar,
    [length, width, thick] = size,
    dx = width / across,
    [c, s] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)],
    [most, layers] = [Math.ceil((length + width) / dx), Math.round(thick / dx)],
    positions: [number, number, number][] = [],
    pull = (side: number) => ({
      keyframes: [{ time: 0 }, { time: 0.3, translate: [side * 0.5 * strain * length, 0, 0] as const }],
    });
  for (let i = -most; i <= most; i++)
    for (let j = -most; j <= most; j++) {
      const [u, v] = [(i + 0.5) * dx, (j + 0.5) * dx],
        [x, y] = [c * u - s * v, s * u + c * v];
      if (Math.abs(x) >= length / 2 || Math.abs(y) >= width / 2) continue;
      for (let k = 0; k < layers; k++) {
        const z = (k + 0.5 - layers / 2) * dx;
        if (Math.hypot(y, z) >= hole && (!isRound || Math.hypot(y, z) < width / 2)) positions.push([x, y, z]);
      }
    }
  return {
    ...{ gravity: [0, 0, 0], frameRate: 200, time: { maxStepsPerFrame: 65536 } },
    substances: {
      bar: {
        ...{ model: 'elastic', youngsModulus: MODULUS, poissonsRatio, stressDamping: 100 },
        ...{ strength: STRENGTH, scatter: 0, ...bar.solid },
      },
    },
    bodies: [{ substance: 'bar', spacing: dx, lattice: 'cubic', shape: { points: { positions } } }],
    ...(cuts && { cuts }),
    anchors: [
      { min: [-1, -1, -1], max: [-length / 2 + 1.2 * dx, 1, 1], motion: pull(-1) },
      { min: [length / 2 - 1.2 * dx, -1, -1], max: [1, 1, 1], motion: pull(1) },
    ],
  };
}
