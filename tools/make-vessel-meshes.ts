// Writes the small meshes of scenes with rigid bodies: the hull of a boat, the body of a duck, a cup, a glass, the flame of a candle, a fountain. Rings of points along a line are joined
// to closed surfaces; a cup is a profile that is turned. The same files come out again. Run with `tsx tools/make-vessel-meshes.ts`.

import { writeFileSync } from 'node:fs';

type Point = readonly [x: number, y: number, z: number];

interface Mesh {
  readonly points: Point[];
  readonly faces: (readonly [number, number, number])[];
}

/** Joins rings of equally many points, each counterclockwise as seen from the end; the ends are closed by fans. */
function loft(rings: readonly (readonly Point[])[]): Mesh {
  const n = rings[0]!.length,
    points = rings.flat(),
    faces: [number, number, number][] = [];
  for (let r = 0; r + 1 < rings.length; r++)
    for (let k = 0; k < n; k++) {
      const [a, b] = [r * n + k, r * n + ((k + 1) % n)];
      faces.push([a, b, a + n], [b, b + n, a + n]);
    }
  const last = points.length - n,
    [first, end] = [points.length, points.length + 1];
  points.push(middle(rings[0]!), middle(rings.at(-1)!));
  for (let k = 0; k < n; k++) faces.push([first, (k + 1) % n, k], [end, last + k, last + ((k + 1) % n)]);
  return { points, faces };
}

function middle(ring: readonly Point[]): Point {
  const sum = (axis: 0 | 1 | 2) => ring.reduce((all, point) => all + point[axis], 0) / ring.length;
  return [sum(0), sum(1), sum(2)];
}

/** Turns a profile of (radius, height) about the y axis: from the middle of the bottom, around, to the middle of the inside. */
function turned(profile: readonly (readonly [radius: number, height: number])[], segments: number): Mesh {
  const inner = profile.slice(1, -1),
    points: Point[] = [],
    faces: [number, number, number][] = [];
  for (const [radius, height] of inner)
    for (let k = 0; k < segments; k++) {
      const angle = (2 * Math.PI * k) / segments;
      points.push([radius * Math.cos(angle), height, -radius * Math.sin(angle)]);
    }
  for (let r = 0; r + 1 < inner.length; r++)
    for (let k = 0; k < segments; k++) {
      const [a, b] = [r * segments + k, r * segments + ((k + 1) % segments)];
      faces.push([a, b, a + segments], [b, b + segments, a + segments]);
    }
  const last = points.length - segments,
    [first, end] = [points.length, points.length + 1];
  points.push([0, profile[0]![1], 0], [0, profile.at(-1)![1], 0]);
  for (let k = 0; k < segments; k++)
    faces.push([first, (k + 1) % segments, k], [end, last + k, last + ((k + 1) % segments)]);
  return { points, faces };
}

/** A ship of length 1 along x, its deck at y = 0: round below, a bow that rises. */
function hull(): Mesh {
  const stations = 13,
    around = 16;
  return loft(
    Array.from({ length: stations }, (_, s) => {
      const t = s / (stations - 1), // from stern to bow
        wide =
          0.19 *
            Math.sqrt(Math.max(1 - Math.max(0, (t - 0.45) / 0.56) ** 2, 0)) *
            (0.72 + 0.28 * Math.min(1, t / 0.35)) +
          0.004,
        deep = 0.2 * (1 - 0.75 * Math.max(0, (t - 0.6) / 0.4) ** 2) * (0.75 + 0.25 * Math.min(1, t / 0.2)),
        sheer = 0.07 * Math.max(0, (t - 0.4) / 0.6) ** 2 + 0.02 * Math.max(0, (0.25 - t) / 0.25) ** 2;
      return Array.from({ length: around }, (_, k): Point => {
        const angle = (2 * Math.PI * k) / around,
          up = Math.sin(angle);
        return [t - 0.5, up >= 0 ? sheer + 0.015 * up : sheer + deep * up, -wide * Math.cos(angle)];
      });
    }),
  );
}

/** The body of a duck of length 1 along x, about its middle: round, with a tail that points up. */
function duck(): Mesh {
  const stations = 11,
    around = 14;
  return loft(
    Array.from({ length: stations }, (_, s) => {
      const t = s / (stations - 1),
        x = t - 0.5,
        radius = 0.3 * Math.sqrt(Math.max(1 - (2.04 * x) ** 2, 0.02)) * (t < 0.3 ? 0.45 + 1.83 * t : 1),
        lift = 0.28 * Math.max(0, (0.4 - t) / 0.4) ** 2;
      return Array.from({ length: around }, (_, k): Point => {
        const angle = (2 * Math.PI * k) / around;
        return [x, lift + 0.85 * radius * Math.sin(angle), -radius * Math.cos(angle)];
      });
    }),
  );
}

/** A cup of height 1 on y = 0, a little wider above, with a wall of a tenth and a round rim. */
function cup(): Mesh {
  const rim = Array.from({ length: 7 }, (_, k): [number, number] => {
    const angle = (Math.PI * k) / 6;
    return [0.412 + 0.043 * Math.cos(angle), 0.965 + 0.035 * Math.sin(angle)];
  });
  const outside = [
    [0, 0],
    [0.32, 0],
    [0.355, 0.01],
    [0.375, 0.04],
  ] as const;
  const inside = [
    [0.31, 0.17],
    [0.29, 0.12],
    [0.25, 0.1],
    [0, 0.1],
  ] as const;
  return turned([...outside, ...rim, ...inside], 72);
}

/** The flame of a candle, of height 1: round below, drawn out to a tip. */
function flame(): Mesh {
  const steps = 22;
  const profile = Array.from({ length: steps + 1 }, (_, k): [number, number] => {
    const t = k / steps;
    return [0.46 * Math.sin(Math.PI * t) ** 0.8 * (1 - t) ** 0.75 * (1 - 0.25 * t), t];
  });
  profile[0]![0] = 0;
  profile[steps]![0] = 0;
  return turned(profile, 40);
}

/** The rim of a round basin, m: a wall of stone around a radius of 0.7 with a rounded top. */
function basin(): Mesh {
  const top = Array.from({ length: 9 }, (_, k): [number, number] => {
    const angle = (Math.PI * k) / 8;
    return [0.77 + 0.065 * Math.cos(angle), 0.14 + 0.03 * Math.sin(angle)];
  });
  return ringOf([[0.81, 0], [0.81, 0.12], ...top, [0.703, 0.12], [0.703, 0]], 64);
}

/** The pipe of a fountain, m, on a foot of steps; its mouth is 0.19 m high. */
function pipe(): Mesh {
  const foot = [
    [0, 0.001],
    [0.2, 0.001],
    [0.2, 0.05],
    [0.16, 0.065],
    [0.115, 0.075],
  ] as const;
  const mouth = [
    [0.1, 0.12],
    [0.1, 0.16],
    [0.112, 0.18],
    [0.108, 0.19],
    [0.085, 0.19],
    [0, 0.188],
  ] as const;
  return turned([...foot, ...mouth], 64);
}

/** Turns a closed profile about the y axis: a ring. */
function ringOf(profile: readonly (readonly [radius: number, height: number])[], segments: number): Mesh {
  const n = profile.length,
    points: Point[] = [],
    faces: [number, number, number][] = [];
  for (let k = 0; k < segments; k++) {
    const angle = (2 * Math.PI * k) / segments;
    for (const [radius, height] of profile) points.push([radius * Math.cos(angle), height, -radius * Math.sin(angle)]);
  }
  for (let k = 0; k < segments; k++)
    for (let r = 0; r < n; r++) {
      const [a, b] = [k * n + r, ((k + 1) % segments) * n + r],
        [c, d] = [k * n + ((r + 1) % n), ((k + 1) % segments) * n + ((r + 1) % n)];
      faces.push([a, b, d], [a, d, c]);
    }
  return { points, faces };
}

/** A tumbler for lemonade, in meters: a thick bottom below y = 0, a straight inside of radius .0437, a round rim. */
function tumbler(): Mesh {
  const [inside, outside, height] = [0.0437, 0.0466, 0.168],
    middle = (inside + outside) / 2,
    rim = (outside - inside) / 2;
  return turned(
    [
      ...([
        [0, -0.013],
        [0.0405, -0.013],
        [0.0432, -0.0122],
        [0.0446, -0.0102],
        [0.0451, -0.007],
        [outside, height],
      ] as const),
      ...Array.from({ length: 7 }, (_, k): readonly [number, number] => {
        const angle = (Math.PI * (k + 1)) / 8;
        return [middle + rim * Math.cos(angle), height + rim * Math.sin(angle)];
      }),
      ...([
        [inside, height],
        [inside, 0.0012],
        [0.0432, 0.0002],
        [0.042, -0.0003],
        [0, -0.0003],
      ] as const),
    ],
    96,
  );
}

function write(file: string, { points, faces }: Mesh): void {
  const text = [
    ...points.map((point) => `v ${point.map((x) => x.toFixed(4)).join(' ')}`),
    ...faces.map((face) => `f ${face.map((n) => n + 1).join(' ')}`),
  ];
  writeFileSync(new URL(`../scenes/${file}`, import.meta.url), `${text.join('\n')}\n`);
}

write('boat-and-ducks/hull.obj', hull());
write('boat-and-ducks/duck.obj', duck());
write('cup-tipped/cup.obj', cup());
write('candle/flame.obj', flame());
write('fountain/basin.obj', basin());
write('fountain/pipe.obj', pipe());
write('lemonade/glass.obj', tumbler());
