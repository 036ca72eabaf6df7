// A channel between plates with grip at y = ±1, periodic along x: driven by a force until it flows steadily. [card §9, V18-V21]

import { type SceneInput, type SmoothedInput, World } from '../src/index.ts';
import { Diverged } from './simulate.ts';

export interface ChannelSetup {
  /** Particles from plate to plate. */
  readonly across: number;
  /** h over the spacing. */
  readonly smoothing: number;
  /** Force per volume along x, N/m³. */
  readonly G: number;
  /** ρ₀, kg/m³: the steady flow does not depend on it, the time until then does. */
  readonly density: number;
  /** Speeds of the lower and the upper plate along x, m/s. */
  readonly plates?: readonly [number, number];
  /** What flows; density, quartic kernel and so on are given. */
  readonly substance: SmoothedInput;
  /** Sound speed, m/s. */
  readonly c: number;
  readonly solver: Solver;
  /** How long means are taken once it is steady, s. */
  readonly watch: number;
}

export type Solver = 'explicit' | 'implicit';

/** The velocity along x in layers of particles, from y = −1 to 1, and the rate of deformation between them. */
export interface Profile {
  readonly layers: readonly { readonly y: number; readonly u: number; readonly rate: number }[];
  /** s */
  readonly steadyAt: number;
  /** Mean velocity of the two layers in the middle, m/s. */
  readonly center: number;
}

/** Solvers by the numbers that a parameter can have. */
export const SOLVERS: Readonly<Record<number, Solver>> = { 0: 'explicit', 1: 'implicit' };
/** What such a parameter means. */
export const SOLVER_MEANING = 'viscosity by an explicit step (0) or by a solve (1)';

/** 4 % with 32 particles across, 10 % with 16, and between them by their size. [card V20] */
export function toleranceAcross(across: number): number {
  return Math.min(0.1, Math.max(0.04, 0.04 + 0.06 * (32 / across - 1)));
}

/** Frames that are looked back on to tell whether it is steady. */
const LOOK_BACK = 5;
/** What may still be to come, over the velocity. */
const STEADY = 5e-4;
const LONGEST = 60;

/** The scene of a channel. */
export function channelScene({
  across,
  smoothing,
  G,
  density,
  substance,
  c,
  solver,
  plates = [0, 0],
}: ChannelSetup): SceneInput {
  const spacing = 2 / across,
    length = Math.max(8, Math.ceil(6 * smoothing)) * spacing;
  const plate = (y: -1 | 1, speed: number) => ({
    shape: { plane: { point: [0, y, 0] as const, normal: [0, -y, 0] as const } },
    grip: 1,
    ...(speed !== 0 && { motion: { velocity: [speed, 0, 0] as const } }),
  });
  return {
    dimension: 2,
    gravity: [G / density, 0, 0],
    duration: LONGEST,
    frameRate: 20,
    substances: {
      paste: {
        kernel: 'quartic',
        smoothing,
        restDensity: density,
        stiffness: c * c,
        density: 'continuity',
        artificialViscosity: 0,
        ...substance,
      },
    },
    bodies: [
      { substance: 'paste', shape: { box: { min: [0, -1, 0], max: [length, 1, 0] } }, spacing, lattice: 'cubic' },
    ],
    obstacles: [plate(-1, plates[0]), plate(1, plates[1])],
    domain: { min: [0, -2, 0], max: [length, 2, 0], periodic: [true, false, false] },
    time: { viscositySolver: solver, maxStepsPerFrame: 1 << 20 },
  };
}

/** Runs a channel until it flows steadily, then takes means while layers slide past each other, as how they lie counts. */
export async function steadyProfile(setup: ChannelSetup): Promise<Profile> {
  const world = await World.create(channelScene(setup)),
    speeds: number[] = [],
    sums: LayerSum[] = Array.from({ length: setup.across }, () => ({ y: 0, u: 0, n: 0 }));
  try {
    while (!isSteady(speeds)) {
      if (world.time >= LONGEST) throw new Diverged(`not steady after ${LONGEST} s`);
      advance(world);
      speeds.push(meanSpeed(world));
    }
    const steadyAt = world.time;
    do {
      advance(world);
      addLayers(world, sums);
    } while (world.time < steadyAt + setup.watch);
    const layers = layersOf(sums),
      middle = layers.length / 2;
    return { layers, steadyAt, center: (layers[Math.ceil(middle) - 1]!.u + layers[Math.floor(middle)]!.u) / 2 };
  } finally {
    world.dispose();
  }
}

function advance(world: World): void {
  const { ok, problem } = world.advance();
  if (!ok) throw new Diverged(`at ${problem!.time} s: ${problem!.message}`);
}

/** Steady: what the last change, going on as it decays, can still bring is little. */
function isSteady(speeds: readonly number[]): boolean {
  const now = speeds.length - 1;
  if (now < 2 * LOOK_BACK) return false;
  const last = speeds[now]! - speeds[now - LOOK_BACK]!,
    before = speeds[now - LOOK_BACK]! - speeds[now - 2 * LOOK_BACK]!;
  const decay = Math.min(0.9, Math.abs(last / before) || 0);
  return Math.abs(last / (1 - decay)) <= STEADY * Math.abs(speeds[now]!);
}

function meanSpeed({ fields: { velocity, count } }: World): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.abs(velocity[3 * i]!);
  return sum / count;
}

interface LayerSum {
  y: number;
  u: number;
  n: number;
}

/** Adds the particles to the layers that they are in. */
function addLayers({ fields: { position, velocity, count } }: World, layers: readonly LayerSum[]): void {
  for (let i = 0; i < count; i++) {
    const place = Math.floor(((position[3 * i + 1]! + 1) / 2) * layers.length),
      layer = layers[Math.min(layers.length - 1, Math.max(0, place))]!;
    layer.y += position[3 * i + 1]!;
    layer.u += velocity[3 * i]!;
    layer.n++;
  }
}

/** Means, and the rate between the layers above and below. */
function layersOf(sums: readonly LayerSum[]): Profile['layers'] {
  const means = sums.filter(({ n }) => n > 0).map(({ y, u, n }) => ({ y: y / n, u: u / n }));
  return means.map(({ y, u }, k) => {
    const below = means[Math.max(0, k - 1)]!,
      above = means[Math.min(means.length - 1, k + 1)]!;
    return { y, u, rate: Math.abs(above.u - below.u) / (above.y - below.y) };
  });
}
