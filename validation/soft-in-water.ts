// A block of a soft solid in a tank of water, three and a third times as wide as the block is high or more: let go where it should float, but
// too deep, or hung up under water. Everything stands on one cubic lattice.

import type { SceneInput, SmoothedInput, World } from '../src/index.ts';
import { mean, simulate, type Vec3 } from './simulate.ts';

/** Height of the block, m. */
const HEIGHT = 0.12;
const GRAVITY = 9.81;
const WATER = 1000;
const FRAMES = 50;

/** What blocks differ in. */
export interface SoftBlock {
  readonly dimension: 2 | 3;
  /** Particles along its height. */
  readonly across: number;
  /** Its density over that of water. */
  readonly ratio: number;
  /** s */
  readonly duration: number;
  /** A preset that floats it, of 1000 kg/m³ here; water if left out. */
  readonly liquid?: string;
  /** How much deeper than it should float it is let go, over its height; a tenth if left out. */
  readonly deeper?: number;
}

/** Sizes in particles, and in m. */
function sizes({ dimension, across }: SoftBlock, hangs = false) {
  const spacing = HEIGHT / across,
    [half, tank] = dimension === 3 ? [across, 2.5 * across] : [1.5 * across, 3 * across];
  return { spacing, half: Math.round(half / 2), tank: Math.round(tank / 2), depth: (hangs ? 3 : 2) * across };
}

/** The scene: the block with `below` of its layers under the surface, and held by its uppermost layer if it hangs. */
function scene(block: SoftBlock, below: number, hangs: boolean): SceneInput {
  const { dimension, across, ratio, liquid = 'water' } = block,
    { spacing: s, half, tank, depth } = sizes(block, hangs),
    water: Vec3[] = [],
    solid: Vec3[] = [],
    aside = dimension === 3 ? tank : 0.5,
    bottom = depth - below,
    top = Math.max(depth, bottom + across);
  for (let k = -aside; k < aside; k++)
    for (let j = 0; j < top; j++)
      for (let i = -tank; i < tank; i++) {
        const across3 = dimension === 2 || (k >= -half && k < half),
          inside = across3 && i >= -half && i < half && j >= bottom && j < bottom + across,
          place: Vec3 = [(i + 0.5) * s, (j + 0.5) * s, dimension === 3 ? (k + 0.5) * s : 0];
        if (inside) solid.push(place);
        else if (j < depth) water.push(place);
      }
  const wall = tank * s,
    held = (bottom + across - 1) * s;
  return {
    dimension,
    frameRate: FRAMES,
    gravity: [0, -GRAVITY, 0],
    substances: {
      water: { preset: liquid, ...(liquid !== 'water' && { restDensity: WATER }) } as SmoothedInput,
      soft: {
        ...{ model: 'elastic', restDensity: WATER * ratio, youngsModulus: 20000, poissonsRatio: 0.4 },
        stressDamping: 20,
      },
    },
    bodies: [
      { substance: 'water', spacing: s, lattice: 'cubic', shape: { points: { positions: water } } },
      { substance: 'soft', spacing: s, lattice: 'cubic', shape: { points: { positions: solid } } },
    ],
    ...(hangs && { anchors: [{ min: [-wall, held, -wall], max: [wall, top * s, wall] }] }),
    obstacles: [{ shape: { box: { min: [-wall, 0, -wall], max: [wall, 1, wall] } }, inside: true }],
  };
}

/** How a block floats. */
export interface Floating {
  /** Part of it below the surface, over time. */
  readonly immersed: readonly (readonly [time: number, part: number])[];
  /** The same, mean of the last half. */
  readonly mean: number;
  /** Particles of water within it at the end. */
  readonly within: number;
  /** Momentum that the books do not explain at the end, over the weight times the duration. */
  readonly open: number;
}

/** Lets a block go where it does not float. */
export async function float(block: SoftBlock): Promise<Floating> {
  const { dimension, across, ratio, duration, deeper = 0.1 } = block,
    { spacing: s, half, tank, depth } = sizes(block),
    below = Math.round((ratio + deeper) * across),
    part = ((2 * half) / (2 * tank)) ** (dimension - 1),
    level = depth * s + (ratio - below / across) * HEIGHT * part, // where the surface is when it floats
    immersed: [number, number][] = [];
  let [within, open] = [0, 0];
  const frames = Math.round(duration * FRAMES);
  await simulate(scene(block, below, false), frames, (world) => {
    const { middle, inside } = look(world, s, dimension);
    immersed.push([world.time, 0.5 + (level - middle) / HEIGHT]);
    within = inside;
    if (immersed.length <= frames) return;
    const { momentum, account, mass } = world.ledger(),
      missing = momentum.map((p, a) => p - account.added.momentum[a]! - account.external[a]! - account.obstacles[a]!);
    open = Math.hypot(...missing) / (mass * GRAVITY * duration);
  });
  return { immersed, mean: mean(immersed.slice(immersed.length / 2).map(([, value]) => value)), within, open };
}

/** Height of the middle of the block, m, and how many particles of water are in it: beside more of its particles than a flat side has. */
function look({ fields: { count, position, substance } }: World, spacing: number, dimension: 2 | 3) {
  const near = (1.5 * spacing) ** 2,
    most = dimension === 3 ? 9 : 5,
    beside = new Map<number, number>();
  let [sum, solid] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (substance[i] !== 1) continue;
    sum += position[3 * i + 1]!;
    solid++;
    for (let j = 0; j < count; j++) {
      if (substance[j] === 1) continue;
      const x = position[3 * i]! - position[3 * j]!,
        y = position[3 * i + 1]! - position[3 * j + 1]!,
        z = position[3 * i + 2]! - position[3 * j + 2]!;
      if (x * x + y * y + z * z < near) beside.set(j, 1 + (beside.get(j) ?? 0));
    }
  }
  return { middle: sum / solid, inside: [...beside.values()].filter((n) => n > most).length };
}

/** The weight of a block that hangs under water, over that of the block less that of the water which it displaces. */
export async function hang(block: SoftBlock): Promise<number> {
  const { dimension, across, ratio, duration } = block,
    { spacing, half } = sizes(block),
    width = 2 * half * spacing,
    volume = HEIGHT * (dimension === 3 ? width * width : width),
    held: [time: number, impulse: number][] = [];
  await simulate(scene(block, 2 * across, true), Math.round(duration * FRAMES), (world) => {
    const { account, mass } = world.ledger();
    held.push([world.time, account.external[1] + mass * GRAVITY * world.time]);
  });
  const [t0, from] = held[Math.floor(held.length / 2)]!,
    [t1, to] = held.at(-1)!;
  return (to - from) / (t1 - t0) / ((ratio - 1) * WATER * volume * GRAVITY);
}
