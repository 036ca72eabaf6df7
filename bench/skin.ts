// tsx bench/skin.ts: how long binding and deforming a skin takes, by the WASM pass and in plain TypeScript. 200 particles and 10,000 vertices, as in
// MKN04 (27 pictures per second with forces on a laptop of 2004), and 100,000 vertices. Both results are compared first. Processor time, best of nine.

import { sampleShape } from '../src/meshless/index.ts';
import { randomSigned } from '../src/random/random.ts';
import { bindSkin } from '../src/skin/bind-skin.ts';
import { deformSkin } from '../src/skin/deform-skin.ts';
import { FastSkin } from '../src/skin/fast-skin.ts';
import type { SkinMesh } from '../src/skin/skin-mesh.ts';

const PARTICLES = 200;
const ROUNDS = 9;

/** Points on a ball of radius 1 with their normals. */
function ball(count: number): SkinMesh {
  const positions = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    const p = [0, 1, 2].map((a) => randomSigned(3, 1, 3 * v + a)),
      r = Math.hypot(...p);
    for (let a = 0; a < 3; a++) positions[3 * v + a] = p[a]! / r;
  }
  return { positions, normals: positions.slice(), triangles: new Uint32Array(0) };
}

/** Processor time of one of many runs, s; the best of some. */
function timed(runs: number, work: () => void): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let k = 0; k < runs; k++) work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6 / runs);
  }
  return best;
}

const { positions: reference } = sampleShape({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: PARTICLES }),
  present = reference.map((c, k) => c + 0.1 * randomSigned(5, 1, k));
process.stdout.write(
  '| follow | normals | vertices | weights each | bind, µs per vertex | TypeScript, ns per vertex | WASM, ns per vertex | WASM, ms |\n',
);
process.stdout.write('|---|---|---|---|---|---|---|---|\n');
for (const follow of ['field', 'particles'] as const) {
  for (const normals of ['exact', 'cheap'] as const) {
    for (const vertices of [10_000, 100_000]) {
      const mesh = ball(vertices),
        began = process.cpuUsage(),
        skin = bindSkin(mesh, reference, { follow, normals }),
        bound = process.cpuUsage(began).user / vertices,
        out = { positions: new Float64Array(3 * vertices), normals: new Float64Array(3 * vertices) },
        fast = await FastSkin.create(skin);
      deformSkin(skin, present, out);
      const found = fast.deform(present).positions,
        wrong = found.findIndex((c, k) => !(Math.abs(c - out.positions[k]!) < 1e-5));
      if (wrong >= 0) throw new Error(`coordinate ${wrong} differs: ${found[wrong]} and ${out.positions[wrong]}`);
      const runs = 400_000 / vertices,
        slow = timed(runs, () => deformSkin(skin, present, out)),
        quick = timed(5 * runs, () => fast.deform(present));
      const row = [
        follow,
        normals,
        vertices,
        (skin.particles.length / vertices).toFixed(1),
        bound.toFixed(1),
        ((1e9 * slow) / vertices).toFixed(0),
        ((1e9 * quick) / vertices).toFixed(1),
        (1e3 * quick).toFixed(3),
      ];
      process.stdout.write(`| ${row.join(' | ')} |\n`);
    }
  }
}
