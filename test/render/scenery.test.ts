// Scenery: seen in pictures, moved as told, and no physics.

import { expect, it } from 'vitest';
import type { Picture } from '../../src/render/picture.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import { frameView } from '../../src/render/view.ts';
import { physicsOf } from '../../src/scene/physics.ts';
import { particlesAt, pixelAt, sceneWith, trig } from '../helpers/pictures.ts';

const [width, height] = [80, 45];
const BOUNDS = { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] } as const;
const scene = { substances: { dough: { preset: 'dough' } }, camera: { position: [0, 0.5, 3], target: [0, 0.5, 0] } };
const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } };
const ball = { shape: { sphere: { center: [0, 0.5, 0], radius: 0.2 } }, look: { color: '#d02010' } };

function shoot(scenery: readonly object[], time: number, look: object = {}): Picture {
  const given = sceneWith({ ...scene, obstacles: [floor], look: { ...look, scenery } });
  const view = frameView(given, BOUNDS, width / height);
  return renderFrame({ scene: given, time, fields: particlesAt([]), width, height, view, trig });
}

/** How red the middle of the picture is beside green. */
const redness = (picture: Picture): number => {
  const [red, green] = pixelAt(picture, width / 2, Math.floor(height / 2));
  return red - green;
};

it.each(['fast', 'fine'])('is drawn in %s pictures, and not without obstacles', (quality) => {
  const look = { quality, rays: 2 };
  expect(redness(shoot([ball], 0, look))).toBeGreaterThan(60);
  expect(redness(shoot([], 0, look))).toBeLessThan(30);
  expect(redness(shoot([ball], 0, { ...look, obstacles: false }))).toBeLessThan(30);
});

it('moves, comes and goes', () => {
  const moving = { ...ball, motion: { velocity: [2, 0, 0] } };
  expect([0, 1].map((time) => redness(shoot([moving], time)) > 60)).toEqual([true, false]);
  const short = { ...ball, from: 1, to: 2 };
  expect([0, 1.5, 3].map((time) => redness(shoot([short], time)) > 60)).toEqual([false, true, false]);
});

it('is no physics', () => {
  const bare = sceneWith({ ...scene, obstacles: [floor] });
  expect(physicsOf(sceneWith({ ...scene, obstacles: [floor], look: { scenery: [ball] } }))).toEqual(physicsOf(bare));
});
