// Fine pictures: rays meet what they should, light adds up, and the bytes never change.

import { describe, expect, it } from 'vitest';
import { DrawableList } from '../../src/render/drawable-list.ts';
import { SOLID } from '../../src/render/material.ts';
import { particleSpheres } from '../../src/render/particle-spheres.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import { Bvh } from '../../src/render/trace/bvh.ts';
import { denoised } from '../../src/render/trace/denoise.ts';
import { frameView } from '../../src/render/view.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { Dice } from '../helpers/dice.ts';
import { meshOf, particlesAt, pixelAt, sceneWith, surfaceOf, trig } from '../helpers/pictures.ts';

const uniform = (dice: Dice): number => dice.bits() / 4294967296;
const BOUNDS = { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] } as const;
const camera = { position: [0, 0.9, 3], target: [0, 0.45, 0] };
const ball = surfaceOf(meshOf({ sphere: { center: [0, 0.5, 0], radius: 0.4 } }));

/** The nearest hit by trying every triangle and sphere with plain double precision. */
function plainHit(
  mesh: { positions: Float32Array; elements: Uint32Array },
  balls: readonly Vec3[],
  radius: number,
  o: Vec3,
  d: Vec3,
): number {
  let best = Number.POSITIVE_INFINITY;
  const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const cross = (a: Vec3, b: Vec3): Vec3 => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (let t = 0; t < mesh.elements.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k): Vec3 => {
      const v = 3 * mesh.elements[t + k]!;
      return [mesh.positions[v]!, mesh.positions[v + 1]!, mesh.positions[v + 2]!];
    }) as [Vec3, Vec3, Vec3];
    const n = cross(sub(b, a), sub(c, a));
    const far = dot(sub(a, o), n) / dot(d, n);
    if (!(far > 1e-6)) continue;
    const p: Vec3 = [o[0] + far * d[0], o[1] + far * d[1], o[2] + far * d[2]];
    const inside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([u, v]) => dot(cross(sub(v!, u!), sub(p, u!)), n) >= 0);
    if (inside) best = Math.min(best, far);
  }
  for (const center of balls) {
    const m = sub(center, o);
    const b = dot(m, d) / dot(d, d);
    const root = b * b - (dot(m, m) - radius * radius) / dot(d, d);
    if (root >= 0 && b - Math.sqrt(root) > 1e-6) best = Math.min(best, b - Math.sqrt(root));
  }
  return best;
}

describe('rays', () => {
  it('meet what trying everything finds', () => {
    const dice = new Dice(7);
    const scene = sceneWith({});
    const points = Array.from(
      { length: 40 },
      (): Vec3 => [2 * uniform(dice) - 1, 2 * uniform(dice) - 1, 2 * uniform(dice) - 1],
    );
    const list = new DrawableList();
    const mesh = meshOf({ sphere: { center: [0, 0, 0], radius: 0.7 } });
    const spheres = particleSpheres(scene, particlesAt(points));
    list.add({ mesh }, Float32Array.of(1, 1, 1), SOLID);
    list.add({ spheres }, Float32Array.of(1, 1, 1), SOLID);
    const bvh = new Bvh(list.all);
    let met = 0;
    for (let n = 0; n < 300; n++) {
      const o: Vec3 = [4 * uniform(dice) - 2, 4 * uniform(dice) - 2, -3];
      const d: Vec3 = [uniform(dice) - 0.5, uniform(dice) - 0.5, 1];
      const wanted = plainHit(mesh, points, spheres.radii[0]!, o, d);
      const isHit = bvh.hit(...o, ...d, 1e-6, Number.POSITIVE_INFINITY);
      expect(isHit).toBe(wanted < Number.POSITIVE_INFINITY);
      if (isHit) expect(bvh.distance).toBeCloseTo(wanted, 4);
      if (isHit) met++;
    }
    expect(met).toBeGreaterThan(30);
    expect(new Bvh([]).hit(0, 0, 0, 0, 0, 1, 0, 1)).toBe(false);
  });
});

describe('a fine picture', () => {
  const shoot = (part: object, rays = 4) => {
    const scene = sceneWith({ camera, substances: { water: { preset: 'water' } }, ...part });
    const fine = { ...scene, look: { ...scene.look, quality: 'fine' as const, rays } };
    const view = frameView(fine, BOUNDS, 16 / 9);
    return renderFrame({
      scene: fine,
      time: 0,
      fields: particlesAt([]),
      surface: ball,
      width: 96,
      height: 54,
      view,
      trig,
    });
  };

  it('has the same bytes every time, liquid and wax alike', () => {
    for (const look of [{ stage: 'studio' }, { stage: 'dark', finish: 'wax' }]) {
      expect(shoot({ look }).pixels).toEqual(shoot({ look }).pixels);
    }
  });

  it('shows through water what is behind it, turned upside down as a ball of water does', () => {
    const wall = (color: string, y: number) => ({
      shape: { box: { center: [0, y, -1.2], size: [6, 1, 0.1] } },
      look: { color, finish: 'matte' },
    });
    const part = {
      look: { stage: 'studio', ground: false, substances: { water: { transparency: 0.98 } } },
      obstacles: [wall('#e01010', 1.0), wall('#1010e0', 0.0)],
    };
    const picture = shoot(part, 16);
    const [upper, lower] = [pixelAt(picture, 48, 16), pixelAt(picture, 48, 34)];
    expect(upper[2]).toBeGreaterThan(upper[0]);
    expect(lower[0]).toBeGreaterThan(lower[2]);
  });

  it('shows thick honey in its color and not red, however thick it is', () => {
    const honey = '#e68c14';
    for (const transparency of [0.5, 0.2, 0.05]) {
      const look = { stage: 'studio', colors: [honey], substances: { water: { transparency } } };
      const [red, green] = pixelAt(shoot({ look }, 32), 48, 30);
      // In linear light honey has a third of its red as green; what absorbs alone has less than a tenth of it here.
      expect(red).toBeGreaterThan(60);
      expect(green / red).toBeGreaterThan(0.42);
      expect(green / red).toBeLessThan(0.85);
    }
  });
});

describe('noise', () => {
  it('is taken out of a flat field, and an edge of surfaces stays', () => {
    const [width, height] = [32, 16];
    const dice = new Dice(3);
    const image = new Float32Array(3 * width * height);
    const colors = new Float32Array(3 * width * height);
    for (let k = 0; k < width * height; k++) {
      const side = k % width < 16 ? 0.2 : 0.8;
      for (let c = 0; c < 3; c++) {
        image[3 * k + c] = side + 0.1 * (uniform(dice) - 0.5);
        colors[3 * k + c] = side;
      }
    }
    const guides = {
      normals: new Float32Array(3 * width * height),
      colors,
      depths: new Float32Array(width * height).fill(1),
      variances: new Float32Array(width * height).fill(8e-4),
    };
    const clean = denoised(image, width, height, guides);
    const error = (values: Float32Array): number => {
      let worst = 0;
      for (let y = 3; y < 13; y++)
        for (let x = 3; x < 29; x++) worst += (values[3 * (y * width + x)]! - (x < 16 ? 0.2 : 0.8)) ** 2;
      return Math.sqrt(worst / 260);
    };
    expect(error(clean)).toBeLessThan(0.5 * error(image));
  });
});
