// A shape, its handles and its keyframes, without anything to see.

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

/** A handle of the page: particles that were near where one clicked. */
export interface Grip {
  readonly particles: readonly number[];
  /** Where it is at rest, m. */
  readonly place: readonly [number, number, number];
  translate: [number, number, number];
}

interface Keyframe {
  readonly time: number;
  readonly grips: readonly Grip[];
  readonly displacements: readonly number[];
}

const PARTICLES = 80;
/** Part of the size of the shape within which particles belong to a handle. */
const REACH = 0.14;
/** Steps of a drag event: the next one goes on. */
const STEPS = 12;

export class Editor {
  readonly set: TriangleSet;
  readonly field: ShapeField;
  readonly design: ShapeDesign;
  readonly skin: ReturnType<typeof bindSkin>;
  grips: Grip[] = [];
  /** A skin follows the values at the particles, not the field there. */
  readonly #nodes: Rows;
  keyframes: Keyframe[] = [];
  motion: MotionDesign | undefined;
  report: MotionReport | undefined;

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
  gripAt(place: readonly [number, number, number]): Grip {
    const near = this.#near(place),
      known = this.grips.find(({ particles }) => particles.some((i) => near.includes(i)));
    if (known) return known;
    const grip: Grip = { particles: near, place, translate: [0, 0, 0] };
    this.grips.push(grip);
    return grip;
  }

  /** Solves some steps with the handles as they are. */
  pull(): void {
    this.design.setHandles(this.grips.map(handleOf));
    if (this.grips.length > 1) this.design.solve({ iterations: STEPS });
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
    this.design.setHandles([]);
    this.design.reset();
  }

  /** The pose as it is, a second after the last. */
  addKeyframe(): void {
    const grips = this.grips.map((grip) => ({ ...grip, translate: [...grip.translate] as Grip['translate'] }));
    this.keyframes.push({ time: this.keyframes.length, grips, displacements: this.design.state().displacements });
    this.motion = undefined;
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
    const poses = this.keyframes.map(({ grips }, k) => [`pose ${k}`, { handles: grips.map(savedHandle) }] as const);
    return {
      design: 1,
      name: 'From the page',
      shape: { mesh: { positions: Array.from(this.set.positions), triangles: Array.from(this.set.triangles) } },
      sampling: { particles: PARTICLES },
      weights: { volume: this.design.state().weights.volume },
      handles: this.grips.map(savedHandle),
      poses: Object.fromEntries(poses),
      keyframes: this.keyframes.map(({ time, grips }, k) => ({
        time,
        pose: grips.length > 0 ? { shape: `pose ${k}` } : {},
      })),
      obstacles,
    };
  }

  #near(place: readonly number[]): number[] {
    const { positions, count, size } = this.field,
      distances = Array.from({ length: count }, (_, i) =>
        Math.hypot(...[0, 1, 2].map((a) => positions[3 * i + a]! - place[a]!)),
      ),
      order = distances.map((_, i) => i).sort((i, j) => distances[i]! - distances[j]!);
    return order.filter((i, n) => n < 3 || distances[i]! < REACH * size);
  }
}

const savedHandle = ({ particles, translate }: Grip) => ({ particles, translate });
const handleOf = ({ particles, translate }: Grip): Handle => ({ grip: { particles }, translate });
