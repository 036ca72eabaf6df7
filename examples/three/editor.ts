// A shape, its handles and its keyframes, without anything to see. All of it is plain data that can be kept, undone and saved.

import { bindSkin, packTriangles, type SkinMesh, type TriangleSet } from 'thixo';
import {
  type Handle,
  MotionDesign,
  type MotionReport,
  type Rows,
  ShapeDesign,
  type ShapeField,
  sampledField,
} from 'thixo/design';

type Place = [number, number, number];

/** A handle of the page: particles that were clicked or painted, and how far they were pulled. */
export interface Grip {
  readonly particles: readonly number[];
  /** How strongly each is held, 0 to 1. */
  readonly strengths: readonly number[];
  readonly translate: Readonly<Place>;
}

export interface Keyframe {
  readonly time: number;
  readonly grips: readonly Grip[];
  readonly displacements: readonly number[];
}

/** Everything that undo brings back. */
interface Snapshot {
  readonly grips: readonly Grip[];
  readonly keyframes: readonly Keyframe[];
  readonly displacements: readonly number[];
}

const PARTICLES = 80;
/** Part of the size of the shape within which particles belong to a handle that is clicked. */
const REACH = 0.14;
/** Steps of a drag event: the shape is shown after them, and the next picture goes on. */
const STEPS = 12;

export class Editor {
  readonly set: TriangleSet;
  readonly field: ShapeField;
  readonly design: ShapeDesign;
  readonly skin: ReturnType<typeof bindSkin>;
  grips: readonly Grip[] = [];
  keyframes: readonly Keyframe[] = [];
  motion: MotionDesign | undefined;
  report: MotionReport | undefined;
  /** Whether the last solve has not come to its end. */
  unsolved = false;
  readonly past: Snapshot[] = [];
  readonly future: Snapshot[] = [];
  /** A skin follows the values at the particles, not the field there. */
  readonly #nodes: Rows;

  constructor(mesh: SkinMesh) {
    const set = { positions: mesh.positions, triangles: mesh.triangles };
    this.set = set;
    this.field = sampledField({ mesh: { packed: packTriangles(set) } }, { count: PARTICLES });
    this.design = new ShapeDesign(this.field, { volume: 30 });
    this.skin = bindSkin(mesh, this.field.positions);
    this.#nodes = {
      starts: Int32Array.from({ length: PARTICLES + 1 }, (_, i) => i),
      particles: Int32Array.from({ length: PARTICLES }, (_, i) => i),
      values: new Float64Array(PARTICLES).fill(1),
      gradients: new Float64Array(),
    };
  }

  /** The handle at a place of the shape at rest; made if there is none. */
  gripAt(place: Readonly<Place>): number {
    const distances = this.#distances(place),
      order = distances.map((_, i) => i).sort((i, j) => distances[i]! - distances[j]!),
      near = order.filter((i, n) => n < 3 || distances[i]! < REACH * this.field.size),
      known = this.grips.findIndex(({ particles }) => near.slice(0, 3).some((i) => particles.includes(i)));
    if (known >= 0) return known;
    const free = near.filter((i) => !this.grips.some(({ particles }) => particles.includes(i)));
    this.grips = [...this.grips, { particles: free, strengths: free.map(() => 1), translate: [0, 0, 0] }];
    return this.grips.length - 1;
  }

  /** Paints at a place of the shape at rest: adds to a handle, or begins one. Returns which. */
  paint(place: Readonly<Place>, radius: number, grip: number | undefined): number | undefined {
    const reach = radius * this.field.size,
      distances = this.#distances(place),
      nearest = distances.indexOf(Math.min(...distances)),
      // At least the nearest particle; the brush fades from its middle to its rim.
      touched = distances.flatMap((d, i) => {
        const s = Math.min(d / reach, 1),
          strength = i === nearest ? 1 : (1 - s * s) ** 2;
        return strength > 0.05 ? [[i, strength] as const] : [];
      }),
      others = this.grips.filter((_, n) => n !== grip).flatMap(({ particles }) => particles),
      free = touched.filter(([i]) => !others.includes(i));
    if (free.length === 0) return grip;
    const before = grip === undefined ? undefined : this.grips[grip],
      all = new Map(before?.particles.map((i, n) => [i, before.strengths[n]!]));
    for (const [i, strength] of free) all.set(i, Math.max(strength, all.get(i) ?? 0));
    const painted = {
      particles: [...all.keys()],
      strengths: [...all.values()],
      translate: before?.translate ?? [0, 0, 0],
    } as const;
    this.grips = grip === undefined ? [...this.grips, painted] : this.grips.with(grip, painted);
    return grip ?? this.grips.length - 1;
  }

  /** Takes particles at a place off all handles. */
  erase(place: Readonly<Place>, radius: number): void {
    const distances = this.#distances(place),
      nearest = distances.indexOf(Math.min(...distances)),
      goes = (i: number) => i === nearest || distances[i]! < radius * this.field.size;
    this.grips = this.grips
      .map((grip) => ({
        ...grip,
        particles: grip.particles.filter((i) => !goes(i)),
        strengths: grip.strengths.filter((_, n) => !goes(grip.particles[n]!)),
      }))
      .filter(({ particles }) => particles.length > 0);
  }

  moveGrip(grip: number, translate: Place): void {
    this.grips = this.grips.with(grip, { ...this.grips[grip]!, translate });
  }

  /** How strongly each particle is held. */
  strengths(): Float64Array {
    const out = new Float64Array(PARTICLES);
    for (const { particles, strengths } of this.grips) for (const [n, i] of particles.entries()) out[i] = strengths[n]!;
    return out;
  }

  /** Solves some steps with the handles as they are. */
  pull(): void {
    this.design.setHandles(this.grips.map(handleOf));
    this.unsolved = this.grips.length > 1 && !this.design.solve({ iterations: STEPS }).converged;
  }

  /** Where the particles are now, m. */
  present(time?: number): Float64Array {
    const { positions } = this.field;
    if (this.motion && time !== undefined) return this.motion.movedRows(this.#nodes, positions, time);
    return positions.map((x, k) => x + this.design.displacements[k]!);
  }

  reset(): void {
    this.grips = [];
    this.keyframes = [];
    this.motion = undefined;
    this.unsolved = false;
    this.design.setHandles([]);
    this.design.reset();
  }

  /** Keeps the present state for undo. */
  keep(): void {
    this.past.push(this.#snapshot());
    this.future.length = 0;
  }

  /** Goes back to what was kept last, or forward again; false if there is nothing. */
  travel(from: Snapshot[], to: Snapshot[]): boolean {
    const state = from.pop();
    if (!state) return false;
    to.push(this.#snapshot());
    this.keyframes = state.keyframes;
    this.motion = undefined;
    this.#take(state);
    return true;
  }

  /** The pose as it is, at a time; instead of one that is there. */
  addKeyframe(time: number): void {
    const { displacements } = this.design.state(),
      others = this.keyframes.filter((key) => key.time !== time);
    this.keyframes = [...others, { time, grips: this.grips, displacements }].sort((a, b) => a.time - b.time);
    this.motion = undefined;
  }

  /** Gives a keyframe another time; its number is then that in the order of time. */
  moveKeyframe(from: number, to: number): void {
    if (this.keyframes.some(({ time }) => time === to)) return;
    this.keyframes = this.keyframes
      .map((key) => (key.time === from ? { ...key, time: to } : key))
      .sort((a, b) => a.time - b.time);
    this.motion = undefined;
  }

  removeKeyframe(time: number): void {
    this.keyframes = this.keyframes.filter((key) => key.time !== time);
    this.motion = undefined;
  }

  /** Takes the pose of a keyframe back, to pull it further. */
  poseOf(time: number): void {
    const key = this.keyframes.find((each) => each.time === time);
    if (key) this.#take(key);
  }

  /** Solves the motion between the keyframes. */
  solveMotion(obstacles: ConstructorParameters<typeof MotionDesign>[1]['obstacles']): MotionReport {
    const keyframes = this.keyframes.map(({ time, displacements }) => ({ time, pose: { displacements } }));
    this.motion = new MotionDesign(this.field, { keyframes, obstacles: obstacles ?? [] });
    this.report = this.motion.solve({ frames: 9, iterations: 60 });
    return this.report;
  }

  /** The design as a file that `thixo deform` and `thixo animate` read. */
  saved(obstacles: readonly unknown[]): object {
    const poses = this.keyframes.map(({ grips }, k) => [`pose ${k}`, { handles: grips.map(savedHandle) }] as const),
      first = this.keyframes[0]?.time ?? 0;
    return {
      design: 1,
      name: 'From the page',
      shape: { mesh: { positions: Array.from(this.set.positions), triangles: Array.from(this.set.triangles) } },
      sampling: { particles: PARTICLES },
      weights: { volume: this.design.weights.volume },
      handles: this.grips.map(savedHandle),
      poses: Object.fromEntries(poses.filter(([, { handles }]) => handles.length > 0)),
      keyframes: this.keyframes.map(({ time, grips }, k) => ({
        time: time - first,
        pose: grips.length > 0 ? { shape: `pose ${k}` } : {},
      })),
      obstacles,
    };
  }

  #snapshot(): Snapshot {
    const { grips, keyframes } = this;
    return { grips, keyframes, displacements: this.design.state().displacements };
  }

  #take({ grips, displacements }: Pick<Snapshot, 'grips' | 'displacements'>): void {
    this.grips = grips;
    this.design.restore({ handles: grips.map(handleOf), weights: this.design.weights, displacements });
    this.unsolved = false;
  }

  #distances(place: readonly number[]): number[] {
    const { positions, count } = this.field;
    return Array.from({ length: count }, (_, i) =>
      Math.hypot(...[0, 1, 2].map((a) => positions[3 * i + a]! - place[a]!)),
    );
  }
}

const savedHandle = ({ particles, strengths, translate }: Grip) => ({ particles, strengths, translate });
const handleOf = ({ particles, strengths, translate }: Grip): Handle => ({
  grip: { particles, strengths },
  translate,
});
