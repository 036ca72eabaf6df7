// What a scene may change when it goes on from a state of another one: everything that is not already in that state.

import { frameFrom } from '../obstacles/period.ts';
import type { FieldRow } from '../particles/fields.ts';
import { below } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Emitter, Obstacle, Scene } from './schema.ts';

/** Throws BRANCH_FIXED for every change that a state simulated up to `frame` cannot follow. `simulated`: obstacles whose poses are in it. */
export function requireBranch(before: Scene, after: Scene, frame: number, simulated: readonly number[] = []): void {
  const problems = branchProblems(before, after, frame, simulated);
  if (problems.length > 0) throw new ThixoError(problems);
}

/** Every change that a state simulated up to `frame` cannot follow. */
export function branchProblems(
  before: Scene,
  after: Scene,
  frame: number,
  simulated: readonly number[] = [],
): Problem[] {
  return [
    ...fixedKeys(before, after),
    ...fixedAmounts(before, after, frame),
    ...fixedSubstances(before, after),
    ...fixedEmitters(before, after, frame / before.frameRate),
    ...fixedBodies(before, after, simulated),
    ...fixedGhosts(before, after),
  ];
}

/** Throws BRANCH_FIXED where the particles of the changed scene have other fields than those of the state. */
export function requireFields(before: readonly string[], after: readonly FieldRow[]): void {
  const missing = after.filter(({ name, late }) => !late && !before.includes(name)).map(({ name }) => name),
    spare = before.filter((name) => !after.some((row) => row.name === name));
  if (missing.length > 0) {
    const message = `The particles have no ${missing.join(' and no ')}, which the changed scene needs.`;
    throw new ThixoError([fixed('/substances', message)]);
  }
  if (spare.length > 0) {
    const message = `The particles have a ${spare.join(' and a ')}, which the changed scene does not use.`;
    throw new ThixoError([fixed('/substances', message)]);
  }
}

function fixedKeys(before: Scene, after: Scene): Problem[] {
  const reasons = {
    dimension: 'the particles move in this space',
    frameRate: 'the frames are counted by it',
    adaptivity: 'the particles were split and merged by it',
    boundary: 'the particles stand where it put them',
  } as const;
  return Object.entries(reasons).flatMap(([key, reason]) => {
    const name = key as keyof typeof reasons;
    return same(before[name], after[name]) ? [] : [fixed(`/${key}`, `"${key}" cannot change: ${reason}.`)];
  });
}

/** Bodies that are there already stay as they are; new ones come behind them and later. */
function fixedAmounts(before: Scene, after: Scene, frame: number): Problem[] {
  const { frameRate } = before,
    isOld = ({ from = 0 }: Scene['bodies'][number]) => from === 0 || frameFrom(from, frameRate) < frame,
    count = before.bodies.findLastIndex(isOld) + 1,
    old = (bodies: Scene['bodies']) => bodies.slice(0, count);
  if (!same(old(before.bodies), old(after.bodies)))
    return [fixed('/bodies', '"bodies" cannot change: they exist already.')];
  return after.bodies.flatMap((body, k) => {
    if (k < count || !isOld(body)) return [];
    const time = frame / frameRate;
    return [
      fixed(`/bodies/${k}/from`, `A new body cannot come at ${body.from ?? 0} s: the branch begins at ${time} s.`),
    ];
  });
}

/** Particles know their substance by its place. */
function fixedSubstances(before: Scene, after: Scene): Problem[] {
  const names = Object.keys(before.substances),
    now = Object.keys(after.substances);
  if (!names.every((name, k) => now[k] === name))
    return [fixed('/substances', `The substances must begin with ${names.join(', ')}, in this order.`)];
  return names
    .filter((name) => before.substances[name]!.model !== after.substances[name]!.model)
    .map((name) =>
      fixed(
        below(below('/substances', name), 'model'),
        `"${name}" cannot change its model: its particles exist already.`,
      ),
    );
}

/** What an emitter owes is counted from its start: what decides that must stay, and a new one must start later. */
function fixedEmitters(before: Scene, after: Scene, time: number): Problem[] {
  const owed = ({ to: _, maxParticles: _most, motion: _way, ...rest }: Emitter) => rest;
  const begun = before.emitters.findLastIndex(({ from }) => from < time);
  const problems = before.emitters.flatMap((emitter, k) => {
    const now = after.emitters[k];
    if (k > begun && (!now || now.from >= time)) return [];
    if (now && same(owed(emitter), owed(now))) return [];
    return [
      fixed(
        `/emitters/${k}`,
        `Emitter ${k} has already released particles; only "to", "maxParticles" and "motion" can change.`,
      ),
    ];
  });
  const early = after.emitters.flatMap((emitter, k) => {
    if (k < before.emitters.length || emitter.from >= time) return [];
    return [
      fixed(`/emitters/${k}/from`, `A new emitter cannot start at ${emitter.from} s: the branch begins at ${time} s.`),
    ];
  });
  return [...problems, ...early];
}

/** A simulated pose is where an obstacle of this shape has come from where the scene puts it. */
function fixedBodies(before: Scene, after: Scene, simulated: readonly number[]): Problem[] {
  const placed = ({ shape, inside }: Obstacle) => ({ shape, inside });
  return simulated.flatMap((k) => {
    const [was, now] = [before.obstacles[k], after.obstacles[k]];
    if (was && now && same(placed(was), placed(now))) return [];
    return [fixed(`/obstacles/${k}`, `Obstacle ${k} cannot change its shape: its pose is simulated.`)];
  });
}

/** Ghosts stand in obstacles of these shapes. */
function fixedGhosts({ boundary, obstacles }: Scene, after: Scene): Problem[] {
  const shapes = (list: readonly Obstacle[]) => list.map(({ shape, inside }) => ({ shape, inside }));
  if (boundary !== 'ghosts' || same(shapes(obstacles), shapes(after.obstacles))) return [];
  return [fixed('/obstacles', 'The shapes of obstacles with ghosts cannot change: the ghosts have a state.')];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function fixed(pointer: string, message: string): Problem {
  return problem('BRANCH_FIXED', pointer, message, 'Undo the change, or simulate the changed scene from its start.');
}
