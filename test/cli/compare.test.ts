// `thixo compare` on a scene of a few particles.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { main } from '../../src/cli/command-line.ts';
import { runComparison } from '../../src/make/compare/run-comparison.ts';
import { World } from '../../src/world/world.ts';
import { fakeIo, spawnThixo, TINY, temporaryFolder, thixo, writeFiles } from './harness.ts';

const KEYS = [
  'speedup',
  'evaluationRatio',
  'particles',
  'centerOfMassError',
  'profileError',
  'volumeError',
  'timeBy',
  'frames',
];
const FRAME_KEYS = [
  ...['frame', 'time', 'speedup', 'seconds', 'evaluations', 'particles', 'centerOfMassError', 'profileError'],
  ...['volumeError', 'splits', 'merges'],
];
const ERRORS = ['centerOfMassError', 'profileError', 'volumeError'] as const;

function tinyFolder(changes: object = { adaptivity: {} }): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tiny.json': { ...TINY, ...changes } });
  return cwd;
}

describe('compare', () => {
  it('prints one object with every measure of the whole and of each frame with --json', async () => {
    const cwd = tinyFolder();
    const { code, stdout, stderr } = await thixo(['compare', 'tiny.json', '--json'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    const result = JSON.parse(stdout);
    expect(Object.keys(result)).toEqual(expect.arrayContaining(KEYS));
    expect(result).toMatchObject({ interrupted: false, plot: join('out', 'tiny-compare.svg') });
    expect(result.frames.map(({ frame }: { frame: number }) => frame)).toEqual([1, 2, 3, 4]);
    for (const frame of [...result.frames]) {
      expect(Object.keys(frame)).toEqual(expect.arrayContaining(FRAME_KEYS));
      expect(frame.time).toBeCloseTo(frame.frame / 25, 12);
      expect(frame.seconds.adaptive).toBeGreaterThan(0);
      expect(frame.evaluations.standard).toBe(frame.steps.standard * frame.particles.standard);
      for (const error of ERRORS) expect(frame[error]).toBeGreaterThanOrEqual(0);
    }
    for (const error of ERRORS) expect(result[error]).toEqual(expect.any(Number));
  });

  it('says what all of the time was spent on', async () => {
    let reading = 0;
    const source = await loadScene(join(tinyFolder(), 'tiny.json'));
    const { seconds, timeBy } = await runComparison(source, { frames: 2, now: () => reading++ });
    for (const run of ['adaptive', 'standard'] as const) {
      const sum = Object.values(timeBy[run]).reduce((all, time) => all + time, 0);
      expect(sum).toBeCloseTo(seconds[run] - (2 * 2) / 1000, 9); // but for the readings before and after, in each of two frames
      for (const kind of ['search', 'obstacles', 'pack', 'forces', 'steps', 'host'] as const)
        expect([kind, timeBy[run][kind] > 0]).toEqual([kind, true]);
    }
    expect(timeBy.adaptive.adapt).toBeGreaterThan(0);
    expect(timeBy.standard.adapt).toBe(0);
  });

  it('prints a table and the plot, and writes nothing else', async () => {
    const cwd = tinyFolder();
    const { code, stdout, stderr } = await thixo(['compare', 'tiny.json', '-o', 'a/b.svg', '--frames', '2'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/Tiny, as written: \d+ particles, 2 frames, 1 thread\n.*adaptive frame 2\/2 +100 %/s);
    expect(stderr).toMatch(/Tiny, standard.*\n.*standard frame 2\/2 +100 %/s);
    expect(stdout).toMatch(/times as fast.*center of mass, largest.*\nPlot: a\/b\.svg\n$/s);
    expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(['a', 'a/b.svg', 'tiny.json']);
    expect(readFileSync(join(cwd, 'a/b.svg'), 'utf8')).toMatch(/^<svg .*Tiny.*<\/svg>\n$/s);
  });

  it('compares like with like: without levels and individual steps both runs are the same', async () => {
    const { stdout } = await thixo(['compare', 'tiny.json', '--json'], {
      cwd: tinyFolder({ adaptivity: { levels: 0, individualSteps: false } }),
    });
    const { particles, ...errors } = JSON.parse(stdout);
    expect(particles.adaptive).toBe(particles.standard);
    for (const error of ERRORS) expect(errors[error]).toBeLessThan(1e-3);
  });

  it('runs the scene as written first, then without adaptivity, each after a warm-up', async () => {
    const create = vi.spyOn(World, 'create');
    onTestFinished(() => create.mockRestore());
    await thixo(['compare', 'tiny.json', '--frames', '1', '-q', '--threads', '2'], { cwd: tinyFolder() });
    const [written, standard] = create.mock.calls.slice(-2).map(([scene]) => scene);
    expect(create.mock.calls.map(([scene]) => 'adaptivity' in scene)).toEqual([true, false, true, false]);
    expect({ ...standard, adaptivity: {} }).toEqual(written);
    for (const [, options] of create.mock.calls) expect(options?.threads).toBe(2);
  });

  it('refuses a scene without adaptivity, says how to switch it on, and that works', async () => {
    const cwd = tinyFolder({});
    const refused = await thixo(['compare', 'tiny.json', '--json'], { cwd });
    expect(refused.code).toBe(2);
    const { ok, problems } = JSON.parse(refused.stdout);
    expect([ok, problems[0].code]).toEqual([false, 'USAGE']);
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    const [, set] = /--set (\S+),/.exec(problems[0].hint)!;
    expect((await thixo(['compare', 'tiny.json', '--frames', '1', '--set', set!], { cwd })).code).toBe(0);
  });

  it('does not tell globules to be adaptive, which they cannot be', async () => {
    const cwd = tinyFolder({});
    writeFiles(cwd, {
      'grains.json': {
        substances: { sand: { model: 'globules', kind: 'powder' } },
        bodies: [{ substance: 'sand', shape: { sphere: { center: [0, 0, 0], radius: 0.2 } }, spacing: 0.1 }],
      },
    });
    const { problems } = JSON.parse((await thixo(['compare', 'grains.json', '--json'], { cwd })).stdout);
    expect(problems[0].hint).toBe('It cannot have it: "sand" is made of globules, which neither split nor merge.');
  });

  it.each([
    ['adaptive', 130, /^$/, /before both runs had a frame/],
    ['standard', 130, /\nPlot: /, /Compared 1 frame\./],
  ])('compares what there is when asked to stop in the %s run', async (run, exit, result, said) => {
    const cwd = tinyFolder(),
      io = fakeIo({ cwd }),
      write = io.stderr.write;
    io.stderr.write = (text) => {
      if (text.includes(`${run} frame 1/4`)) io.stop('SIGINT');
      return write(text);
    };
    expect(await main(['compare', 'tiny.json'], io)).toBe(exit);
    expect(io.out.join('')).toMatch(result);
    expect(io.err.join('')).toMatch(said);
    expect(io.left).toEqual([]);
  });

  it('says which run went wrong', async () => {
    const cwd = tinyFolder();
    const { code, stdout, stderr } = await thixo(['compare', 'tiny.json', '--set', 'time.maxStepsPerFrame=1'], { cwd });
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/The adaptive run went wrong\./);
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  it('does the same as a program, in its thread', async () => {
    const cwd = tinyFolder();
    const { code, stdout } = await spawnThixo(['compare', 'tiny.json', '--json', '--frames', '2'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).frames).toHaveLength(2);
  });
});
