// Curves of caches: the numbers of the manifest, in a file that other programs read.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { plotCaches, runScene } from '../../src/make/index.ts';
import { sceneFolder } from './harness.ts';

async function twoCaches(): Promise<string> {
  const cwd = sceneFolder({ name: 'A <drop>' });
  await runScene('drop.json', { cwd, output: 'a', frames: 4 });
  await runScene('drop.json', { cwd, output: 'b', frames: 2, set: ['gravity=[0,-20,0]'] });
  return cwd;
}
const problemOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error.problems[0] as { code: string; message: string },
  );

describe('plotCaches', () => {
  it('writes every number of the manifest as CSV, a row per frame and run', async () => {
    const cwd = await twoCaches();
    expect(await plotCaches(['a', 'b'], { cwd, output: 'x.csv', labels: ['slow', 'fast, "20"'] })).toBe('x.csv');
    const [head, ...rows] = readFileSync(join(cwd, 'x.csv'), 'utf8').trimEnd().split('\n'),
      columns = head!.split(',');
    expect(rows.filter((row) => row.startsWith('slow,'))).toHaveLength(5);
    expect(rows.filter((row) => row.startsWith('"fast, ""20""",'))).toHaveLength(3);
    for (const line of openCache(join(cwd, 'a')).frameLines) {
      const row = rows[line.frame]!.split(','),
        value = (name: string) => Number(row[columns.indexOf(name)]);
      expect([value('frame'), value('time'), value('kinetic_energy')]).toEqual([
        line.frame,
        line.time,
        line.kineticEnergy,
      ]);
      expect([value('momentum_y'), value('center_y')]).toEqual([line.momentum[1], line.centerOfMass[1]]);
      expect([value('density_mean'), value('particles')]).toEqual([line.density.mean, line.particles]);
    }
  });

  it('draws a panel for each kind of number, with negative ones inside, and a line per run', async () => {
    const cwd = await twoCaches();
    expect(await plotCaches(['a'], { cwd })).toBe('a.svg');
    const one = readFileSync(join(cwd, 'a.svg'), 'utf8');
    expect(one).toContain('A &lt;drop&gt;');
    expect(one).not.toContain('Temperature'); // nothing has one
    const panels = one.split('<g ').slice(1);
    expect(panels).toHaveLength(10);
    const momentum = panels.find((panel) => panel.includes('Momentum'))!;
    for (const [, points] of momentum.matchAll(/points="([^"]*)"/g))
      for (const point of points!.split(' ')) {
        const y = Number(point.split(',')[1]);
        expect(y).toBeGreaterThanOrEqual(62);
        expect(y).toBeLessThanOrEqual(270);
      }
    expect(momentum).toMatch(/>-\d/); // it falls
    await plotCaches(['a', 'b'], { cwd, output: 'both.svg' });
    const energy = readFileSync(join(cwd, 'both.svg'), 'utf8').split('<g ')[1]!;
    expect(energy.match(/<polyline/g)).toHaveLength(2);
    expect([...energy.matchAll(/<circle/g)]).toHaveLength(5 + 3);
  });

  it('refuses what cannot be plotted', async () => {
    const cwd = await twoCaches();
    expect(await problemOf(plotCaches(['a'], { cwd, output: 'x.png' }))).toMatchObject({ code: 'USAGE' });
    expect(await problemOf(plotCaches([], { cwd }))).toMatchObject({ code: 'USAGE' });
    expect(await problemOf(plotCaches(['a'], { cwd, labels: ['x', 'y'] }))).toMatchObject({ code: 'USAGE' });
    expect(await problemOf(plotCaches(['c'], { cwd }))).toMatchObject({ code: 'CACHE_NOT_FOUND' });
  });
});
