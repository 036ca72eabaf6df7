// A family is a way to describe a substance: what a scene may say of it, and how it is simulated. Everything that the rest of the program
// must know of a family is here; a new family is a folder with one such object and a line in src/substances/families.ts.

import type { ZodObject } from 'zod';
import type { KernelName } from '../kernels/kernels.ts';
import type { PeriodicBox } from '../neighbors/neighbors.ts';
import type { Feature, FieldRow } from '../particles/fields.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import type { Problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Triple } from './booking.ts';
import type { Engine, Guest } from './engine.ts';
import type { Scheme } from './scheme.ts';
import type { SubstanceParameters } from './substance.ts';

/** A cause of trouble and what to do about it: the parts of a Problem. */
export type Cause = Pick<Problem, 'code' | 'pointer' | 'message' | 'hint'>;

/** A number of a substance that asks for tiny steps, or blows up, when it is far beyond usual. */
export interface Dial {
  /** Largest usual value. */
  readonly most: number;
  /** A value that surely works. */
  readonly safe: number;
  /** The criterion of the step that it sets. */
  readonly criterion: string;
}

/** What a family is asked about a failed step. */
export interface FailedStep {
  readonly scene: Scene;
  readonly frame: number;
  /** Whether particles of the bodies stood in obstacles. */
  readonly startedInside: boolean;
}

/** What decides the mass of a new particle. */
export interface NewMass {
  /** Of the body or emitter, m. */
  readonly spacing: number;
  /** Its share of the shape at rest density, kg. */
  readonly share: number;
  readonly dimension: 2 | 3;
  /** A random number from 0 to 1, its own for every particle. */
  chance(): number;
}

/** A new particle of a body. */
export interface NewParticle {
  readonly position: ArrayLike<number>;
  /** kg */
  readonly mass: number;
  /** Which body of the scene; −1 for that of an emitter. */
  readonly body: number;
  /** Where it is in the shape at rest, m; at its position if left out. */
  readonly rest?: ArrayLike<number> | undefined;
}

/** What the leading family of a world decides for all of its particles. */
export interface Lead {
  /** Smoothing function. */
  readonly kernel: KernelName;
  /** h over the size of a particle, for what lies beyond walls. */
  readonly wallSmoothing: number;
  /** Skin of the lists over the support radius. */
  readonly skin: number;
  /** What its pair passes are relative to, of a typical particle. */
  readonly unit: 'volume' | 'mass';
}

/** The particles of a world, to be measured. */
export interface Measured {
  readonly set: ParticleSet;
  readonly substances: readonly SubstanceParameters[];
  readonly dimension: 2 | 3;
  readonly box: PeriodicBox;
}

/** What a family needs to prepare a world. */
export interface Setup {
  readonly engine: Engine;
  readonly scene: Scene;
  /** h of the finest particles of each substance, m. */
  readonly finest: readonly number[];
  /** h over the size of the particles of each substance. */
  readonly smoothing: readonly number[];
}

/** What a substance is at a chosen spacing. */
export interface Numerics {
  /** m/s */
  readonly soundSpeed: number;
  /** What the scene asks for, Pa·s; that of a yielding substance at a rate of deformation of 1/s. */
  readonly viscosity: number;
  /** What the scheme adds, Pa·s. */
  readonly artificialViscosity: number;
  /** Largest stable step of a substance at rest, s. */
  readonly step: number;
  /** Time of one thread for a particle and a step, about, ns. */
  readonly nanoseconds: number;
}

/** A substance whose viscous force spoils a body that turns: it stops it, or lets its spin drift. */
export interface TurningHarm<P> {
  readonly substance: P;
  /** The form of its stress, as scenes name it. */
  readonly form: string;
  readonly harm: 'stops' | 'drifts';
}

/** One family of substances with parameters P. */
export interface Family<P extends SubstanceParameters = SubstanceParameters> {
  /** The value of `model` in a scene. */
  readonly model: string;
  /** What a scene may say of such a substance. */
  readonly schema: ZodObject;
  /** Fills in what the scene leaves out. */
  parameters(name: string, input: never, dimension: 2 | 3): P;
  /** Its substances with the numbers that follow from the whole scene; as they are if left out. */
  prepare?(
    scene: Scene,
    own: readonly P[],
    all: readonly SubstanceParameters[],
    trig: Trigonometry,
  ): readonly SubstanceParameters[];
  /** Everything that is wrong with its substances `own`, among each other and with the rest of the scene. */
  check(scene: Scene, own: readonly P[], all: readonly SubstanceParameters[]): Problem[];
  /** A key of the substance that is useless without `melting`. */
  needsMelting?(p: P): string | undefined;
  /** The substance of a preview, whose particles are larger by a factor; as written, not checked yet. */
  preview?(input: Readonly<Record<string, unknown>>, factor: number): unknown;

  /** Those of its substances whose forces do harm to a body that turns or bends freely, within so many seconds for its size (m); none if left out. */
  hindersTurning?(own: readonly P[], size: number, within: number): readonly TurningHarm<P>[];
  /** What a substance is with particles whose finest h is so many meters; nothing is said of it if left out. */
  numerics?(p: P, h: number, scene: Scene): Numerics;

  /** h over the size (mass/ρ₀)^(1/d) of a particle: its support 2h is as far as it feels anything. */
  smoothing(p: P, dimension: 2 | 3): number;
  /** Distance at which two particles rest side by side, over their size. */
  restDistance(p: P, dimension: 2 | 3): number;
  /** Least density that says something of a particle's volume, kg/m³; 0 if left out. A summed one is too low at surfaces. */
  leastDensity?(p: P): number;
  /** Whether the density of a particle is a sum over masses, so that a body starts with another density by that of its particles. */
  sumsDensity?(p: P): boolean;
  /** Emitters wait until no particle is nearer to a place than this part of their spacing; they do not wait if left out. */
  readonly needsRoom?: number;
  /** What a new particle of a body has in those fields of the family whose row says `given`. */
  newborn?(p: P, of: NewParticle): Readonly<Record<string, number | ArrayLike<number>>>;
  /** Mass of a new particle, kg; its share of the shape if left out. */
  mass?(p: P, of: NewMass): number;

  /** What worlds with its substances have; `heat` and `adaptive` come from the scene. */
  features(scene: Scene, own: readonly P[], finest: readonly number[], hasHeat: boolean): readonly Feature[];
  /** Fields that its particles carry beside those of the table (src/particles/fields.ts). */
  readonly fields?: readonly FieldRow[];
  /** Whether temperature changes the substance. */
  heeds(p: P): boolean;
  /** Whether neighbors must be counted. */
  countsNeighbors(own: readonly P[]): boolean;
  /** Numbers that it keeps from step to step, with their first values; saved and hashed in worlds with its substances. */
  readonly memory?:
    | Readonly<Record<string, number>>
    | ((features: readonly Feature[]) => Readonly<Record<string, number>>);
  /** Names of lists of numbers that grow while it is simulated; empty at the start, saved and hashed in worlds with its substances. */
  readonly lists?: readonly string[];

  /** What it decides for all particles where it leads. The first family of the list that a scene has leads. */
  lead(own: readonly P[], features: readonly Feature[]): Lead;
  /** Writes its substances into the tables of the passes. */
  write(setup: Setup, own: readonly P[]): void;
  /** The scheme of a world that it leads. */
  scheme(setup: Setup, own: readonly P[]): Scheme;
  /** How it takes part where another family leads; without it, it must be alone or lead. */
  guest?(setup: Setup, own: readonly P[]): Guest;
  /** Called when a state was loaded into a scene that changed: fits particles to new parameters. */
  refit?(world: Measured): void;

  /** Energy of compression, bonds and contacts of its particles, J; if it is local, added to that of particles before them; else that of all ranks. */
  energy(world: Measured, before?: number): number;
  /** Each particle has its own energy: that of no pair. */
  readonly energyIsLocal?: true;
  /** How far places are ahead of velocities where it leads, s, from what it keeps from step to step; not at all if left out. */
  ahead?(memory: Readonly<Record<string, number>>): number;
  /** Angular momentum of its particles about their own centers, N·m·s; none if left out. */
  spin?(world: Measured): Triple;

  /** Two particles closer than this part of their size push each other apart violently. */
  readonly closest: number;
  /** Its particles swing, and steps that change with every swing would feed it: worlds with it take steps of frame/2^q. */
  readonly swings?: true;
  /** Whether its density may fall without bound, as that of a gas. */
  mayThin?(p: P): boolean;
  /** What to do where a criterion of its own binds the step too tightly. */
  readonly criteria?: Readonly<Record<string, string>>;
  /** Numbers of its substances that a run may fail of, by their keys in the scene. */
  readonly dials?: Readonly<Record<string, Dial>>;
  /** Causes of trouble that only it knows: asked before the general ones, and after them. */
  firstCause?(step: FailedStep): Cause | undefined;
  lastCause?(step: FailedStep): Cause | undefined;
  /** What to do when such a substance became unstable and nothing in particular is wrong. */
  unstable(p: P): Cause;
}

/** What is known of a family without its simulation: enough to draw its particles. Pages that only draw need no more. */
export type FamilyFacts<P extends SubstanceParameters = SubstanceParameters> = Pick<
  Family<P>,
  'model' | 'parameters' | 'restDistance' | 'fields'
>;
