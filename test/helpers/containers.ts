// Containers for liquids at rest, in units of their size: none of them is one that the walls were tuned with.

import type { SceneInput } from '../../src/index.ts';
import type { Container, Frame } from './still-liquid.ts';

type Point = readonly [number, number, number];
type Obstacle = NonNullable<SceneInput['obstacles']>[number];

const plane = ({ place, turn }: Frame, point: Point, normal: Point): Obstacle => ({
  shape: { plane: { point: place(point), normal: turn(normal) } },
});

/** Floor, sides, and in 3D front and back, of a tank. */
const sides = (frame: Frame, dimension: 2 | 3, width = 1): Obstacle[] => [
  plane(frame, [0, 0, 0], [0, 1, 0]),
  plane(frame, [0, 0, 0], [1, 0, 0]),
  plane(frame, [width, 0, 0], [-1, 0, 0]),
  ...(dimension === 3 ? [plane(frame, [0, 0, 0], [0, 0, 1]), plane(frame, [0, 0, width], [0, 0, -1])] : []),
];

/** Triangles of a box between two corners, turned with everything. */
function boxMesh({ place }: Frame, min: Point, max: Point): { positions: number[]; triangles: number[] } {
  const corner = (k: number): Point => [k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]],
    faces = [
      0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
    ];
  return { positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => place(corner(k))), triangles: faces };
}

/** A box that is not turned. */
const box = ({ place }: Frame, min: Point, max: Point): Obstacle => ({
  shape: { box: { min: place(min), max: place(max) } },
});

/** A tank of planes. */
export const tank = (dimension: 2 | 3, filled = 0.8): Container => ({
  ...{ dimension, width: 1, filled, area: () => 1 },
  obstacles: (frame) => sides(frame, dimension),
});

/** A tank with a step: a block stands in its right half, and its upper edge is under water. */
export const stepped = (dimension: 2 | 3): Container => {
  const [edge, high] = [0.5, 0.35];
  return {
    ...{ dimension, width: 1, filled: 0.8, holds: ([x, y]) => x < edge || y > high },
    area: (y) => (y < high ? edge : 1),
    obstacles: (frame) => [...sides(frame, dimension), box(frame, [edge, -1, -5], [3, high, 5])],
  };
};

/** A block in the middle of the floor, with two edges under water. */
export const withBlock: Container = {
  ...{ dimension: 2, width: 1, filled: 0.7, holds: ([x, y]) => x < 0.3 || x > 0.65 || y > 0.3 },
  area: (y) => (y < 0.3 ? 0.65 : 1),
  obstacles: (frame) => [...sides(frame, 2), box(frame, [0.3, -1, -5], [0.65, 0.3, 5])],
};

/** A cylinder that stands on the floor, with its rim under water; in 2D it is a block of it that one sees. */
export const withPost = (dimension: 2 | 3): Container => {
  const [radius, high] = [0.25, 0.35],
    base = dimension === 2 ? 2 * radius : Math.PI * radius * radius;
  return {
    ...{ dimension, width: 1, filled: 0.75, area: (y) => (y < high ? 1 - base : 1) },
    holds: ([x, y, z]) => y > high || Math.hypot(x - 0.5, dimension === 2 ? 0 : z - 0.5) > radius,
    obstacles(frame) {
      const z = dimension === 2 ? 0 : 0.5,
        [from, to] = [frame.place([0.5, -1, z]), frame.place([0.5, high, z])];
      return [...sides(frame, dimension), { shape: { cylinder: { from, to, radius: radius * frame.size } } }];
    },
  };
};

/** A tube that lies in 2D, one that stands in 3D. */
export const round = (dimension: 2 | 3): Container => ({
  ...{ dimension, width: 1, filled: 0.7 },
  holds: ([x, y, z]) => Math.hypot(x - 0.5, (dimension === 2 ? y : z) - 0.5) < 0.5,
  area: (y) => (dimension === 2 ? 2 * Math.sqrt(Math.max(0, y * (1 - y))) : Math.PI / 4),
  obstacles({ place, size }) {
    const from = dimension === 2 ? place([0.5, 0.5, -1]) : place([0.5, 0, 0.5]),
      to = dimension === 2 ? place([0.5, 0.5, 1]) : place([0.5, 3, 0.5]);
    return [{ shape: { cylinder: { from, to, radius: size / 2 } }, inside: true }];
  },
});

/** Sheets of half a spacing as floor and sides. */
export const thin: Container = {
  ...{ dimension: 2, width: 1, filled: 0.8, area: () => 1 },
  obstacles(frame) {
    const sheet = frame.spacing / frame.size / 2;
    return [
      box(frame, [-1, -sheet, -1], [2, 0, 1]),
      box(frame, [-sheet, -1, -1], [0, 3, 1]),
      box(frame, [1, -1, -1], [1 + sheet, 3, 1]),
    ];
  },
};

/** Two walls at 45°. */
export const wedge: Container = {
  ...{ dimension: 2, width: 2, filled: 0.8, holds: ([x, y]) => Math.abs(x - 1) < y, area: (y) => 2 * y },
  obstacles: (frame) => [
    plane(frame, [1, 0, 0], [Math.SQRT1_2, Math.SQRT1_2, 0]),
    plane(frame, [1, 0, 0], [-Math.SQRT1_2, Math.SQRT1_2, 0]),
  ],
};

/** A box of triangles around the liquid. */
export const meshBox: Container = {
  ...{ dimension: 3, width: 1, filled: 0.8, area: () => 1 },
  obstacles: (frame) => [{ shape: { mesh: boxMesh(frame, [0, 0, 0], [1, 3, 1]) }, inside: true }],
};
