// A running simulation: particles, scheme, tables and books. src/world/build.ts makes it from a scene.

import type { Suspects } from '../diagnose/causes.ts';
import { ELSEWHERE, type Finding, inspectStart, isTroubled, TOO_LARGE } from '../diagnose/inspect.ts';
import { withoutEffect } from '../diagnose/no-effect.ts';
import { smallestGap } from '../diagnose/overlap.ts';
import { resistsTurning } from '../diagnose/resists-turning.ts';
import { insideObstacles, startWarnings } from '../diagnose/start.ts';
import { bookLate } from '../engine/book-step.ts';
import type { Booking } from '../engine/booking.ts';
import type { Engine } from '../engine/engine.ts';
import { enthalpy } from '../engine/heat.ts';
import type { IndividualScheme, Scheme, TooLong } from '../engine/scheme.ts';
import { noLimit } from '../engine/step-limit.ts';
import { frameFrom } from '../obstacles/period.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { type Problem, ThixoError } from '../problem.ts';
import { randomUnit, STREAMS } from '../random/random.ts';
import { rigidRoom } from '../rigid/rigid-room.ts';
import { meshWarnings } from '../scene/mesh-problems.ts';
import { ROOM_TEMPERATURE } from '../scene/schema/sources.ts';
import type { Scene } from '../scene/schema.ts';
import type { Script } from '../scene/script.ts';
import { type EmitterState, emitUntil, initialEmitterState, type Jet, nextRelease } from '../sources/emitter.ts';
import { type BodyParticles, type OpenBody, openBody } from '../sources/fill-body.ts';
import { type RoomCheck, roomAmong } from '../sources/room-among.ts';
import { waitFor } from '../sources/wait-for-room.ts';
import { DrivenBodies } from '../substances/elastic/driven-bodies.ts';
import { familyOf } from '../substances/families.ts';
import { fillingDensity, type Substance, smoothingLength } from '../substances/substance.ts';
import { type Adaptive, adapt } from './adaptive.ts';
import type { Bodies } from './bodies.ts';
import { Books } from './books.ts';
import type { SceneTables } from './tables.ts';

/** The start is simplified at most so often: three pairs after each other make a level. */
const MOST_PASSES = 12;
/** Particles of all ranks that one process can look at. */
const MOST_LOOKED_AT = 4e6;
/** Particles of a body that are placed at once. */
const FILLED_AT_ONCE = 1 << 15;

/** How bodies are filled where ranks share the world. */
export interface Spreading {
  /** Makes room for the particles of this rank among so many, and tells which are its own. */
  share(total: number): (number: number) => boolean;
  /** They are there. */
  filled(): void;
}

/** What a simulation is made of. */
export interface SimulationParts {
  readonly script: Script;
  /** The frame whose scene is in force. */
  readonly frame: number;
  /** The scene that is in force. */
  readonly scene: Scene;
  readonly substances: readonly Substance[];
  readonly engine: Engine;
  readonly scheme: Scheme;
  readonly tables: SceneTables;
  readonly jets: readonly Jet[];
  /** Set in adaptive worlds. */
  readonly adaptive: Adaptive | undefined;
  /** Set in worlds with obstacles whose pose is simulated. */
  readonly bodies: Bodies | undefined;
}

export class Simulation {
  /** The whole scene, and what of it is in force when. */
  script!: Script;
  /** The frame whose scene is in force. */
  compiledFor = 0;
  /** The scene that is in force. */
  scene!: Scene;
  substances!: readonly Substance[];
  engine!: Engine;
  scheme!: Scheme;
  tables!: SceneTables;
  /** Solids that follow a path of the scene. */
  private driven!: DrivenBodies;
  jets!: readonly Jet[];
  adaptive: Adaptive | undefined;
  bodies: Bodies | undefined;
  readonly warnings: Problem[] = [];
  readonly books: Books;
  /** Of the emitters so far; those that come with the next frame may be missing. */
  emitters: EmitterState[];
  frame = 0;
  /** The step limit that the last evaluation left behind. */
  readonly limit = noLimit();
  startGap = Number.POSITIVE_INFINITY;
  /** What the detective found when the last frame failed. */
  finding: Finding | undefined;
  /** Set on the ranks of a world that is spread: collects all particles, and gives the simulation that has them on rank 0. */
  gather: (() => Simulation | undefined) | undefined;
  private lookedAt!: { -readonly [K in keyof Suspects]: Suspects[K] };

  constructor(parts: SimulationParts) {
    this.adopt(parts);
    this.books = new Books(this.bodies?.owners);
    this.emitters = this.jets.map(initialEmitterState);
  }

  /** Goes on with other parts; the state is for the caller to load. */
  adopt(parts: SimulationParts): void {
    const { script, scene, substances, engine } = parts;
    this.script = script;
    this.compiledFor = parts.frame;
    this.scene = scene;
    this.substances = substances;
    this.engine = engine;
    this.scheme = parts.scheme;
    this.tables = parts.tables;
    this.jets = parts.jets;
    this.adaptive = parts.adaptive;
    this.bodies = parts.bodies;
    this.driven = new DrivenBodies(engine, scene);
    this.lookedAt = {
      set: this.set,
      scene: script.stageAt(parts.frame),
      substances,
      frame: 0,
      time: 0,
      startGap: 0,
      startedInside: false,
      simulated: new Set(this.bodies?.sources.keys()),
    };
  }

  get set(): ParticleSet {
    return this.engine.set;
  }

  /** Fills the bodies and evaluates the first accelerations. On ranks each fills its part, and all do this together. */
  begin(spread?: Spreading): void {
    const { scene, set, engine } = this;
    const ends = this.fillBodies(0, undefined, spread);
    if (!spread) this.warnings.push(...resistsTurning(set, scene, this.substances, ends)); // looks at whole bodies
    const inside = insideObstacles(set, scene);
    this.lookedAt.startedInside = inside.length > 0;
    this.warnings.push(...meshWarnings(scene), ...withoutEffect(scene, this.substances, set.has('flow')));
    this.evaluate();
    const starting = engine.guests.filter((guest) => guest.begin);
    for (const guest of starting) guest.begin!();
    if (starting.length > 0) this.evaluate();
    this.settleBooks();
    const trouble = this.inspectStart();
    if (trouble) throw new ThixoError([trouble]);
    this.startGap = smallestGap(set, engine.neighbors, this.substances, scene.dimension);
    this.simplifyStart();
    const { removed } = this.books.takeNews();
    this.warnings.push(...startWarnings(this, inside, this.startGap, removed.length));
  }

  /** What is wrong with the first evaluation, as the first rank tells it that finds something. */
  private inspectStart(): Problem | undefined {
    const { part } = this.set,
      found = inspectStart(this.suspects());
    return part ? part.firstOf(found) : found;
  }

  /** The simulation of all particles on rank 0 knows what the parts have seen at the start. */
  noteStart({ lookedAt }: Simulation): void {
    this.lookedAt.startedInside = lookedAt.startedInside;
  }

  /** Emitters that have come begin with nothing released. */
  addEmitters(): void {
    while (this.emitters.length < this.jets.length) this.emitters.push(initialEmitterState());
  }

  /** Fills the bodies that come with the frame that begins, as far as there is room; they count in its first step. */
  fillArrivals(): void {
    const { set, scene } = this;
    if (!scene.bodies.some((body) => this.arrivesAt(body, this.frame))) return;
    this.tables.placeObstacles(this.frame / scene.frameRate, this.frame / scene.frameRate);
    this.fillBodies(this.frame, roomAmong(set));
    this.evaluate();
  }

  private arrivesAt({ from = 0 }: Scene['bodies'][number], frame: number): boolean {
    return frameFrom(from, this.scene.frameRate) === frame;
  }

  /** Fills the bodies that come with a frame. Returns where the particles of each body end. */
  private fillBodies(frame: number, hasRoom?: RoomCheck, spread?: Spreading): number[] {
    const { scene, set } = this,
      problems: Problem[] = [],
      ends: number[] = [],
      isTaken = rigidRoom(scene, set.team.wasm);
    const arriving = scene.bodies.flatMap((body, k) => (this.arrivesAt(body, frame) ? [k] : [])),
      known = spread && this.openBodies(arriving),
      owns = spread?.share(known!.reduce((sum, { count }) => sum + count, 0)) ?? (() => true);
    let number = 0;
    arriving.forEach((k, n) => {
      const body = scene.bodies[k]!,
        leavesRoom = !('points' in body.shape),
        opened = known?.[n] ?? this.openBody(k, set.everywhere + set.queued);
      problems.push(...opened.problems.filter((p) => p.severity === 'error'));
      this.warnings.push(...opened.problems.filter((p) => p.severity === 'warning'));
      for (let begin = 0; begin < opened.count; begin += FILLED_AT_ONCE) {
        const filled = opened.place(begin, Math.min(opened.count, begin + FILLED_AT_ONCE));
        for (let at = 0; at < filled.positions.length; at += 3) {
          const { positions: p } = filled;
          if (hasRoom && !hasRoom(p.subarray(at, at + 3), body.spacing)) continue;
          if (leavesRoom && isTaken(p[at]!, p[at + 1]!, p[at + 2]!, body.spacing)) continue;
          this.addOf(k, opened.mass, filled, at, owns(number++));
        }
        if (!hasRoom) set.applyEdits();
      }
      ends.push(set.count + set.queued);
    });
    if (problems.length > 0) throw new ThixoError(problems);
    set.applyEdits();
    spread?.filled();
    return ends;
  }

  /** The particles of a body, while there are so many others. */
  private openBody(k: number, others: number): OpenBody {
    const { scene, set } = this,
      { dimension, seed } = scene,
      body = scene.bodies[k]!,
      density = fillingDensity(this.substanceNamed(body.substance), body.density);
    return openBody(body, k, density, scene.maxParticles - others, { dimension, trig: set.team.wasm, seed });
  }

  /** The particles of several bodies. */
  private openBodies(numbers: readonly number[]): OpenBody[] {
    let others = 0;
    return numbers.map((k) => {
      const opened = this.openBody(k, others);
      others += opened.count;
      return opened;
    });
  }

  /** Adds a particle of a body, or only books it where another rank has it. */
  private addOf(k: number, share: number, filled: BodyParticles, at: number, isOwn: boolean): void {
    const body = this.scene.bodies[k]!,
      substance = this.substanceNamed(body.substance),
      mass = this.massOf(substance, body.spacing, share),
      velocity = filled.velocities.subarray(at, at + 3);
    if (isOwn)
      this.add(substance, filled.positions.subarray(at, at + 3), velocity, mass, body.density, body.temperature, {
        ...{ body: k, rest: filled.rest?.subarray(at, at + 3) },
      });
    this.bookArrival(substance, mass, velocity, body.temperature);
  }

  /** Releases what the emitters owe by `time` (s). New particles are evaluated at once, so that they count in the next step. */
  emit(time: number): void {
    this.jets.forEach((jet, k) => {
      const { temperature, spacing, substance: name } = this.scene.emitters[k]!,
        substance = this.substanceNamed(name);
      const room = this.scene.maxParticles - this.set.everywhere - this.set.queued;
      emitUntil(
        jet,
        this.emitters[k]!,
        time,
        (x, y, z, vx, vy, vz, share) => {
          const mass = this.massOf(substance, spacing, share);
          this.add(substance, [x, y, z], [vx, vy, vz], mass, undefined, temperature);
          this.bookArrival(substance, mass, [vx, vy, vz], temperature);
        },
        room,
        waitFor(this.set, familyOf(substance).needsRoom, spacing),
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

  /** Accelerations, rates and step limit of the particles as they are now. */
  evaluate(): void {
    this.note(this.scheme.start());
  }

  /**
   * Takes a step from t0 to t1 (s): obstacles are put in place for it, particles advance, and then the bodies learn what these did.
   * @returns why not, if it was not taken
   */
  step(t0: number, t1: number, advance: () => Booking | TooLong): TooLong | undefined {
    this.engine.now = t1;
    this.driven.place(t1);
    this.placeSolids(t0, t1);
    const booking = advance();
    if ('affordable' in booking) return booking;
    this.bodies?.end(t1, booking.loads);
    this.note(booking);
    if (this.bodies?.mover.acted) this.books.postActed(this.bodies.mover.acted);
    return undefined;
  }

  /** Puts obstacles in place for a step from t0 to t1 (s), and lets bodies begin it; where particles drift last, so do solids. */
  private placeSolids(t0: number, t1: number): void {
    const { bodies, tables, engine, scheme } = this;
    if (!('driftsLast' in scheme)) {
      bodies?.begin(t0, t1);
      tables.placeObstacles(t0, t1);
      return;
    }
    bodies?.open(t0);
    tables.placeObstacles(t0, t1, true);
    engine.depart = (loads) => {
      bodies?.depart(t1, loads);
      tables.placeObstacles(t0, t1);
    };
  }

  /** Books what a step brought, and takes the limit of the next one. */
  note(booking: Booking): void {
    this.scheme.limit(this.limit);
    this.bodies?.limit(this.limit);
    this.books.post(booking, this.set, this.substances);
    if (this.set.part?.owesMuch) this.settleBooks();
  }

  /** Books the sums of steps that were put off, where ranks share the world. Before anybody looks at the account. */
  settleBooks(): void {
    for (const late of this.set.part?.takeLate() ?? []) this.books.postSums(bookLate(this.engine, late));
  }

  /** Lets particles melt, freeze and be split beside cracks, between steps. */
  changePhases(atFrame: boolean): void {
    const { guests, set } = this.engine,
      all = [this.scheme, ...guests].filter(({ change }) => change);
    if (all.length === 0) return;
    const changed = set.team.timed('heat', () => all.filter((one) => one.change!(atFrame)).length > 0);
    if (changed) this.evaluate();
  }

  /** Splits and merges particles of an adaptive world, at a tick of the frame; all must stand at the same time. */
  adaptAt(tick: number): void {
    const { adaptive, set, books } = this;
    if (!adaptive) return;
    if (set.team.timed('adapt', () => adapt(adaptive, tick, this.frame, books.account))) this.evaluate();
  }

  /** Merges the inside of the bodies until nothing changes. [DC99 §7.1] */
  private simplifyStart(): void {
    const { adaptive, books } = this;
    if (!adaptive?.settings.simplifyStart) return;
    for (let pass = 0; pass < MOST_PASSES && adapt(adaptive, 0, 0, books.account, true); pass++) this.evaluate();
  }

  /**
   * What the detective finds, as all particles tell it; undefined if all is well. On ranks they are looked at together, and only rank 0 has
   * more to say than that something was found.
   */
  inspect(look: (s: Suspects) => Finding | undefined, time: number, isSuspect = isTroubled): Finding | undefined {
    if (!this.gather) return look(this.suspects(time));
    if (!isSuspect(this.suspects(time))) return undefined;
    if (this.set.everywhere > MOST_LOOKED_AT) return TOO_LARGE;
    const whole = this.gather();
    return whole ? look(whole.suspects(time)) : ELSEWHERE;
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
    density = substance.restDensity,
    temperature = ROOM_TEMPERATURE,
    { body, rest }: { readonly body: number; readonly rest?: Float64Array | undefined } = { body: -1 },
  ): void {
    const more = familyOf(substance).newborn?.(substance, { position, mass, body, rest });
    this.set.add({
      position,
      velocity,
      density,
      mass,
      smoothingLength: smoothingLength(substance, mass, this.scene.dimension),
      substance: this.substances.indexOf(substance),
      temperature,
      ...(more && { more }),
    });
  }

  private bookArrival(
    substance: Substance,
    mass: number,
    velocity: ArrayLike<number>,
    temperature = ROOM_TEMPERATURE,
  ): void {
    this.books.postArrival(mass, velocity, this.set.hasHeat ? mass * enthalpy(substance, temperature) : 0);
  }

  /** Mass of the next particle of a body or emitter, of which it would have a share at rest density, kg. */
  private massOf(substance: Substance, spacing: number, share: number): number {
    const { scene, books } = this,
      { dimension } = scene,
      chance = () => randomUnit(scene.seed, STREAMS.globule, books.account.added.particles);
    return familyOf(substance).mass?.(substance, { spacing, share, dimension, chance }) ?? share;
  }

  private substanceNamed(name: string): Substance {
    return this.substances.find((p) => p.name === name)!;
  }
}

/** A simulation whose particles have their own steps. */
export type IndividualSimulation = Simulation & { readonly scheme: IndividualScheme; readonly adaptive: Adaptive };

/** Whether particles have their own steps; in a world that flows they are split and merged, but share one step. */
export function isIndividual(s: Simulation): s is IndividualSimulation {
  return s.scheme.kind === 'individual';
}
