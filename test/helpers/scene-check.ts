// What parseScene and its kin say about a value.

import { expect } from 'vitest';
import { type Problem, ThixoError } from '../../src/problem.ts';
import type { Limits } from '../../src/scene/limits.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import type { Scene } from '../../src/scene/schema.ts';

/** Trigonometry that is good enough for checks. */
export const TRIG = { sin: Math.sin, cos: Math.cos };

/** The scene of an input that must be right. */
export function parse(input: unknown, limits?: Limits): Scene {
  return parseScene(input, TRIG, limits);
}

/** The problems that something throws; none if it does not throw. Anything but a ThixoError is a failure. */
export function problemsOf(act: () => unknown): readonly Problem[] {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ThixoError);
    return (error as ThixoError).problems;
  }
  return [];
}

/** The problems of a scene. */
export function sceneProblems(input: unknown, limits?: Limits): readonly Problem[] {
  return problemsOf(() => parse(input, limits));
}

/** Code and pointer of each problem. */
export function codesAt(problems: readonly Problem[]): string[] {
  return problems.map(({ code, pointer }) => `${code} ${pointer}`);
}
