// Overrides: `--set path=value`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sceneSchema } from '../../src/scene/schema.ts';
import { assignmentAt, setValues } from '../../src/scene/set-value.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { parse, problemsOf } from '../helpers/scene-check.ts';
import { SCENES } from '../scenes/index.ts';

const SCENE = {
  substances: { lava: { preset: 'lava' }, 'my lava.2': {} },
  bodies: [{ substance: 'lava', shape: { box: { min: [0, 0, 0], max: [1, 1, 1] } }, spacing: 0.1 }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
};

describe('an override', () => {
  it.each<[string, (scene: typeof SCENE & Record<string, unknown>) => unknown, unknown]>([
    ['substances.lava.viscosity=80', (s) => s.substances.lava, { preset: 'lava', viscosity: 80 }],
    ['substances["my lava.2"].preset=wax', (s) => s.substances['my lava.2'], { preset: 'wax' }],
    ['substances[\'my lava.2\'].preset="wax"', (s) => s.substances['my lava.2'], { preset: 'wax' }],
    ['substances.wax={"preset":"wax"}', (s) => (s.substances as Record<string, unknown>).wax, { preset: 'wax' }],
    ['bodies[0].spacing=0.02', (s) => s.bodies[0]!.spacing, 0.02],
    ['bodies.0.spacing = 2e-2', (s) => s.bodies[0]!.spacing, 0.02],
    ['bodies[0].shape.box.max[1]=3', (s) => s.bodies[0]!.shape, { box: { min: [0, 0, 0], max: [1, 3, 1] } }],
    [
      'bodies[0].shape={"sphere":{"center":[0,0,0],"radius":1}}',
      (s) => s.bodies[0]!.shape,
      { sphere: { center: [0, 0, 0], radius: 1 } },
    ],
    ['bodies[1]={"substance":"lava"}', (s) => s.bodies.length, 2],
    ['obstacles[0].inside=true', (s) => s.obstacles[0], { ...SCENE.obstacles[0], inside: true }],
    [
      'obstacles[0].motion.velocity=[1,0,0]',
      (s) => s.obstacles[0],
      { ...SCENE.obstacles[0], motion: { velocity: [1, 0, 0] } },
    ],
    ['gravity[1]=-1.62', (s) => s.gravity, [0, -1.62, 0]],
    ['gravity=[0,0,0,]', (s) => s.gravity, [0, 0, 0]],
    ['time.courant=0.2', (s) => s.time, { courant: 0.2 }],
    ['domain.min=[0,0,0]', (s) => s.domain, { min: [0, 0, 0] }],
    ['name=Two words = 2', (s) => s.name, 'Two words = 2'],
    ['name=2024', (s) => s.name, '2024'],
    ['name="a\\"b"', (s) => s.name, 'a"b'],
    ['name=', (s) => s.name, ''],
    ['duration=long', (s) => s.duration, 'long'],
    ['duration=null', (s) => s.duration, null],
  ])('%s', (assignment, pick, expected) => {
    const copy = structuredClone(SCENE);
    expect(pick(setValues(SCENE, [assignment]) as never)).toEqual(expected);
    expect(SCENE).toEqual(copy);
  });

  it.each<[string, string, RegExp, RegExp]>([
    ['bodies[0].spacng=1', '/bodies/0/spacng', /no key "spacng"/, /Did you mean "spacing"\? The keys are: substance/],
    ['gravty=1', '/gravty', /no key "gravty"/, /"gravity"/],
    ['substances.lva.viscosity=80', '/substances/lva', /no "lva"/, /Did you mean "lava"\?.*substances\.lva=/],
    ['bodies[2].spacing=1', '/bodies/2', /no item 2/, /items 0 to 0; 1 would add one/],
    ['bodies.first.spacing=1', '/bodies/first', /no item first/, /items/],
    ['bodies[-1].spacing=1', '', /not understood from character 7/, /for example/],
    ['emitters[1]={}', '/emitters/1', /no item 1/, /empty/],
    ['gravity[3]=1', '/gravity/3', /no item 3/, /0 to 2/],
    ['domain.min[0]=1', '/domain/min/0', /nothing where a list/, /domain\.min=\[/],
    [
      'bodies[0].shape.sphere.radius=2',
      '/bodies/0/shape/sphere',
      /"sphere" does not go together with "box"/,
      /bodies\.0\.shape=/,
    ],
    ['bodies[0].shape.box.center=[0,0,0]', '/bodies/0/shape/box/center', /"min" and "max"/, /shape\.box=/],
    ['bodies[0].shape.bax=1', '/bodies/0/shape/bax', /no key "bax"/, /"box"/],
    ['duration.seconds=1', '/duration/seconds', /duration has no parts/, /Shorten/],
    ['gravity=', '/gravity', /value is missing/, /path=value/],
    ['substances={"a": ', '/substances', /line 1, column/, /\}/],
    ['substances={"a":{"__proto__":{}}}', '/substances', /"__proto__" is not allowed/, /another/],
    ['__proto__.polluted=1', '/__proto__', /"__proto__" is not allowed/, /another/],
    ['substances.__proto__.polluted=1', '/substances/__proto__', /not allowed/, /another/],
    ['substances.constructor.prototype={}', '/substances/constructor', /not allowed/, /another/],
    ['substances["prototype"]={}', '/substances/prototype', /not allowed/, /another/],
    ['x-note=1', '/x-note', /notes/, /another/],
    ['duration', '', /no value/, /for example/],
    ['', '', /not understood/, /for example/],
    ['=1', '', /not understood from character 1/, /for example/],
    ['bodies[0]spacing=1', '', /character 10/, /for example/],
    ['a..b=1', '', /character 2/, /for example/],
    ['.a=1', '', /character 1/, /for example/],
    ['a.=1', '', /character 2/, /for example/],
  ])('%s is refused', (assignment, pointer, message, hint) => {
    const problems = problemsOf(() => setValues(SCENE, [assignment]));
    expect(problems).toMatchObject([
      { code: pointer === '' ? 'USAGE' : 'SET_INVALID', pointer, place: `--set ${assignment}` },
    ]);
    expect(problems[0]!.message).toMatch(message);
    expect(problems[0]!.hint).toMatch(hint);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('may follow another, and all that are wrong are named', () => {
    const set = ['substances.wax={}', 'substances.wax.preset=wax', 'bodies[1]={}', 'bodies[1].substance=wax'];
    expect(setValues(SCENE, set)).toMatchObject({
      substances: { wax: { preset: 'wax' } },
      bodies: [{}, { substance: 'wax' }],
    });
    expect(problemsOf(() => setValues(SCENE, ['a=1', 'duration=2', 'b=1'])).map(({ pointer }) => pointer)).toEqual([
      '/a',
      '/b',
    ]);
  });

  it('of what is no scene is refused', () => {
    for (const input of [null, 5, [], 'x']) expect(problemsOf(() => setValues(input, ['duration=1'])).length).toBe(1);
    expect(setValues(undefined, ['duration=1'])).toEqual({ duration: 1 });
    expect(setValues(SCENE, [])).toBe(SCENE);
  });

  it('is found again by the place it decides', () => {
    const set = ['bodies[0].spacing=1', 'gravity=[0,0,0]', 'bodies.0.spacing=2', 'not understood'];
    expect(assignmentAt(set, '/bodies/0/spacing')).toBe('bodies.0.spacing=2');
    expect(assignmentAt(set, '/gravity/1')).toBe('gravity=[0,0,0]');
    expect(assignmentAt(set, '/bodies/0')).toBeUndefined();
    expect(assignmentAt(set, '/gravityOf')).toBeUndefined();
  });
});

describe('any override', () => {
  /** Every leaf of a value with its path, in one of the ways to write it. */
  function leaves(value: unknown, path: string): [string, unknown][] {
    if (typeof value !== 'object' || value === null) return [[path, value]];
    return Object.entries(value).flatMap(([key, part]) => {
      const isPlain = /^\w[\w ]*$/.test(key);
      const step = Array.isArray(value) ? `[${key}]` : isPlain ? `${path === '' ? '' : '.'}${key}` : `["${key}"]`;
      return leaves(part, path + step);
    });
  }

  it('sets what a right scene has to what it has', () => {
    for (const { scene } of Object.values(SCENES)) {
      const whole = JSON.parse(JSON.stringify(sceneSchema.parse(scene))) as unknown;
      const all = leaves(whole, '').slice(0, 300);
      expect(
        setValues(
          whole,
          all.map(([path, value]) => `${path}=${JSON.stringify(value)}`),
        ),
      ).toEqual(whole);
    }
  });

  it('changes one leaf and nothing else', fuzzed, () => {
    const whole = JSON.parse(JSON.stringify(parse(SCENE))) as unknown;
    const numbers = leaves(whole, '').filter(([, value]) => typeof value === 'number');
    holds(
      fc.property(fc.constantFrom(...numbers), fc.double({ noNaN: true, noDefaultInfinity: true }), ([path], value) => {
        const changed = setValues(whole, [`${path}=${value}`]);
        const after = leaves(changed, '');
        expect(after.find(([other]) => other === path)![1]).toBe(value === 0 && Object.is(value, -0) ? 0 : value);
        expect(after.filter(([other]) => other !== path)).toEqual(
          leaves(whole, '').filter(([other]) => other !== path),
        );
      }),
    );
  });

  it('is done or refused, changes no prototype and not its scene', fuzzed, () => {
    const step = fc.constantFrom(
      'substances',
      'bodies',
      'lava',
      '0',
      '[0]',
      '[9]',
      'shape',
      'box',
      'min',
      '__proto__',
      'constructor',
      'prototype',
      '["a b"]',
      '["__proto__"]',
      '[',
      ']',
      '"',
      '=',
      '',
      '..',
      'x-a',
      'toString',
      'length',
    );
    const path = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => steps.join('.').replaceAll('.[', '['));
    const value = fc.oneof(fc.json(), fc.string(), fc.constantFrom('{"__proto__":{"polluted":1}}', '{}', '[', '"'));
    const copy = structuredClone(SCENE);
    holds(
      fc.property(path, value, (where, what) => {
        for (const { code, message, hint } of problemsOf(() => setValues(SCENE, [`${where}=${what}`]))) {
          expect(['SET_INVALID', 'USAGE']).toContain(code);
          expect(message.length * hint.length).toBeGreaterThan(0);
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(SCENE).toEqual(copy);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('what we tell people to type', () => {
  it('needs no quotes in any shell: items are named with dots', () => {
    const texts = [
      ...['README.md', 'CONTRIBUTING.md', 'src/cli/help.ts', 'src/codes.ts', 'src/scene/set-value.ts'],
      ...readdirSync('docs').map((name) => join('docs', name)),
      ...readdirSync('scenes').map((name) => join('scenes', name, 'README.md')),
    ].filter((file) => /\.(md|ts)$/.test(file) && existsSync(file));
    const unquoted = texts.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /--set [^'"\s]*\[/.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(texts.length).toBeGreaterThan(40);
    expect(unquoted).toEqual([]);
  });

  it('is suggested with dots', () => {
    const [refused] = problemsOf(() => setValues(SCENE, ['=3']));
    expect(refused!.hint).toContain('bodies.0.spacing=0.02');
    expect(setValues(SCENE, ['gravity.1=-1.6'])).toEqual(setValues(SCENE, ['gravity[1]=-1.6']));
  });
});
