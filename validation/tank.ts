// Still water in a tank: filled by a square lattice, let go, and watched. [card V30, V31]

import type { SceneInput, SmoothedInput, World } from '../src/index.ts';
import { randomSigned } from '../src/random/random.ts';
import { latticePoints, type Vec3 } from './simulate.ts';

type ObstacleInput = NonNullable<SceneInput['obstacles']>[number];

/** A tank whose inside is `width` wide (and deep, in 3D) and filled up to `depth`, with its lower left corner at the origin of its own frame. */
export interface Tank {
  readonly dimension: 2 | 3;
  /** Particles along its width. */
  readonly across: number;
  /** m */
  readonly width: number;
  readonly depth: number;
  /** g, m/s² */
  readonly gravity: number;
  /** c over √(gH); 0: the material `water` as it is. */
  readonly soundSpeed: number;
  /** η of the artificial viscosity. */
  readonly viscosity: number;
  /** h over the spacing. */
  readonly smoothing: number;
  /** How far the tank is turned about the z axis, degrees; gravity stays along −y of the tank. */
  readonly turn: number;
  /** How far from the origin it stands along x and y, m. */
  readonly shift: number;
  /** `density` of the substance, only with a sound speed; integrated if left out. */
  readonly density?: string;
  /** How its walls act; as walls if left out. */
  readonly boundary?: 'walls' | 'ghosts';
  /** Largest of the random velocities at the start along each axis, over √(gH); at rest if left out. */
  readonly stir?: number;
}

export const TANK = {
  across: { value: 25, meaning: 'particles along the width of the tank' },
  width: { value: 1, meaning: 'of the tank, m' },
  depth: { value: 1, meaning: 'H of the water, m' },
  gravity: { value: 9.81, meaning: 'g, m/s²' },
  soundSpeed: { value: 10, meaning: 'c over √(gH); 0 takes the material `water` as it is' },
  viscosity: { value: 0.2, meaning: 'artificial viscosity η; only with a sound speed' },
  smoothing: { value: 1.3, meaning: 'h over the spacing; only with a sound speed' },
  duration: { value: 2, meaning: 's' },
  turn: { value: 0, meaning: 'degrees by which everything is turned, gravity too' },
  shift: { value: 0, meaning: 'm by which everything is moved along x and y' },
} as const;

/** kg/m³ */
export const WATER = 1000;
/** Frames per second, each of which is looked at. */
export const TANK_FRAMES = 50;

/** What the tank holds. */
function liquid({ soundSpeed, viscosity, smoothing, density, gravity, depth }: Tank): SmoothedInput {
  if (soundSpeed === 0) return { preset: 'water' };
  return {
    kernel: 'quartic',
    smoothing,
    density: (density ?? 'continuity') as NonNullable<SmoothedInput['density']>,
    restDensity: WATER,
    stiffness: soundSpeed ** 2 * gravity * depth,
    artificialViscosity: viscosity,
  };
}

/** From the frame of the tank to that of the world. */
function placeOf({ turn, shift }: Tank): (p: Vec3) => Vec3 {
  const angle = (turn * Math.PI) / 180,
    c = Math.cos(angle),
    s = Math.sin(angle);
  return ([x, y, z]) => [c * x - s * y + shift, s * x + c * y + shift, z];
}

/** The heights of the particles above the floor, m, in the order of the fields. */
export function heightsOf({ fields: { position, count } }: World, { turn, shift }: Tank): Float64Array {
  const angle = (turn * Math.PI) / 180,
    heights = new Float64Array(count);
  for (let i = 0; i < count; i++)
    heights[i] = -Math.sin(angle) * (position[3 * i]! - shift) + Math.cos(angle) * (position[3 * i + 1]! - shift);
  return heights;
}

/** Velocities of so many particles that are stirred. */
function stirred({ stir = 0, dimension, gravity, depth }: Tank, count: number): { velocities?: Vec3[] } {
  if (stir === 0) return {};
  const most = stir * Math.sqrt(gravity * depth),
    along = (n: number, axis: number) => (axis < dimension ? most * randomSigned(1, 0, 3 * n + axis) : 0);
  return { velocities: Array.from({ length: count }, (_, n): Vec3 => [along(n, 0), along(n, 1), along(n, 2)]) };
}

/** A domain around the tank and as much air above it: ghosts of planes end there. */
function domainOf(tank: Tank): NonNullable<SceneInput['domain']> {
  const { width, depth } = tank,
    corners = [0, 1, 2, 3].map((k) => placeOf(tank)([k % 2 === 0 ? 0 : width, k < 2 ? 0 : 2 * depth, 0])),
    along = (a: 0 | 1) => corners.map((corner) => corner[a]);
  return {
    min: [Math.min(...along(0)), Math.min(...along(1)), 0],
    max: [Math.max(...along(0)), Math.max(...along(1)), width],
  };
}

/** The scene. `outside` says which places of the tank's frame hold water; `inner` are more obstacles, in the frame of the world. */
export function tankScene(
  tank: Tank,
  outside: (p: Vec3) => boolean = () => true,
  inner: readonly ObstacleInput[] = [],
): SceneInput {
  const { dimension, across, width, depth, gravity, turn } = tank,
    spacing = width / across,
    layers = dimension === 3 ? across : 1,
    place = placeOf(tank),
    direction = (d: Vec3): Vec3 => placeOf({ ...tank, shift: 0 })(d);
  const sites = latticePoints('cubic', [across, Math.round(depth / spacing), layers], spacing)
    .map(([x, y, z]): Vec3 => [x + spacing / 2, y + spacing / 2, dimension === 3 ? z + spacing / 2 : 0])
    .filter(outside);
  const wall = (point: Vec3, normal: Vec3): ObstacleInput => ({
    shape: { plane: { point: place(point), normal: direction(normal) } },
  });
  const walls = [wall([0, 0, 0], [0, 1, 0]), wall([0, 0, 0], [1, 0, 0]), wall([width, 0, 0], [-1, 0, 0])];
  if (dimension === 3) walls.push(wall([0, 0, 0], [0, 0, 1]), wall([0, 0, width], [0, 0, -1]));
  const angle = (turn * Math.PI) / 180;
  return {
    dimension,
    gravity: [gravity * Math.sin(angle), -gravity * Math.cos(angle), 0],
    frameRate: TANK_FRAMES,
    substances: { water: liquid(tank) },
    bodies: [
      {
        substance: 'water',
        spacing,
        lattice: 'cubic',
        shape: { points: { positions: sites.map(place), ...stirred(tank, sites.length) } },
      },
    ],
    obstacles: [...inner, ...walls],
    ...(tank.boundary && { boundary: tank.boundary, domain: domainOf(tank) }),
    time: { maxStepsPerFrame: 1 << 20 },
  };
}
