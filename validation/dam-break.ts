// A column of water of a × 2a that collapses, what was measured of it in the laboratory, and what an ideal liquid does. [card §8, V33, V62; MM52]
// Front Z = x/a against T = t√(2g/a), and height at the wall H = y/(2a) against t√(g/a).

import type { SceneInput, SmoothedInput } from '../src/index.ts';
import { atMost, type Check, type CurveKind, type Curve as Drawn, type Figure, type Outcome } from './case.ts';
import { collapse, columnAtRest } from './potential-dam.ts';
import { interpolate, simulate } from './simulate.ts';

type Curve = readonly (readonly [time: number, value: number])[];

/** Martin & Moyce 1952, n² = 2, a = 2¼ in. */
export const FRONT: Curve = [
  [0.41, 1.11],
  [0.84, 1.22],
  [1.19, 1.44],
  [1.43, 1.67],
  [1.63, 1.89],
  [1.83, 2.11],
  [1.98, 2.33],
  [2.2, 2.56],
  [2.32, 2.78],
  [2.51, 3.0],
  [2.65, 3.22],
  [2.83, 3.44],
  [2.98, 3.67],
  [3.11, 3.89],
  [3.33, 4.11],
];
export const HEIGHT: Curve = [
  [0.56, 0.94],
  [0.93, 0.83],
  [1.28, 0.72],
  [1.66, 0.61],
  [2.0, 0.5],
];

export interface DamBreak {
  /** a, m */
  readonly width: number;
  /** Particles along a. */
  readonly resolution: number;
  /** Width over a of the strip at the wall whose mean depth is the height. */
  readonly strip: number;
  /** g, m/s² */
  readonly gravity: number;
}

/** What a collapse is compared with. */
export interface Reference {
  readonly name: string;
  readonly kind: CurveKind;
  readonly front: Curve;
  readonly height: Curve;
}

export const LABORATORY: Reference = {
  name: 'Martin and Moyce 1952',
  kind: 'experiment',
  front: FRONT,
  height: HEIGHT,
};

/** Panels and step of the ideal liquid: with 52, 80 or 120 panels its front is the same within .6 %. */
const PANELS = { top: 20, face: 32, grading: 10 },
  STEP = 0.008;

/** The collapse of a liquid without viscosity that is released at once, at the times of the laboratory; `strip` is that of the height. */
export function idealLiquid(strip: number): Reference {
  const front: [number, number][] = [],
    height: [number, number][] = [],
    last = FRONT.at(-1)![0] / Math.SQRT2;
  collapse(columnAtRest(PANELS), STEP, Math.ceil(last / STEP), strip, (seen) => {
    front.push([seen.time * Math.SQRT2, seen.front]);
    height.push([seen.time, seen.depth / 2]);
  });
  const at = (curve: Curve, times: Curve): Curve => times.map(([time]) => [time, interpolate(curve, time)]);
  return { name: 'ideal liquid', kind: 'theory', front: at(front, FRONT), height: at(height, HEIGHT) };
}

/** The figures of a collapse. */
export const DAM_BREAK_FIGURES: Readonly<Record<string, Figure>> = {
  front: { title: 'Front of a collapsing column', x: 'time · √(2g/a)', y: 'front / a' },
  height: { title: 'Height of a collapsing column', x: 'time · √(g/a)', y: 'height at the wall / 2a' },
};

const FRAMES = 200;

/** Lets a column collapse and compares front and height with each reference. */
export async function damBreak(
  { width: a, resolution, strip, gravity: g }: DamBreak,
  water: SmoothedInput,
  references: readonly Reference[] = [LABORATORY],
): Promise<Outcome> {
  const spacing = a / resolution,
    last = 3.4 * Math.sqrt(a / (2 * g));
  const scene: SceneInput = {
    dimension: 2,
    gravity: [0, -g, 0],
    frameRate: FRAMES / last,
    substances: { water },
    bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [a, 2 * a, 0] } }, spacing, lattice: 'cubic' }],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
      { shape: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } } },
    ],
  };
  const seen: { front: [number, number][]; height: [number, number][] } = { front: [], height: [] };
  await simulate(scene, FRAMES, (world) => {
    const { time } = world,
      depth = depthAtWall(world.fields.position, strip * a, spacing);
    seen.front.push([time * Math.sqrt((2 * g) / a), (world.ledger().bounds.max[0] + spacing / 2) / a]);
    seen.height.push([time * Math.sqrt(g / a), depth / (2 * a)]);
  });
  const figures = ['front', 'height'] as const,
    whose = (name: string) => (references.length > 1 ? ` from ${name}` : '');
  return {
    checks: references.flatMap((reference) =>
      figures.flatMap((figure) => compare(figure, whose(reference.name), seen[figure], reference[figure])),
    ),
    curves: figures.flatMap((figure): Drawn[] => [
      { figure, kind: 'simulated', points: seen[figure] },
      ...references.map(({ kind, name, ...curves }) => ({ figure, kind, name, points: curves[figure] })),
    ]),
  };
}

/** Area of the particles within `width` of the wall x = 0 over that width, m: no single particle left hanging there decides it. */
function depthAtWall(position: Float32Array, width: number, spacing: number): number {
  let inside = 0;
  for (let n = 0; n < position.length; n += 3) if (position[n]! < width) inside++;
  return (inside * spacing * spacing) / width;
}

function compare(name: string, whose: string, simulated: Curve, reference: Curve): Check[] {
  const errors = reference.map(([time, value]) => Math.abs(interpolate(simulated, time) / value - 1));
  return [
    atMost(`${name}, largest error${whose}`, Math.max(...errors), 0, 0.15),
    atMost(`${name}, mean error${whose}`, errors.reduce((sum, e) => sum + e, 0) / errors.length, 0, 0.08),
  ];
}
