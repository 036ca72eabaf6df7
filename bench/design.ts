// tsx bench/design.ts: how long shape and motion design take. A drag is 40 events that bend a shape by 86°, each solved to 1e-6 of its energy; beside it
// the plain way, Levenberg-Marquardt with a new matrix in every step. One thread, processor time,
// median of the events, energies compared. Then skins of 60 particles, as AW09 has them (55 pictures per second with 100,000 vertices, 10 with 500,000, on
// a GPU of 2008): the pass of the WASM module beside plain TypeScript, best of nine, results compared first.

import type { Handle } from '../src/design/index.ts';
import { MotionDesign, ShapeDesign, ShapeField } from '../src/design/index.ts';
import { MlsApproximation, sampleShape } from '../src/meshless/index.ts';
import { randomSigned } from '../src/random/random.ts';
import { bindSkin } from '../src/skin/bind-skin.ts';
import { deformSkin } from '../src/skin/deform-skin.ts';
import { FastSkin } from '../src/skin/fast-skin.ts';
import { median } from './median.ts';

const SPACING = 0.25;

/** Processor time so far, ms: other programs do not count. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

function grid(nx: number, ny: number, nz: number): ShapeField {
  const positions: number[] = [];
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) positions.push(i * SPACING, j * SPACING, k * SPACING);
  }
  return new ShapeField(new MlsApproximation({ dimension: 3, positions, supportRadius: 2 * SPACING }));
}

const slab = (low: number, high: number) => ({ box: { min: [-9, -9, low], max: [9, 9, high] } }) as const;

/** Handles after a part of the drag. */
function handles(height: number, part: number): Handle[] {
  return [
    { grip: { region: slab(-1, 0.1) } },
    {
      grip: { region: slab(height - 0.1, height + 1) },
      translate: [0.7 * height * part, 0, -0.3 * height * part],
      rotate: { axis: [0, 1, 0], degrees: 86 * part },
    },
  ];
}

function drag(name: string, field: ShapeField, method: 'auto' | 'levenberg-marquardt', iterations: number): void {
  const design = new ShapeDesign(field),
    height = field.positions.at(-1)!,
    times: number[] = [];
  let steps = 0,
    energy = 0;
  for (let event = 1; event <= 40; event++) {
    const begin = now();
    design.setHandles(handles(height, event / 40));
    const report = design.solve({ method, tolerance: 1e-6, iterations });
    times.push(now() - begin);
    steps += report.iterations;
    energy = report.energy;
  }
  console.log(
    `${name.padEnd(44)} ${median(times).toFixed(1).padStart(8)} ms/event, ${(steps / 40).toFixed(1)} steps, energy ${energy.toFixed(5)}`,
  );
}

function move(name: string, field: ShapeField, hasObstacle: boolean, frames: number, firstFrames: number): void {
  const shape = new ShapeDesign(field);
  shape.setHandles(handles(1.5, 0.7));
  shape.solve();
  const times = Array.from({ length: 3 }, () => {
    const motion = new MotionDesign(field, {
        keyframes: [
          { time: 0, pose: {} },
          { time: 1, pose: { displacements: shape.state().displacements } },
          { time: 2, pose: { translate: [2.5, 0, 0], rotate: { axis: [0, 1, 0], degrees: 90 } } },
        ],
        radius: 0.15,
        obstacles: hasObstacle ? [{ shape: { sphere: { center: [1.4, 0.5, 1.6], radius: 0.4 } } }] : [],
      }),
      begin = now();
    motion.solve({ frames, firstFrames });
    return now() - begin;
  });
  console.log(`${name.padEnd(44)} ${median(times).toFixed(0).padStart(8)} ms`);
}

const small = grid(3, 3, 7),
  large = grid(10, 10, 10);
drag('63 particles', small, 'auto', 200);
drag('63 particles, plain', small, 'levenberg-marquardt', 60);
drag('1,000 particles, solved', large, 'auto', 200);
drag('1,000 particles, 12 steps per event', large, 'auto', 12);
move('63 particles, 13 frames', small, false, 13, 13);
move('63 particles, 13 frames, obstacle', small, true, 13, 13);
move('63 particles, 5 to 13 frames, obstacle', small, true, 13, 5);
await skins(100_000);
await skins(500_000);

/** Points on a ball around 60 particles, in the order of a mesh: neighbors follow each other. */
async function skins(vertices: number): Promise<void> {
  const { positions: reference } = sampleShape({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: 60 }),
    present = reference.map((c, k) => c + 0.1 * randomSigned(5, 1, k)),
    rows = Math.floor(Math.sqrt(vertices / 2)),
    positions = Float64Array.from({ length: 3 * vertices }, (_, k) => {
      const v = Math.floor(k / 3),
        polar = (Math.PI * (Math.floor(v / (2 * rows)) + 0.5)) / rows,
        around = (Math.PI * (v % (2 * rows))) / rows;
      return [Math.sin(polar) * Math.cos(around), Math.cos(polar), Math.sin(polar) * Math.sin(around)][k % 3]!;
    }),
    mesh = { positions, normals: positions.slice(), triangles: new Uint32Array(0) };
  for (const normals of ['exact', 'cheap'] as const) {
    const skin = bindSkin(mesh, reference, { normals }),
      fast = await FastSkin.create(skin),
      out = { positions: new Float64Array(3 * vertices), normals: new Float64Array(3 * vertices) };
    deformSkin(skin, present, out);
    const found = fast.deform(present).positions,
      wrong = found.findIndex((c, k) => !(Math.abs(c - out.positions[k]!) < 1e-5));
    if (wrong >= 0) throw new Error(`coordinate ${wrong} differs: ${found[wrong]} and ${out.positions[wrong]}`);
    const [slow, quick] = [best(() => deformSkin(skin, present, out)), best(() => fast.deform(present))];
    console.log(
      `${`${vertices} vertices, ${normals} normals`.padEnd(44)} ${quick.toFixed(2).padStart(8)} ms, ${(1000 / quick).toFixed(0)} per second; TypeScript ${slow.toFixed(1)} ms`,
    );
  }
}

function best(work: () => void): number {
  let least = Infinity;
  for (let round = 0; round < 9; round++) {
    const begin = now();
    for (let k = 0; k < 4; k++) work();
    least = Math.min(least, (now() - begin) / 4);
  }
  return least;
}
