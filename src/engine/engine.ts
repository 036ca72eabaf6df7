// The engine of a world: particles, lists, quanta and the tables that all passes read. Families build their schemes on it.

import { halfSpaceTables, surfaceMeasure } from '../kernels/half-space.ts';
import { type KernelName, normalization } from '../kernels/kernels.ts';
import { shapeIndex } from '../kernels/shapes.ts';
import { Neighbors, type PeriodicBox } from '../neighbors/neighbors.ts';
import type { Ghosts } from '../obstacles/ghosts/ghosts.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import type { TimeSettings } from '../scene/schema.ts';
import * as at from '../wasm/layout.ts';
import { type Booking, newBooking, type Triple } from './booking.ts';
import type { PressedBodies } from './pressed-bodies.ts';
import { initialQuanta, type Quanta } from './quanta.ts';
import type { StepLimit } from './step-limit.ts';
import type { SubstanceParameters } from './substance.ts';

/** What a family adds to the step of another one, where substances of both are in a world. */
export interface Guest {
  /** After the records are packed: what its own pair pass reads. */
  pack(): void;
  /** Adds the space that it fills to the density sums of the others. */
  fill?(): void;
  /** Adds its forces to the sums. */
  sum(): void;
  /** After the first evaluation of a world that begins: what its particles start with, as they stand; all are evaluated again. */
  begin?(): void;
  /** After the forces of all are summed, once in each evaluation. */
  settle?(): void;
  /** What walls gave to its particles at the last `sum`, N. */
  readonly walls?: Triple;
  /** Tightens the step limit by what the last `sum` found. */
  limit(out: StepLimit): void;
  /** Between steps: makes particles those of another substance; true if any, and all must be evaluated again. `atFrame`: a frame begins. */
  change?(atFrame: boolean): boolean;
}

/** The core of a world, shared by all families and schemes. */
export interface Engine {
  readonly set: ParticleSet;
  readonly neighbors: Neighbors;
  readonly substances: readonly SubstanceParameters[];
  readonly dimension: 2 | 3;
  readonly time: StepSettings;
  /** Which compiled loop of a pass that exists per kernel and domain: added to the number of the pass. */
  readonly loop: number;
  readonly quanta: Quanta;
  /** Families that take part in the scheme of another one. */
  readonly guests: Guest[];
  /** Called before particles are sorted and listed: who keeps memory before the lists gets it here, so that they are not lost. */
  readonly beforePairs: (() => void)[];
  /** What the last step booked. */
  readonly booking: Booking;
  /** Σ m a by gravity and force fields at the last evaluation, N. */
  readonly externalForce: Triple;
  /** Σ m a by the pressure of walls at the last evaluation, N. */
  readonly wallForce: Triple;
  /** What walls that are bodies gave to particles at the last evaluation, six numbers each: N, and the moment about the origin, N·m. */
  readonly bodyForces: Float64Array;
  /** Neighbors are counted with new lists: isolated particles relax to rest density, and cool from all sides. */
  readonly countsNeighbors: boolean;
  /** Ghosts of obstacles, where these act so. [ADR 41] */
  ghosts?: Ghosts;
  /** Bodies that are unknowns of a solve for the pressure, where there are any. [ADR 55] */
  pressed?: PressedBodies;
  /** Lets obstacles go through the step in hand, before particles drift; `loads` is what bodies gave so far: see `Booking.loads`. */
  depart?: (loads: Float64Array) => void;
  /** Numbers that families keep from step to step, by name; saved and hashed. */
  readonly memory: Record<string, number>;
  /** Lists of numbers that families let grow, by name; saved and hashed. */
  readonly lists: Readonly<Record<string, number[]>>;
  /** Steps taken. */
  steps: number;
  /** End of the step in hand, s. */
  now: number;
}

/** How steps are chosen. */
export type StepSettings = Pick<
  TimeSettings,
  'courant' | 'acceleration' | 'divergence' | 'viscositySolver' | 'integrator'
>;

/** What an engine is made from. */
export interface EngineParts {
  readonly set: ParticleSet;
  readonly substances: readonly SubstanceParameters[];
  readonly dimension: 2 | 3;
  readonly box: PeriodicBox;
  /** What pair passes are relative to: a typical volume, m³, or a typical mass, kg. */
  readonly pairUnit: number;
  readonly time: StepSettings;
  /** Smoothing function of all particles. */
  readonly kernel: KernelName;
  /** h over the size of a particle, for what lies beyond walls. */
  readonly wallSmoothing: number;
  /** Largest h over the size of a particle: quanta have room for so many neighbors. */
  readonly largestSmoothing: number;
  /** Skin of the lists over the support radius. */
  readonly skin: number;
  readonly countsNeighbors: boolean;
  readonly memory: Readonly<Record<string, number>>;
  /** Names of the lists of families. */
  readonly lists: readonly string[];
}

/** Builds an engine and writes the tables that do not depend on a family. */
export function createEngine(parts: EngineParts): Engine {
  const { set, substances, dimension, box, time, kernel } = parts,
    { shared } = set;
  shared.setReal(at.DIMENSION, dimension);
  shared.setReal(at.KERNEL_NORM, normalization(kernel, dimension));
  shared.setReal(at.PAIR_UNIT, parts.pairUnit);
  shared.splat(at.SPLAT_TINY, 1e-18);
  shared.splat(at.SPLAT_ONE, 1);
  shared.splat(at.SPLAT_HALF, 0.5);
  writeWallTables(set, kernel, dimension, parts.wallSmoothing);
  substances.forEach((_, index) => {
    shared.setReal(substanceRow(index) + at.SUB_PACE, 1);
  });
  return {
    set,
    neighbors: new Neighbors(set, box, parts.skin),
    substances,
    dimension,
    time,
    loop: shapeIndex(kernel) + (box.period.some((p) => p > 0) ? 8 : 0),
    quanta: initialQuanta(Math.max(1.35, parts.largestSmoothing), dimension),
    guests: [],
    beforePairs: [],
    booking: newBooking(set.bodies),
    externalForce: [0, 0, 0],
    wallForce: [0, 0, 0],
    bodyForces: new Float64Array(6 * set.bodies),
    countsNeighbors: parts.countsNeighbors,
    memory: { ...parts.memory },
    lists: Object.fromEntries(parts.lists.map((name) => [name, []])),
    steps: 0,
    now: 0,
  };
}

/** Where the numbers of a substance stand in the table that passes read. */
export function substanceRow(index: number): number {
  return at.SUBSTANCE_TABLE + index * at.SUBSTANCE_BYTES;
}

/** What lies beyond a wall at a distance, for the kernel of the scene. */
function writeWallTables(set: ParticleSet, kernel: KernelName, dimension: 2 | 3, smoothing: number): void {
  const { shared } = set;
  const { covers, slices, drags, moments, pushes, stretches, contacts } = halfSpaceTables(
    kernel,
    dimension,
    at.COVER_STEPS,
    smoothing,
  );
  shared.f64.set(covers, at.COVER_TABLE >> 3);
  shared.f64.set(pushes, at.PUSH_TABLE >> 3);
  shared.f64.set(stretches, at.STRETCH_TABLE >> 3);
  shared.f64.set(contacts, at.CONTACT_TABLE >> 3);
  shared.f64.set(slices, at.SLICE_TABLE >> 3);
  shared.f64.set(drags, at.DRAG_TABLE >> 3);
  shared.f64.set(moments, at.DRAG_MOMENT_TABLE >> 3);
  const { least, factor } = surfaceMeasure(slices);
  shared.setReal(at.SURFACE_LEAST, least);
  shared.setReal(at.SURFACE_FACTOR, factor);
}
