// V55: a light liquid rests on a heavy one. [card §4, V55; X53]
// Both have the stiffness ρ₀c² of the heavy one, so that either can stand the pressure of the other.

import type { SceneInput, World } from '../../src/index.ts';
import { SPH_PRESETS } from '../../src/substances/sph/schema.ts';
import { atMost, type Check, defineCase, told } from '../case.ts';
import { simulate } from '../simulate.ts';

const GRAVITY = 9.81;
const FRAME_RATE = 50;
const HEAVY = 1000;
/** One of each way to find a density and to step: summed, integrated, of a world that flows. The others are run at one spacing. */
const WAYS: readonly Preset[] = ['water', 'desbrun-1999', 'paiva-2009-fast'];
/** Its support is four spacings wide: layers of four rows are not thicker than that, and it opens a gap. */
const WIDE: Preset = 'paiva-2009';
/** Of the tank, in spacings. */
const WIDTH = 8;

type Preset = (typeof SPH_PRESETS)[number];

interface Layers {
  readonly preset: Preset;
  readonly ratio: number;
  readonly depth: number;
  readonly spacing: number;
  readonly soundSpeed: number;
}

export const v55 = defineCase({
  number: 55,
  title: 'Layers at rest',
  proves:
    'Two liquids of different density lie on each other, whatever the ratio: densities do not jump where they meet.',
  remark:
    'All presets; each figure is the worst of all ratios. `paiva-2009` has its figures at the second spacing, and its gap is only told by ' +
    '`npm run validate -- V55`, not judged: it is up to 3.5 of its spacings, less than its support of 4. The card asks for the first and ' +
    'the last figure; 1.5 spacings between the liquids is a bound of ours. Not part of the case: `desbrun-1996`, a summed density with ' +
    'tension, throws a layer a thousand times lighter up at the start with 25 mm and lets it come to rest again.',
  parameters: {
    ratios: { value: [2, 3, 10, 100, 1000], meaning: 'rest density of the lower liquid over that of the upper one' },
    depth: { value: 0.4, meaning: 'H of both layers together, m' },
    spacings: { value: [0.05, 0.025, 0.0125], meaning: 'm, from coarse to fine; the tank is 8 of them wide' },
    finest: { value: 10, meaning: 'largest ratio at the smallest spacing: steps go with its root' },
    soundSpeed: { value: 10, meaning: 'c of the lower liquid over √(gH)' },
    duration: { value: 3, meaning: 's' },
  },
  async run({ ratios, spacings, finest, duration, ...tank }): Promise<Check[]> {
    const checks: Check[] = [],
      smallest = Math.min(...spacings);
    for (const preset of [...WAYS, ...SPH_PRESETS.filter((name) => !WAYS.includes(name))]) {
      for (const spacing of WAYS.includes(preset) ? spacings : [spacings[preset === WIDE ? 1 : 0]!]) {
        const worst = { shift: 0, gap: 0, speed: 0 };
        for (const ratio of ratios) {
          if (spacings.length > 2 && spacing === smallest && ratio > finest) continue;
          const { shift, gap, speed } = await rest({ ...tank, spacing, preset, ratio }, duration);
          worst.shift = Math.max(worst.shift, shift);
          worst.gap = Math.max(worst.gap, gap);
          worst.speed = Math.max(worst.speed, speed);
        }
        const name = `${preset}, ${1000 * spacing} mm`,
          apart = `${name}: from liquid to liquid at the end, over a spacing`;
        checks.push(
          atMost(`${name}: interface moves, over a spacing`, worst.shift, 1),
          preset === WIDE ? told(apart, worst.gap) : atMost(apart, worst.gap, 1.5),
          atMost(`${name}: rms v/√(gH) in the last half second`, worst.speed, 0.01),
        );
      }
    }
    return checks;
  },
});

interface Rest {
  /** Largest shift of the interface in any frame, over a spacing. */
  readonly shift: number;
  /** Widest distance between the liquids at the end, over a spacing. */
  readonly gap: number;
  /** Rms speed of the last half second, over √(gH). */
  readonly speed: number;
}

async function rest(layers: Layers, duration: number): Promise<Rest> {
  const { depth } = layers,
    last = Math.round(duration * FRAME_RATE),
    squares: number[] = [];
  let [shift, gap, frame] = [0, 0, 0];
  await simulate(sceneOf(layers), last, (world) => {
    const borders = bordersOf(world, layers);
    shift = Math.max(shift, ...borders.map(({ top, bottom }) => Math.abs((top + bottom) / 2)));
    gap = Math.max(...borders.map(({ top, bottom }) => bottom - top));
    if (frame++ > last - FRAME_RATE / 2) squares.push(meanSquare(world.fields.velocity));
  });
  const mean = squares.reduce((sum, v2) => sum + v2, 0) / squares.length;
  return { shift, gap, speed: Math.sqrt(mean / (GRAVITY * depth)) };
}

function sceneOf({ preset, ratio, depth, spacing, soundSpeed }: Layers): SceneInput {
  const width = WIDTH * spacing,
    stiffness = soundSpeed ** 2 * GRAVITY * depth,
    layer = (substance: string, low: number, high: number) =>
      ({ substance, shape: { box: { min: [0, low, 0], max: [width, high, 0] } }, spacing, lattice: 'cubic' }) as const;
  return {
    dimension: 2,
    frameRate: FRAME_RATE,
    gravity: [0, -GRAVITY, 0],
    substances: {
      heavy: { preset, restDensity: HEAVY, stiffness },
      light: { preset, restDensity: HEAVY / ratio, stiffness: stiffness * ratio },
    },
    bodies: [layer('heavy', 0, depth / 2), layer('light', depth / 2, depth)],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [width, 2 * depth, 0] } }, inside: true }],
  };
}

/** Highest heavy and lowest light particle in columns two spacings wide, over a spacing, from where the liquids met. */
function bordersOf({ fields }: World, { depth, spacing }: Layers): { top: number; bottom: number }[] {
  const columns = Array.from({ length: WIDTH / 2 }, () => ({
    top: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
  }));
  fields.substance.forEach((substance, i) => {
    const k = Math.floor(fields.position[3 * i]! / (2 * spacing)),
      column = columns[Math.min(columns.length - 1, Math.max(0, k))]!,
      y = (fields.position[3 * i + 1]! - depth / 2) / spacing;
    if (substance === 0) column.top = Math.max(column.top, y);
    else column.bottom = Math.min(column.bottom, y);
  });
  return columns;
}

function meanSquare(velocity: Float32Array): number {
  return (3 * velocity.reduce((sum, v) => sum + v * v, 0)) / velocity.length;
}
