// Spheres against rays cast one by one, the normals of Miller and Pearce against the plain sum, and what is read off meshes against
// closed forms.

import { describe, expect, it } from 'vitest';
import type { Drawable } from '../../src/render/drawable.ts';
import { GlobuleNormals } from '../../src/render/globule-normals.ts';
import { depthOfKey } from '../../src/render/projection.ts';
import { rasterTarget } from '../../src/render/raster-target.ts';
import { TriangleDrawer } from '../../src/render/rasterize.ts';
import { SphereDrawer, type Spheres, walkSpheres } from '../../src/render/spheres.ts';
import { normalize, SurfacePoint, SurfaceReader } from '../../src/render/surface-reader.ts';
import { TriangleWalk } from '../../src/render/triangle-setup.ts';
import { Dice } from '../helpers/dice.ts';
import { fuzzed, onSeeds } from '../helpers/holds.ts';
import { frontProjection, meshOf } from '../helpers/pictures.ts';

const [WIDTH, HEIGHT] = [90, 60];

function randomSpheres(count: number, seed: number, largest: number): Spheres {
  const dice = new Dice(seed);
  const real = (): number => dice.bits() / 2 ** 32;
  return {
    count,
    centers: Float32Array.from({ length: 3 * count }, () => 3 * real() - 1.5),
    radii: Float32Array.from({ length: count }, () => largest * (0.3 + 0.7 * real())),
  };
}

const material = { kind: 'solid', gloss: 0, glow: 0, metal: false, wax: 0 } as const;
const drawable = (part: Partial<Drawable>): Drawable => ({
  firstId: 1,
  count: 1,
  mesh: undefined,
  spheres: undefined,
  colors: Float32Array.of(1, 1, 1),
  material,
  flowing: false,
  casts: true,
  ...part,
});

describe.each([
  ['perspective', frontProjection(WIDTH, HEIGHT)],
  ['parallel view', frontProjection(WIDTH, HEIGHT, { height: 3.6 })],
])('spheres in %s', (_name, projection) => {
  const spheres = randomSpheres(25, 11, 0.5);
  const target = rasterTarget(WIDTH, HEIGHT);
  walkSpheres(projection, WIDTH, HEIGHT, spheres, new SphereDrawer(target));

  it('show the nearest one at its exact depth, with its normal', () => {
    const reader = new SurfaceReader(projection, [drawable({ spheres, count: 25 })], undefined);
    const point = new SurfacePoint();
    const wrong: string[] = [];
    let hits = 0;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const [u, v] = [
          (x + 0.5 - projection.centerX) / projection.scale,
          (projection.centerY - y - 0.5) / projection.scale,
        ];
        const [ox, oy, dx, dy] = projection.perspective ? [0, 0, u, v] : [u, v, 0, 0];
        let best = { id: 0, depth: Number.POSITIVE_INFINITY };
        for (let k = 0; k < spheres.count; k++) {
          const [cx, cy, cz] = spheres.centers.slice(3 * k, 3 * k + 3) as unknown as [number, number, number];
          const [px, py, pz] = [ox - cx, oy - cy, 5 - cz]; // ray (dx, dy, −1)
          const [a, b] = [dx * dx + dy * dy + 1, px * dx + py * dy - pz];
          const square = b * b - a * (px * px + py * py + pz * pz - spheres.radii[k]! ** 2);
          const depth = (-b - Math.sqrt(square)) / a;
          if (square >= 0 && depth < best.depth) best = { id: k + 1, depth };
        }
        const at = y * WIDTH + x;
        if (target.ids[at] !== best.id) wrong.push(`(${x}, ${y}): ${target.ids[at]}, not ${best.id}`);
        if (best.id === 0 || target.ids[at] !== best.id) continue;
        hits++;
        const depth = depthOfKey(projection.perspective, target.keys[at]!);
        if (!(Math.abs(depth - best.depth) < 1e-5)) wrong.push(`(${x}, ${y}): depth ${depth}, not ${best.depth}`);
        reader.aim(x + 0.5, y + 0.5);
        reader.read(point, best.id, depth);
        const center = spheres.centers.slice(3 * best.id - 3, 3 * best.id);
        const truth = [ox + depth * dx - center[0]!, oy + depth * dy - center[1]!, 5 - depth - center[2]!];
        const length = Math.hypot(...truth);
        const off = Math.hypot(
          point.nx - truth[0]! / length,
          point.ny - truth[1]! / length,
          point.nz - truth[2]! / length,
        );
        if (!(off < 1e-6)) wrong.push(`(${x}, ${y}): normal off by ${off}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(800);
  });
});

it('leaves out spheres around and behind the camera, and those that are no numbers', () => {
  const target = rasterTarget(WIDTH, HEIGHT);
  const spheres: Spheres = {
    count: 4,
    centers: Float32Array.of(0, 0, 5.1, 0, 0, 9, Number.NaN, 0, 0, 0, 0, 0),
    radii: Float32Array.of(0.5, 0.5, 0.5, Number.NaN),
  };
  walkSpheres(frontProjection(WIDTH, HEIGHT), WIDTH, HEIGHT, spheres, new SphereDrawer(target));
  expect(Math.max(...target.ids)).toBe(0);
});

describe('globules', () => {
  const spheres = randomSpheres(400, 5, 0.3);
  const normals = new GlobuleNormals(spheres);

  it(
    'have normals equal to the plain sum over all spheres [MP89.10]',
    fuzzed,
    onSeeds((seed) => {
      const dice = new Dice(seed);
      let largest = 0;
      let found = 0;
      for (let n = 0; n < 300; n++) {
        const at = [0, 1, 2].map(() => (dice.bits() / 2 ** 32) * 3.6 - 1.8);
        const place = { x: at[0]!, y: at[1]!, z: at[2]!, nx: 0, ny: 0, nz: 0 };
        const isThere = normals.normalInto(place);
        const sum = [0, 0, 0];
        for (let p = 0; p < spheres.count; p++) {
          const d = [0, 1, 2].map((a) => at[a]! - spheres.centers[3 * p + a]!);
          const i = Math.hypot(...d);
          const r = 2 * spheres.radii[p]!;
          for (let a = 0; a < 3; a++) sum[a]! += d[a]! * Math.max(0, (r * r - i * i) / (i * i));
        }
        const size = Math.hypot(...sum);
        expect(isThere).toBe(size > 0);
        if (size === 0) continue;
        found++;
        largest = Math.max(largest, Math.hypot(place.nx - sum[0]!, place.ny - sum[1]!, place.nz - sum[2]!) / size);
      }
      expect(found).toBeGreaterThan(100);
      expect(largest).toBeLessThan(1e-11);
    }),
  );

  it('flow: between two spheres the normal points away from both', () => {
    const pair: Spheres = {
      count: 2,
      centers: Float32Array.of(-0.25, 0, 0, 0.25, 0, 0),
      radii: Float32Array.of(0.5, 0.5),
    };
    const place = { x: 0, y: 0.433, z: 0, nx: 0, ny: 0, nz: 0 };
    new GlobuleNormals(pair).normalInto(place);
    expect(Math.abs(place.nx)).toBeLessThan(1e-12);
    expect(place.ny).toBeGreaterThan(0);
  });

  it('have none far from all spheres, and are not disturbed by one that is no number', () => {
    const broken: Spheres = {
      count: 2,
      centers: Float32Array.of(Number.NaN, 0, 0, 0, 0, 0),
      radii: Float32Array.of(1, 1),
    };
    const place = { x: 1, y: 0, z: 0, nx: 0, ny: 0, nz: 0 };
    expect(new GlobuleNormals(broken).normalInto(place)).toBe(true);
    expect(place.nx).toBeCloseTo(3, 12);
    expect(new GlobuleNormals(broken).normalInto({ ...place, x: 50 })).toBe(false);
    expect(
      new GlobuleNormals({ count: 0, centers: new Float32Array(0), radii: new Float32Array(0) }).normalInto(place),
    ).toBe(false);
  });
});

it('reads a mesh of a sphere like the sphere: depth, normal, and a color that depends on the place', () => {
  const projection = frontProjection(WIDTH, HEIGHT);
  const mesh = meshOf({ sphere: { center: [0.2, -0.1, 0.3], radius: 1.2 } });
  const colors = mesh.positions.map((c) => 0.5 + 0.25 * c);
  const target = rasterTarget(WIDTH, HEIGHT);
  new TriangleWalk(projection, WIDTH, HEIGHT).walk(mesh, 'front', new TriangleDrawer(target));
  const reader = new SurfaceReader(
    projection,
    [drawable({ mesh, colors, count: mesh.elements.length / 3 })],
    undefined,
  );
  const point = new SurfacePoint();
  let [samples, normalOff, colorOff] = [0, 0, 0];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x;
      if (target.ids[at] === 0) continue;
      samples++;
      reader.aim(x + 0.5, y + 0.5);
      reader.read(point, target.ids[at]!, 1 / target.keys[at]!);
      normalize(point);
      const away = [point.x - 0.2, point.y + 0.1, point.z - 0.3];
      expect(Math.hypot(...away)).toBeGreaterThan(1.19);
      expect(Math.hypot(...away)).toBeLessThan(1.21);
      const along = (away[0]! * point.nx + away[1]! * point.ny + away[2]! * point.nz) / Math.hypot(...away);
      normalOff = Math.max(normalOff, 1 - along);
      const color = [point.red, point.green, point.blue];
      const truth = [point.x, point.y, point.z].map((c) => 0.5 + 0.25 * c);
      colorOff = Math.max(colorOff, ...color.map((c, k) => Math.abs(c - truth[k]!)));
    }
  }
  expect(samples).toBeGreaterThan(1400);
  expect(normalOff).toBeLessThan(0.003);
  expect(colorOff).toBeLessThan(0.004);
});
