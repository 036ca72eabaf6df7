// A bar of an elastic solid along z on a cubic lattice, for the cases of elastic solids: its ends are held by anchors, the rest is the engine's.

import { World } from '../src/index.ts';
import type { Scene, SceneInput } from '../src/scene/schema.ts';
import * as at from '../src/wasm/layout.ts';
import type { Simulation } from '../src/world/simulation.ts';
import { Diverged } from './simulate.ts';

/** What bars differ in. */
export interface Bar {
  /** Particles across and along. */
  readonly across: number;
  readonly along: number;
  /** m */
  readonly spacing: number;
  readonly youngsModulus: number;
  readonly poissonsRatio: number;
  readonly gradient: 'mls' | 'differences';
  readonly support: number;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly gravity?: readonly [number, number, number];
  /** Whether its lowest layer is free too. */
  readonly free?: boolean;
  /** How the upper end moves; free if left out. */
  readonly motion?: NonNullable<Scene['anchors'][number]['motion']>;
  /** Velocity at a place, m/s. */
  readonly velocity?: (x: number, y: number, z: number) => readonly [number, number, number];
  readonly frameRate: number;
}

/** The scene of a bar. Its lowest layer is held; the highest too if it has a motion. */
export function barScene(bar: Bar): SceneInput {
  const { across, along, spacing: dx } = bar,
    positions: [number, number, number][] = [];
  for (let k = 0; k < along; k++)
    for (let j = 0; j < across; j++) for (let i = 0; i < across; i++) positions.push([i * dx, j * dx, k * dx]);
  const top = (along - 1.5) * dx,
    low = [-1, -1, -1] as const,
    velocities = bar.velocity && positions.map(([x, y, z]) => bar.velocity!(x, y, z));
  return {
    gravity: bar.gravity ?? [0, 0, 0],
    frameRate: bar.frameRate,
    substances: {
      solid: {
        ...{ model: 'elastic', restDensity: 1000, youngsModulus: bar.youngsModulus, poissonsRatio: bar.poissonsRatio },
        ...{ gradient: bar.gradient, support: bar.support, ...bar.more },
      },
    },
    bodies: [
      {
        ...{ substance: 'solid', spacing: dx, lattice: 'cubic' },
        shape: { points: { positions, ...(velocities && { velocities }) } },
      },
    ],
    anchors: [
      ...(bar.free ? [] : [{ min: low, max: [1e3, 1e3, 0.5 * dx] as const }]),
      ...(bar.motion ? [{ min: [-1, -1, top] as const, max: [1e3, 1e3, 1e3] as const, motion: bar.motion }] : []),
    ],
    time: { maxStepsPerFrame: 65536 },
  };
}

/** A bar that has come to rest, as far as cases look at it. */
export interface Rested {
  /** Place of the particle at i, j, k, m. */
  place(i: number, j: number, k: number): [number, number, number];
  /** Force of the bar on its highest layer, N, and its moment about the axis, N·m. */
  readonly force: readonly [number, number, number];
  readonly moment: number;
}

/** Lets a bar come to rest over some frames. */
export async function restBar(bar: Bar, frames: number): Promise<Rested> {
  using world = await World.create(barScene(bar), { threads: 1 });
  for (let frame = 0; frame < frames; frame++) {
    const { ok, problem } = world.advance();
    if (!ok) throw new Diverged(problem!.message);
  }
  const { set } = (world as unknown as { simulation: Simulation }).simulation,
    { across, along, spacing } = bar,
    ids = set.u32('id'),
    x = set.f64('position').slice(),
    rows = new Map(Array.from(ids, (id, i) => [id, i])),
    forces = set.shared.u32[at.AT_ELASTIC_FORCE >> 2]! >>> 3,
    unit = set.shared.real(at.PAIR_UNIT),
    middle = 0.5 * (across - 1) * spacing,
    force: [number, number, number] = [0, 0, 0];
  let moment = 0;
  for (let id = across * across * (along - 1); id < across * across * along; id++) {
    const i = rows.get(id)!,
      f = [0, 1, 2].map((a) => unit * set.shared.f64[forces + 4 * i + a]!);
    for (let a = 0; a < 3; a++) force[a]! += f[a]!;
    moment += (x[3 * i]! - middle) * f[1]! - (x[3 * i + 1]! - middle) * f[0]!;
  }
  return {
    force,
    moment,
    place: (i, j, k) => {
      const row = 3 * rows.get((k * across + j) * across + i)!;
      return [x[row]!, x[row + 1]!, x[row + 2]!];
    },
  };
}

/** Frequency of a signal that begins at 0 and rises, Hz: from its second and its last zero, with n half waves between them. */
export function frequencyOf(signal: readonly number[], dt: number): number {
  const zeros: number[] = [];
  for (let n = 1; n < signal.length; n++) {
    const [a, b] = [signal[n - 1]!, signal[n]!];
    if (a !== 0 && a * b <= 0) zeros.push((n - 1 + a / (a - b)) * dt);
  }
  return (zeros.length - 1) / (2 * (zeros.at(-1)! - zeros[0]!));
}
