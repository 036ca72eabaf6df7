import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listGallery } from '../../src/cli/gallery.ts';
import { DROP, temporaryFolder, thixo, writeFiles } from './harness.ts';

/** A folder with drop.json and its cache `x` of three frames. */
async function baked(): Promise<string> {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'drop.json': DROP });
  await thixo(['run', 'drop.json', '--frames', '3', '--checkpoint-every', '1', '-o', 'x', '-q'], { cwd });
  return cwd;
}

/** Files below a folder. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

describe('info', () => {
  it('of a cache has exactly the fields of the contract for every frame', async () => {
    const cwd = await baked();
    for (const path of ['x', 'x/', 'x/manifest.ndjson', join(cwd, 'x')]) {
      const { code, stdout, stderr } = await thixo(['info', path, '--json'], { cwd });
      expect([code, stderr]).toEqual([0, '']);
      const object = JSON.parse(stdout);
      expect(object).toMatchObject({ kind: 'cache', title: 'Drop', frameRate: 25, frameCount: 10, complete: false });
      expect(object.checkpoints).toEqual(expect.arrayContaining([3]));
      expect(object.bytes).toBeGreaterThan(100);
      expect(object.frames.map((record: { frame: number }) => record.frame)).toEqual([0, 1, 2, 3]);
      for (const record of object.frames) {
        expect(Object.keys(record)).toEqual([
          ...['frame', 'time', 'particles', 'mass', 'momentum', 'angularMomentum', 'kineticEnergy', 'centerOfMass'],
          ...['bounds', 'density', 'speedMax', 'temperature', 'evaluations', 'wallSeconds', 'hash'],
        ]);
        for (const key of ['momentum', 'angularMomentum', 'centerOfMass']) expect(record[key]).toHaveLength(3);
        expect(record.bounds).toEqual({ min: [...record.bounds.min], max: [...record.bounds.max] });
        expect(Object.keys(record.density)).toEqual(['min', 'mean', 'max']);
        expect(record.temperature).toBeNull();
        expect(record.hash).toMatch(/^[0-9a-f]{16}$/);
      }
    }
  });

  it('of a cache is a summary, a table and the last frame for people', async () => {
    const { code, stdout } = await thixo(['info', 'x'], { cwd: await baked() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Drop {2}\(x\)\nNot complete: 3 of 10 frames/);
    expect(stdout.match(/[0-9a-f]{16}$/gm)).toHaveLength(5);
    expect(stdout).toMatch(/kinetic energy +\S+ J/);
  });

  it('of a scene says how large it is and what its substances are', async () => {
    const cwd = await baked();
    const object = JSON.parse((await thixo(['info', 'drop.json', '--json'], { cwd })).stdout);
    expect(object).toMatchObject({ kind: 'scene', title: 'Drop', frames: 10, warnings: [] });
    expect(object.substances.water).toMatchObject({ restDensity: expect.any(Number), kernel: expect.any(String) });
    expect(object.particles).toBeGreaterThan(50);
    expect(object.memoryBytes).toBeGreaterThan(object.particles * 100);
    expect(object.diskBytes).toBeGreaterThan(0);
    const { stdout } = await thixo(['info', 'drop.json', '--set', 'substances.water.viscosity=7'], { cwd });
    expect(stdout).toMatch(/particles at the start/);
    expect(stdout).toMatch(/About .* of memory and .* of disk/);
    expect(stdout).toMatch(/^viscosity +7$/m);
  });

  it('of nothing says what is missing', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'empty/readme.txt': '' });
    expect(await thixo(['info', 'nowhere.json'], { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('SCENE_NOT_FOUND'),
    });
    expect(await thixo(['info', 'empty'], { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('CACHE_NOT_FOUND'),
    });
  });
});

describe('check', () => {
  it('finds nothing in a good scene', async () => {
    const cwd = await baked();
    const { code, stdout, stderr } = await thixo(['check', 'drop.json', '--json'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, problems: [], numerics: { substances: [{ name: 'water' }] } });
    expect((await thixo(['check', 'drop.json'], { cwd })).stdout).toMatch(
      /^drop\.json: \d+ particles, no problems\.\nAbout \d+ steps? per frame; .* on one thread\.\nwater: speed of sound [\d.]+ m\/s, viscosity .*\n$/,
    );
  });

  it('finds all problems at once, with their places', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      'bad.json': { ...DROP, gravty: [0, 0, 0], bodies: [{ ...DROP.bodies![0]!, substance: 'wter', spacing: -1 }] },
    });
    const { code, stdout, stderr } = await thixo(['check', 'bad.json', '--json'], { cwd });
    expect([code, stderr]).toEqual([3, '']);
    const { ok, problems } = JSON.parse(stdout);
    expect(ok).toBe(false);
    expect(problems.map(({ code: name }: { code: string }) => name)).toEqual(
      expect.arrayContaining(['SCENE_UNKNOWN_KEY', 'SCENE_OUT_OF_RANGE', 'SCENE_UNKNOWN_SUBSTANCE']),
    );
    for (const p of problems)
      expect(p).toMatchObject({
        severity: 'error',
        pointer: expect.any(String),
        place: expect.stringMatching(/^.*bad\.json:\d+:\d+$/),
      });
    const text = await thixo(['check', 'bad.json'], { cwd });
    expect([text.code, text.stdout]).toEqual([3, '']);
    expect(text.stderr).toMatch(/bad\.json:\d+:\d+.*: error SCENE_UNKNOWN_KEY\n {2}.*"gravty".*\n {2}.*"gravity"/);
    expect(text.stderr).toMatch(/bad\.json: 3 errors\.\n$/);
  });

  it('tells warnings of the start; they count only with --strict', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'twice.json': { ...DROP, bodies: [...DROP.bodies!, ...DROP.bodies!] } });
    const lenient = await thixo(['check', 'twice.json'], { cwd });
    expect(lenient).toMatchObject({ code: 0, stdout: expect.stringContaining('1 warning') });
    expect(lenient.stderr).toMatch(/twice\.json:27:7 \/bodies\/1\/shape: warning START_OVERLAP\n/);
    expect((await thixo(['check', 'twice.json', '--strict'], { cwd })).code).toBe(3);
    const json = JSON.parse((await thixo(['check', 'twice.json', '--json'], { cwd })).stdout);
    const fix = { pointer: '/bodies/1/shape', value: expect.anything() };
    expect(json).toMatchObject({ ok: true, problems: [{ severity: 'warning', code: 'START_OVERLAP', fix }] });
  });

  it('ends with 6 beyond a limit that the user has set', async () => {
    const cwd = await baked();
    const { code, stderr } = await thixo(['check', 'drop.json', '--limits', 'particles=10'], { cwd });
    expect(code).toBe(6);
    expect(stderr).toMatch(/error LIMIT_PARTICLES/);
    expect((await thixo(['check', 'drop.json', '--limits', 'partcles=10'], { cwd })).stderr).toContain(
      'Did you mean "particles"?',
    );
  });

  it('writes nothing', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'drop.json': DROP });
    await thixo(['check', 'drop.json'], { cwd });
    await thixo(['info', 'drop.json'], { cwd });
    expect(readdirSync(cwd)).toEqual(['drop.json']);
  });
});

describe('check of a cache', () => {
  it('counts the particles on the wrong side of obstacles in every frame', async () => {
    const cwd = await baked();
    for (const path of ['x', 'x/manifest.ndjson']) {
      const { code, stdout, stderr } = await thixo(['check', path], { cwd });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(
        /^frame {2}time \(s\) {2}particles {2}obstacle 0\n( +\d+ +[\d.]+ +\d+ +0\n){4}x.*: 4 frames, no particle on the wrong side\.\n$/,
      );
    }
    const { ok, frames, problems } = JSON.parse((await thixo(['check', 'x', '--json'], { cwd })).stdout);
    expect([ok, problems, frames.length]).toEqual([true, [], 4]);
    expect(frames[3]).toEqual({ frame: 3, time: 0.12, particles: expect.any(Number), wrong: [0] });
  });

  it('ends with 7 if there are any', async () => {
    const cwd = temporaryFolder(),
      [body] = DROP.bodies!;
    writeFiles(cwd, {
      'in.json': { ...DROP, obstacles: [...DROP.obstacles!, { shape: (body as { shape: object }).shape }] },
    });
    await thixo(['run', 'in.json', '--frames', '1', '-o', 'x', '-q'], { cwd });
    const { code, stdout, stderr } = await thixo(['check', 'x'], { cwd });
    expect(code).toBe(7);
    expect(stdout).toMatch(/obstacle 1\n +0 .* [1-9]\d*\n/);
    expect(stderr).toMatch(/\/obstacles\/1: error WRONG_SIDE\n/);
    expect(stderr).toMatch(/x: 2 frames, 1 error\.\n$/);
    const json = await thixo(['check', 'x', '--json'], { cwd });
    expect([json.code, json.stderr]).toEqual([7, '']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      problems: [{ code: 'WRONG_SIDE', pointer: '/obstacles/1' }],
    });
  });
});

describe('verify', () => {
  it('finds a cache intact', async () => {
    const cwd = await baked();
    expect(await thixo(['verify', 'x'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^x: intact\. 4 frames/),
    });
    const json = JSON.parse((await thixo(['verify', 'x', '--samples', '2', '--json'], { cwd })).stdout);
    expect(json).toMatchObject({ ok: true, frames: 4, problems: [] });
    expect(json.resimulated).toHaveLength(2);
  });

  it('ends with 7 when a bit is not what it was', async () => {
    const cwd = await baked();
    const file = join(cwd, 'x/frames/000002.frame'),
      bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 4;
    writeFileSync(file, bytes);
    const { code, stdout, stderr } = await thixo(['verify', 'x'], { cwd });
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toContain('000002.frame');
    const json = await thixo(['verify', 'x', '--json'], { cwd });
    expect(json.code).toBe(7);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, problems: [{ code: 'VERIFY_MISMATCH' }] });
  });
});

describe('clean', () => {
  it('needs --yes where nobody can be asked, and removes nothing without', async () => {
    const cwd = await baked(),
      before = filesOf(cwd);
    const { code, stderr } = await thixo(['clean', 'x'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('--yes');
    expect(filesOf(cwd)).toEqual(before);
  });

  it('lists, asks, and does what it is told', async () => {
    const cwd = await baked(),
      before = filesOf(cwd);
    const no = await thixo(['clean', 'x'], { cwd, answer: 'no' });
    expect(no).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('000001.frame') });
    expect(filesOf(cwd)).toEqual(before);
    expect(await thixo(['clean', 'x'], { cwd, answer: ' Yes' })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Removed \d+ files/),
    });
    expect(filesOf(cwd)).toEqual([join(cwd, 'drop.json')]);
    expect(existsSync(join(cwd, 'x'))).toBe(false);
  });

  it('leaves what the cache did not make', async () => {
    const cwd = await baked();
    writeFiles(cwd, {
      'x/notes.txt': 'mine',
      'x/frames/picture.png': 'mine',
      'x/frames/12.frame': 'mine',
      'x/checkpoints/old/a': 'mine',
    });
    expect((await thixo(['clean', 'x', '--yes'], { cwd })).code).toBe(0);
    expect(filesOf(join(cwd, 'x')).map((file) => file.slice(cwd.length + 3))).toEqual([
      ...['checkpoints/old/a', 'frames/12.frame', 'frames/picture.png', 'notes.txt'],
    ]);
  });

  it('can take only the saved states', async () => {
    const cwd = await baked();
    const { stdout } = await thixo(['clean', 'x', '--checkpoints', '--yes', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, bytes: expect.any(Number) });
    expect(readdirSync(join(cwd, 'x/frames'))).toHaveLength(4);
    expect(filesOf(join(cwd, 'x')).filter((file) => file.endsWith('.checkpoint'))).toEqual([]);
    const again = await thixo(['run', 'drop.json', '-o', 'x', '--json'], { cwd });
    expect(again.code).toBe(0);
  });

  it('refuses a folder that is not a cache', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'photos/frames/000001.frame': 'mine' });
    expect((await thixo(['clean', 'photos', '--yes'], { cwd })).code).toBe(3);
    expect(filesOf(cwd)).toHaveLength(1);
  });
});

describe('examples', () => {
  it('lists every scene of the gallery with a line about it', async () => {
    const { code, stdout } = await thixo(['examples']);
    expect(code).toBe(0);
    const { examples } = JSON.parse((await thixo(['examples', '--json'])).stdout);
    expect(examples.length).toBeGreaterThanOrEqual(8);
    expect(stdout.trimEnd().split('\n')).toHaveLength(examples.length);
    for (const { name, summary, folder } of examples) {
      expect(stdout).toContain(name);
      expect(summary.length).toBeGreaterThan(3);
      expect(existsSync(join(folder, 'scene.json'))).toBe(true);
    }
  });

  it('takes the line from the first sentence of the README, else from its title, else from the scene', () => {
    const gallery = temporaryFolder();
    writeFiles(gallery, {
      'b/scene.json': DROP,
      'b/README.md':
        '# B\n\n![picture](x.png)\n\nA [drop](http://x) of `oil` falls\non 2.5 m of *water*. It splashes.\n\nMore.\n',
      'a/scene.json': DROP,
      'a/README.md': '# Only a title\n',
      'c/scene.json': DROP,
      'no-scene/README.md': '# Nothing',
      'README.md': '# The gallery',
    });
    expect(listGallery(gallery).map(({ name, summary }) => [name, summary])).toEqual([
      ['a', 'Only a title'],
      ['b', 'A drop of oil falls on 2.5 m of water.'],
      ['c', 'Drop'],
    ]);
    expect(listGallery(join(gallery, 'nowhere'))).toEqual([]);
  });

  it('shows one, and saves it without ever overwriting', async () => {
    const cwd = temporaryFolder(),
      { name, folder } = listGallery()[0]!;
    const { stdout } = await thixo(['examples', name], { cwd });
    expect(stdout).toContain(readFileSync(join(folder, 'scene.json'), 'utf8').trim());
    expect(await thixo(['examples', name, '--save'], { cwd })).toMatchObject({ code: 0, stdout: `${name}\n` });
    expect(readdirSync(join(cwd, name)).sort()).toEqual(readdirSync(folder).sort());
    writeFileSync(join(cwd, name, 'scene.json'), 'mine');
    const again = await thixo(['examples', name, '--save'], { cwd });
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing was copied') });
    expect(readFileSync(join(cwd, name, 'scene.json'), 'utf8')).toBe('mine');
    expect(await thixo(['examples', name, '--save', 'other'], { cwd })).toMatchObject({ code: 0, stdout: 'other\n' });
    const { $schema } = JSON.parse(readFileSync(join(cwd, 'other', 'scene.json'), 'utf8')) as { $schema: string };
    expect(existsSync(join(cwd, 'other', $schema))).toBe(true);
    expect(readFileSync(join(cwd, 'other', 'README.md'), 'utf8')).toContain('thixo run other');
    rmSync(join(cwd, name), { recursive: true });
  });

  it('suggests a name', async () => {
    const { code, stderr } = await thixo(['examples', 'dam-braek']);
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "dam-break"?');
    expect((await thixo(['examples', '--save'])).code).toBe(2);
  });
});

describe('doctor', () => {
  it('looks at everything and finds what is needed', async () => {
    const { code, stdout, stderr } = await thixo(['doctor', '--json'], { env: { PATH: '' } });
    expect([code, stderr]).toEqual([0, '']);
    const { ok, checks } = JSON.parse(stdout);
    expect(ok).toBe(true);
    const names = checks.map(({ name }: { name: string }) => name);
    expect(names).toEqual([
      ...['thixo', 'node', 'system', 'cores', 'memory', 'disk', 'disk speed', 'WASM SIMD', 'shared memory', 'threads'],
      ...['ffmpeg', 'chromium', 'blender'],
    ]);
    for (const check of checks) expect(check.ok).toBe(!['ffmpeg', 'chromium', 'blender'].includes(check.name));
    const text = (await thixo(['doctor'])).stdout;
    for (const name of names) expect(text).toMatch(new RegExp(`^(ok|missing) +${name} `, 'm'));
  });
});
