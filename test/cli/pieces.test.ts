// Pieces on the command line: counted by info, written one by one by export, colored by render.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { FILES_LIST } from '../../src/cache/file-list.ts';
import { findDefects, meshVolume, pieceFields, piecesOf, readMesh, withPieces } from '../../src/index.ts';
import { contentOf, eventsOf, framesMade, thixo, tinyCache } from './harness.ts';

/** Drops of 33, 13 and 1 particles far from each other, with a surface around each. */
const drop = (x: number, radius: number) => ({
  substance: 'water',
  shape: { sphere: { center: [x, 0.7, 0] as const, radius } },
  spacing: 0.08,
});
const brokenCache = () =>
  tinyCache({ bodies: [drop(0, 0.09), drop(0.6, 0.13), drop(-0.5, 0.04)], surface: { voxel: 0.5 } }, 1);

const files = (cwd: string, folder: string): string[] =>
  readdirSync(join(cwd, folder))
    .filter((name) => name !== FILES_LIST)
    .sort();

/** Particles of the pieces of frame 1. */
const sizesOf = (cwd: string): number[] => {
  const cache = openCache(join(cwd, 'x'));
  return [...piecesOf(cache.scene, cache.readFrame(1)).particles];
};

describe('info --pieces', () => {
  it('counts the pieces of every frame', async () => {
    const cwd = await brokenCache(),
      sizes = sizesOf(cwd);
    expect(sizes).toHaveLength(3);
    const { code, stdout } = await thixo(['info', 'x', '--pieces', '--json'], { cwd });
    expect(code).toBe(0);
    const pieces = { count: 3, largest: sizes };
    expect(JSON.parse(stdout).frames.map((frame: { pieces: unknown }) => frame.pieces)).toEqual([pieces, pieces]);
    const shown = await thixo(['info', 'x', '--pieces'], { cwd });
    expect(shown.stdout).toMatch(/ hash +pieces {2}particles of the largest\n/);
    expect(shown.stdout.match(new RegExp(`[0-9a-f]{16} +3 {2}${sizes.join(', ')}$`, 'gm'))).toHaveLength(2);
    expect((await thixo(['info', 'x'], { cwd })).stdout).not.toContain('pieces');
  });

  it('tells the largest five, and that there are more', async () => {
    const cwd = await tinyCache({ bodies: [-3, -2, -1, 0, 1, 2].map((x) => drop(x, 0.04)) }, 1);
    expect((await thixo(['info', 'x', '--pieces'], { cwd })).stdout).toMatch(/ 6 {2}1, 1, 1, 1, 1, …$/m);
    const { stdout } = await thixo(['info', 'x', '--pieces', '--json'], { cwd });
    expect(JSON.parse(stdout).frames[1].pieces).toEqual({ count: 6, largest: [1, 1, 1, 1, 1] });
  });

  it('needs a cache', async () => {
    const { code, stderr } = await thixo(['info', 'tiny.json', '--pieces'], { cwd: await brokenCache() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--pieces is for a cache.')]);
  });
});

describe('export --pieces', () => {
  it('gives every piece a closed mesh that holds its own volume', async () => {
    const cwd = await brokenCache();
    const { code, stdout } = await thixo(['export', 'x', '--format', 'ply', '--pieces', '--frame', '1'], { cwd });
    expect([code, stdout]).toEqual([0, 'x-ply-pieces\n']);
    expect(files(cwd, 'x-ply-pieces')).toEqual([0, 1, 2].map((k) => `000001-piece-000${k}.ply`));
    const cache = openCache(join(cwd, 'x')),
      fields = withPieces(cache.scene, cache.readFrame(1));
    for (const piece of [0, 1, 2]) {
      const name = `x-ply-pieces/000001-piece-000${piece}.ply`,
        { positions, triangles } = readMesh(readFileSync(join(cwd, name)), name).triangleSet;
      const mesh = {
        ...{ dimension: 3 as const, positions: Float32Array.from(positions), elements: triangles, fields: {} },
        normals: Float32Array.from(positions, () => 1),
      };
      expect(findDefects(mesh)).toEqual({ open: 0, crowded: 0, pinched: 0, degenerate: 0, invalid: 0 });
      const volume = pieceFields(fields, piece).mass.reduce((sum, m) => sum + m, 0) / 1000;
      expect(Math.abs(meshVolume(mesh) / volume - 1)).toBeLessThan(0.1);
    }
  });

  it('writes the particles of each, with the number of the piece', async () => {
    const cwd = await brokenCache(),
      sizes = sizesOf(cwd);
    const argv = ['export', 'x', '--format', 'ply', '--what', 'particles', '-o', 'p', '-q'];
    expect((await thixo([...argv, '--pieces'], { cwd })).code).toBe(0);
    expect(files(cwd, 'p')).toHaveLength(6);
    for (const [piece, size] of sizes.entries()) {
      const bytes = readFileSync(join(cwd, `p/000001-piece-000${piece}.ply`)),
        header = bytes.subarray(0, bytes.indexOf('end_header\n') + 11);
      expect(header.toString()).toContain(`element vertex ${size}\n`);
      expect(header.toString()).toMatch(/property uint piece\nend_header|property uint piece\nelement/);
      const row = (bytes.length - header.length) / size;
      for (let k = 1; k <= size; k++) expect(bytes.readUInt32LE(header.length + k * row - 4)).toBe(piece);
    }
  });

  it('leaves small pieces out and says so', async () => {
    const cwd = await brokenCache(),
      sizes = sizesOf(cwd);
    const argv = ['export', 'x', '--format', 'obj', '--what', 'particles', '--pieces', '--most-pieces', '1'];
    const { code, stderr } = await thixo(argv, { cwd });
    expect(code).toBe(0);
    const lost = `2 small pieces of frame 0 with ${sizes[1]! + sizes[2]!} particles in all get no file, and so in 1 other frame.`;
    expect(stderr).toContain(`warning PIECES_LEFT_OUT\n  ${lost}\n  To write all: --most-pieces 3.\n`);
    expect(files(cwd, 'x-obj-pieces')).toEqual(['000000-piece-0000.obj', '000001-piece-0000.obj']);
    const { stdout } = await thixo([...argv, '--json'], { cwd });
    expect(eventsOf(stdout)[0]).toMatchObject({ event: 'warning', code: 'PIECES_LEFT_OUT' });
  });

  it('does only what is missing', async () => {
    const cwd = await brokenCache(),
      run = async (...more: string[]) =>
        framesMade(
          (await thixo(['export', 'x', '--format', 'stl', '--pieces', '--json', ...more], { cwd })).stdout,
          'export',
        );
    expect(await run('--most-pieces', '2')).toHaveLength(4);
    expect(await run()).toEqual([0, 1]);
    const before = contentOf(join(cwd, 'x-stl-pieces'));
    rmSync(join(cwd, 'x-stl-pieces/000001-piece-0001.stl'));
    expect(await run()).toEqual([1]);
    for (const name of files(cwd, 'x-stl-pieces').filter((file) => file.endsWith('.stl'))) {
      expect(contentOf(join(cwd, 'x-stl-pieces')).get(name)).toBe(before.get(name));
    }
    const { stderr } = await thixo(['export', 'x', '--format', 'stl', '--pieces', '--most-pieces', '1'], { cwd });
    expect(stderr).not.toContain('other settings');
  });

  it('numbers the parts in a time series', async () => {
    const cwd = await brokenCache();
    const argv = ['export', 'x', '--format', 'vtk', '--what', 'particles', '--pieces', '--most-pieces', '2', '-q'];
    expect((await thixo([...argv, '-o', 'v'], { cwd })).code).toBe(0);
    const series = readFileSync(join(cwd, 'v/particles.pvd'), 'utf8');
    expect([...series.matchAll(/part="(\d)" file="([^"]*)"/g)].map(([, part, file]) => `${part} ${file}`)).toEqual(
      [0, 1].flatMap((frame) => [0, 1].map((part) => `${part} 00000${frame}-piece-000${part}.vtu`)),
    );
  });

  it.each(['gltf', 'usda', 'pc2'])('writes %s piece by piece too', async (format) => {
    const cwd = await brokenCache();
    const argv = [
      'export',
      'x',
      '--format',
      format,
      '--what',
      'particles',
      '--pieces',
      '--frame',
      '1',
      '-o',
      'p',
      '-q',
    ];
    expect((await thixo(argv, { cwd })).code).toBe(0);
    const extension = format === 'gltf' ? 'glb' : format;
    expect(files(cwd, 'p')).toEqual([0, 1, 2].map((k) => `000001-piece-000${k}.${extension}`));
    const sizes = [0, 1, 2].map((k) => readFileSync(join(cwd, `p/000001-piece-000${k}.${extension}`)).length);
    expect(sizes[0]).toBeGreaterThan(sizes[1]!);
    expect(sizes[1]).toBeGreaterThan(sizes[2]!);
  });

  it('gives a piece the color that it has among the others', async () => {
    const singles = Array.from({ length: 9 }, (_, k) => drop(0.4 + 0.3 * k, 0.04)),
      cwd = await tinyCache({ bodies: [drop(0, 0.13), ...singles] }, 1);
    const colors = async (...more: string[]): Promise<string[]> => {
      const argv = ['export', 'x', '--format', 'usda', '--what', 'particles', '--frame', '1', '-q'];
      const { stdout } = await thixo(
        [...argv, '--set', 'look.colorBy=piece', '--set', 'look.obstacles=false', ...more],
        { cwd },
      );
      const path = join(cwd, stdout.trim());
      const paths = path.endsWith('.usda') ? [path] : files(cwd, stdout.trim()).map((name) => join(path, name));
      return paths.flatMap((file) => {
        const text = readFileSync(file, 'utf8');
        const from = text.indexOf('displayColor.timeSamples');
        return (
          text.slice(from, text.indexOf(']', text.indexOf('(', from))).match(/\([\d.e-]+, [\d.e-]+, [\d.e-]+\)/g) ?? []
        );
      });
    };
    const whole = await colors('-o', 'whole.usda'),
      apart = await colors('--pieces', '-o', 'apart');
    expect(new Set(whole).size).toBe(10);
    expect(apart.toSorted()).toEqual(whole.toSorted());
  });

  it('wants a folder, and --pieces with --most-pieces', async () => {
    const cwd = await brokenCache();
    const said = async (...argv: string[]) => {
      const { code, stderr } = await thixo(['export', 'x', ...argv], { cwd });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await said('--pieces', '--frame', '1', '-o', 'a.ply')).toContain('every piece gets its own file');
    expect(await said('--most-pieces', '4', '-o', 'a.ply')).toContain('--most-pieces is for --pieces.');
    expect(await said('--pieces', '--most-pieces', '0', '--format', 'ply')).toContain('whole number from 1');
  });
});

describe('render', () => {
  it('colors by piece', async () => {
    const cwd = await brokenCache();
    const argv = [
      'render',
      'x',
      '--frame',
      '1',
      '--set',
      'look.colorBy=piece',
      '--width',
      '64',
      '--height',
      '32',
      '-q',
    ];
    expect(await thixo([...argv, '-o', 'p.png'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect((await thixo([...argv, '-o', 's.png', '--set', 'look.colorBy=substance'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'p.png')).equals(readFileSync(join(cwd, 's.png')))).toBe(false);
  });
});
