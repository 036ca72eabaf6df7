// ObstaclesView in a real browser: what is where, and what moves.

import { type Mesh, MeshBasicMaterial, OrthographicCamera, Raycaster, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { sceneSchema } from '../../src/index.ts';
import { ObstaclesView } from '../../src/three/index.ts';
import { SIZE, Stage } from './stage.ts';

const SCENE = sceneSchema.parse({
  substances: { water: {} },
  obstacles: [
    { shape: { box: { min: [-1, -1, -1], max: [1, 1, 1] } }, inside: true },
    { shape: { plane: { point: [0, -1, 0], normal: [0, 1, 0] } } },
    {
      shape: { sphere: { center: [0, 0, 0], radius: 0.25 } },
      motion: { keyframes: [{ time: 0 }, { time: 1, translate: [1, 0, 0] }] },
    },
  ],
});

/** Heights at which a ray from above meets the view at x = at, z = 0.7 at. */
function heights(view: ObstaclesView, at: number): number[] {
  view.updateMatrixWorld();
  const down = new Raycaster(new Vector3(at, 5, 0.7 * at), new Vector3(0, -1, 0));
  return down.intersectObject(view).map(({ point }) => Math.round(100 * point.y) / 100);
}

it('shows solids and containers, and planes if asked to', () => {
  const view = new ObstaclesView(SCENE);
  expect(view.children).toHaveLength(2);
  expect(heights(view, 0.01)).toEqual([0.25, -1]); // of the container the far walls
  expect(heights(view, 0.9)).toEqual([-1]);
  expect(heights(view, 3)).toEqual([]);
  const withPlanes = new ObstaclesView(SCENE, { planes: 4 });
  expect(heights(withPlanes, 3)).toEqual([-1]);
  expect(heights(withPlanes, 4.5)).toEqual([]);
});

it('moves what moves', () => {
  const view = new ObstaclesView(SCENE, { material: new MeshBasicMaterial({ color: '#ff0000' }) }),
    camera = new OrthographicCamera(-2, 2, 2, -2, 0.1, 20),
    stage = new Stage();
  camera.position.z = 5;
  const middle = (): number => {
    const pixels = stage.picture(camera, view),
      red = Array.from({ length: SIZE * SIZE }, (_, k) => k).filter((k) => pixels[4 * k] === 255);
    expect(Math.abs(red.length / ((Math.PI * 0.25 ** 2 * SIZE * SIZE) / 16) - 1)).toBeLessThan(0.1);
    return red.reduce((sum, k) => sum + (((k % SIZE) + 0.5) / SIZE) * 4 - 2, 0) / red.length;
  };
  expect(middle()).toBeCloseTo(0, 1);
  view.update(0.5);
  expect(middle()).toBeCloseTo(0.5, 1);
  view.update(9);
  expect(middle()).toBeCloseTo(1, 1);
  stage.dispose();
});

it('leaves given materials alone', () => {
  let disposed = 0;
  const material = new MeshBasicMaterial();
  material.addEventListener('dispose', () => disposed++);
  const view = new ObstaclesView(SCENE, { material });
  expect((view.children[1] as Mesh).material).toBe(material);
  view.dispose();
  expect(disposed).toBe(0);
});
