// V68: oil under water, the border between them pushed a little: it grows as fast as linear theory says. [card V68]
// Without viscosity a wave of number k grows at the rate σ, σ² = A g k tanh kH, with A = (ρ₂−ρ₁)/(ρ₂+ρ₁) and H the depth of each layer. With
// the same kinematic viscosity ν on both sides, in deep layers, σ = νk²(y²−1), y > 1 the root of
// y⁴ + 4α₁α₂y³ + 2(1−6α₁α₂)y² − 4(1−3α₁α₂)y + 1 − 4α₁α₂ = A g/(k³ν²), with α = ρ/(ρ₁+ρ₂) [Cha61 §94].

import type { SceneInput, World } from '../../src/index.ts';
import { atMost, type Check, defineCase, type ResolvedRun, told, unjudged, withinPart } from '../case.ts';
import { simulate, type Vec3 } from '../simulate.ts';

/** From so many particles along the wave on the rate is judged. */
const FINE = 40;
const FRAMES = 50;
/** The rate is that between these amplitudes, over a wavelength. */
const [LOW, HIGH] = [0.02, 0.06];
/** kg/m³ */
const WATER = 1000;
/** ν of the artificial viscosity over ηhc, and h over the spacing, of the materials in 2D. [card §4] */
const [ARTIFICIAL, SMOOTHING] = [0.053, 1.35];
const RATE = 'rate of growth over √(Agk tanh kH)';

export const v68 = defineCase({
  number: 68,
  title: 'Oil under water',
  proves: 'The border between a heavy liquid and a lighter one below it is unstable, and grows as theory says.',
  remark:
    'The sides are periodic and the layers start compressed by their own weight, as a lattice; the wave is given as a velocity. So nothing but the wave moves at the start: in a tank that is let go ' +
    'uncompressed sound and walls stir the liquid by 4 cm/s, more than the instability makes in a second. The rate σ is that of the sum of exp σt and exp −σt which fits the amplitude best between 0.02 and 0.06 wavelengths: a push at the start makes both. (The slope of the logarithm, which was taken at first, is 1.1 of σ there in theory.) ' +
    'What is missing is the viscosity of the scheme, which vanishes with the spacing: the told one, and what a lattice under pressure adds. With `smoothing` 1.6 coarse liquids grow faster.',
  parameters: {
    across: { value: 40, meaning: 'particles along the wave' },
    length: { value: 0.4, meaning: 'of the wave, and depth of both layers together, m' },
    oil: { value: 915, meaning: 'density of the lower liquid, kg/m³' },
    push: { value: 0.02, meaning: 'speed of the border at the start, over σ and the length' },
    gravity: { value: 9.81, meaning: 'g, m/s²' },
    soundSpeed: { value: 10, meaning: 'c of the water over √(g·length)' },
    viscosity: { value: 0.05, meaning: 'artificial viscosity η' },
    smoothing: { value: SMOOTHING, meaning: 'h over the spacing' },
    pressure: { value: 'auto', meaning: '`pressureForce` of both' },
  },
  resolution: { parameter: 'across', values: [20, 40, 80], label: 'along the wave' },
  figures: {
    growth: { title: 'Oil under water', x: 'σ × time', y: 'amplitude / wavelength', log: { y: true } },
  },
  async run(layers) {
    const { ideal, damped } = theory(layers),
      points = await grow(layers, ideal),
      judged = points.filter(([, a]) => a > LOW && a < HIGH),
      rate = rateOf(judged, ideal);
    const checks: Check[] = [
      withinPart(RATE, rate / ideal, 1, 0.3),
      told('rate by theory over the same, with the viscosity that is told', damped / ideal),
    ];
    return {
      checks: layers.across < FINE ? checks.map(unjudged) : checks,
      curves: [
        { figure: 'growth', kind: 'simulated', points: points.slice(1).map(([t, a]) => [ideal * t, a]) },
        {
          figure: 'growth',
          kind: 'theory',
          name: 'linear theory',
          points: points.slice(1).flatMap(([t]): [number, number][] => {
            const a = layers.push * Math.sinh(ideal * t);
            return a < 2 * HIGH ? [[ideal * t, a]] : [];
          }),
        },
      ],
    };
  },
  compare: (runs: readonly ResolvedRun[]) => {
    const errors = runs.map(({ checks }) => Math.abs(checks.find(({ name }) => name === RATE)!.measured - 1));
    return errors
      .slice(1)
      .map((error, k) =>
        atMost(
          `error of the rate, ${runs[k + 1]!.resolution} over ${runs[k]!.resolution} along the wave`,
          error / errors[k]!,
          1,
        ),
      );
  },
});

/** σ of the sum of exp σt and exp −σt that fits points best; σ is looked for up to twice `about`, 1/s. */
export function rateOf(points: readonly (readonly [time: number, amplitude: number])[], about: number): number {
  const steps = 2000;
  let best = { rate: Number.NaN, error: Number.POSITIVE_INFINITY };
  for (let n = 1; n <= steps; n++) {
    const rate = (2 * about * n) / steps,
      error = misfit(points, rate);
    if (error < best.error) best = { rate, error };
  }
  return best.rate;
}

/** What is left of the squares when the best sum of exp σt and exp −σt is taken away. */
function misfit(points: readonly (readonly [number, number])[], rate: number): number {
  const rows = points.map(([t, a]) => [Math.exp(rate * t), Math.exp(-rate * t), a] as const),
    sum = (i: 0 | 1 | 2, j: 0 | 1 | 2) => rows.reduce((total, row) => total + row[i] * row[j], 0),
    determinant = sum(0, 0) * sum(1, 1) - sum(0, 1) ** 2,
    up = (sum(0, 2) * sum(1, 1) - sum(1, 2) * sum(0, 1)) / determinant,
    down = (sum(1, 2) * sum(0, 0) - sum(0, 2) * sum(0, 1)) / determinant;
  return rows.reduce((total, [e, f, a]) => total + (a - up * e - down * f) ** 2, 0);
}

interface Layers {
  readonly across: number;
  readonly length: number;
  readonly oil: number;
  readonly push: number;
  readonly gravity: number;
  readonly soundSpeed: number;
  readonly viscosity: number;
  readonly smoothing: number;
  readonly pressure: string;
}

/** σ of ideal liquids, and with the viscosity that the artificial one amounts to, 1/s. */
export function theory({ across, length, oil, gravity: g, soundSpeed, viscosity, smoothing }: Omit<Layers, 'push'>): {
  ideal: number;
  damped: number;
} {
  const k = (2 * Math.PI) / length,
    atwood = (WATER - oil) / (WATER + oil),
    deep = Math.tanh((k * length) / 2),
    nu = ARTIFICIAL * viscosity * ((smoothing * length) / across) * soundSpeed * Math.sqrt(g * length),
    both = (oil * WATER) / (oil + WATER) ** 2,
    drive = (atwood * g * deep) / (k ** 3 * nu * nu),
    excess = (y: number) =>
      y ** 4 + 4 * both * y ** 3 + 2 * (1 - 6 * both) * y * y - 4 * (1 - 3 * both) * y + 1 - 4 * both - drive;
  let [low, high] = [1, 1 + 2 * drive ** 0.25];
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) high = middle;
    else low = middle;
  }
  return { ideal: Math.sqrt(atwood * g * k * deep), damped: nu * k * k * (low * low - 1) };
}

/** Amplitude of the border over the wavelength, by time, until it is no longer small. */
async function grow(layers: Layers, rate: number): Promise<[time: number, amplitude: number][]> {
  const points: [number, number][] = [];
  await simulate(sceneOf(layers, rate), Math.round((FRAMES * 8) / rate), (world) => {
    points.push([world.time, amplitudeOf(world, layers)]);
    return points.at(-1)![1] < HIGH;
  });
  return points;
}

/** The column of oil over x has the height of the border: its part of cos kx is the amplitude, over the wavelength. */
function amplitudeOf({ fields: { position, substance, count } }: World, { length, across }: Layers): number {
  let sum = 0;
  for (let i = 0; i < count; i++) if (substance[i] === 0) sum += Math.cos((2 * Math.PI * position[3 * i]!) / length);
  return (2 * sum) / (across * across);
}

function sceneOf(layers: Layers, rate: number): SceneInput {
  const { across, length, oil, gravity, soundSpeed, viscosity, smoothing } = layers,
    modulus = WATER * soundSpeed ** 2 * gravity * length,
    spacing = length / across,
    substance = (restDensity: number) => ({
      preset: 'water' as const,
      ...{ restDensity, smoothing, stiffness: modulus / restDensity, artificialViscosity: viscosity },
      pressureForce: layers.pressure as 'auto',
    });
  const body = (name: string, from: number, to: number) => ({
    substance: name,
    lattice: 'cubic' as const,
    spacing,
    shape: { points: latticeBetween(layers, modulus, rate, from, to) },
  });
  return {
    dimension: 2,
    gravity: [0, -gravity, 0],
    frameRate: FRAMES,
    substances: { oil: substance(oil), water: substance(WATER) },
    bodies: [body('oil', 0, across / 2), body('water', across / 2, across)],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
    domain: { min: [0, -length, -length], max: [length, 3 * length, length], periodic: [true, false, false] },
    time: { maxStepsPerFrame: 1 << 20 },
  };
}

/** Rows of a lattice as their weight compresses it, moving as the wave does where it grows. */
function latticeBetween(layers: Layers, modulus: number, rate: number, from: number, to: number) {
  const { across, length, oil, push, gravity } = layers,
    spacing = length / across,
    half = across / 2,
    k = (2 * Math.PI) / length,
    speed = (push * length * rate) / Math.sinh((k * length) / 2),
    positions: Vec3[] = [],
    velocities: Vec3[] = [];
  let foot = 0;
  for (let row = 0; row < to; row++) {
    const above = oil * Math.max(half - row - 0.5, 0) + WATER * (across - Math.max(row + 0.5, half)),
      height = spacing * (1 - (gravity * spacing * above) / modulus),
      isOil = row < half,
      kd = k * spacing * (isOil ? row + 0.5 : across - row - 0.5); // from the floor or the surface
    for (let column = 0; row >= from && column < across; column++) {
      const x = (column + 0.5) * spacing;
      positions.push([x, foot + height / 2, 0]);
      velocities.push([
        (isOil ? -1 : 1) * speed * Math.sin(k * x) * Math.cosh(kd),
        speed * Math.cos(k * x) * Math.sinh(kd),
        0,
      ]);
    }
    foot += height;
  }
  return { positions, velocities };
}
