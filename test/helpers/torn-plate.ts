// A plate in the plane that is pulled along x, on a square lattice that may be turned.

import type { ElasticInput, SceneInput, World } from '../../src/index.ts';
import { inside } from './worlds.ts';

/** What plates differ in. */
export interface TornPlate {
  /** Particles across. */
  readonly across: number;
  /** Of the lattice, °. */
  readonly turned?: number;
  readonly solid?: Partial<ElasticInput>;
  readonly cuts?: SceneInput['cuts'];
  /** Length and width, m. */
  readonly size?: readonly [number, number];
  /** Strain at the end, after `time` seconds. */
  readonly strain: number;
  readonly time: number;
}

/** Of plates, Pa. */
export const MODULUS = 1e6,
  STRENGTH = 2e4;

/** The scene of a plate whose ends are pulled apart. */
export function tornPlate(plate: TornPlate): SceneInput {
  const { across, turned = 0, size: [length, width] = [0.3, 0.1], strain, time } = plate,
    dx = width / across,
    [c, s] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)],
    most = Math.ceil((length + width) / dx),
    positions: [number, number, number][] = [];
  for (let i = -most; i <= most; i++)
    for (let j = -most; j <= most; j++) {
      const [u, v] = [(i + 0.5) * dx, (j + 0.5) * dx],
        [x, y] = [c * u - s * v, s * u + c * v];
      if (Math.abs(x) < length / 2 && Math.abs(y) < width / 2) positions.push([x, y, 0]);
    }
  const pull = (side: -1 | 1) => ({
    keyframes: [{ time: 0 }, { time, translate: [(side * strain * length) / 2, 0, 0] as const }],
  });
  return {
    ...{ dimension: 2, gravity: [0, 0, 0], frameRate: 200 },
    substances: {
      plate: {
        ...{ model: 'elastic', youngsModulus: MODULUS, poissonsRatio: 0, stressDamping: 100 },
        ...{ strength: STRENGTH, scatter: 0, ...plate.solid },
      },
    },
    bodies: [{ substance: 'plate', spacing: dx, lattice: 'cubic', shape: { points: { positions } } }],
    ...(plate.cuts && { cuts: plate.cuts }),
    anchors: [
      { min: [-1, -1, -1], max: [-length / 2 + 1.2 * dx, 1, 1], motion: pull(-1) },
      { min: [length / 2 - 1.2 * dx, -1, -1], max: [1, 1, 1], motion: pull(1) },
    ],
    time: { maxStepsPerFrame: 65536 },
  };
}

/** A facet of a crack in the plane. */
export interface Segment {
  readonly crack: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** The segments of all cracks of a world in the plane, in the order in which they came. */
export function segmentsOf(world: World): Segment[] {
  const list = inside(world).engine.lists.crackFacets!,
    segments: Segment[] = [];
  for (let k = 0; k < list.length; k += 8)
    segments.push({ crack: list[k + 1]!, from: [list[k + 2]!, list[k + 3]!], to: [list[k + 5]!, list[k + 6]!] });
  return segments;
}
