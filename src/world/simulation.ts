// A running simulation: the scene compiled into particles, tables and passes.

import type { Suspects } from '../diagnose/causes.ts';
import { type Account, newAccount } from '../diagnose/ledger.ts';
import { smallestGap } from '../diagnose/overlap.ts';
import { insideObstacles, startWarnings } from '../diagnose/start.ts';
import { type PeriodicBox, UNBOUNDED } from '../neighbors/neighbors.ts';
import { gripOf } from '../obstacles/pack.ts';
import { noDepartures, ParticleSet } from '../particles/particle-set.ts';
import { type Problem, ThixoError } from '../problem.ts';
import { randomUnit, STREAMS } from '../random/random.ts';
import type { Limits } from '../scene/limits.ts';
import { meshWarnings } from '../scene/mesh-problems.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { ROOM_TEMPERATURE } from '../scene/schema/sources.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import { checkEmitter } from '../sources/check-emitter.ts';
import {
  type EmitterState,
  emitUntil,
  initialEmitterState,
  type Jet,
  makeJet,
  nextRelease,
} from '../sources/emitter.ts';
import { fillBody } from '../sources/fill-body.ts';
import { limitGlobules } from '../substances/globules/limits.ts';
import { type GlobuleParameters, globuleMass } from '../substances/globules/parameters.ts';
import { startGlobules } from '../substances/globules/step.ts';
import { featuresOf } from '../substances/sph/features.ts';
import { startFlow } from '../substances/sph/flow-step.ts';
import { enthalpy } from '../substances/sph/heat.ts';
import { measureStepLimit, noLimit, sumOverChunks } from '../substances/sph/limits.ts';
import { createSmoothed, type Smoothed } from '../substances/sph/smoothed.ts';
import { startSmoothed } from '../substances/sph/step.ts';
import { evaluateNew } from '../substances/sph/tick.ts';
import { isGlobules, type Substance, smoothingLength, substancesOf } from '../substances/substance.ts';
import { Team } from '../threads/team.ts';
import { ARENA, REPORT_EXTERNAL, STEP_BITS } from '../wasm/layout.ts';
import { SharedMemory } from '../wasm/memory.ts';
import { type Adaptive, adapt, createAdaptive, finestMasses } from './adaptive.ts';
import { prepareTables, SceneTables } from './tables.ts';

/** The start is simplified at most so often: three pairs after each other make a level. */
const MOST_PASSES = 12;

export class Simulation {
  readonly scene: Scene;
  readonly set: ParticleSet;
  readonly substances: readonly Substance[];
  readonly smoothed: Smoothed;
  readonly tables: SceneTables;
  readonly jets: readonly Jet[];
  /** Set in adaptive worlds. */
  readonly adaptive: Adaptive | undefined;
  readonly warnings: Problem[] = [];
  emitters: EmitterState[];
  account: Account = newAccount();
  frame = 0;
  /** The step limit that the last evaluation left behind. */
  readonly limit = noLimit();
  /** Σ m a by gravity and force fields at the last evaluation, N. */
  externalForce: [number, number, number] = [0, 0, 0];
  startGap = Number.POSITIVE_INFINITY;
  private readonly lookedAt: { -readonly [K in keyof Suspects]: Suspects[K] };
  private added = 0;
  private removed: number[] = [];

  constructor(scene: Scene, shared: SharedMemory, team: Team) {
    const context = { dimension: scene.dimension, trig: team.wasm, seed: scene.seed };
    this.scene = scene;
    this.substances = substancesOf(scene);
    this.jets = scene.emitters.map((emitter, k) =>
      makeJet(emitter, k, this.substanceNamed(emitter.substance).restDensity, context),
    );
    this.emitters = this.jets.map(initialEmitterState);
    const finest = finestMasses(scene, this.substances, this.jets),
      lengths = this.substances.map((p, k) => smoothingLength(p, finest[k]!, scene.dimension)),
      tables = prepareTables(scene, team.wasm);
    const meshes = tables.obstacles.filter(({ solid }) => solid.triangles).length;
    this.set = new ParticleSet(shared, team, tables.bytes, featuresOf(scene, this.substances, lengths), meshes);
    this.tables = new SceneTables(shared, scene, team.wasm, tables);
    this.smoothed = createSmoothed(
      this.set,
      this.substances,
      scene.dimension,
      periodicBox(scene),
      this.massUnit(),
      lengths,
      scene.obstacles.some((obstacle) => gripOf(obstacle) > 0),
      scene.time,
    );
    this.adaptive = scene.adaptivity && createAdaptive(scene.adaptivity, scene, this.smoothed, finest, this.jets);
    this.lookedAt = {
      set: this.set,
      scene,
      substances: this.substances,
      frame: 0,
      time: 0,
      startGap: 0,
      startedInside: false,
    };
    scene.emitters.forEach((emitter, k) => {
      this.warnings.push(...checkEmitter(emitter, `/emitters/${k}`, context));
    });
  }

  /** Fills the bodies and evaluates the first accelerations. */
  begin(): void {
    const { scene, set } = this,
      problems: Problem[] = [];
    const context = { dimension: scene.dimension, trig: set.team.wasm, seed: scene.seed };
    scene.bodies.forEach((body, k) => {
      const substance = this.substanceNamed(body.substance);
      const filled = fillBody(body, k, substance.restDensity, scene.maxParticles - set.queued, context);
      problems.push(...filled.problems.filter((p) => p.severity === 'error'));
      this.warnings.push(...filled.problems.filter((p) => p.severity === 'warning'));
      for (let n = 0; n < filled.positions.length; n += 3) {
        const position = filled.positions.subarray(n, n + 3),
          velocity = filled.velocities.subarray(n, n + 3);
        const mass = isGlobules(substance) ? this.globuleMass(substance, body.spacing) : filled.mass;
        this.add(substance, position, velocity, mass, body.density ?? substance.restDensity, body.temperature);
      }
    });
    if (problems.length > 0) throw new ThixoError(problems);
    set.applyEdits();
    const inside = insideObstacles(set, scene);
    this.lookedAt.startedInside = inside.length > 0;
    this.warnings.push(...meshWarnings(scene), ...inside);
    this.evaluate();
    this.startGap = smallestGap(set, this.smoothed.neighbors, this.substances, scene.dimension);
    this.simplifyStart();
    const { removed } = this.takeNews();
    this.warnings.push(...startWarnings(this, this.startGap, removed.length));
  }

  /** Releases what the emitters owe by `time` (s). New particles are evaluated at once, so that they count in the next step. */
  emit(time: number): void {
    this.jets.forEach((jet, k) => {
      const { temperature, spacing, substance: name } = this.scene.emitters[k]!,
        substance = this.substanceNamed(name);
      const room = this.scene.maxParticles - this.set.count - this.set.queued;
      emitUntil(
        jet,
        this.emitters[k]!,
        time,
        (x, y, z, vx, vy, vz, share) => {
          const mass = isGlobules(substance) ? this.globuleMass(substance, spacing) : share;
          this.add(substance, [x, y, z], [vx, vy, vz], mass, substance.restDensity, temperature);
        },
        room,
      );
    });
    if (this.set.applyEdits()) this.evaluate();
  }

  /** How long from `time` (s) until a step should end so that no emitter gets late by more than a layer and a half, s. */
  untilNextRelease(time: number): number {
    let wait = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.jets.length; k++) {
      const due = nextRelease(this.jets[k]!, this.emitters[k]!);
      if (due < Number.POSITIVE_INFINITY) wait = Math.min(wait, Math.max(due - time, 0.5 * this.jets[k]!.interval));
    }
    return wait;
  }

  /** Whether viscous forces are solved for where they would bind the step; those of stress tensors never are. */
  private get mayBeImplicit(): boolean {
    return this.scene.time.viscositySolver !== 'explicit' && !this.smoothed.tensorStress;
  }

  /** Accelerations, rates and step limit of the particles as they are now. */
  evaluate(): void {
    if (isAdaptive(this)) {
      evaluateNew(this.smoothed, this.adaptive.at, this.adaptive.tick);
      this.bookTick();
    } else {
      if (this.set.flows) startFlow(this.smoothed, this.mayBeImplicit);
      else if (this.smoothed.isSmoothed) startSmoothed(this.smoothed);
      else startGlobules(this.smoothed);
      this.noteEvaluation(this.set.count);
      sumOverChunks(this.set, REPORT_EXTERNAL, this.externalForce);
    }
  }

  /** Books a tick of an adaptive world. */
  bookTick(): void {
    const { account, adaptive, smoothed } = this;
    for (let a = 0; a < 3; a++) {
      account.external[a]! += adaptive!.tick.external[a]!;
      account.asymmetry[a]! += adaptive!.tick.internal[a]!;
      account.obstacles[a]! += smoothed.obstacleImpulse[a]!;
    }
    this.noteEvaluation(adaptive!.tick.active);
  }

  /** Splits and merges particles of an adaptive world; all must stand at the same time. */
  adapt(): void {
    const { adaptive, set } = this;
    if (adaptive && set.team.timed('adapt', () => adapt(adaptive, this.frame, this.account))) this.evaluate();
  }

  /** The same in a world that flows, at a tick of the frame. */
  adaptAt(tick: number): void {
    this.adaptive!.at = tick;
    this.adapt();
  }

  /** Merges the inside of the bodies until nothing changes. [DC99 §7.1] */
  private simplifyStart(): void {
    const { adaptive, account } = this;
    if (!adaptive?.settings.simplifyStart) return;
    for (let pass = 0; pass < MOST_PASSES && adapt(adaptive, 0, account, true); pass++) this.evaluate();
  }

  /** Largest level of all particles' steps. */
  deepestLevel(): number {
    let deepest = this.smoothed.levels.least;
    for (const step of this.set.u32('step')) deepest = Math.max(deepest, step & STEP_BITS);
    return deepest;
  }

  /** Books an evaluation of some particles: its step limit, and what left during its sort. */
  noteEvaluation(particles: number): void {
    const { set, account } = this;
    measureStepLimit(set, this.scene.time, this.limit, this.mayBeImplicit);
    if (set.hasGlobules) limitGlobules(set, this.smoothed.neighbors.groups, this.limit, this.scene.dimension);
    account.evaluations += particles;
    if (set.departed.ids.length === 0) return;
    account.removed.particles += set.departed.ids.length;
    account.removed.mass += set.departed.mass;
    for (let a = 0; a < 3; a++) account.removed.momentum[a]! += set.departed.momentum[a]!;
    for (const [substance, mass, T] of set.departed.warm)
      account.heat.removed += mass * enthalpy(this.substances[substance]!, T);
    for (const id of set.departed.ids) this.removed.push(id);
    set.departed = noDepartures();
  }

  /** What was added and removed since the last call. */
  takeNews(): { added: number; removed: number[] } {
    const news = { added: this.added, removed: this.removed };
    this.added = 0;
    this.removed = [];
    return news;
  }

  /** What the detective looks at. */
  suspects(time = this.frame / this.scene.frameRate): Suspects {
    this.lookedAt.frame = this.frame;
    this.lookedAt.time = time;
    this.lookedAt.startGap = this.startGap;
    return this.lookedAt;
  }

  private add(
    substance: Substance,
    position: ArrayLike<number>,
    velocity: ArrayLike<number>,
    mass: number,
    density: number,
    temperature = ROOM_TEMPERATURE,
  ): void {
    const { added } = this.account;
    this.set.add({
      position,
      velocity,
      density,
      mass,
      smoothingLength: smoothingLength(substance, mass, this.scene.dimension),
      substance: this.substances.indexOf(substance),
      temperature,
    });
    added.particles++;
    added.mass += mass;
    if (this.set.hasHeat) this.account.heat.added += mass * enthalpy(substance, temperature);
    for (let a = 0; a < 3; a++) added.momentum[a]! += mass * velocity[a]!;
    this.added++;
  }

  /**
   * Mass of the next globule, kg: its radius is half the spacing (m), or less by chance; that of a solid may be more as well, because bonds
   * hold what would burst.
   */
  private globuleMass(substance: GlobuleParameters, spacing: number): number {
    const { scene, account } = this,
      chance = randomUnit(scene.seed, STREAMS.globule, account.added.particles),
      smaller = substance.kind === 'solid' ? 2 * chance - 1 : chance;
    return globuleMass(substance, spacing * (1 - substance.radiusVariation * smaller), scene.dimension);
  }

  private substanceNamed(name: string): Substance {
    return this.substances.find((p) => p.name === name)!;
  }

  /** Masses in the passes are relative to a typical particle, so that f32 never over- or underflows, kg. */
  private massUnit(): number {
    const source = this.scene.bodies[0] ?? this.scene.emitters[0];
    if (!source) return 1;
    const { spacing } = source,
      { restDensity } = this.substanceNamed(source.substance);
    return restDensity * spacing * spacing * (this.scene.dimension === 3 ? spacing : 1);
  }
}

/** A simulation whose particles have their own steps. */
export type AdaptiveSimulation = Simulation & { readonly adaptive: Adaptive };

/** Whether particles have their own steps; in a world that flows they are split and merged, but share one step. */
export function isAdaptive(s: Simulation): s is AdaptiveSimulation {
  return s.adaptive !== undefined && !s.set.flows;
}

/** How a simulation is built. */
export interface BuildOptions {
  readonly threads: number;
  readonly limits?: Limits;
}

/** Compiles a scene and starts its threads. */
export async function buildSimulation(input: SceneInput, options: BuildOptions): Promise<Simulation> {
  const simulation = await prepareSimulation(input, options);
  try {
    simulation.begin();
    return simulation;
  } catch (error) {
    simulation.set.team.stop();
    throw error;
  }
}

/** Compiles a scene without filling it: for a snapshot to be loaded into. */
export async function prepareSimulation(input: SceneInput, { threads, limits }: BuildOptions): Promise<Simulation> {
  const shared = new SharedMemory(2 * ARENA);
  const team = await Team.start(shared, threads);
  try {
    return new Simulation(parseScene(input, team.wasm, limits), shared, team);
  } catch (error) {
    team.stop();
    throw error;
  }
}

function periodicBox({ domain, dimension }: Scene): PeriodicBox {
  if (!domain?.periodic.some(Boolean)) return UNBOUNDED;
  const period = [0, 1, 2].map((a) => (domain.periodic[a] && a < dimension ? domain.max[a]! - domain.min[a]! : 0));
  return { min: [domain.min[0], domain.min[1], domain.min[2]], period: period as [number, number, number] };
}
