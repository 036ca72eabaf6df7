// What becomes of a job that ended, and the engine of one machine.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Batch, EXIT_BUSY, pauseAfter, readResult, verdictOf, workOn } from '../../src/make/farm/batch.ts';
import { listJobs } from '../../src/make/farm/job-list.ts';
import { runLocally } from '../../src/make/farm/local.ts';
import { farmCache, runSweep } from '../../src/make/index.ts';
import { problem, ThixoError } from '../../src/problem.ts';
import { contentOf, endOf, startThixo, temporaryFolder, thixo, tinyCache } from '../cli/harness.ts';
import { studyOf } from './harness.ts';

describe('a job that ended', () => {
  it.each([
    [0, 'final'],
    [2, 'final'],
    [3, 'final'],
    [4, 'final'],
    [6, 'final'],
    [1, 'again'],
    [5, 'again'],
    [7, 'again'],
    [8, 'again'],
    [137, 'again'],
    [null, 'again'],
    [130, 'later'],
    [EXIT_BUSY, 'later'],
  ] as const)('with %s: %s', (exit, verdict) => {
    expect(verdictOf(exit)).toBe(verdict);
  });
});

/** A batch of one job that ends in these ways, one after the other. */
function scripted(ends: readonly ('done' | ThixoError)[]): Batch & { tries: number } {
  const batch = {
    ...{ folder: temporaryFolder(), title: 't', noun: 'run', jobs: [{ id: '0123456789ab', label: 'x' }], tries: 0 },
    work: async () => {
      const end = ends[Math.min(batch.tries++, ends.length - 1)]!;
      if (end instanceof ThixoError) throw end;
      return { outcome: end };
    },
  };
  return batch;
}

const failing = (code: 'DISK_FULL' | 'CACHE_BUSY' | 'LIMIT_MEMORY') => new ThixoError([problem(code, '', 'm', 'h')]);

describe('the engine of one machine', () => {
  afterEach(() => void vi.useRealTimers());

  const run = async (batch: Batch): Promise<number[]> => {
    vi.useFakeTimers();
    const exits: number[] = [];
    const signal = new AbortController().signal,
      work = runLocally(batch, batch.jobs, {
        ...{ workers: 1, threads: 1, env: {}, signal, sbatch: [], onNote: () => {} },
        onResult: ({ exit }) => void exits.push(exit),
      });
    await vi.advanceTimersByTimeAsync(3_600_000);
    await work;
    return exits;
  };

  it('tries a full disk four times, with longer and longer pauses, and gives up', async () => {
    const batch = scripted([failing('DISK_FULL')]);
    expect(await run(batch)).toEqual([5]);
    expect(batch.tries).toBe(4);
    expect([1, 2, 3].map(pauseAfter)).toEqual([1000, 2000, 4000]);
    expect(verdictOf(readResult(batch.folder, '0123456789ab')!.exit)).toBe('again'); // missing for the next command
  });

  it('never counts a cache that is busy', async () => {
    const batch = scripted([...Array.from({ length: 20 }, () => failing('CACHE_BUSY')), 'done']);
    expect(await run(batch)).toEqual([0]);
    expect(batch.tries).toBe(21);
  });

  it('does not try again what cannot change', async () => {
    const batch = scripted([failing('LIMIT_MEMORY'), 'done']);
    expect(await run(batch)).toEqual([6]);
    expect(batch.tries).toBe(1);
    vi.useRealTimers();
    expect(
      await workOn(batch, '0123456789ab', { threads: 1, signal: new AbortController().signal, env: {} }),
    ).toMatchObject({ exit: 6 });
    expect(batch.tries).toBe(1);
  });
});

describe('frames in chunks', () => {
  it.each([
    ['render', ['-o', 'pictures'], 'pictures'],
    ['render', ['-o', 'x.png'], ''],
    ['export', ['--format', 'ply', '--every', '2', '-o', 'files'], 'files'],
    ['export', ['--format', 'vtk', '--what', 'particles', '-o', 'files'], 'files'],
  ] as const)('%s %j gives the bytes of one command', async (stage, words, folder) => {
    const whole = await tinyCache(),
      parts = await tinyCache();
    expect((await thixo([stage, 'x', ...words, '-q'], { cwd: whole })).code).toBe(0);
    const { code, stderr } = await thixo(['farm', stage, 'x', ...words, '--chunk', '2', '--workers', '2', '-q'], {
      cwd: parts,
    });
    expect(code, stderr).toBe(0);
    const products = (cwd: string) =>
      [...contentOf(join(cwd, folder))].filter(([name]) => /\.(png|ply|vtu|pvd)$/.test(name) && !name.includes('/'));
    expect(products(parts).length).toBeGreaterThan(0);
    expect(products(parts)).toEqual(products(whole));
    expect([...contentOf(parts).keys()].filter((name) => name.startsWith('x-farm'))).toEqual([]);
  });

  it('of a cache are surfaces too', async () => {
    const cwd = await tinyCache();
    expect(await farmCache('mesh', 'x', { cwd, chunk: 2 })).toMatchObject({ outcome: 'done', failed: 0 });
    expect([...contentOf(join(cwd, 'x')).keys()].filter((name) => name.endsWith('.surface'))).toHaveLength(5);
  });
});

describe('jobs for other schedulers', () => {
  it('are a command per line, or a template with a task for each; those that are over are left out', async () => {
    const cwd = await studyOf(2),
      lines = listJobs('s', 'commands', { cwd, threads: 2 }).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    const [, first = ''] = /^thixo farm work '\/.*\/s' ([0-9a-f]{12}) --threads 2$/.exec(lines[0]!) ?? [];
    expect((await thixo(['farm', 'work', 's', first, '-q'], { cwd })).code).toBe(0);
    const { stdout } = await thixo(['farm', 'export', 's', '--format', 'openjd'], { cwd }),
      template = JSON.parse(stdout);
    expect(template).toMatchObject({ specificationVersion: 'jobtemplate-2023-09' });
    const [step] = template.steps;
    expect(step.parameterSpace.taskParameterDefinitions[0].range).toHaveLength(2);
    expect(step.script.actions.onRun.args).toContain('{{Task.Param.Job}}');
    expect(stdout).not.toContain(first);
  });

  it('are none when all are done, and the user is told', async () => {
    const cwd = await studyOf(1);
    await runSweep('s', { cwd, contactSheet: false });
    for (const format of ['openjd', 'commands']) {
      const { code, stdout, stderr } = await thixo(['farm', 'export', 's', '--format', format], { cwd });
      expect([code, stdout]).toEqual([0, '']);
      expect(stderr).toMatch(/Nothing is missing/);
    }
  });
});

describe('a job whose worker is gone', () => {
  it('sees that its input has ended, saves and ends with 130', async () => {
    const cwd = await studyOf(400),
      { runs } = JSON.parse(readFileSync(join(cwd, 's/sweep.json'), 'utf8')),
      id = runs[0].id as string;
    const child = startThixo(['farm', 'work', 's', id], { cwd, env: { THIXO_ENDS_WITH_INPUT: '1' } }),
      frames = join(cwd, 's/runs', id, 'frames'),
      ended = endOf(child);
    await vi.waitUntil(() => existsSync(join(frames, '000003.frame')), { timeout: 60_000, interval: 50 });
    child.stdin.end();
    expect((await ended).code).toBe(130);
    expect(readResult(join(cwd, 's'), id)).toBeUndefined();
    expect(contentOf(frames).size).toBeLessThan(401);
    expect([...contentOf(join(cwd, 's/runs', id)).keys()]).not.toContain('run.lock');
  });
});
