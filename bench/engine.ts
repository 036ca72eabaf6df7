// The engine as the benchmark drives it: the world's own simulation, filled in shuffled order (an unsorted input, as after long
// mixing) and stepped without frames, so that a measured stretch is any number of steps and lists live as long as the flow lets them.

import { inspectStep } from '../src/diagnose/inspect.ts';
import { type CommonScheme, taken } from '../src/engine/scheme.ts';
import { randomUnit } from '../src/random/random.ts';
import { fillBody } from '../src/sources/fill-body.ts';
import { smoothingLength } from '../src/substances/substance.ts';
import { prepareSimulation } from '../src/world/build.ts';
import type { Simulation } from '../src/world/simulation.ts';
import type { ReferenceParticles } from './reference.ts';
import type { BenchScene } from './scenes.ts';

/** Random stream of the shuffle. */
const SHUFFLE = 0x7000_0000;

export class Engine {
  readonly simulation: Simulation;
  private time = 0;

  private constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  /** Fills the scene and evaluates its first accelerations. */
  static async start(scene: BenchScene, threads: number): Promise<Engine> {
    const simulation = await prepareSimulation(scene.input, { threads: threads });
    addShuffled(simulation, scene);
    simulation.evaluate();
    return new Engine(simulation);
  }

  get particles(): number {
    return this.simulation.set.count;
  }

  /** The largest stable step now, s. */
  get dt(): number {
    return this.simulation.limit.dt;
  }

  get listBuilds(): number {
    return this.simulation.engine.neighbors.builds;
  }

  get bytesPerParticle(): number {
    return this.simulation.set.bytesPerParticle;
  }

  /** Hash of the whole state, 16 hexadecimal digits. */
  hash(): string {
    return this.simulation.set.hash(0n).toString(16).padStart(16, '0');
  }

  /** What a frame does for each of its steps: obstacles, the step, its account, the look for trouble. */
  step(): void {
    const { simulation: s, dt } = this;
    s.tables.placeObstacles(this.time, this.time + dt);
    s.note(taken((s.scheme as CommonScheme).step(dt, s.limit.implicit, false)));
    this.time += dt;
    const trouble = inspectStep(s.suspects(this.time));
    if (trouble) throw new Error(`the benchmark diverged: ${trouble.problem.message}`);
  }

  /** The search alone: sort and lists. */
  findPairs(): void {
    this.simulation.engine.neighbors.findPairs();
  }

  /** Accelerations of the particles exactly as they are, without prediction. */
  evaluate(): void {
    this.simulation.evaluate();
  }

  /** The particles as the reference wants them, in order of id, that is shuffled. */
  state(): ReferenceParticles {
    const { set } = this.simulation,
      position = set.f64('position'),
      velocity = set.f64('velocity');
    return {
      x: this.byId(position, 3, 0),
      y: this.byId(position, 3, 1),
      z: this.byId(position, 3, 2),
      vx: this.byId(velocity, 3, 0),
      vy: this.byId(velocity, 3, 1),
      vz: this.byId(velocity, 3, 2),
      rho: this.byId(set.f64('density'), 1, 0),
      mass: this.byId(set.f64('mass'), 1, 0),
      h: this.byId(set.f64('smoothingLength'), 1, 0),
    };
  }

  /** One component of the acceleration in order of id, m/s². */
  acceleration(axis: 0 | 1 | 2): Float64Array {
    return this.byId(this.simulation.set.f64('acceleration'), 3, axis);
  }

  stop(): void {
    this.simulation.set.team.stop();
  }

  private byId(field: Float64Array, components: number, component: number): Float64Array {
    const ids = this.simulation.set.u32('id'),
      out = new Float64Array(ids.length);
    for (let i = 0; i < ids.length; i++) out[ids[i]!] = field[components * i + component]!;
    return out;
  }
}

/** Fills the bodies of the scene and adds their particles in one shuffled sequence. */
function addShuffled({ scene, set, substances }: Simulation, { velocity }: BenchScene): void {
  const substance = substances[0]!,
    context = { dimension: scene.dimension, trig: set.team.wasm, seed: scene.seed };
  const bodies = scene.bodies.map((body, k) => fillBody(body, k, substance.restDensity, scene.maxParticles, context));
  const first: number[] = [0];
  for (const { positions } of bodies) first.push(first.at(-1)! + positions.length / 3);
  for (const n of shuffled(first.at(-1)!, scene.seed)) {
    const k = first.findIndex((_, b) => n < first[b + 1]!),
      { positions, mass } = bodies[k]!;
    const position = positions.subarray(3 * (n - first[k]!), 3 * (n - first[k]!) + 3);
    set.add({
      position,
      velocity: velocity(position[0]!, position[1]!, position[2]!),
      density: substance.restDensity,
      mass,
      smoothingLength: smoothingLength(substance, mass, scene.dimension),
      substance: 0,
    });
  }
  set.applyEdits();
}

/** The numbers below n in random order. [Fisher-Yates] */
function shuffled(n: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(randomUnit(seed, SHUFFLE, i) * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
