// `--preview`: the same scene with the finest level left out.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { previewFactor, previewScene } from '../../src/scene/preview-scene.ts';
import type { SceneInput, SmoothedInput } from '../../src/scene/schema.ts';
import { DROP, eventsOf, TINY, temporaryFolder, thixo, writeFiles } from './harness.ts';

const ball = (spacing: number) =>
  ({ substance: 'a', shape: { sphere: { center: [0, 0, 0], radius: 1 } }, spacing }) as const;

describe('the scene of a preview', () => {
  it('has particles of seven times the mass', () => {
    expect(previewFactor(3) ** 3).toBeCloseTo(7, 12);
    expect(previewFactor(2) ** 2).toBeCloseTo(7, 12);
    const preview = (dimension: 2 | 3) =>
      previewScene({ dimension, bodies: [ball(0.1), ball(0.2)], emitters: [{ spacing: 0.3 }] });
    for (const dimension of [2, 3] as const) {
      const f = previewFactor(dimension);
      expect(preview(dimension)).toMatchObject({
        bodies: [{ spacing: 0.1 * f }, { spacing: 0.2 * f }],
        emitters: [{ spacing: 0.3 * f }],
      });
    }
  });

  it('keeps the viscosity ν = ηhc/20, but never lowers a damping of ½ or less', () => {
    const given = {
      ...{
        thick: { artificialViscosity: 8 },
        thin: { artificialViscosity: 0.1 },
        middle: { artificialViscosity: 0.7 },
      },
      ...{ honey: { preset: 'honey' }, over: { preset: 'honey', artificialViscosity: 20 }, plain: {} },
    };
    const { substances = {} } = previewScene({ substances: given }) as SceneInput;
    const eta = Object.values(substances as Record<string, SmoothedInput>).map(({ artificialViscosity }) =>
      Number(artificialViscosity!.toFixed(9)),
    );
    const f = previewFactor(3),
      [plain] = eta.slice(-1);
    expect(eta.slice(0, -1)).toEqual([8 / f, 0.1, 0.5, 0.05, 20 / f].map((x) => Number(x.toFixed(9))));
    expect(plain).toBeGreaterThan(0);
  });

  it('has one level less, and emitters that release the same volume', () => {
    const levels = (adaptivity: object) => (previewScene({ adaptivity }) as SceneInput).adaptivity?.levels;
    expect([levels({}), levels({ levels: 3 }), levels({ levels: 0 })]).toEqual([1, 2, 0]);
    expect(previewScene({ emitters: [{ maxParticles: 700 }, { maxParticles: 1 }] })).toMatchObject({
      emitters: [{ maxParticles: 100 }, { maxParticles: 1 }],
    });
  });

  it('leaves everything else alone, also what is wrong', () => {
    const rest = { name: 'x', gravity: [0, 0, -1], look: { style: 'spheres' }, bodies: [{ spacing: 'wide' }, 7] };
    expect(previewScene(rest)).toEqual(rest);
    for (const odd of [null, 7, [], { bodies: 3, emitters: {}, substances: [1], adaptivity: true }])
      expect(previewScene(odd)).toEqual(odd);
    const points = { substance: 'a', shape: { points: { positions: [[0, 0, 0]] } }, spacing: 0.1 };
    expect(previewScene({ bodies: [points] })).toEqual({ bodies: [points] });
  });
});

describe('--preview', () => {
  it('runs with a seventh of the particles into a folder of its own, and goes on there', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'drop.json': { ...DROP, bodies: [{ ...DROP.bodies![0]!, spacing: 0.02 }] } });
    const run = (...more: string[]) => thixo(['run', 'drop.json', '--frames', '1', ...more], { cwd });
    const { code, stdout, stderr } = await run('--preview');
    expect([code, stdout]).toEqual([0, `${join('out', 'drop-preview')}\n`]);
    expect(stderr).toMatch(/^Preview: .*without --preview/);
    expect(stderr).toMatch(/Drop \(preview\): \d+ particles/);
    const count = async (...more: string[]) => eventsOf((await run('--json', ...more)).stdout)[0]!.particles as number;
    const ratio = (await count('-o', 'fine')) / (await count('--preview', '-o', 'coarse'));
    expect(ratio).toBeGreaterThan(5);
    expect(ratio).toBeLessThan(9);
    expect((await run('--preview')).stderr).toMatch(/Already complete/);
    expect(existsSync(join(cwd, 'out/drop'))).toBe(false);
    expect((await run('-o', 'out/drop-preview')).stderr).toMatch(/CACHE_OTHER_SCENE/);
    expect((await run('--preview', '-q', '--fresh')).stderr).toBe('');
  });

  it('makes a moving picture beside that folder', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'tiny.json': { ...TINY, bodies: [{ ...TINY.bodies![0]!, spacing: 0.04 }] } });
    const { code, stdout, stderr } = await thixo(['make', 'tiny.json', '--preview', '--frames', '1'], {
      ...{ cwd, env: { PATH: '', THIXO_FFMPEG: '' } },
    });
    expect([code, stdout]).toEqual([0, `${join('out', 'tiny-preview')}.png\n`]);
    expect(stderr).toMatch(/^Preview: /m);
  });

  it('warns about a body whose points are given, after the start of the run', async () => {
    const cwd = temporaryFolder();
    const cloud = { substance: 'water', shape: { points: { positions: [[0, 1, 0]] } }, spacing: 0.04 };
    writeFiles(cwd, { 'a.json': { ...DROP, bodies: [...DROP.bodies!, cloud] } });
    const { code, stdout } = await thixo(['run', 'a.json', '--preview', '--frames', '1', '--json'], { cwd });
    expect(code).toBe(0);
    const [start, warning] = eventsOf(stdout);
    expect(start!.event).toBe('start');
    expect(warning).toMatchObject({
      ...{ event: 'warning', code: 'PREVIEW_POINTS', pointer: '/bodies/1/shape', severity: 'warning' },
      place: expect.stringMatching(/a\.json:\d+:\d+$/),
    });
  });

  it('takes a scene that would be too large without it', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'a.json': { ...DROP, bodies: [{ ...DROP.bodies![0]!, spacing: 0.02 }] } });
    const load = (preview: boolean) =>
      loadScene(join(cwd, 'a.json'), { preview, limits: { ...DEFAULT_LIMITS, particles: 300 } });
    await expect(load(false)).rejects.toThrow();
    expect((await load(true)).title).toBe('Drop (preview)');
  });
});
