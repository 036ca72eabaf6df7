// Where results go by default: always into a folder of their own below out/.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { usualCache, usualPlot } from '../../src/make/usual-output.ts';

it.each([
  ['a.json', 'a'],
  ['a.b.json', 'a.b'],
  ['deep/scene.json', 'deep'],
  ['scene.json', 'home'],
  ['.json', 'json'],
  ['..json', 'scene'],
  ['...json', 'scene'],
  ['....json', 'scene'],
  ['..hidden.json', 'hidden'],
  ['../...json', 'scene'],
])('of %s are called %s', (scene, name) => {
  const cwd = join('/nowhere', 'home');
  expect(usualCache(scene, false, cwd)).toBe(join('out', name));
  expect(usualCache(scene, true, cwd)).toBe(join('out', `${name}-preview`));
  expect(usualPlot(scene, cwd)).toBe(join('out', `${name}-compare.svg`));
});
