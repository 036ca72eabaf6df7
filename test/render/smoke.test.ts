// Smoke: soft at its edges, thicker where there is more of it, hidden by what is before it, darker on the side away from the light.

import { describe, expect, it } from 'vitest';
import type { Picture } from '../../src/render/picture.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import { frameView } from '../../src/render/view.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { particlesAt, pixelAt, sceneWith, trig } from '../helpers/pictures.ts';

const [WIDTH, HEIGHT] = [96, 54];
const cloud: Vec3[] = [];
for (let x = -3; x <= 3; x++)
  for (let y = -3; y <= 3; y++)
    for (let z = -3; z <= 3; z++) if (x * x + y * y + z * z <= 9) cloud.push([0.1 * x, 0.5 + 0.1 * y, 0.1 * z]);

function shoot(look: object, over: object = {}, points = cloud): Picture {
  const scene = sceneWith({
    camera: { position: [0, 0.5, 3], target: [0, 0.5, 0] },
    look: {
      ...{ stage: 'dark', ground: false, colors: ['#d0d0d0'], rays: 4 },
      ...{ substances: { water: { style: 'smoke' } }, ...look },
    },
    ...over,
  });
  const view = frameView(scene, { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] }, WIDTH / HEIGHT);
  return renderFrame({ scene, time: 0, fields: particlesAt(points), width: WIDTH, height: HEIGHT, view, trig });
}

const light = (picture: Picture, x: number, y = HEIGHT / 2): number =>
  pixelAt(picture, x, y).reduce((sum, byte) => sum + byte, 0);

describe.each(['fast', 'fine'])('smoke in %s pictures', (quality) => {
  it('is thickest in the middle and fades without an edge', () => {
    const picture = shoot({ quality });
    const row = Array.from({ length: WIDTH }, (_, x) => light(picture, x));
    const steps = row.slice(1).map((sum, k) => Math.abs(sum - row[k]!));
    expect(row[WIDTH / 2]!).toBeGreaterThan(row[2]! + 150);
    expect(Math.max(...steps)).toBeLessThan(0.35 * (Math.max(...row) - row[2]!));
    const thin = shoot({ quality, substances: { water: { style: 'smoke', transparency: 0.95 } } });
    expect(light(thin, WIDTH / 2)).toBeLessThan(light(picture, WIDTH / 2) - 60);
  });

  it('is hidden by a board before it and not by one behind it', () => {
    const board = (z: number) => ({ obstacles: [{ shape: { box: { center: [0, 0.5, z], size: [3, 3, 0.02] } } }] });
    const bare = shoot({ quality }, board(1), []);
    expect(shoot({ quality }, board(1)).pixels).toEqual(bare.pixels);
    expect(light(shoot({ quality }, board(-1)), WIDTH / 2)).not.toBe(
      light(shoot({ quality }, board(-1), []), WIDTH / 2),
    );
  });
});

it('is brighter toward the key light than away from it', () => {
  const picture = shoot({
    sun: { direction: [0, 1, 0] },
    substances: { water: { style: 'smoke', transparency: 0.2 } },
  });
  expect(light(picture, WIDTH / 2, 17)).toBeGreaterThan(light(picture, WIDTH / 2, 38) + 40);
});
