// Draws the figures of docs/design.md: figure 13 of AW09, the box that is pulled without and with the volume term, and one like its figure 16, a
// motion around an obstacle. Run with `tsx tools/write-design-figures.ts`; takes seconds.

import { mkdirSync, writeFileSync } from 'node:fs';
import { MotionDesign, sampledField } from '../src/design/index.ts';
import { gridBox, pulledBox } from '../test/design/pulled-box.ts';

const FOLDER = new URL('../docs/pictures/design/', import.meta.url);

type Vec3 = readonly [number, number, number];
type Move = (places: Float64Array) => Float64Array;

/** Squares of the surface of a box, each as four corners. */
function squaresOf([sx, sy, sz]: Vec3, cell: number): Float64Array {
  const size = [sx, sy, sz],
    corners: number[] = [];
  for (let a = 0; a < 3; a++) {
    const [b, c] = [(a + 1) % 3, (a + 2) % 3];
    for (const side of [0, 1]) {
      const [nb, nc] = [size[b]! / cell, size[c]! / cell].map(Math.round) as [number, number];
      for (let i = 0; i < nb; i++) {
        for (let j = 0; j < nc; j++) {
          for (const [u, v] of side === 1 ? AROUND : AROUND.toReversed()) {
            const corner = [0, 0, 0];
            corner[a] = side * size[a]!;
            corner[b] = ((i + u) * size[b]!) / nb;
            corner[c] = ((j + v) * size[c]!) / nc;
            corners.push(...corner);
          }
        }
      }
    }
  }
  return Float64Array.from(corners);
}

const AROUND = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** From space to the page: seen from the front right, a little from above. */
const project = ([x, y, z]: Vec3): [number, number, number] => [
  0.86 * x + 0.5 * y,
  -z + 0.2 * (0.5 * x - 0.86 * y),
  0.5 * x - 0.86 * y,
];

/** Squares that look to the front, painted from back to front. */
function paint(
  corners: Float64Array,
  at: readonly [number, number],
  scale: number,
  hue: (n: number) => string,
): string {
  const shapes: { depth: number; text: string }[] = [];
  for (let n = 0; n < corners.length; n += 12) {
    const points = [0, 3, 6, 9].map((k) => [corners[n + k]!, corners[n + k + 1]!, corners[n + k + 2]!] as const),
      [a, b, c] = points as [Vec3, Vec3, Vec3, Vec3],
      [p, q] = [b.map((x, k) => x - a[k]!), c.map((x, k) => x - a[k]!)] as unknown as [Vec3, Vec3],
      normal = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]] as const,
      length = Math.hypot(...normal) || 1,
      facing = (0.5 * normal[0] - 0.84 * normal[1] + 0.2 * normal[2]) / length;
    if (facing <= 0) continue;
    const light = 45 + 40 * Math.max(0, (0.6 * normal[0] - 0.3 * normal[1] + 0.74 * normal[2]) / length),
      flat = points.map(project),
      path = flat.map(([x, y]) => `${(at[0] + scale * x).toFixed(0)},${(at[1] + scale * y).toFixed(0)}`).join(' '),
      depth = flat.reduce((sum, [, , d]) => sum + d, 0);
    shapes.push({
      depth,
      text: `<polygon points="${path}" fill="hsl(${hue(n / 12)} ${light.toFixed(0)}%)"/>`,
    });
  }
  return shapes
    .sort((a, b) => a.depth - b.depth)
    .map(({ text }) => text)
    .join('');
}

function page(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="15">
<rect width="${width}" height="${height}" fill="#fff"/>
<g stroke="#0003" stroke-width=".5">${body}</g>
</svg>
`;
}

const label = (x: number, y: number, text: string) =>
  `<text x="${x}" y="${y}" text-anchor="middle" stroke="none" fill="#24292f">${text}</text>`;

function figure13(): string {
  const rest = squaresOf([1, 1, 2], 0.2),
    held = (n: number) => {
      const z = (rest[12 * n + 2]! + rest[12 * n + 8]!) / 2;
      return z < 0.35 ? '215 70%' : z > 1.65 ? '20 85%' : '45 30%';
    },
    pulled = (volume: number) => {
      const design = pulledBox(gridBox(), 0.985, volume),
        { volumeChange } = design.solve();
      return {
        move: ((places) => design.moved(places)) as Move,
        text: `${volumeChange < 0 ? '' : '+'}${(100 * volumeChange).toFixed(1)} %`,
      };
    },
    [free, kept] = [pulled(0), pulled(100)];
  console.log(`figure 13: ${free.text} without, ${kept.text} with the volume term`);
  return page(
    760,
    520,
    [
      paint(rest, [50, 460], 110, held),
      paint(free.move(rest), [300, 460], 110, held),
      paint(kept.move(rest), [560, 460], 110, held),
      label(125, 505, 'at rest: bottom fixed, top moved'),
      label(375, 505, `rigidity alone: ${free.text}`),
      label(635, 505, `with volume: ${kept.text}`),
    ].join('\n'),
  );
}

function aroundBall(): string {
  const field = sampledField({ box: { min: [0, 0, 0], max: [0.5, 0.5, 1] } }, { count: 50 }),
    rest = squaresOf([0.5, 0.5, 1], 0.25),
    ball = { center: [2, 0.25, 0.9], radius: 0.45 } as const,
    motion = new MotionDesign(field, {
      keyframes: [
        { time: 0, pose: {} },
        { time: 1, pose: { translate: [4, 0, 0], rotate: { axis: [0, 1, 0], degrees: 90 } } },
      ],
      obstacles: [{ shape: { sphere: ball } }],
    }),
    report = motion.solve();
  const [bx, by] = project(ball.center);
  console.log(
    `around a ball: ${report.frames.length} frames, ${motion.penetration(rest, 100)} m deep, strain ${report.strain.toFixed(3)}`,
  );
  const poses = Array.from({ length: 9 }, (_, n) =>
    paint(motion.moved(rest, n / 8), [50, 260], 150, () => `${215 - 22 * n} 60%`),
  );
  return page(
    860,
    460,
    [
      ...poses.slice(0, 5),
      `<circle cx="${50 + 150 * bx}" cy="${260 + 150 * by}" r="${150 * ball.radius}" fill="#b0b7bf" stroke="#57606a"/>`,
      ...poses.slice(5),
      label(430, 440, 'two keyframes, a quarter turn apart, and a ball in the way'),
    ].join('\n'),
  );
}

mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL('figure-13.svg', FOLDER), figure13());
writeFileSync(new URL('around-a-ball.svg', FOLDER), aroundBall());
