// From a design as data to a field, shapes that handles pull, and a motion. [AW09 §8] Problems name places in the design.

import type { Handle } from '../design/handles.ts';
import type { Keyframe } from '../design/keyframes.ts';
import { MotionDesign, type MotionSolve } from '../design/motion-design.ts';
import { placed as placedRigidly } from '../design/placed.ts';
import { sampledField } from '../design/sampled-field.ts';
import { ShapeDesign, type ShapeReport } from '../design/shape-design.ts';
import type { ShapeField } from '../design/shape-field.ts';
import { below } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Design, DesignHandle, DesignKeyframe } from '../scene/design-schema.ts';
import { didYouMean } from '../scene/suggest.ts';
import type { Shape } from '../shapes/shape.ts';

/** A shape that handles have pulled. */
export interface PulledShape {
  readonly shape: ShapeDesign;
  readonly report: ShapeReport;
}

/** A design ready to be solved. */
export class OpenDesign {
  readonly design: Design;
  readonly field: ShapeField;
  readonly #poses = new Map<string, readonly number[]>();

  /** Samples the shape; throws what is wrong with it. */
  constructor(design: Design) {
    this.design = design;
    const { particles, seed } = design.sampling;
    this.field = sampledField(design.shape as Shape, { count: particles, seed });
  }

  /** The shape that its handles, or those of a named pose, pull; not solved yet. */
  shapeOf(pose?: string): ShapeDesign {
    const { weights, poses, handles } = this.design,
      pointer = pose === undefined ? '' : below('/poses', pose),
      chosen = pose === undefined ? handles : poses[pose]?.handles;
    if (!chosen) throw unknownPose(pose!, Object.keys(poses));
    if (chosen.length === 0) throw noHandles(pointer, Object.keys(poses));
    return withPointers(pointer, () => {
      const shape = new ShapeDesign(this.field, {
        handles: weights.handles,
        rigidity: weights.rigidity,
        volume: weights.volume,
        evenness: weights.evenness,
      });
      shape.setHandles(chosen.map(libraryHandle));
      return shape;
    });
  }

  /** The motion between the keyframes; not solved yet. Poses of keyframes are. */
  motion(): MotionDesign {
    if (this.design.keyframes.length === 0) throw noKeyframes();
    const { weights, obstacles, rigid, radius, keyframes } = this.design,
      { handles: _, ...counted } = weights,
      keys = keyframes.map((key) => this.#libraryKeyframe(key));
    return withPointers('', () => {
      return new MotionDesign(this.field, {
        keyframes: keys,
        obstacles: obstacles.map(({ shape, inside, motion }) => ({
          shape: shape as Shape,
          inside,
          ...(motion && { motion }),
        })),
        weights: counted,
        rigid,
        ...(radius !== undefined && { radius }),
      });
    });
  }

  /** How the motion is to be solved. */
  get motionSolve(): MotionSolve {
    const { first, most, accuracy } = this.design.frames;
    return { firstFrames: Math.min(first, most), frames: most, accuracy };
  }

  #libraryKeyframe({ time, pose, handles, velocity }: DesignKeyframe): Keyframe {
    return {
      time,
      ...(pose && { pose: this.#libraryPose(pose) }),
      ...(handles && { handles: handles.map(libraryHandle) }),
      ...(velocity && { velocity }),
    };
  }

  #libraryPose({
    shape,
    translate,
    rotate,
    pivot,
  }: NonNullable<DesignKeyframe['pose']>): NonNullable<Keyframe['pose']> {
    const placing = { ...(translate && { translate }), ...(rotate && { rotate }), ...(pivot && { pivot }) };
    if (shape === undefined) return placing;
    return { displacements: placedRigidly(this.field, this.#poseOf(shape), placing) };
  }

  #poseOf(name: string): readonly number[] {
    const known = this.#poses.get(name);
    if (known) return known;
    const shape = this.shapeOf(name);
    shape.solve();
    const { displacements } = shape.state();
    this.#poses.set(name, displacements);
    return displacements;
  }
}

/** A handle of a design as the library takes it. */
function libraryHandle(handle: DesignHandle): Handle {
  const { translate, rotate, pivot, weight } = handle,
    motion = { weight, ...(translate && { translate }), ...(rotate && { rotate }), ...(pivot && { pivot }) };
  if ('region' in handle) return { ...motion, grip: { region: handle.region as Shape, falloff: handle.falloff } };
  if ('points' in handle)
    return { ...motion, grip: { points: handle.points.flat() }, ...(handle.to && { to: handle.to.flat() }) };
  const { particles, strengths } = handle;
  return { ...motion, grip: { particles, ...(strengths && { strengths }) } };
}

/** What `act` gives; the problems it throws stand where the design has what they are about. */
function withPointers<T>(prefix: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof ThixoError)) throw error;
    throw new ThixoError(error.problems.map((found) => ({ ...found, pointer: designPointer(prefix, found) })));
  }
}

/** The library has what a handle holds under `grip`, and coordinates of points in one list. */
function designPointer(prefix: string, { pointer }: Problem): string {
  const own = pointer
    .replace('/grip/', '/')
    .replace(/\/points\/(\d+)$/, (_, at: string) => `/points/${Math.floor(Number(at) / 3)}`);
  return `${prefix}${own}`;
}

function unknownPose(name: string, known: readonly string[]): ThixoError {
  const list = known.length > 0 ? `There are: ${known.join(', ')}.` : 'The design has no `poses`.';
  return new ThixoError([
    problem('DESIGN_HANDLES', '/poses', `There is no pose "${name}".`, `${didYouMean(name, known)}${list}`),
  ]);
}

function noKeyframes(): ThixoError {
  const hint =
    'Add two at least, such as { "time": 1, "pose": { "translate": [1, 0, 0] } }. `thixo deform` needs none.';
  return new ThixoError([
    problem('DESIGN_KEYFRAMES', '/keyframes', 'Nothing moves: the design has no keyframes.', hint),
  ]);
}

function noHandles(pointer: string, poses: readonly string[]): ThixoError {
  const other = poses.length > 0 && pointer === '' ? ` Or choose a pose: ${poses.join(', ')}.` : '',
    hint = `Add what holds and pulls it, such as { "points": [[0, 1, 0]], "translate": [0.1, 0, 0] }.${other}`;
  return new ThixoError([
    problem('DESIGN_HANDLES', `${pointer}/handles`, 'Nothing pulls the shape: it has no handles.', hint),
  ]);
}
