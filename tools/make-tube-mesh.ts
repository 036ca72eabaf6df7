// Writes the tube of scenes/toothpaste: a wall of one layer of triangles that narrows to a nozzle, open there and crimped at its end; and the
// thread around the nozzle.
// Usage: npx tsx tools/make-tube-mesh.ts

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** (x, half width along z, half height) along the axis, m. Paste is only where it is round. */
const PROFILE: readonly (readonly [number, number, number])[] = [
  [-0.222, 0.0605, 0.0012],
  [-0.205, 0.0605, 0.0012],
  [-0.203, 0.06, 0.002],
  [-0.19, 0.0565, 0.011],
  [-0.175, 0.052, 0.021],
  [-0.16, 0.0475, 0.03],
  [-0.145, 0.0435, 0.0365],
  [-0.13, 0.0405, 0.0395],
  [-0.12, 0.04, 0.04],
  [-0.08, 0.04, 0.04],
  [-0.04, 0.04, 0.04],
  [-0.01, 0.04, 0.04],
  [0.004, 0.0375, 0.0375],
  [0.016, 0.0305, 0.0305],
  [0.027, 0.0228, 0.0228],
  [0.035, 0.018, 0.018],
  [0.06, 0.016, 0.016],
];
const AROUND = 64;

const lines = ['# tube with a nozzle, m'];
for (const [x, wide, high] of PROFILE)
  for (let k = 0; k < AROUND; k++) {
    const angle = (2 * Math.PI * k) / AROUND;
    lines.push(`v ${x} ${(high * Math.cos(angle)).toFixed(6)} ${(wide * Math.sin(angle)).toFixed(6)}`);
  }
for (let ring = 1; ring < PROFILE.length; ring++) join(lines, (ring - 1) * AROUND, ring * AROUND);
write('tube.obj', lines);

/** The thread is three times one ring: its radius, and that of its section. */
const [OUT, THICK, SIDES, SEGMENTS] = [0.0184, 0.0016, 8, 40];

const thread = ['# a ring around the nozzle, m'];
for (let side = 0; side < SIDES; side++) {
  const turn = (2 * Math.PI * side) / SIDES,
    radius = OUT + THICK * Math.cos(turn);
  for (let k = 0; k < SEGMENTS; k++) {
    const angle = (2 * Math.PI * k) / SEGMENTS;
    const place = [THICK * Math.sin(turn), radius * Math.cos(angle), radius * Math.sin(angle)];
    thread.push(`v ${place.map((x) => Number(x.toFixed(5))).join(' ')}`);
  }
}
for (let side = 0; side < SIDES; side++) join(thread, side * SEGMENTS, ((side + 1) % SIDES) * SEGMENTS, SEGMENTS);
write('thread.obj', thread);

/** Two triangles between each pair of neighbors of two rings. */
function join(text: string[], from: number, to: number, around = AROUND): void {
  for (let k = 0; k < around; k++) {
    const next = (k + 1) % around,
      [a, b, c, d] = [from + k + 1, from + next + 1, to + k + 1, to + next + 1];
    text.push(`f ${a} ${b} ${d}`, `f ${a} ${d} ${c}`);
  }
}

function write(file: string, text: readonly string[]): void {
  writeFileSync(fileURLToPath(new URL(`../scenes/toothpaste/${file}`, import.meta.url)), `${text.join('\n')}\n`);
}
