import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EqualSteps, HalvedSteps, type StepPlan } from '../../src/world/step-plan.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

/** The steps of a stretch under limits that follow each other; the last one stays. */
function stepsOf(limits: readonly number[], plan: StepPlan = new EqualSteps(1 << 14)): number[] {
  const steps: number[] = [];
  while (plan.at < 1) steps.push(plan.next(limits[Math.min(steps.length, limits.length - 1)]!));
  expect(plan.at).toBe(1);
  return steps;
}

const LIMITS = fc.array(fc.double({ min: 1e-3, max: 3, noNaN: true }), { minLength: 1, maxLength: 50 });

/** No step is longer than its limit, and together they are the stretch. */
function expectCut(steps: readonly number[], limits: readonly number[]): void {
  steps.forEach((dt, n) => {
    expect(dt).toBeGreaterThan(0);
    expect(dt).toBeLessThanOrEqual(limits[Math.min(n, limits.length - 1)]! * (1 + 2e-9));
  });
  expect(Math.abs(steps.reduce((sum, dt) => sum + dt, 0) - 1)).toBeLessThan(1e-12);
}

describe('equal steps', () => {
  it('are as few as the limit allows', () => {
    expect(stepsOf([0.34])).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(stepsOf([0.333])).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(stepsOf([5])).toEqual([1]);
    expect(stepsOf([1 / 7 - 1e-16])).toHaveLength(7); // a limit that is a part of it up to rounding
    const many = stepsOf([1 / 1000.5]);
    expect(many).toHaveLength(1001);
    expect(new Set(many).size).toBe(1);
  });

  it('are cut anew when the limit shrinks, from where they are', () => {
    expect(stepsOf([0.5, 0.2])).toEqual([0.5, 0.5 / 3, 0.5 / 3, 0.5 / 3]);
  });

  it('grow only when an eighth of them can be saved', () => {
    expect(stepsOf([0.01, 0.0105])).toHaveLength(100);
    expect(stepsOf([0.01, 0.02])).toHaveLength(1 + 50);
    expect(stepsOf([0.5, 0.25, 5])).toHaveLength(3); // the last one is never cut for nothing
  });

  it('begin anew where one was not taken', () => {
    const plan = new EqualSteps(1 << 14);
    expect(plan.next(0.25)).toBe(0.25);
    expect(plan.next(0.25)).toBe(0.25);
    plan.undo();
    expect(plan.at).toBe(0.25);
    expect(plan.next(0.15)).toBe(0.15);
    expect(plan.at).toBe(0.4);
    const halved = new HalvedSteps(64);
    halved.next(0.5);
    halved.undo();
    expect([halved.at, halved.next(0.1), halved.at]).toEqual([0, 0.0625, 0.0625]);
  });

  it('hit the end, whatever the limits are', fuzzed, () => {
    holds(fc.property(LIMITS, (limits) => expectCut(stepsOf(limits), limits)));
  });

  it('are no shorter than the most of them are', () => {
    expect(new EqualSteps(1000).shortest).toBeLessThanOrEqual(1 / 1000);
    expect(new EqualSteps(1000).shortest).toBeGreaterThan(1 / 1001);
  });
});

describe('halved steps', () => {
  it('are powers of two on their own grid', fuzzed, () => {
    holds(
      fc.property(LIMITS, (limits) => {
        const plan = new HalvedSteps(1 << 14),
          steps: number[] = [];
        while (plan.at < 1) {
          const at = plan.at,
            step = plan.next(limits[Math.min(steps.length, limits.length - 1)]!);
          expect(Number.isInteger(Math.log2(step))).toBe(true);
          expect(Number.isInteger(at / step)).toBe(true);
          steps.push(step);
        }
        expectCut(steps, limits);
      }),
    );
  });

  it('are as long as the limit and the grid allow', () => {
    expect(stepsOf([0.3], new HalvedSteps(64))).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(stepsOf([0.25, 0.6], new HalvedSteps(64))).toEqual([0.25, 0.25, 0.5]);
    expect(new HalvedSteps(100).shortest).toBe(1 / 64);
  });
});
