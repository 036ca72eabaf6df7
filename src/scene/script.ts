// What of a scene is in force during a frame: what has come and not gone, with the parameters as they are then. A pure function of the
// scene and the frame, so that a run from the start, a restored one and one that was changed on the way agree bit for bit. [ADR 48]

import { frameFrom, isThere, type Period } from '../obstacles/period.ts';
import type { ForceField, Scene } from './schema.ts';
import { stagesOf } from './stages.ts';

/** The scene with the parameters that it has from a frame on. */
export interface Stage {
  readonly frame: number;
  readonly scene: Scene;
}

export class Script {
  /** The whole scene. */
  readonly scene: Scene;
  readonly stages: readonly Stage[];
  /** Frames at whose beginning something changes. */
  private readonly turns: ReadonlySet<number>;
  private last: Stage | undefined;

  constructor(scene: Scene) {
    this.scene = scene;
    this.stages = stagesOf(scene);
    this.turns = new Set(this.stages.flatMap(({ frame, scene: stage }) => [frame, ...turnsOf(stage)]));
  }

  /** Whether the scene in force may be another one from the beginning of a frame on. */
  turnsAt(frame: number): boolean {
    return this.turns.has(frame);
  }

  /** The whole scene with the parameters that it has during a frame. */
  stageAt(frame: number): Scene {
    return this.stages.findLast((stage) => stage.frame <= frame)!.scene;
  }

  /** The scene in force during a frame. */
  at(frame: number): Scene {
    if (this.last?.frame === frame) return this.last.scene;
    const scene = inForce(this.stageAt(frame), frame);
    this.last = { frame, scene };
    return scene;
  }
}

/** When a force field acts. */
export function periodOf(force: ForceField): Period {
  return Object.values(force)[0] as Period;
}

/** Emitters and regions of heat have their own clocks: they are in force in every frame of which they have a part. */
function hasPart({ from, to }: Period & { readonly from: number }, frame: number, frameRate: number): boolean {
  return from * frameRate < frame + 1 && (to === undefined || to * frameRate > frame);
}

/** Frames in which something of a stage comes or goes. */
function turnsOf({ frameRate, obstacles, sinks, forces, bodies, emitters, heatRegions }: Scene): number[] {
  const whole = [...obstacles, ...sinks, ...forces.map(periodOf), ...bodies].flatMap(({ from, to }: Period) =>
    [from, to].flatMap((time) => (time === undefined ? [] : frameFrom(time, frameRate))),
  );
  const parts = [...emitters, ...heatRegions].flatMap(({ from, to }) => [
    Math.floor(from * frameRate),
    ...(to === undefined ? [] : [Math.ceil(to * frameRate)]),
  ]);
  return [...whole, ...parts];
}

/** What of a stage is in force. Particles know their body, and emitters their random numbers, by place: of these a first part is. */
function inForce(stage: Scene, frame: number): Scene {
  const { frameRate } = stage,
    there = (one: Period) => isThere(one, frame, frameRate),
    heated = (one: Scene['heatRegions'][number]) => hasPart(one, frame, frameRate),
    begun = stage.emitters.findLastIndex(({ from }) => from * frameRate < frame + 1),
    arrived = stage.bodies.findLastIndex(({ from = 0 }) => frameFrom(from, frameRate) <= frame);
  const lists = {
    obstacles: kept(stage.obstacles, there),
    sinks: kept(stage.sinks, there),
    forces: kept(stage.forces, (force) => there(periodOf(force))),
    heatRegions: kept(stage.heatRegions, heated),
    emitters: kept(stage.emitters, (_, k) => k <= begun),
    bodies: kept(stage.bodies, (_, k) => k <= arrived),
  };
  const isWhole = Object.entries(lists).every(([key, list]) => stage[key as keyof typeof lists] === list);
  return isWhole ? stage : { ...stage, ...lists };
}

/** The same list if all of it is kept. */
function kept<T>(list: readonly T[], keep: (item: T, index: number) => boolean): readonly T[] {
  return list.every(keep) ? list : list.filter(keep);
}

/** Whether two scenes in force have the same parts. */
export function isSame(a: Scene, b: Scene): boolean {
  const keys = Object.keys({ ...a, ...b }) as (keyof Scene)[];
  return keys.every((key) => a[key] === b[key] || isSameList(a[key], b[key]));
}

function isSameList(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, k) => item === b[k]);
}
