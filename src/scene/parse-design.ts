// From anything to a valid design: plain data, then structure by the schema, then names. All problems at once.

import { below } from '../pointer.ts';
import { type Problem, problem } from '../problem.ts';
import { cleanInput } from './clean-input.ts';
import { type Design, designSchema } from './design-schema.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { ProblemList } from './problem-list.ts';
import { isObject, nodeOf } from './schema-tree.ts';
import { explain } from './structure-problems.ts';
import { didYouMean } from './suggest.ts';

/** Whether a value wants to be a design and not a scene. */
export function isDesign(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, 'design');
}

/**
 * The design with all defaults, or a ThixoError with everything that is wrong with its structure.
 * @param input a `DesignInput`, or anything that wants to be one
 */
export function parseDesign(input: unknown, limits: Limits = DEFAULT_LIMITS): Design {
  const list = new ProblemList(),
    clean = cleanInput(input, limits, list);
  explain(nodeOf(designSchema), clean, { pointer: '', name: 'The design' }, list);
  list.throwIfAny();
  const design = designSchema.parse(clean);
  for (const found of [...unknownPoses(design), ...tooLong(design, limits)]) list.add(found);
  list.throwIfAny();
  return design;
}

function unknownPoses({ keyframes, poses }: Design): Problem[] {
  const names = Object.keys(poses);
  return keyframes.flatMap(({ pose }, k) => {
    if (pose?.shape === undefined || Object.hasOwn(poses, pose.shape)) return [];
    const known = names.length > 0 ? `There are: ${names.join(', ')}.` : 'Describe it under `poses`.',
      pointer = below(`/keyframes/${k}/pose`, 'shape');
    return [
      problem(
        'DESIGN_KEYFRAMES',
        pointer,
        `There is no pose "${pose.shape}".`,
        `${didYouMean(pose.shape, names)}${known}`,
      ),
    ];
  });
}

/** Frames of the cache of a motion, beside frame 0. */
export function framesOf({ keyframes, frameRate }: Pick<Design, 'keyframes' | 'frameRate'>): number {
  return Math.round(frameRate * keyframes.reduce((last, { time }) => Math.max(last, time), 0));
}

function tooLong(design: Design, limits: Limits): Problem[] {
  const frames = framesOf(design);
  if (frames <= limits.frames) return [];
  const message = `The keyframes at ${design.frameRate} frames per second are ${frames} frames; the most is ${limits.frames}.`;
  return [
    problem(
      'LIMIT_FRAMES',
      '/frameRate',
      message,
      'Lower frameRate, bring the keyframes together, or raise --limits frames.',
    ),
  ];
}
