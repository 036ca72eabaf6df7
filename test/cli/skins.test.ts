// Another skin, the same simulation: what a person sees at the command line.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { temporaryFolder, thixo } from './harness.ts';

/** A closed box over the body, each side cut into n × n squares. */
function boxObj(n: number): string {
  const lines: string[] = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      for (let k = 0; k < n * n; k++) {
        const corners = [0, 1, 2, 3].map((c) => {
          const p = [0, 0, 0],
            [i, j] = [Math.floor(k / n) + (c === 1 || c === 2 ? 1 : 0), (k % n) + (c > 1 ? 1 : 0)];
          p[axis] = 0.2 * side;
          p[(axis + 1) % 3] = 0.2 * ((2 * (side > 0 ? i : j)) / n - 1);
          p[(axis + 2) % 3] = 0.2 * ((2 * (side > 0 ? j : i)) / n - 1);
          return `v ${p.join(' ')}`;
        });
        lines.push(...corners, 'f -4 -3 -2 -1');
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

it('a finer skin is shown without simulating again: edit the scene and run, or only render', async () => {
  const cwd = temporaryFolder(),
    scene = (file: string): string =>
      JSON.stringify({
        duration: 0.2,
        frameRate: 10,
        substances: { toy: { model: 'elastic', preset: 'jelly' } },
        bodies: [
          {
            ...{ substance: 'toy', shape: { box: { min: [-0.2, -0.2, -0.2], max: [0.2, 0.2, 0.2] } }, spacing: 0.1 },
            skin: { mesh: { file } },
          },
        ],
        output: { width: 64, height: 48 },
      });
  writeFileSync(join(cwd, 'coarse.obj'), boxObj(1));
  writeFileSync(join(cwd, 'fine.obj'), boxObj(4));
  writeFileSync(join(cwd, 'toy.json'), scene('coarse.obj'));
  expect((await thixo(['run', 'toy.json'], { cwd })).code).toBe(0);
  expect((await thixo(['export', 'out/toy', '--format', 'obj', '-o', 'coarse'], { cwd })).code).toBe(0);
  const frames = join(cwd, 'out/toy/frames'),
    made = (): string[] => readdirSync(frames).map((name) => `${name} ${statSync(join(frames, name)).mtimeMs}`),
    before = made(),
    hashes = openCache(join(cwd, 'out/toy')).frameLines.map(({ sha256 }) => sha256);

  writeFileSync(join(cwd, 'toy.json'), scene('fine.obj'));
  const again = await thixo(['run', 'toy.json'], { cwd });
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Already complete')]);
  const meshed = await thixo(['export', 'out/toy', '--format', 'obj', '-o', 'fine'], { cwd });
  expect(meshed.code).toBe(0);
  const vertices = (folder: string): number =>
    readFileSync(join(cwd, folder, '000002.obj'), 'utf8').match(/^v /gm)!.length;
  expect([vertices('coarse'), vertices('fine')]).toEqual([24, 6 * 16 * 4]);
  expect(made()).toEqual(before);
  expect(openCache(join(cwd, 'out/toy')).frameLines.map(({ sha256 }) => sha256)).toEqual(hashes);
});

it('check names a skin that leaves its body before anything is simulated', async () => {
  const cwd = temporaryFolder(),
    scene = (translate: number[]): string =>
      JSON.stringify({
        substances: { toy: { model: 'elastic', preset: 'jelly' } },
        bodies: [
          {
            ...{ substance: 'toy', shape: { box: { min: [-0.2, -0.2, -0.2], max: [0.2, 0.2, 0.2] } }, spacing: 0.1 },
            skin: { mesh: { file: 'box.obj', translate } },
          },
        ],
      });
  writeFileSync(join(cwd, 'box.obj'), boxObj(1));
  writeFileSync(join(cwd, 'on.json'), scene([0, 0, 0]));
  writeFileSync(join(cwd, 'off.json'), scene([0, 1, 0]));
  expect((await thixo(['check', 'on.json'], { cwd })).code).toBe(0);
  const off = await thixo(['check', 'off.json'], { cwd });
  expect(off.code).not.toBe(0);
  expect(off.stderr).toMatch(/off\.json:1:\d+ \/bodies\/0\/skin: error SKIN_OFF_BODY.*translate/s);
});
