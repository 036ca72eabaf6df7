// A real Slurm of one node: an array of runs, one of which is killed, and chunks of frames.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runSweep } from '../../src/make/index.ts';
import { contentOf, endOf, spawnThixo, startThixo, temporaryFolder, tinyCache } from '../cli/harness.ts';
import { type SlurmNode, startSlurm } from '../helpers/slurm.ts';
import { DIST, MPICH } from '../ranks/harness.ts';
import { SCENES } from '../ranks/scenes.ts';
import { resultsIn, studyOf } from './harness.ts';

let slurm: SlurmNode | string;
beforeAll(async () => {
  slurm = await startSlurm();
});
afterAll(() => {
  if (typeof slurm !== 'string') slurm.stop();
});

describe('Slurm', () => {
  it('does the runs of a sweep; one that is killed, and one whose time is up, are queued again and go on, to the same bytes', async (context) => {
    if (typeof slurm === 'string') return context.skip(slurm);
    const [cwd, calm] = [await studyOf(60), await studyOf(60)],
      env = slurm.env as Record<string, string>;
    const ended = endOf(
      startThixo(['sweep', 'run', 's', '--on', 'slurm', '--no-contact-sheet', '--json'], { cwd, env }),
    );
    const mine = () =>
      spawnSync('pgrep', ['-f', `farm work ${join(cwd, 's')}`], { encoding: 'utf8' })
        .stdout.trim()
        .split('\n')
        .filter((pid) => /main\.js/.test(commandOf(pid)));
    await vi.waitUntil(() => hasFrames(cwd) && mine().length > 0, { timeout: 60_000, interval: 100 });
    process.kill(Number(mine()[0]), 'SIGKILL');
    const squeue = () => spawnSync('squeue', ['-h', '-o', '%i %t %r'], { env, encoding: 'utf8' }).stdout,
      [, running = ''] = /(\S+) R /.exec(squeue()) ?? [];
    // As before its time is up: it saves, is queued again, and that does not count.
    spawnSync('scancel', ['--batch', '--signal=TERM', running], { env });
    const hurry = setInterval(() => {
      const [, task] = /(\S+) PD BeginTime/.exec(squeue()) ?? [];
      if (task) spawnSync('scontrol', ['update', `JobId=${task}`, 'StartTime=now'], { env }); // Slurm would wait for two minutes
    }, 500);
    onTestFinished(() => clearInterval(hurry));
    const { code, stdout, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(stdout.match(/"event":"job"/g)).toHaveLength(3);
    const failures = readdirSync(join(cwd, 's/slurm')).filter((name) => name.endsWith('.failures'));
    expect(failures.map((name) => readFileSync(join(cwd, 's/slurm', name), 'utf8'))).toEqual(['x']);
    await runSweep('s', { cwd: calm, contactSheet: false });
    expect(resultsIn(cwd)).toEqual(resultsIn(calm));
  });

  it('does not queue again what cannot change', async (context) => {
    if (typeof slurm === 'string') return context.skip(slurm);
    const cwd = await studyOf(2),
      plan = join(cwd, 's/sweep.json');
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('"frames": 2', '"frames": 2,\n "limits": "memory=1"'));
    const { code } = await spawnThixo(['sweep', 'run', 's', '--on', 'slurm', '-q'], {
      cwd,
      env: slurm.env as Record<string, string>,
    });
    expect(code).toBe(6);
    expect(readdirSync(join(cwd, 's/results'))).toHaveLength(3);
  });

  it('makes surfaces in chunks', async (context) => {
    if (typeof slurm === 'string') return context.skip(slurm);
    const cwd = await tinyCache();
    const { code, stderr } = await spawnThixo(['farm', 'mesh', 'x', '--on', 'slurm', '--chunk', '3', '-q'], {
      cwd,
      env: slurm.env as Record<string, string>,
    });
    expect(code, stderr).toBe(0);
    expect([...contentOf(join(cwd, 'x')).keys()].filter((name) => name.endsWith('.surface'))).toHaveLength(5);
  });

  it('starts the ranks of one run with srun, as docs/mpi.md says', async (context) => {
    if (typeof slurm === 'string') return context.skip(slurm);
    if (MPICH.missing) return context.skip(MPICH.missing);
    const cwd = temporaryFolder(),
      env = slurm.env as Record<string, string>,
      run = (output: string) => ['run', 'scene.json', '-o', output, '--frames', '2'];
    writeFileSync(join(cwd, 'scene.json'), JSON.stringify({ ...SCENES['2D'], duration: 1 }));
    const srun = ['--mpi=pmi2', '--kill-on-bad-exit=1', '--overcommit', '-n3', process.execPath],
      { status, stderr } = spawnSync('srun', [...srun, join(DIST, 'cli/main.js'), ...run('many'), '--ranks', 'mpi'], {
        ...{ cwd, env: { ...env, NO_COLOR: '1' }, encoding: 'utf8' },
      });
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/3 ranks of 1 thread/);
    expect((await spawnThixo([...run('one'), '--threads', '1'], { cwd })).code).toBe(0);
    const frames = (cache: string) => readFileSync(join(cwd, cache, 'frames/000002.frame'));
    expect(frames('many').equals(frames('one'))).toBe(true);
  });
});

/** Whether a run has some frames. */
function hasFrames(cwd: string): boolean {
  const runs = join(cwd, 's/runs');
  return existsSync(runs) && readdirSync(runs).some((run) => existsSync(join(runs, run, 'frames/000003.frame')));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
