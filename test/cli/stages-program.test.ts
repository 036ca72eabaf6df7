// Surfaces and pictures by the built program: threads, signals, and a cache that another process still writes.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFilesList } from '../../src/cache/file-list.ts';
import type { ThreadData } from '../../src/make/frame-jobs/frame-message.ts';
import { startThread } from '../../src/make/frame-jobs/frame-thread.ts';
import type { FrameTask } from '../../src/make/frame-jobs/job.ts';
import { problem } from '../../src/problem.ts';
import {
  contentOf,
  endOf,
  eventsOf,
  framesMade,
  type Ran,
  spawnThixo,
  startThixo,
  TINY,
  temporaryFolder,
  thixo,
  tinyCache,
  writeFiles,
} from './harness.ts';

/** Many short frames. */
const LONG = { ...TINY, duration: 0.3, frameRate: 1000 };

function picturesIn(folder: string): Map<string, string> {
  const all = contentOf(folder);
  for (const name of all.keys()) if (isFilesList(name)) all.delete(name);
  return all;
}

/** Runs the program and sends it a signal when it has said something. */
async function interrupted(
  argv: readonly string[],
  cwd: string,
  pattern: RegExp,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<Ran> {
  const child = startThixo(argv, { cwd });
  const end = endOf(child);
  let said = '';
  const listen = (text: string): void => {
    said += text;
    if (!pattern.test(said)) return;
    child.stdout.off('data', listen);
    child.kill(signal);
  };
  child.stdout.on('data', listen);
  return end;
}

describe('threads', () => {
  it('never change a byte of surfaces, pictures and files', async () => {
    const cwd = await tinyCache({ look: { style: 'surface' } });
    const of = async (threads: string) => {
      const more = ['--threads', threads, '--json'];
      const meshed = await spawnThixo(['mesh', 'x', ...more], { cwd }),
        rendered = await spawnThixo(['render', 'x', '-o', `p${threads}`, ...more], { cwd }),
        exported = await spawnThixo(['export', 'x', '--format', 'ply', '-o', `e${threads}`, ...more], { cwd });
      expect([meshed, rendered, exported].map(({ code, stderr }) => [code, stderr])).toEqual([
        ...[0, 0, 0].map((code) => [code, '']),
      ]);
      expect(eventsOf(rendered.stdout)[0]).toMatchObject({ threads: Number(threads) });
      const surfaces = contentOf(join(cwd, 'x/surface'));
      await thixo(['clean', 'x', '--surfaces', '--yes'], { cwd });
      return [surfaces, picturesIn(join(cwd, `p${threads}`)), picturesIn(join(cwd, `e${threads}`))];
    };
    const one = await of('1');
    expect(one.map(({ size }) => size)).toEqual([5, 5, 5]);
    expect(await of('3')).toEqual(one);
  });
});

describe('Ctrl-C', () => {
  it.each(['mesh', 'render'])('ends %s cleanly with 130, and the same command does the rest', async (command) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'long.json': LONG });
    await thixo(['run', 'long.json', '-o', 'x', '-q'], { cwd });
    const argv = [command, 'x', '--json', '--threads', '2', ...(command === 'render' ? ['-o', 'p'] : [])];
    const first = await interrupted(argv, cwd, /"event":"frame"/);
    expect(first.code).toBe(130);
    const done = framesMade(first.stdout);
    expect(eventsOf(first.stdout).at(-1)).toMatchObject({ event: 'done', interrupted: true, frames: done.length });
    expect(done.length).toBeLessThan(301);
    const folder = join(cwd, command === 'mesh' ? 'x/surface' : 'p');
    expect(readdirSync(folder).filter((name) => /^\d+\.\w+$/.test(name))).toHaveLength(done.length); // nothing unfinished
    const last = Math.max(...done) + 3;
    const second = await spawnThixo([...argv, '--frames', String(last)], { cwd });
    expect(second.code).toBe(0);
    expect([...done, ...framesMade(second.stdout)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: last + 1 }, (_, frame) => frame),
    );
  });
});

describe('kill -9', () => {
  it('loses the pictures in work; the same command ends with those of a run that nothing disturbed', async () => {
    const cwd = await tinyCache({ frameRate: 200, duration: 0.1 }, 20);
    const argv = ['render', 'x', '--json', '--threads', '2', '-o', 'p'];
    const killed = await interrupted(argv, cwd, /"event":"frame"/, 'SIGKILL');
    expect(killed.code).toBe(-1);
    const before = readdirSync(join(cwd, 'p')).filter((name) => /^\d+\.png$/.test(name)).length;
    expect(before).toBeLessThan(21);
    const rest = await spawnThixo(argv, { cwd });
    expect(rest.code).toBe(0);
    expect(framesMade(rest.stdout).length).toBeGreaterThanOrEqual(21 - before);
    expect((await thixo(['render', 'x', '-o', 'whole', '-q'], { cwd })).code).toBe(0);
    const pictures = [...picturesIn(join(cwd, 'p'))].filter(([name]) => !name.endsWith('.tmp'));
    expect(pictures).toEqual([...picturesIn(join(cwd, 'whole'))]);
  });
});

describe('a cache that is still growing', () => {
  it('is followed to the end of the run by mesh, and pictures are made then', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      'long.json': { ...LONG, look: { style: 'surface' }, bodies: [{ ...TINY.bodies![0]!, spacing: 0.03 }] },
    });
    const run = startThixo(['run', 'long.json', '-o', 'x', '--frames', '60', '--json', '--threads', '1'], { cwd });
    const end = endOf(run);
    let isRunning = true;
    void end.then(() => {
      isRunning = false;
    });
    await new Promise<void>((resolve) => run.stdout.on('data', (text: string) => /"frame":1,/.test(text) && resolve()));
    const frames = ['--frames', '0-60', '--json'];
    const following = spawnThixo(['mesh', 'x', ...frames], { cwd }),
      rendering = spawnThixo(['render', 'x', '-o', 'p', '--set', 'look.style=spheres', ...frames], { cwd });
    expect(isRunning).toBe(true);
    expect((await end).code).toBe(0);
    const [meshed, rendered] = await Promise.all([following, rendering]);
    expect([meshed.code, rendered.code]).toEqual([0, 0]);
    expect(framesMade(meshed.stdout)).toHaveLength(61);
    expect(framesMade(rendered.stdout)).toHaveLength(61);
    expect(eventsOf(meshed.stdout).at(-1)).toMatchObject({ event: 'done', frames: 61, interrupted: false });
  });
});

describe('a thread that makes frames', () => {
  const data = { job: {}, stop: new SharedArrayBuffer(4) } as unknown as ThreadData,
    request = { kind: 'frame', task: {} as FrameTask } as const,
    script = (name: string): URL => new URL(`./workers/${name}.js`, import.meta.url);

  it.each([
    ['throws', /thrown in the thread/],
    ['traps', /unreachable/],
    ['leaves', /code 0 and no result/],
  ])('that %s is an error, now and for every later frame', async (name, message) => {
    const thread = startThread(data, script(name));
    await expect(thread.ask(request)).rejects.toThrow(message);
    await expect(thread.ask(request)).rejects.toThrow(message);
    await thread.end();
  });

  it('gives problems back with every field', async () => {
    const sent = { ...problem('DISK_FULL', '', 'Full.', 'Free some.'), place: 'x' };
    const thread = startThread(
      { ...data, answer: { kind: 'problems', problems: [sent] } } as ThreadData,
      script('answers'),
    );
    await expect(thread.ask(request)).rejects.toMatchObject({ problems: [sent] });
    await thread.end();
  });
});
