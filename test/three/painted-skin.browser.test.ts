// A skin with a picture in a real browser: the picture is there, the right way up, and a material of one's own stays as it was.

import { AmbientLight, MeshBasicMaterial, OrthographicCamera } from 'three';
import { expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { toBase64 } from '../../src/shapes/base64.ts';
import { packTriangles } from '../../src/shapes/triangle-set.ts';
import { SurfaceView } from '../../src/three/index.ts';
import { SIZE, Stage } from './stage.ts';

/** A picture of 2 × 2 squares as a PNG file, drawn by the browser: blue and white above, red and green below. */
async function picture(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(16, 16),
    context = canvas.getContext('2d')!;
  for (const [k, color] of ['#00f', '#fff', '#f00', '#0f0'].entries()) {
    context.fillStyle = color;
    context.fillRect(8 * (k % 2), 8 * Math.floor(k / 2), 8, 8);
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

const bytesOf = (values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

it('a skin shows its picture', async () => {
  const positions = Float64Array.of(-1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1),
    mesh = {
      packed: packTriangles({ positions, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) }),
      paint: {
        uv: toBase64(bytesOf([0, 0, 1, 0, 1, 1, 0, 1])),
        texture: toBase64(Uint8Array.of(1, 1, 1, 1)),
        textures: [toBase64(await picture())],
      },
    };
  using world = await World.create({
    gravity: [0, 0, 0],
    substances: { toy: { model: 'globules', kind: 'solid' } },
    bodies: [
      {
        ...{ substance: 'toy', shape: { box: { min: [-1, -1, -1], max: [1, 1, 1] } }, spacing: 0.5 },
        skin: { mesh },
      },
    ],
  });
  const material = new MeshBasicMaterial(),
    view = await SurfaceView.create(world, { material }),
    stage = new Stage(),
    camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 20);
  camera.position.set(0, 0, 5);
  const pixels = stage.picture(camera, view, new AmbientLight(0xffffff, 1));
  const at = (x: number, y: number): number[] => {
    const place = 4 * (Math.round(y * SIZE) * SIZE + Math.round(x * SIZE));
    return [...pixels.subarray(place, place + 3)];
  };
  expect([at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]).toEqual([
    [0, 0, 255],
    [255, 255, 255],
    [255, 0, 0],
    [0, 255, 0],
  ]);
  expect(material.map).toBe(null);
  view.dispose();
  stage.dispose();
});
