// A sweep on one machine: what it leaves behind, that the same command again does what is missing, and that a killed one loses nothing.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FarmEvent, type MeasuredFrame, planSweep, runSweep } from '../../src/make/index.ts';
import { decodePng } from '../../src/render/png.ts';
import { spawnThixo, startThixo, TINY, temporaryFolder, thixo, writeFiles } from '../cli/harness.ts';

/** So high that nothing is hit. */
const HIGH = { ...TINY, bodies: [{ ...TINY.bodies![0]!, shape: { sphere: { center: [0, 3, 0], radius: 0.1 } } }] };

async function study(frames = 3, options = {}): Promise<string> {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tiny.json': HIGH });
  const grid = ['bodies[0].spacing=0.08,0.1', 'gravity[1]=-9.81,-1.6'];
  await planSweep('tiny.json', {
    cwd,
    output: 's',
    grid,
    frames,
    measure: ['bounds.min[1]', 'max(speedMax)'],
    ...options,
  });
  return cwd;
}

/** Rows of sweep.csv by column. */
function tableIn(cwd: string): Record<string, string>[] {
  const [head = [], ...rows] = readFileSync(join(cwd, 's/sweep.csv'), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head.map((name, k) => [name, row[k]!])));
}

describe('a sweep on this machine', () => {
  it('measures every run; free fall says what the numbers must be', async () => {
    const cwd = await study(3, { best: 'min' }),
      events: FarmEvent[] = [];
    const fallen = (frames: readonly MeasuredFrame[]) => frames[0]!.centerOfMass[1] - frames.at(-1)!.centerOfMass[1],
      speed = (frames: readonly MeasuredFrame[]) => -frames.at(-1)!.momentum[1] / frames.at(-1)!.mass;
    const result = await runSweep('s', {
      cwd,
      workers: 2,
      measure: { fallen, speed },
      onEvent: (event) => events.push(event),
    });
    expect(result).toMatchObject({
      outcome: 'done',
      failed: 0,
      exit: 0,
      measures: ['bounds.min[1]', 'max(speedMax)', 'fallen', 'speed'],
    });
    expect(events.filter(({ event }) => event === 'job')).toHaveLength(4);
    for (const row of tableIn(cwd)) {
      const g = -Number(row['gravity[1]']),
        t = 3 / 25;
      expect(row).toMatchObject({ outcome: 'done', frame: '3' });
      expect(Number(row.time)).toBeCloseTo(t, 12);
      expect(Number(row.speed)).toBeCloseTo(g * t, 9); // v = gt
      expect(Number(row.fallen)).toBeCloseTo((g * t * t) / 2, 9); // s = gt²/2
    }
    expect(result.best?.values['gravity[1]']).toBe('-9.81'); // has fallen the farthest
    const sheet = decodePng(readFileSync(join(cwd, 's/contact-sheet.png')));
    expect(sheet?.width).toBeGreaterThan(2 * 32);
    const svg = readFileSync(join(cwd, 's/plots.svg'), 'utf8');
    expect(svg.match(/<circle [^>]*fill-opacity/g)).toHaveLength(4 * 2 * 4); // runs × values × measures
  });

  it('says which values changed nothing', async () => {
    const cwd = await study(1, { grid: ['gravity[1]=-9.81,-1.6', 'seed=1,2'] }),
      { stderr } = await thixo(['sweep', 'run', 's', '--no-contact-sheet'], { cwd });
    expect(stderr).toContain('seed changed nothing');
    expect(stderr).not.toContain('gravity[1] changed nothing');
    expect((await runSweep('s', { cwd, contactSheet: false })).idle).toEqual(['seed']);
  });

  it('does only what is missing, and gives the same table', async () => {
    const cwd = await study();
    await thixo(['sweep', 'run', 's', '-q'], { cwd });
    const before = readFileSync(join(cwd, 's/sweep.csv'), 'utf8'),
      [first] = readdirSync(join(cwd, 's/results'));
    rmSync(join(cwd, 's/results', first!));
    rmSync(join(cwd, 's/runs', first!.replace('.json', '')), { recursive: true });
    const { code, stdout } = await thixo(['sweep', 'run', 's', '--json'], { cwd });
    expect(code).toBe(0);
    expect(stdout.match(/"event":"job"/g)).toHaveLength(1);
    expect(readFileSync(join(cwd, 's/sweep.csv'), 'utf8')).toBe(before);
  });

  it('measures what a program brings, and nothing else, where the plan does not say what', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'tiny.json': TINY });
    await planSweep('tiny.json', { cwd, output: 's', grid: ['gravity[1]=-1,-9.81'], frames: 1, best: 'min' });
    const height = (frames: readonly MeasuredFrame[]) => frames.at(-1)!.centerOfMass[1],
      { measures, best } = await runSweep('s', { cwd, contactSheet: false, measure: { height } });
    expect(measures).toEqual(['height']);
    expect(best?.values['gravity[1]']).toBe('-9.81');
    expect((await runSweep('s', { cwd, contactSheet: false })).measures).toEqual(['kineticEnergy']);
  });

  it('refuses a scene that was edited after the plan', async () => {
    const cwd = await study();
    writeFiles(cwd, { 'tiny.json': { ...HIGH, duration: 1 } });
    const { code, stderr } = await thixo(['sweep', 'run', 's'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('has changed since the sweep was planned');
  });

  it('counts a run that cannot be as failed, and goes on with the others', async () => {
    const grid = ['bodies[0].spacing=0.1,0.04', 'bodies[0].shape.sphere.radius=0.05,0.1'],
      cwd = await study(2, { limits: { particles: 60 }, grid, measure: ['time'] });
    const { failed, exit, rows } = await runSweep('s', { cwd, contactSheet: false });
    expect({ failed, exit }).toEqual({ failed: 1, exit: 6 });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'failed']);
  });
});

describe('a sweep that is killed', () => {
  it('goes on where it was, to the same bytes', async () => {
    const cwd = await study(4),
      calm = await study(4);
    const child = startThixo(['sweep', 'run', 's', '--workers', '2', '--no-contact-sheet', '--json'], { cwd });
    await new Promise<void>((resolve) => {
      child.stdout.on('data', () => existsSync(join(cwd, 's/results')) && child.kill('SIGKILL'));
      child.on('close', () => resolve());
    });
    expect(readdirSync(join(cwd, 's/results')).length).toBeLessThan(4);
    expect(existsSync(join(cwd, 's/sweep.csv'))).toBe(false);
    for (const folder of [cwd, calm]) {
      const { code } = await spawnThixo(['sweep', 'run', 's', '--no-contact-sheet', '-q'], { cwd: folder });
      expect(code).toBe(0);
    }
    expect(readFileSync(join(cwd, 's/sweep.csv'), 'utf8')).toBe(readFileSync(join(calm, 's/sweep.csv'), 'utf8'));
    for (const { run } of tableIn(cwd)) {
      const frames = join('s/runs', run!, 'frames'),
        names = readdirSync(join(calm, frames));
      expect(readdirSync(join(cwd, frames))).toEqual(names);
      for (const name of names)
        expect(readFileSync(join(cwd, frames, name)).equals(readFileSync(join(calm, frames, name)))).toBe(true);
    }
  });
});
