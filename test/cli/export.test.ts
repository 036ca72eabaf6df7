import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { FILES_LIST, isFilesList } from '../../src/cache/file-list.ts';
import { main } from '../../src/cli/command-line.ts';
import { exportContext, FORMATS } from '../../src/export/index.ts';
import { contentOf, eventsOf, fakeIo, framesMade, thixo, tinyCache } from './harness.ts';

const exported = (cwd: string, folder: string): string[] =>
  readdirSync(join(cwd, folder))
    .filter((name) => !isFilesList(name))
    .sort();

describe('export of a file per frame', () => {
  it('goes into a folder beside the cache; surfaces are made on the way', async () => {
    const cwd = await tinyCache();
    const { code, stdout, stderr } = await thixo(['export', 'x', '--format', 'ply', '--threads', '1'], { cwd });
    expect([code, stdout]).toEqual([0, 'x-ply\n']);
    expect(stderr).toMatch(/^Tiny: 5 surfaces, .*into x\/surface\n/);
    expect(stderr).toMatch(/\nTiny: 5 files, 1 thread, into x-ply\n/);
    expect(exported(cwd, 'x-ply')).toEqual([0, 1, 2, 3, 4].map((frame) => `00000${frame}.ply`));
    const elements = /element face (\d+)/.exec(readFileSync(join(cwd, 'x-ply/000002.ply'), 'latin1'));
    expect(Number(elements?.[1])).toBeGreaterThan(30);
  });

  it('does only what is missing or damaged', async () => {
    const cwd = await tinyCache(),
      run = async (...more: string[]) =>
        framesMade((await thixo(['export', 'x', '--format', 'obj', '--json', ...more], { cwd })).stdout, 'export');
    expect(await run()).toHaveLength(5);
    const before = contentOf(join(cwd, 'x-obj'));
    rmSync(join(cwd, 'x-obj/000000.obj'));
    writeFileSync(join(cwd, 'x-obj/000003.obj'), 'v 0 0 0\n');
    expect(await run()).toEqual([0, 3]);
    const after = contentOf(join(cwd, 'x-obj'));
    for (const name of exported(cwd, 'x-obj')) expect(after.get(name)).toBe(before.get(name));
    expect(await run('--what', 'particles')).toHaveLength(5);
    expect(await run('--set', 'surface.voxel=0.7')).toHaveLength(5);
  });

  it('takes some frames only, and lists them for programs that want a list', async () => {
    const cwd = await tinyCache();
    const argv = ['export', 'x', '--format', 'vtk', '--what', 'particles', '--frames', '1-', '--every', '2', '-o', 'v'];
    expect(await thixo([...argv, '-q'], { cwd })).toEqual({ code: 0, stdout: 'v\n', stderr: '' });
    expect(exported(cwd, 'v')).toEqual(['000001.vtu', '000003.vtu', 'particles.pvd']);
    const series = readFileSync(join(cwd, 'v/particles.pvd'), 'utf8');
    expect([...series.matchAll(/file="([^"]*)"/g)].map(([, file]) => file)).toEqual(['000001.vtu', '000003.vtu']);
  });

  it('has the same colors for the same values in all files', async () => {
    const cwd = await tinyCache();
    const argv = [
      'export',
      'x',
      '--format',
      'pov',
      '--what',
      'particles',
      '--set',
      'look.colorBy=speed',
      '-o',
      'p',
      '-q',
    ];
    expect((await thixo(argv, { cwd })).code).toBe(0);
    const looks = (file: string) =>
      [...readFileSync(join(cwd, 'p', file), 'utf8').matchAll(/ texture \{ Look(\d+) \}/g)].map(([, look]) =>
        Number(look),
      );
    const [first, last] = [looks('000001.pov'), looks('000004.pov')];
    expect(Math.max(...first)).toBeLessThan(Math.max(...last) / 2);
    expect(Math.max(...last)).toBeGreaterThan(20);
  });

  it('can be one file of one frame, whose ending says the format', async () => {
    const cwd = await tinyCache();
    const { code, stdout } = await thixo(['export', 'x', '--frame', '2', '-o', 'a/b/two.stl'], { cwd });
    expect([code, stdout]).toEqual([0, 'a/b/two.stl\n']);
    expect(readdirSync(join(cwd, 'a/b'))).toEqual(['two.stl']);
    const bytes = readFileSync(join(cwd, 'a/b/two.stl'));
    expect(bytes.length).toBe(84 + 50 * bytes.readUInt32LE(80));
  });

  it('never overwrites what Thixo did not write', async () => {
    const cwd = await tinyCache();
    await thixo(['export', 'x', '--format', 'ply', '--what', 'particles'], { cwd });
    rmSync(join(cwd, 'x-ply', FILES_LIST));
    const { code, stderr } = await thixo(['export', 'x', '--format', 'ply', '--what', 'particles'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('CACHE_FOREIGN');
  });
});

describe('export of one file', () => {
  it('holds all frames, as the library writes it', async () => {
    const cwd = await tinyCache();
    const { code, stdout } = await thixo(['export', 'x', '--format', 'usda', '--what', 'particles'], { cwd });
    expect([code, stdout]).toEqual([0, 'x.usda\n']);
    const text = readFileSync(join(cwd, 'x.usda'), 'utf8');
    expect(text).toMatch(/^#usda 1\.0/);
    expect(text).toContain('endTimeCode = 4');
    await thixo(['export', 'x', '-o', 'p.pc2', '-q'], { cwd });
    const cache = openCache(join(cwd, 'x')),
      pieces: Uint8Array[] = [],
      context = await exportContext(cache.scene, { what: 'particles', frameCount: 5 });
    async function* frames() {
      for (const { frame, time } of cache.frames) yield { frame, time, fields: cache.readFrame(frame) };
    }
    for await (const piece of FORMATS.pc2.encode(frames, context)) pieces.push(piece);
    expect(readFileSync(join(cwd, 'p.pc2')).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('goes into a folder that is there, under the name of the cache', async () => {
    const cwd = await tinyCache();
    expect(await thixo(['export', 'x', '--format', 'gltf', '--every', '2', '-o', '.', '-q'], { cwd })).toEqual({
      ...{ code: 0, stdout: 'x.glb\n', stderr: '' },
    });
    expect(readFileSync(join(cwd, 'x.glb')).subarray(0, 4).toString()).toBe('glTF');
  });

  it('leaves nothing behind when it is asked to stop, and the next one is whole', async () => {
    const cwd = await tinyCache(),
      io = fakeIo({ cwd, columns: 100 }),
      write = io.stderr.write;
    io.stderr.write = (text) => {
      if (text.includes('frame 2/5')) io.stop('SIGINT');
      return write(text);
    };
    expect(await main(['export', 'x', '--format', 'usda', '--what', 'particles', '--no-color'], io)).toBe(130);
    expect(io.err.join('')).toContain('Run the same command to continue.');
    expect(readdirSync(cwd).sort()).toEqual(['tiny.json', 'x']);
    expect((await thixo(['export', 'x', '--format', 'usda', '--what', 'particles'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'x.usda'))).toBe(true);
  });

  it('prints events with --json', async () => {
    const cwd = await tinyCache();
    const { stdout } = await thixo(['export', 'x', '-o', 'p.pc2', '--what', 'particles', '--json'], { cwd });
    expect(eventsOf(stdout)).toMatchObject([
      { event: 'start', stage: 'export', output: 'p.pc2', frames: 5 },
      { event: 'done', stage: 'export', output: 'p.pc2', frames: 5, interrupted: false },
    ]);
  });
});
