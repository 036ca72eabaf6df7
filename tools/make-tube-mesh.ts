// Writes the tube of scenes/toothpaste: a wall of one layer of triangles, open at both ends, that narrows to a nozzle.
// Usage: npx tsx tools/make-tube-mesh.ts

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** (x, radius) along the axis, m. */
const PROFILE: readonly (readonly [number, number])[] = [
  [-0.16, 0.04],
  [-0.12, 0.04],
  [-0.08, 0.04],
  [-0.04, 0.04],
  [-0.01, 0.04],
  [0.01, 0.034],
  [0.025, 0.024],
  [0.035, 0.018],
  [0.06, 0.016],
];
const AROUND = 32;

const lines = ['# tube with a nozzle, m'];
for (const [x, radius] of PROFILE) {
  for (let k = 0; k < AROUND; k++) {
    const angle = (2 * Math.PI * k) / AROUND;
    lines.push(`v ${x} ${(radius * Math.cos(angle)).toFixed(6)} ${(radius * Math.sin(angle)).toFixed(6)}`);
  }
}
for (let ring = 1; ring < PROFILE.length; ring++) {
  for (let k = 0; k < AROUND; k++) {
    const next = (k + 1) % AROUND,
      [a, b] = [(ring - 1) * AROUND + k + 1, (ring - 1) * AROUND + next + 1],
      [c, d] = [a + AROUND, b + AROUND];
    lines.push(`f ${a} ${b} ${d}`, `f ${a} ${d} ${c}`);
  }
}
writeFileSync(fileURLToPath(new URL('../scenes/toothpaste/tube.obj', import.meta.url)), `${lines.join('\n')}\n`);
