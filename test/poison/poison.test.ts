// The detective on poisoned scenes: one of every kind, those that are quick. `npm run poison` has all of them.

import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { POISONED } from './scenes.ts';

const QUICK = [
  'a body hits the floor at 500 m/s',
  'two bodies collide at 400 m/s',
  'globules hit the floor at 500 m/s',
  'an attractor of 1e5',
  'one strong force among weak ones',
  'gravity of 1e4 in a tank',
  'a density ratio of 1000',
  'a body that starts 25 times too dense',
  'stiff globules with damping',
  'globules of damping 1e5',
  'a stiffness of 1e10',
  'a frame rate of 0.01',
  'four steps per frame at most',
  'the printed integrator',
  'a container smaller than its body',
  'two emitters at one place',
  'an emitter in an obstacle',
  'a lid pressed on a solid of globules',
  'a paddle of 36000 °/s',
];

describe('of a poisoned scene', () => {
  const scenes = POISONED.filter(({ name }) => QUICK.includes(name));

  it.each(scenes)('$name: the detective names the cause and a cure', async (scene) => {
    const { said, right, cured, kept } = await judge(scene, { frames: 10, evaluations: 3e5 });
    expect({ pointer: said?.pointer, right, cured, kept }).toEqual({
      ...{ pointer: expect.stringMatching(scene.guilty), right: true, cured: true, kept: true },
    });
  });

  it('all quick ones are there', () => {
    expect(scenes.length).toBe(QUICK.length);
    expect(new Set(POISONED.map(({ name }) => name)).size).toBe(POISONED.length);
  });
});
