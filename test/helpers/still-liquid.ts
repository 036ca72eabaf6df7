// Liquids at rest in containers of any shape: what fills them, and what is left of ρgz, of the level and of the rest after a while.

import type { SceneInput, SmoothedInput } from '../../src/index.ts';
import { advance, withWorld } from './worlds.ts';

type Point = readonly [number, number, number];
type Obstacle = NonNullable<SceneInput['obstacles']>[number];

const GRAVITY = 9.81;
/** Frames per second, and how many of the last ones are averaged. */
const FRAME_RATE = 25;
const AVERAGED = 13;
/** Part of the level below which pressures are fitted: above it the surface has one of its own. */
const SUBMERGED = 0.85;
/** Slices of the tables of volume and moment. */
const SLICES = 20_000;

/** A container, in its own frame: y is up, and its lowest point is at height 0. Lengths in units of `size`. */
export interface Container {
  readonly dimension: 2 | 3;
  /** What it is made of, in the frame of the world: `place` and `turn` take points and directions there, `size` is in m. */
  obstacles(frame: Frame): Obstacle[];
  /** Whether a place is inside; every place within `width` and `depth` if left out. */
  holds?(place: Point): boolean;
  /** Width that is filled, and depth in z. */
  readonly width: number;
  /** Height up to which it is filled. */
  readonly filled: number;
  /** Area of its cross-section at a height; a width in 2D. */
  area(height: number): number;
}

export interface Frame {
  readonly size: number;
  readonly spacing: number;
  place(p: Point): Point;
  turn(direction: Point): Point;
}

export interface Still {
  readonly container: Container;
  readonly substance: SmoothedInput;
  readonly restDensity: number;
  /** m */
  readonly size: number;
  /** Particles along `size`. */
  readonly across: number;
  /** Degrees about z, gravity too. */
  readonly turned?: number;
  /** m along x and y */
  readonly away?: number;
  /** s */
  readonly seconds: number;
}

/** Over ρg, over ρgH, over H, over √(gH). */
export interface Rest {
  readonly slope: number;
  readonly bottom: number;
  readonly level: number;
  readonly rms: number;
}

/** Fills a container with a cubic lattice, lets it go, and says how the liquid stands after so many seconds, as a mean over the last half. */
export async function comeToRest(still: Still): Promise<Rest> {
  const frame = frameOf(still);
  return withWorld(sceneOf(still, frame), (world) => {
    const { up, origin } = upOf(still),
      levels = levelsOf(still, world.ledger().mass / still.restDensity),
      { count } = world.fields,
      samples: [height: number, pressure: number][] = [];
    let squares = 0,
      heights = 0;
    advance(world, Math.round(still.seconds * FRAME_RATE) - AVERAGED);
    for (let n = 0; n < AVERAGED; n++) {
      advance(world, 1);
      const { position, pressure, velocity } = world.fields;
      for (let i = 0; i < count; i++) {
        const height = up[0] * (position[3 * i]! - origin) + up[1] * (position[3 * i + 1]! - origin);
        heights += height / (AVERAGED * count);
        samples.push([height, pressure[i]!]);
      }
      squares += velocity.reduce((sum, v) => sum + v * v, 0) / (AVERAGED * count);
    }
    const { slope, bottom } = fitLine(samples, SUBMERGED * levels.expected),
      weight = still.restDensity * GRAVITY;
    return {
      slope: -slope / weight,
      bottom: bottom / (weight * levels.expected),
      level: levels.of(heights) / levels.expected,
      rms: Math.sqrt(squares / (GRAVITY * levels.expected)),
    };
  });
}

function upOf({ turned = 0, away = 0 }: Still): { up: readonly [number, number]; origin: number } {
  const angle = (turned * Math.PI) / 180;
  return { up: [-Math.sin(angle), Math.cos(angle)], origin: away };
}

function frameOf({ size, across, turned = 0, away = 0 }: Still): Frame {
  const angle = (turned * Math.PI) / 180,
    [c, s] = [Math.cos(angle), Math.sin(angle)],
    turn = ([x, y, z]: Point): Point => [c * x - s * y, s * x + c * y, z];
  const place = ([x, y, z]: Point): Point => {
    const [a, b, d] = turn([size * x, size * y, size * z]);
    return [a + away, b + away, d];
  };
  return { size, spacing: size / across, place, turn };
}

function sceneOf(still: Still, frame: Frame): SceneInput {
  const { container, substance, across } = still,
    { dimension, width, filled, holds = () => true } = container,
    { up } = upOf(still),
    positions: Point[] = [],
    count = (length: number) => Math.round(length * across);
  for (let k = 0; k < (dimension === 3 ? count(width) : 1); k++)
    for (let j = 0; j < count(filled); j++)
      for (let i = 0; i < count(width); i++) {
        const p: Point = [(i + 0.5) / across, (j + 0.5) / across, dimension === 3 ? (k + 0.5) / across : 0];
        if (holds(p)) positions.push(frame.place(p));
      }
  return {
    dimension,
    frameRate: FRAME_RATE,
    gravity: [-GRAVITY * up[0], -GRAVITY * up[1], 0],
    substances: { liquid: substance },
    bodies: [{ substance: 'liquid', spacing: frame.spacing, lattice: 'cubic', shape: { points: { positions } } }],
    obstacles: container.obstacles(frame),
  };
}

/** The level to which a volume fills a container, m, and the level that has a height of the center of mass (m). */
function levelsOf({ container, size }: Still, volume: number) {
  const step = size / SLICES,
    floor = size ** (container.dimension - 1);
  const climb = (reached: (volume: number, moment: number) => boolean): number => {
    let height = 0,
      sum = 0,
      moment = 0;
    while (height < 10 * size && !reached(sum, moment)) {
      const slice = floor * container.area((height + step / 2) / size) * step;
      sum += slice;
      moment += slice * (height + step / 2);
      height += step;
    }
    return height;
  };
  return {
    expected: climb((sum) => sum >= volume),
    of: (height: number) => climb((sum, moment) => sum > 0 && moment / sum >= height),
  };
}

/** Slope (Pa/m) and value at height 0 (Pa) of the line through the samples below a height (m). */
function fitLine(samples: readonly (readonly [number, number])[], high: number) {
  let n = 0,
    sy = 0,
    sp = 0,
    syy = 0,
    syp = 0;
  for (const [y, p] of samples) {
    if (y > high) continue;
    n++;
    sy += y;
    sp += p;
    syy += y * y;
    syp += y * p;
  }
  const slope = (n * syp - sy * sp) / (n * syy - sy * sy);
  return { slope, bottom: (sp - slope * sy) / n };
}
