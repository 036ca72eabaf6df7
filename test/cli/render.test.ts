import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { FILES_LIST, isFilesList } from '../../src/cache/file-list.ts';
import { main } from '../../src/cli/command-line.ts';
import { planPictures } from '../../src/make/picture-plan.ts';
import { shownOf } from '../../src/make/shown-bounds.ts';
import { findFfmpeg } from '../../src/render/video.ts';
import { contentOf, eventsOf, fakeIo, framesMade, TINY, thixo, tinyCache, writeFiles } from './harness.ts';

const NO_FFMPEG = { PATH: '', THIXO_FFMPEG: '' };
const PNGS = [0, 1, 2, 3, 4].map((frame) => `00000${frame}.png`);

/** Pictures of a folder, without its list. */
function picturesIn(folder: string): Map<string, string> {
  const all = contentOf(folder);
  for (const name of all.keys()) if (isFilesList(name)) all.delete(name);
  return all;
}

const sizeOf = (file: string): number[] => {
  const { width, height } = PNG.sync.read(readFileSync(file));
  return [width, height];
};

/** Frames of an animated PNG. */
const animatedFrames = (file: string): number => {
  const bytes = readFileSync(file);
  return bytes.readUInt32BE(bytes.indexOf('acTL') + 4);
};

describe('render into a folder', () => {
  it('makes a picture for every frame and prints the folder', async () => {
    const cwd = await tinyCache();
    const { code, stdout, stderr } = await thixo(['render', 'x', '-o', 'p', '--threads', '1'], { cwd });
    expect([code, stdout]).toEqual([0, 'p\n']);
    expect(stderr).toMatch(/^Tiny: 5 pictures, 1 thread, into p\n/);
    expect([...picturesIn(join(cwd, 'p')).keys()]).toEqual(PNGS);
    expect(new Set(picturesIn(join(cwd, 'p')).values()).size).toBe(5);
    expect(sizeOf(join(cwd, 'p/000003.png'))).toEqual([32, 16]);
    expect(existsSync(join(cwd, 'x/surface'))).toBe(false); // spheres need none
  });

  it('does only what is missing, damaged or of other settings, and gives the same bytes', async () => {
    const cwd = await tinyCache(),
      folder = join(cwd, 'p'),
      render = async (...more: string[]) =>
        framesMade((await thixo(['render', 'x', '-o', 'p', '--json', ...more], { cwd })).stdout);
    await render();
    const before = picturesIn(folder);
    rmSync(join(folder, '000002.png'));
    const broken = readFileSync(join(folder, '000004.png'));
    broken[50]! ^= 1;
    writeFileSync(join(folder, '000004.png'), broken);
    expect(await render()).toEqual([2, 4]);
    expect(picturesIn(folder)).toEqual(before);
    expect(await render('--set', 'look.colorBy=speed')).toHaveLength(5);
    expect(await render('--frames', '1-2')).toEqual([1, 2]);
    expect(picturesIn(folder).get('000001.png')).toBe(before.get('000001.png'));
    expect(await render()).toEqual([0, 3, 4]);
    expect(picturesIn(folder)).toEqual(before);
  });

  it('goes on in a folder whose first picture was written when it was killed', async () => {
    const cwd = await tinyCache();
    await thixo(['render', 'x', '-o', 'p', '--frames', '0'], { cwd });
    writeFileSync(join(cwd, 'p', FILES_LIST), '');
    expect(framesMade((await thixo(['render', 'x', '-o', 'p', '--json'], { cwd })).stdout)).toHaveLength(5);
  });

  it('tells of pictures of other settings in the folder, which stay', async () => {
    const cwd = await tinyCache();
    expect((await thixo(['render', 'x', '-o', 'p'], { cwd })).stderr).not.toContain('other settings');
    const black = ['render', 'x', '-o', 'p', '--set', 'look.background=#000000'];
    expect((await thixo([...black, '--frames', '2'], { cwd })).stderr).toMatch(
      /p also has 2 files of other settings: 000003\.png, 000004\.png\.\n$/,
    );
    expect((await thixo(black, { cwd })).stderr).not.toContain('other settings');
    expect((await thixo([...black, '--frames', '2'], { cwd })).stderr).not.toContain('other settings');
  });

  it('never overwrites what Thixo did not write', async () => {
    const cwd = await tinyCache();
    writeFiles(cwd, { 'mine/000003.png': 'holidays' });
    const { code, stderr } = await thixo(['render', 'x', '-o', 'mine'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/error CACHE_FOREIGN\n {2}mine already has 000003\.png/);
    expect(readdirSync(join(cwd, 'mine'))).toEqual(['000003.png']);
  });
});

describe('render', () => {
  it('keeps the pictures of each look in the cache, and never mixes them', async () => {
    const cwd = await tinyCache(),
      render = async (...more: string[]) =>
        framesMade((await thixo(['render', 'x', '-o', 'a.png', '--json', ...more], { cwd })).stdout);
    expect(await render()).toHaveLength(5);
    expect(await render('--set', 'look.background=#102030')).toHaveLength(5);
    expect(await render('--width', '64', '--height', '32')).toHaveLength(5);
    expect(readdirSync(join(cwd, 'x/pictures'))).toHaveLength(3);
    expect(await render()).toEqual([]);
    expect(await render('--set', 'look.background=#102030')).toEqual([]);
    const scene = JSON.parse(readFileSync(join(cwd, 'tiny.json'), 'utf8'));
    writeFiles(cwd, {
      'edited.json': { ...scene, name: 'Other title', look: { ...scene.look, background: '#102030' } },
    });
    expect(await render('--scene', 'edited.json')).toEqual([]);
  });

  it('makes one picture with --frame, beside the cache unless told', async () => {
    const cwd = await tinyCache();
    expect(await thixo(['render', 'x', '--frame', '3', '-q'], { cwd })).toEqual({
      ...{ code: 0, stdout: 'x-3.png\n', stderr: '' },
    });
    expect((await thixo(['render', 'x', '--frame', '3', '-o', 'deep/er/still.png', '-q'], { cwd })).code).toBe(0);
    await thixo(['render', 'x', '-o', 'p'], { cwd });
    const [still, other, all] = ['x-3.png', 'deep/er/still.png', 'p/000003.png'].map((name) =>
      readFileSync(join(cwd, name)),
    );
    expect(still!.equals(other!) && still!.equals(all!)).toBe(true); // the same view as in all pictures
  });

  it('finds a name beside the cache also from inside', async () => {
    const cwd = await tinyCache();
    for (const name of ['.', './']) {
      const { code, stdout } = await thixo(['render', name, '--frame', '0', '-q'], { cwd: join(cwd, 'x') });
      expect([code, stdout]).toEqual([0, `${join(cwd, 'x')}-0.png\n`]);
    }
    expect((await thixo(['render', 'x/', '--frame', '1', '-q'], { cwd })).stdout).toBe('x-1.png\n');
  });

  it('makes an animated picture where there is no ffmpeg, and says why', async () => {
    const cwd = await tinyCache();
    const { code, stdout, stderr } = await thixo(['render', 'x'], { cwd, env: NO_FFMPEG });
    expect([code, stdout]).toEqual([0, 'x.png\n']);
    expect(stderr).toMatch(/no ffmpeg on this machine: making an animated picture/);
    expect(animatedFrames(join(cwd, 'x.png'))).toBe(5);
    const refused = await thixo(['render', 'x', '-o', 'x.mp4'], { cwd, env: NO_FFMPEG });
    expect(refused.code).toBe(5);
    expect(refused.stderr).toMatch(
      /error VIDEO_FAILED\n {2}x\.mp4: .*ffmpeg.*\n {2}Install ffmpeg, or name a \.png file/,
    );
  });

  it('makes a video of all frames by default', async (context) => {
    const env = { PATH: process.env.PATH ?? '' };
    if (!(await findFfmpeg(env))) context.skip('no ffmpeg');
    const cwd = await tinyCache({ look: { style: 'spheres', colorBy: 'speed' } });
    const { code, stdout, stderr } = await thixo(['render', 'x'], { cwd, env });
    expect([code, stdout]).toEqual([0, 'x.mp4\n']);
    expect(stderr).toMatch(/Writing x\.mp4\.\n$/);
    const probe = ['-v', 'error', '-count_frames', '-show_entries', 'stream=nb_read_frames,width,r_frame_rate'];
    const said = execFileSync('ffprobe', [...probe, '-of', 'csv=p=0', join(cwd, 'x.mp4')], { encoding: 'utf8' });
    expect(said.trim()).toBe('32,25/1,5');
    const again = await thixo(['render', 'x', '-q'], { cwd, env });
    expect(again).toEqual({ code: 0, stdout: 'x.mp4\n', stderr: '' });
  });

  it('plays as fast as output.speed says, in videos and animated pictures, and draws nothing again', async (context) => {
    const env = { PATH: process.env.PATH ?? '' };
    if (!(await findFfmpeg(env))) context.skip('no ffmpeg');
    const cwd = await tinyCache();
    await thixo(['render', 'x', '-o', 'real.png', '-q'], { cwd, env });
    const slow = ['--set', 'output.speed=0.2', '--json'];
    for (const output of ['slow.png', 'slow.mp4'])
      expect(framesMade((await thixo(['render', 'x', '-o', output, ...slow], { cwd, env })).stdout)).toEqual([]);
    // Each frame of an animated picture says for how long it is shown, as a fraction of seconds, from byte 24 of its chunk on.
    const shownFor = ['real.png', 'slow.png'].map((name) => {
      const bytes = readFileSync(join(cwd, name)),
        delay = bytes.indexOf('fcTL') + 24;
      return bytes.readUInt16BE(delay) / bytes.readUInt16BE(delay + 2);
    });
    expect(shownFor).toEqual([1 / 25, 1 / 5]);
    const probe = ['-v', 'error', '-show_entries', 'stream=r_frame_rate,nb_frames', '-of', 'csv=p=0'];
    expect(execFileSync('ffprobe', [...probe, join(cwd, 'slow.mp4')], { encoding: 'utf8' }).trim()).toBe('5/1,5');
  });

  it('makes a contact sheet of some frames only', async () => {
    const cwd = await tinyCache({ frameRate: 200, duration: 0.15 }, 30);
    const { code, stdout } = await thixo(['render', 'x', '--contact-sheet', '--json'], { cwd });
    expect(code).toBe(0);
    expect(framesMade(stdout)).toHaveLength(12);
    expect(framesMade(stdout).at(-1)).toBe(30);
    expect(sizeOf(join(cwd, 'x-sheet.png'))[0]).toBeGreaterThan(64);
  });

  it('makes the surfaces that a look needs, and only those', async () => {
    const cwd = await tinyCache({ look: { style: 'surface' } });
    const { code, stdout } = await thixo(['render', 'x', '-o', 'p', '--frames', '2-3', '--json'], { cwd });
    expect(code).toBe(0);
    expect([framesMade(stdout, 'mesh'), framesMade(stdout, 'render')]).toEqual([
      [2, 3],
      [2, 3],
    ]);
    const rest = await thixo(['render', 'x', '-o', 'p', '--json'], { cwd });
    expect([framesMade(rest.stdout, 'mesh'), framesMade(rest.stdout, 'render')]).toEqual([
      [0, 1, 4],
      [0, 1, 4],
    ]);
    rmSync(join(cwd, 'x/surface'), { recursive: true });
    expect(framesMade((await thixo(['render', 'x', '-o', 'p', '--json'], { cwd })).stdout)).toEqual([]);
  });

  it('at the same time with two settings of the surface: neither disturbs the other, and both go with the cache', async () => {
    const cwd = await tinyCache({ look: { style: 'surface' } }),
      settings = ['surface.voxel=0.4', 'surface.voxel=0.7'];
    const alone = await Promise.all(
      settings.map(async (set, k) => {
        const own = await tinyCache({ look: { style: 'surface' } });
        await thixo(['render', 'x', '-o', `p${k}`, '--set', set], { cwd: own });
        return picturesIn(join(own, `p${k}`));
      }),
    );
    const both = await Promise.all(
      [...settings.keys()].map((k) => thixo(['render', 'x', '-o', `p${k}`, '--set', settings[k]!], { cwd })),
    );
    expect(both.map(({ code, stderr }) => [code, /CACHE_DAMAGED/.test(stderr)])).toEqual([
      [0, false],
      [0, false],
    ]);
    for (const [k, pictures] of alone.entries()) expect(picturesIn(join(cwd, `p${k}`))).toEqual(pictures);
    const surfaces = readdirSync(join(cwd, 'x/surface'), { recursive: true, encoding: 'utf8' });
    expect(surfaces.filter((name) => name.endsWith('.surface')).length).toBeGreaterThan(5);
    expect((await thixo(['clean', 'x', '--surfaces', '--yes'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'x/surface'))).toBe(false);
  });

  it('draws a frame although another one is damaged', async () => {
    const cwd = await tinyCache();
    writeFileSync(join(cwd, 'x/frames/000003.frame'), 'damaged');
    expect((await thixo(['render', 'x', '--frame', '2', '-o', 'two.png'], { cwd })).code).toBe(0);
    const { code, stderr } = await thixo(['render', 'x', '--frame', '3', '-o', 'three.png'], { cwd });
    expect([code, stderr]).toEqual([3, expect.stringContaining('CACHE_DAMAGED')]);
    expect((await thixo(['repair', 'x'], { cwd })).stdout).toContain('1 frame simulated again (3)');
    expect((await thixo(['render', 'x', '--frame', '3', '-o', 'three.png'], { cwd })).code).toBe(0);
  });

  it('goes on after an interruption to the same pictures', async () => {
    const cwd = await tinyCache(),
      io = fakeIo({ cwd, env: NO_FFMPEG }),
      write = io.stdout.write;
    io.stdout.write = (text) => {
      if (text.includes('"frame":1,')) io.stop('SIGTERM');
      return write(text);
    };
    expect(await main(['render', 'x', '--json', '--threads', '1'], io)).toBe(130);
    expect(framesMade(io.out.join(''))).toEqual([0, 1]);
    expect(existsSync(join(cwd, 'x.png'))).toBe(false);
    const rest = await thixo(['render', 'x', '--json'], { cwd, env: NO_FFMPEG });
    expect([rest.code, framesMade(rest.stdout)]).toEqual([0, [2, 3, 4]]);
    await thixo(['render', 'x', '-o', 'whole'], { cwd });
    const [set] = readdirSync(join(cwd, 'x/pictures'));
    expect(picturesIn(join(cwd, 'x/pictures', set!))).toEqual(picturesIn(join(cwd, 'whole')));
  });

  it('makes pictures anew when the run went on and the view has changed, and no other', async () => {
    const cwd = await tinyCache({}, 2),
      render = async () => framesMade((await thixo(['render', 'x', '-o', 'p', '--json'], { cwd })).stdout);
    expect(await render()).toEqual([0, 1, 2]);
    await thixo(['run', 'tiny.json', '-o', 'x', '-q'], { cwd }); // the drop falls on: it fills more of the world
    expect(await render()).toEqual([0, 1, 2, 3, 4]);
    const bytes = readFileSync(join(cwd, 'x/frames/000003.frame'));
    await thixo(['run', 'tiny.json', '-o', 'x', '-q', '--fresh'], { cwd });
    expect(readFileSync(join(cwd, 'x/frames/000003.frame')).equals(bytes)).toBe(true);
    expect(await render()).toEqual([]);
  });

  it('prints events of one shape with --json', async () => {
    const cwd = await tinyCache();
    const { stdout, stderr } = await thixo(['render', 'x', '-o', 'p', '--json', '--frames', '0', '--threads', '1'], {
      cwd,
    });
    expect(stderr).toBe('');
    expect(eventsOf(stdout)).toEqual([
      {
        ...{ event: 'start', stage: 'render', version: expect.any(String), scene: 'Tiny', output: 'p' },
        ...{ frames: 1, threads: 1 },
      },
      {
        ...{ event: 'frame', stage: 'render', frame: 0, time: 0, file: expect.stringContaining('000000.png') },
        ...{ bytes: expect.any(Number), wallSeconds: expect.any(Number) },
      },
      {
        ...{ event: 'done', stage: 'render', output: 'p', frames: 1, made: 1, wallSeconds: expect.any(Number) },
        interrupted: false,
      },
    ]);
  });
});

describe('what all pictures share', () => {
  it('comes from all frames: the range of the colors and the view', async () => {
    const cwd = await tinyCache(),
      cache = openCache(join(cwd, 'x')),
      { scene } = cache;
    const colored = (colorBy: 'speed' | 'density' | 'mass' | 'id') => ({ ...scene, look: { ...scene.look, colorBy } });
    const fastest = Math.max(...cache.frames.map(({ speedMax }) => speedMax));
    const speed = (await planPictures(cache, colored('speed'))).range!;
    expect(speed[0]).toBe(0);
    expect(speed[1]).toBeGreaterThanOrEqual(fastest);
    expect(speed[1]).toBeLessThan(2 * fastest);
    const density = (await planPictures(cache, colored('density'))).range!;
    expect(density[0]).toBeLessThanOrEqual(Math.min(...cache.frames.map((f) => f.density.min)));
    expect(density[1]).toBeGreaterThanOrEqual(Math.max(...cache.frames.map((f) => f.density.max)));
    expect((await planPictures(cache, colored('id'))).range![1]).toBeGreaterThanOrEqual(cache.readFrame(4).count - 1);
    expect((await planPictures(cache, scene)).range).toBeUndefined();
    const given = { ...scene, look: { ...scene.look, colorBy: 'speed' as const, range: [1, 2] as const } };
    expect((await planPictures(cache, given)).range).toEqual([1, 2]);
    const { bounds } = (await planPictures(cache, scene)).view;
    for (const frame of cache.frames) {
      for (let axis = 0; axis < 3; axis++) {
        expect(bounds.min[axis]).toBeLessThanOrEqual(frame.bounds.min[axis]!);
        expect(bounds.max[axis]).toBeGreaterThanOrEqual(frame.bounds.max[axis]!);
      }
    }
  });

  it('leaves the few particles out of the view that fly far off, and has one without particles', async () => {
    const far = {
        substance: 'water',
        shape: { sphere: { center: [40, 0.3, 0], radius: 0.08 } },
        spacing: 0.1,
      } as const,
      near = { ...TINY.bodies![0]!, spacing: 0.02 };
    const cache = openCache(join(await tinyCache({ bodies: [near, far] }, 1), 'x'));
    expect(cache.frames[0]!.bounds.max[0]).toBeGreaterThan(39);
    const { min, max } = (await shownOf(cache)).bounds;
    expect(min[0]).toBeCloseTo(cache.frames[0]!.bounds.min[0], 5);
    expect(max[0]).toBeGreaterThan(0.08);
    expect(max[0]).toBeLessThan(0.3);
    const disc = { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } as const,
      emitter = { substance: 'water', shape: { disc }, spacing: 0.05 };
    const cwd = await tinyCache({ bodies: [], emitters: [{ ...emitter, speed: 1, from: 5 }] }, 1);
    expect((await thixo(['render', 'x', '-o', 'p', '-q'], { cwd })).code).toBe(0);
  });

  it('has a key that changes with the look, and not with the title', async () => {
    const cache = openCache(join(await tinyCache(), 'x')),
      { scene } = cache,
      keyOf = async (changes: object) => (await planPictures(cache, { ...scene, ...changes })).key;
    const usual = await keyOf({});
    expect(await keyOf({ name: 'Other', duration: 9, output: { ...scene.output, checkpointEvery: 3 } })).toBe(usual);
    const others = [
      { look: { ...scene.look, colorBy: 'speed' } },
      { camera: { ...scene.camera, fieldOfView: 30 } },
      { output: { ...scene.output, width: 64 } },
      { surface: { ...scene.surface, voxel: 0.3 } },
      { obstacles: [] },
    ];
    const keys = await Promise.all(others.map(keyOf));
    expect(new Set([usual, ...keys]).size).toBe(others.length + 1);
  });
});
