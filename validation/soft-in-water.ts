// A block of a soft solid in a tank of water, three and a third times as wide as the block is high or more: let go where it should float, but
// too deep, or hung up under water. Everything stands on one cubic lattice.

import type { SceneInput, World } from '../src/index.ts';
import { type Vec3, mean, simulate } from './simulate.ts';

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
}

/** Sizes in particles, and in m. */
function sizes({ dimension, across }: SoftBlock, hangs = false) {
  const spacing = HEIGHT / across,
    [half, tank] = dimension === 3 ? [across, 2.5 * across] : [1.5 * across, 3 * across];
  return { spacing, half: Math.round(half / 2), tank: Math.round(tank / 2), depth: (hangs ? 3 : 2) * across };
}

/** The scene: the block with `below` of its layers under the surface, and held by its uppermost layer if it hangs. */
function scene(block: SoftBlock, below: number, hangs: boolean): SceneInput {
  const { dimension, across, ratio } = block,
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
      water: { preset: 'water' },
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
  /** Particles of water within it at the end, half a spacing and more from its sides. */
  readonly within: number;
}

/** Lets a block go a tenth of its height too deep. */
export async function float(block: SoftBlock): Promise<Floating> {
  const { dimension, across, ratio, duration } = block,
    { spacing: s, half, tank, depth } = sizes(block),
    below = Math.round((ratio + 0.1) * across),
    part = ((2 * half) / (2 * tank)) ** (dimension - 1),
    level = depth * s + (ratio - below / across) * HEIGHT * part, // where the surface is when it floats
    immersed: [number, number][] = [];
  let within = 0;
  await simulate(scene(block, below, false), Math.round(duration * FRAMES), (world) => {
    const { middle, inside } = look(world, s);
    immersed.push([world.time, 0.5 + (level - middle) / HEIGHT]);
    within = inside;
  });
  return { immersed, mean: mean(immersed.slice(immersed.length / 2).map(([, value]) => value)), within };
}

/** Height of the middle of the block, m, and how many particles of water are in the box of its particles. */
function look({ fields: { count, position, substance } }: World, spacing: number) {
  const low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity];
  let [sum, solid, inside] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (substance[i] !== 1) continue;
    sum += position[3 * i + 1]!;
    solid++;
    for (let a = 0; a < 3; a++) {
      low[a] = Math.min(low[a]!, position[3 * i + a]!);
      high[a] = Math.max(high[a]!, position[3 * i + a]!);
    }
  }
  const margin = 0.5 * spacing,
    isIn = (i: number) =>
      [0, 1, 2].every((a) => {
        const x = position[3 * i + a]!,
          thick = high[a]! > low[a]!;
        return !thick || (x > low[a]! + margin && x < high[a]! - margin);
      });
  for (let i = 0; i < count; i++) if (substance[i] === 0 && isIn(i)) inside++;
  return { middle: sum / solid, inside };
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
