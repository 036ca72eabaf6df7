import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { frameKey } from '../../src/cache/derived.ts';
import { decodeSurface } from '../../src/cache/surface-file.ts';
import { main } from '../../src/cli/command-line.ts';
import { surfaceSettings } from '../../src/make/surface-settings.ts';
import { surfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import { contentOf, eventsOf, fakeIo, framesMade, temporaryFolder, thixo, tinyCache, writeFiles } from './harness.ts';

const surfaces = (cwd: string) => contentOf(join(cwd, 'x/surface'));
const surface = (cwd: string, frame: number) => join(cwd, `x/surface/00000${frame}.surface`);

describe('mesh', () => {
  it('makes a surface for every frame, says where, and touches nothing else', async () => {
    const cwd = await tinyCache(),
      before = contentOf(join(cwd, 'x'));
    const { code, stdout, stderr } = await thixo(['mesh', 'x', '--threads', '1'], { cwd });
    expect([code, stdout]).toEqual([0, 'x/surface\n']);
    expect(stderr).toMatch(/^Tiny: 5 surfaces, 1 thread, into x\/surface\n/);
    expect(stderr).toMatch(/surface 5\/5 {2}100 % {2}[\d,]+ triangles {2}/);
    expect(stderr).toMatch(/Done: 5 surfaces in \d+ s\.\n$/);
    const after = contentOf(join(cwd, 'x'));
    expect([...after.keys()].filter((name) => !before.has(name))).toEqual(
      [0, 1, 2, 3, 4].map((frame) => `surface/00000${frame}.surface`),
    );
    for (const [name, content] of before) expect(after.get(name)).toBe(content);
  });

  it('makes the surface of the library, bit for bit', async () => {
    const cwd = await tinyCache();
    await thixo(['mesh', 'x', '--frames', '3-3'], { cwd });
    const cache = openCache(join(cwd, 'x')),
      key = frameKey(surfaceSettings(cache.scene), cache.frameLines[3]!);
    const surfacer = await Surfacer.create();
    const mesh = surfacer.build(cache.readFrame(3), surfaceOptions(cache.scene));
    surfacer.dispose();
    expect(mesh.elements.length).toBeGreaterThan(30);
    expect(decodeSurface(readFileSync(surface(cwd, 3)), key)).toEqual(mesh);
    expect([...surfaces(cwd).keys()]).toEqual(['000003.surface']);
  });

  it('does only what is missing or damaged, and gives the same bytes', async () => {
    const cwd = await tinyCache();
    await thixo(['mesh', 'x'], { cwd });
    const before = surfaces(cwd);
    rmSync(surface(cwd, 1));
    const broken = readFileSync(surface(cwd, 3));
    broken[broken.length - 9]! ^= 2;
    writeFileSync(surface(cwd, 3), broken);
    const again = await thixo(['mesh', 'x', '--json'], { cwd });
    expect([again.code, framesMade(again.stdout)]).toEqual([0, [1, 3]]);
    expect(eventsOf(again.stdout).at(-1)).toMatchObject({ event: 'done', frames: 5, made: 2, interrupted: false });
    expect(surfaces(cwd)).toEqual(before);
    const third = await thixo(['mesh', 'x'], { cwd });
    expect(third).toMatchObject({
      code: 0,
      stdout: 'x/surface\n',
      stderr: expect.stringContaining('Already made: 5'),
    });
  });

  it('makes them anew for other settings: of --set, of a scene file, of the last run', async () => {
    const cwd = await tinyCache(),
      mesh = async (...more: string[]) => framesMade((await thixo(['mesh', 'x', '--json', ...more], { cwd })).stdout);
    expect(await mesh()).toHaveLength(5);
    const coarse = surfaces(cwd);
    expect(await mesh('--set', 'surface.voxel=0.7')).toHaveLength(5);
    const fine = surfaces(cwd);
    expect([...fine.values()].some((bytes) => [...coarse.values()].includes(bytes))).toBe(false);
    expect(await mesh('--set', 'look.style=globules', '--set', 'surface.voxel=0.7')).toEqual([]);
    const scene = JSON.parse(readFileSync(join(cwd, 'tiny.json'), 'utf8'));
    writeFiles(cwd, { 'edited.json': { ...scene, surface: { voxel: 0.7, smoothing: 0 }, gravity: [0, 0, 0] } });
    expect(await mesh('--scene', 'edited.json')).toEqual([]);
    expect(await mesh()).toHaveLength(5);
    expect(surfaces(cwd)).toEqual(coarse);
    expect((await thixo(['run', 'tiny.json', '-o', 'x', '--set', 'surface.voxel=0.7'], { cwd })).code).toBe(0);
    expect(await mesh()).toHaveLength(5);
    expect(surfaces(cwd)).toEqual(fine);
  });

  it('makes those of other frames anew when they were simulated anew', async () => {
    const cwd = await tinyCache();
    await thixo(['mesh', 'x'], { cwd });
    await thixo(['run', 'tiny.json', '-o', 'x', '--fresh', '--set', 'gravity=[0, -20, 0]'], { cwd });
    expect(framesMade((await thixo(['mesh', 'x', '--json'], { cwd })).stdout)).toHaveLength(5);
  });

  it('prints events of one shape with --json, and nothing else', async () => {
    const cwd = await tinyCache();
    const { stdout, stderr } = await thixo(['mesh', 'x', '--json', '--frames', '1-2', '--threads', '1'], { cwd });
    expect(stderr).toBe('');
    const [start, ...rest] = eventsOf(stdout);
    expect(start).toEqual({
      ...{ event: 'start', stage: 'mesh', version: expect.any(String), scene: 'Tiny' },
      ...{ output: 'x/surface', frames: 2, threads: 1 },
    });
    expect(rest.map(({ event }) => event)).toEqual(['frame', 'frame', 'done']);
    expect(rest[0]).toEqual({
      ...{ event: 'frame', stage: 'mesh', frame: 1, time: 0.04, file: expect.stringContaining('000001.surface') },
      ...{ bytes: readFileSync(surface(cwd, 1)).length, elements: expect.any(Number), wallSeconds: expect.any(Number) },
    });
    expect(rest[2]).toEqual({
      ...{ event: 'done', stage: 'mesh', output: 'x/surface', frames: 2, made: 2 },
      ...{ wallSeconds: 0, interrupted: false },
    });
  });

  it('finishes what is in work when it is asked to stop, ends with 130, and goes on from there', async () => {
    const cwd = await tinyCache(),
      io = fakeIo({ cwd });
    const write = io.stdout.write;
    io.stdout.write = (text) => {
      if (text.includes('"frame":2,')) io.stop('SIGINT');
      return write(text);
    };
    expect(await main(['mesh', 'x', '--json', '--threads', '1'], io)).toBe(130);
    expect(framesMade(io.out.join(''))).toEqual([0, 1, 2]);
    expect(eventsOf(io.out.join('')).at(-1)).toMatchObject({ event: 'done', frames: 3, interrupted: true });
    const rest = await thixo(['mesh', 'x', '--json'], { cwd });
    expect([rest.code, framesMade(rest.stdout)]).toEqual([0, [3, 4]]);
  });

  it('tells a person how to go on, and leaves at once the second time', async () => {
    const cwd = await tinyCache(),
      io = fakeIo({ cwd });
    const write = io.stderr.write;
    io.stderr.write = (text) => {
      if (text.startsWith('surface 2/5')) for (const _ of [1, 2]) io.stop('SIGINT');
      return write(text);
    };
    expect(await main(['mesh', 'x', '--threads', '1'], io)).toBe(130);
    expect(io.left).toEqual([130]);
    expect(io.out).toEqual([]);
    expect(io.err.join('')).toMatch(/Finishing the current work\. Ctrl-C again to stop now\./);
    expect(io.err.join('')).toMatch(/Stopped with 2 of 5 surfaces\. Run the same command to continue\.\n$/);
  });

  it('does what is there of a run that was stopped, and says so', async () => {
    const cwd = await tinyCache({}, 2);
    const { code, stdout, stderr } = await thixo(['mesh', 'x'], { cwd });
    expect([code, stdout]).toEqual([0, 'x/surface\n']);
    expect(stderr).toMatch(/warning CACHE_NO_FRAME\n {2}x has frames 0 to 2 of 4, .*\n {2}Continue with `thixo run`/);
    expect([...surfaces(cwd).keys()]).toHaveLength(3);
    const json = eventsOf((await thixo(['mesh', 'x', '--json'], { cwd })).stdout);
    expect(json.at(-1)).toMatchObject({ event: 'warning', code: 'CACHE_NO_FRAME', severity: 'warning' });
    await thixo(['run', 'tiny.json', '-o', 'x'], { cwd });
    expect(framesMade((await thixo(['mesh', 'x', '--json'], { cwd })).stdout)).toEqual([3, 4]);
  });

  it('refuses frames that are not there', async () => {
    const cwd = await tinyCache();
    const { code, stderr } = await thixo(['mesh', 'x', '--frames', '7-'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/error CACHE_NO_FRAME\n {2}x has only frames 0 to 4\./);
    const empty = temporaryFolder(),
      [first] = readFileSync(join(cwd, 'x/manifest.ndjson'), 'utf8').split('\n');
    writeFiles(empty, { 'x/manifest.ndjson': `${first}\n` });
    expect((await thixo(['mesh', 'x'], { cwd: empty })).stderr).toMatch(/x has no frame yet\./);
  });

  it('stops at a frame that is damaged and names it', async () => {
    const cwd = await tinyCache(),
      file = join(cwd, 'x/frames/000002.frame');
    writeFileSync(file, readFileSync(file).subarray(1));
    const { code, stdout, stderr } = await thixo(['mesh', 'x'], { cwd });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/000002\.frame.*: error CACHE_DAMAGED/);
  });

  it('works in 2D', async () => {
    const cwd = await tinyCache({
      dimension: 2,
      bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0.3, 0], radius: 0.1 } }, spacing: 0.05 }],
    });
    expect(framesMade((await thixo(['mesh', 'x', '--json'], { cwd })).stdout)).toHaveLength(5);
  });
});

describe('mesh with active surfaces', () => {
  const ACTIVE = { surface: { kind: 'active', voxel: 1, smoothing: 0 }, duration: 0.6 } as const;
  const mesh = async (cwd: string, ...more: string[]) =>
    framesMade((await thixo(['mesh', 'x', '--json', ...more], { cwd })).stdout);

  /** Surfaces without the states that are saved between them. */
  const bare = (cwd: string) => [...surfaces(cwd)].filter(([name]) => name.endsWith('.surface'));

  it('goes on from a saved state to the surfaces of a run that nothing disturbed', async () => {
    const cwd = await tinyCache(ACTIVE, 14);
    expect(await mesh(cwd)).toHaveLength(15);
    const whole = bare(cwd);
    expect([...surfaces(cwd).keys()].filter((name) => name.endsWith('.state'))).toEqual([
      ...['000005.state', '000010.state'],
    ]);
    for (const frame of ['000003', '000012', '000013', '000014']) rmSync(join(cwd, `x/surface/${frame}.surface`));
    expect(await mesh(cwd)).toEqual([3, 12, 13, 14]);
    expect(bare(cwd)).toEqual(whole);
    const early = join(cwd, 'x/frames/000004.frame'),
      kept = readFileSync(early);
    writeFileSync(early, '');
    rmSync(join(cwd, 'x/surface/000013.surface'));
    expect(await mesh(cwd)).toEqual([13]); // from frame 10 on: no frame before is needed
    writeFileSync(early, kept);
    await thixo(['clean', 'x', '--surfaces', '--yes'], { cwd });
    expect(await mesh(cwd, '--frames', '7')).toHaveLength(8);
    expect(await mesh(cwd)).toEqual([8, 9, 10, 11, 12, 13, 14]);
    expect(bare(cwd)).toEqual(whole);
    await thixo(['clean', 'x', '--surfaces', '--yes'], { cwd });
    expect(await mesh(cwd, '--frames', '11-12')).toEqual([11, 12]);
    expect(bare(cwd)).toEqual(whole.filter(([name]) => /00001[12]/.test(name)));
  });

  it('passes over a state that is damaged or of other settings', async () => {
    const cwd = await tinyCache(ACTIVE, 12);
    await mesh(cwd);
    const whole = bare(cwd),
      state = join(cwd, 'x/surface/000010.state'),
      bytes = readFileSync(state);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(state, bytes);
    rmSync(surfaceOf(cwd, '000012'));
    expect(await mesh(cwd)).toEqual([12]);
    expect(bare(cwd)).toEqual(whole);
    expect(await mesh(cwd, '--set', 'surface.level=0.4', '--frames', '6')).toHaveLength(7);
    rmSync(surfaceOf(cwd, '000012'));
    expect(await mesh(cwd)).toEqual([0, 1, 2, 3, 4, 5, 6, 12]);
    expect(bare(cwd)).toEqual(whole);
  });

  const surfaceOf = (cwd: string, frame: string) => join(cwd, `x/surface/${frame}.surface`);
});
