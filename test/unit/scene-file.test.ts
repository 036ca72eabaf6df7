// Scenes from files: where they are looked for, what they may read, and where their problems stand.

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { type SmoothedInput, World } from '../../src/index.ts';
import { pathFault } from '../../src/scene/asset-path.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { readPoints } from '../../src/scene/points-text.ts';
import { fuzzed, holds, holdsAsync } from '../helpers/holds.ts';
import { refusal } from '../helpers/worlds.ts';

let root = '';
const at = (...parts: string[]): string => join(root, ...parts);

/** Writes a file into the folder of the tests and answers its path. */
function write(name: string, content: string | Uint8Array): string {
  const path = at(name);
  fs.mkdirSync(join(path, '..'), { recursive: true });
  fs.writeFileSync(path, content);
  return path;
}

const scene = (more: object = {}): string => JSON.stringify({ substances: { a: {} }, ...more });
const cloud = (file: string): string =>
  scene({ bodies: [{ substance: 'a', shape: { points: { file } }, spacing: 0.1 }] });

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'thixo-scene-')));
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

describe('a scene file', () => {
  it('is read with comments, and named by its title, its folder or itself', async () => {
    const file = write('titled/scene.json', `// a scene\n${scene({ name: 'A title' })}`);
    expect(await loadScene(file)).toMatchObject({
      path: file,
      folder: at('titled'),
      title: 'A title',
      scene: { seed: 1 },
    });
    write('drop/scene.json', scene());
    expect((await loadScene(at('drop'))).title).toBe('drop');
    expect((await loadScene(`${at('drop')}/`)).path).toBe(at('drop', 'scene.json'));
    expect((await loadScene(write('drop/other.jsonc', scene()))).title).toBe('other');
  });

  it('is changed by overrides, which are named as the place of their problems', async () => {
    const file = write('set.json', scene({ duration: 2 }));
    const { scene: read, input } = await loadScene(file, { set: ['duration=3', 'substances.a.stiffness=5'] });
    expect([read.duration, (read.substances.a as SmoothedInput).stiffness, input.duration]).toEqual([3, 5, 3]);
    const set = ['duration=-1', 'substances.a.stifness=1', 'gravity=5', 'oops'];
    const problems = await refusal(loadScene(file, { set }));
    expect(problems.map(({ code, pointer, place }) => `${code} ${pointer} ${place}`).sort()).toEqual([
      'SCENE_OUT_OF_RANGE /duration --set duration=-1',
      'SCENE_WRONG_TYPE /gravity --set gravity=5',
      'SET_INVALID /substances/a/stifness --set substances.a.stifness=1',
      'USAGE  --set oops',
    ]);
  });

  it('has line and column of every problem, in the order of the file', async () => {
    const text =
      '{\n  "gravity": [0, "x", 0],\n  "bodies": [\n    { "substance": "a",\n      "spcing": 1 }\n  ],\n  "seed": 1,\n  "seed": 2,\n  "constructor": {}\n}';
    const file = relative(process.cwd(), write('wrong.json', text));
    const problems = await refusal(loadScene(file));
    expect(problems.map(({ code, place }) => `${code} ${place!.slice(file.length)}`)).toEqual([
      'SCENE_WRONG_TYPE :2:18',
      'SCENE_MISSING_KEY :4:5',
      'SCENE_UNKNOWN_SUBSTANCE :4:7',
      'SCENE_UNKNOWN_KEY :5:7',
      'SCENE_DUPLICATE_KEY :8:3',
      'SCENE_FORBIDDEN_KEY :9:3',
    ]);
    for (const { place } of problems) expect(place!.startsWith(file)).toBe(true);
  });

  it('that is not JSON says so', async () => {
    expect(await refusal(loadScene(write('not.json', '{ "a": 1 "b": 2 }')))).toMatchObject([
      { code: 'SCENE_NOT_JSON', place: `${at('not.json')}:1:10`, offset: 9 },
    ]);
    expect(await refusal(loadScene(write('wide.json', Buffer.from('\ufeff{}', 'utf16le'))))).toMatchObject([
      { code: 'SCENE_NOT_JSON', hint: 'Save it as UTF-8.' },
    ]);
    expect(await refusal(loadScene(write('bytes.json', Uint8Array.of(123, 34, 255, 34))))).toMatchObject([
      { code: 'SCENE_NOT_JSON', offset: 2 },
    ]);
  });

  it('that is not there is looked for nearby', async () => {
    write('near/dam-break.json', '{}');
    const cases: [string, RegExp][] = [
      [at('near', 'dam-brake.json'), /Did you mean "dam-break\.json"/],
      [at('near', 'dam-break'), /Did you mean "dam-break\.json"/],
      [at('near'), /It has dam-break\.json/],
      [at('nowhere', 'a.json'), /nowhere does not exist/],
      [at('near', 'dam-break.json', 'scene.json'), /does not exist/],
      [at('near', 'a\0b.json'), /Check the path/],
      [at('near', 'a'.repeat(5000)), /Check the path/],
      ['', /./],
    ];
    for (const [path, hint] of cases) {
      const [found] = await refusal(loadScene(path));
      expect(found).toMatchObject({ code: 'SCENE_NOT_FOUND' });
      expect(found!.hint).toMatch(hint);
    }
    write('cache/manifest.ndjson', '');
    expect((await refusal(loadScene(at('cache'))))[0]!.hint).toMatch(/cache/);
  });

  it('is a regular file: pipes and devices are refused without waiting', async () => {
    execFileSync('mkfifo', [at('pipe.json')]);
    fs.mkdirSync(at('folder', 'scene.json'), { recursive: true });
    for (const path of [at('pipe.json'), '/dev/zero', '/dev/null', at('folder')]) {
      expect(await refusal(loadScene(path))).toMatchObject([{ code: 'SCENE_NOT_FOUND' }]);
    }
  });

  it('is not read when it is too large', async () => {
    const file = write('large.json', `{}${' '.repeat(100)}`);
    expect(await refusal(loadScene(file, { limits: { ...DEFAULT_LIMITS, sceneBytes: 101 } }))).toMatchObject([
      { code: 'SCENE_TOO_LARGE' },
    ]);
    expect((await loadScene(file, { limits: { ...DEFAULT_LIMITS, sceneBytes: 102 } })).title).toBe('large');
  });

  it('is refused by its size before it is read', async () => {
    const file = write('huge.json', '{}');
    fs.truncateSync(file, 5e9);
    expect(await refusal(loadScene(file))).toMatchObject([{ code: 'SCENE_TOO_LARGE' }]);
    fs.rmSync(file);
  });

  it('that the system does not give is an I/O problem', async () => {
    if (fs.existsSync('/proc/self/mem')) {
      expect(await refusal(loadScene('/proc/self/mem'))).toMatchObject([{ code: 'FILE_IO' }]);
    }
    const secret = write('secret.json', '{}');
    fs.chmodSync(secret, 0);
    const mayRead = process.getuid?.() === 0;
    const problems = mayRead ? [{ code: 'FILE_IO' }] : await refusal(loadScene(secret));
    expect(problems).toMatchObject([{ code: 'FILE_IO' }]);
  });

  it('is held to the limits', async () => {
    const file = write('long.json', '{ "duration": 10 }');
    expect(await refusal(loadScene(file, { limits: { ...DEFAULT_LIMITS, frames: 100 } }))).toMatchObject([
      { code: 'LIMIT_FRAMES', place: `${file}:1:3` },
    ]);
  });
});

describe('a file of points', () => {
  it('becomes positions and velocities', async () => {
    write('cloud/a/b.xyz', '# x y z vx vy vz\n0 0 0 1 0 0\r\n\n  0.5,0 , -1e-1\t0 2 0 # the second\n');
    const { input, scene: read } = await loadScene(write('cloud/scene.json', cloud('./a/b.xyz')));
    const points = {
      positions: [
        [0, 0, 0],
        [0.5, 0, -0.1],
      ],
      velocities: [
        [1, 0, 0],
        [0, 2, 0],
      ],
    };
    expect(input.bodies![0]!.shape).toEqual({ points });
    expect(read.bodies[0]!.shape).toEqual({ points });
    using world = await World.create(input);
    expect(world.fields.count).toBe(2);
  });

  it.each<[string, string, number, RegExp]>([
    ['words', 'x y z\n0 0 0', 1, /"x" is not a number/],
    ['a number that is none', '0 0 0\n\n0 1e 0', 3, /"1e"/],
    ['infinity', '0 0 1e999', 1, /"1e999"/],
    ['hexadecimal', '0 0 0x1', 1, /"0x1"/],
    ['two numbers', '0 0', 1, /2 numbers/],
    ['four numbers', '0 0 0 0', 1, /4 numbers/],
    ['lines of different length', '0 0 0\n0 0 0 1 1 1', 2, /6 numbers; the lines before have 3/],
    ['a PLY file', 'ply\nformat ascii 1.0', 1, /"ply"/],
  ])('with %s is refused', async (_, text, line, message) => {
    write('bad.xyz', text);
    const [found, ...others] = await refusal(loadScene(write('bad.json', cloud('bad.xyz'))));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: 'ASSET_INVALID',
      pointer: '/bodies/0/shape/points/file',
      place: `${at('bad.xyz')}:${line}:1`,
    });
    expect(found!.message).toMatch(message);
  });

  it('is read or refused, whatever it holds', fuzzed, () => {
    const pieces = fc.constantFrom('0', '1.5', '-', 'e', ',', ' ', '\n', '\r', '#', '\t', 'nan', '1e5', '\0');
    holds(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const points = readPoints(parts.join(''), 5);
        if (!('positions' in points)) expect(points.line).toBeGreaterThan(0);
        else for (const position of points.positions) expect(position.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('is held to the limits', async () => {
    write('long.xyz', '0 0 0\n'.repeat(100));
    const file = write('long-cloud.json', cloud('long.xyz'));
    const limited = (more: object) => refusal(loadScene(file, { limits: { ...DEFAULT_LIMITS, ...more } }));
    expect(await limited({ assetBytes: 599 })).toMatchObject([{ code: 'ASSET_TOO_LARGE' }]);
    expect(await limited({ particles: 99 })).toMatchObject([{ code: 'LIMIT_PARTICLES' }]);
  });

  it('that is missing is looked for nearby', async () => {
    write('near.xyz', '0 0 0');
    const file = write('far.json', cloud('nar.xyz'));
    const [found] = await refusal(loadScene(file));
    expect(found).toMatchObject({
      code: 'ASSET_MISSING',
      pointer: '/bodies/0/shape/points/file',
      place: expect.stringMatching(/far\.json:1:\d+$/),
    });
    expect(found!.hint).toMatch(/Did you mean "near\.xyz"/);
  });

  it('is reported together with everything else', async () => {
    const file = write(
      'both.json',
      scene({ gravtiy: 1, bodies: [{ substance: 'b', shape: { points: { file: '../a' } }, spacing: 1 }] }),
    );
    expect((await refusal(loadScene(file))).map(({ code }) => code).sort()).toEqual([
      'ASSET_OUTSIDE',
      'SCENE_UNKNOWN_KEY',
      'SCENE_UNKNOWN_SUBSTANCE',
    ]);
  });
});

describe('paths of a scene', () => {
  it.each([
    'a.xyz',
    'a/b.xyz',
    './a.xyz',
    'a b.xyz',
    'µ.xyz',
    'com.xyz',
    'console.txt',
    'a..b',
    '.hidden',
    'nul0.xyz',
    'a~b',
  ])('%j may be read', (path) => {
    expect(pathFault(path)).toBeUndefined();
  });

  it.each([
    '',
    '..',
    '../a',
    'a/../../b',
    'a/..',
    '/etc/passwd',
    '//server/share',
    '\\\\server\\share',
    'a\\b',
    '..\\a',
    'C:',
    'C:/a',
    'c:a',
    'file:///etc/passwd',
    'http://example.org/a',
    'a::$DATA',
    'a.xyz:stream',
    'a\0.xyz',
    'a\n.xyz',
    '~/a',
    '~root/a',
    'PROGRA~1/a',
    'a~2.xyz',
    'con',
    'CON.xyz',
    'a/nul',
    'Aux.txt',
    'com1',
    'LPT9.dat',
    'COM¹',
    'CONIN$',
    'a./b',
    'a /b',
    'a.',
    'a//b',
    'a/',
    './..',
    '...',
  ])('%j may not be read', async (path) => {
    expect(pathFault(path)).toBeDefined();
    const problems = await refusal(loadScene(write('paths.json', cloud(path))));
    expect(problems.map(({ code }) => code)).toEqual(['ASSET_OUTSIDE']);
  });

  it('are refused with the reason', () => {
    expect(pathFault('../a')).toMatch(/leads out/);
    expect(pathFault('/a')).toMatch(/absolute/);
    expect(pathFault('http://a/b')).toMatch(/URL/);
  });

  it('follow links only inside of the folder', async () => {
    write('outside.xyz', '0 0 0');
    write('links/inside/a.xyz', '0 0 0');
    fs.symlinkSync(at('outside.xyz'), at('links', 'file.xyz'));
    fs.symlinkSync(root, at('links', 'up'));
    fs.symlinkSync('/', at('links', 'root'));
    fs.symlinkSync('inside', at('links', 'same'));
    fs.symlinkSync('loop', at('links', 'loop'));
    fs.symlinkSync(at('links'), at('linked'));
    const codes = async (file: string) =>
      (await refusal(loadScene(write('links/scene.json', cloud(file))))).map(({ code }) => code);
    expect(await codes('file.xyz')).toEqual(['ASSET_OUTSIDE']);
    expect(await codes('up/outside.xyz')).toEqual(['ASSET_OUTSIDE']);
    expect(await codes('up')).toEqual(['ASSET_OUTSIDE']);
    expect(await codes('root/etc/passwd')).toEqual(['ASSET_OUTSIDE']);
    expect(await codes('loop')).toEqual(['ASSET_MISSING']);
    write('links/scene.json', cloud('same/a.xyz'));
    expect((await loadScene(at('links'))).scene.bodies.length).toBe(1);
    expect((await loadScene(at('linked'))).scene.bodies.length).toBe(1);
  });

  it('lead to regular files only', async () => {
    execFileSync('mkfifo', [at('pipe.xyz')]);
    fs.mkdirSync(at('folder.xyz'));
    for (const file of ['pipe.xyz', 'folder.xyz']) {
      expect(await refusal(loadScene(write('kinds.json', cloud(file))))).toMatchObject([{ code: 'ASSET_INVALID' }]);
    }
  });

  it('are checked wherever a scene names a file', async () => {
    const mesh = { shape: { mesh: { file: '../terrain.obj' } } };
    const problems = await refusal(
      loadScene(write('mesh.json', scene({ obstacles: [mesh], 'x-note': { file: '../x' } }))),
    );
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['ASSET_OUTSIDE', '/obstacles/0/shape/mesh/file'],
    ]);
  });

  it('never leave the folder: 2000 made of dangerous pieces', fuzzed, async () => {
    write('canary.xyz', '7 7 7');
    write('jail/canary.xyz', '0 0 0');
    fs.symlinkSync('..', at('jail', 'out'));
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'canary.xyz',
      'out',
      '~',
      '~1',
      ':',
      'C:',
      '\0',
      ' ',
      '%2e%2e',
      '%2f',
      'con',
      '::$DATA',
      '//',
      'file:',
      '.../',
      '\u2024\u2024',
      root,
    );
    await holdsAsync(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (parts) => {
        const file = write('jail/scene.json', cloud(parts.join('')));
        const loaded = await loadScene(file).then(
          ({ input }) => JSON.stringify(input),
          (error: { problems: { code: string }[] }) => {
            for (const { code } of error.problems) expect(code).toMatch(/^ASSET_/);
            return '';
          },
        );
        expect(loaded).not.toContain('7');
        const name = parts.join('');
        if (!pathFault(name)) expect(resolve(at('jail'), name).startsWith(at('jail'))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
