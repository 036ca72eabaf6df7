// Caches and scenes from strangers: links that lead out, pipes that never answer, text that a terminal would obey, names that ffmpeg would.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bake } from '../../src/cache/bake.ts';
import { loadScene } from '../../src/cache/scene-file.ts';
import { main } from '../../src/cli/command-line.ts';
import { createPicture } from '../../src/render/picture.ts';
import { encodePng } from '../../src/render/png.ts';
import { encodeVideo } from '../../src/render/video.ts';
import { SMALL_SCENE } from '../helpers/small-scene.ts';
import { fakeIo } from './harness.ts';

let home: string;
let baked: string;
let cwd: string;
let runs = 0;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'thixo-hostile-'));
  baked = join(home, 'baked');
  writeFileSync(join(home, 'small.json'), JSON.stringify(SMALL_SCENE));
  await bake(await loadScene(join(home, 'small.json')), baked, { frames: 2 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(() => {
  cwd = join(home, `run-${runs++}`);
  cpSync(baked, join(cwd, 'out'), { recursive: true });
  cpSync(join(home, 'small.json'), join(cwd, 'small.json'));
});

async function thixo(args: readonly string[], columns?: number) {
  const io = fakeIo({ cwd, ...(columns === undefined ? {} : { columns }) });
  const code = await main(args, io);
  return { code, text: [...io.out, ...io.err].join('') };
}

describe('folders that are links', () => {
  it.each(['frames', 'checkpoints', 'surface', 'pictures'])(
    '%s: nothing outside is removed or written',
    async (name) => {
      const outside = join(cwd, 'outside'),
        inside = join(cwd, 'out', name);
      if (existsSync(inside)) renameSync(inside, outside);
      mkdirSync(outside, { recursive: true });
      for (const file of ['000000.frame', '000007.checkpoint', '000000.surface'])
        writeFileSync(join(outside, file), 'mine');
      mkdirSync(join(outside, '0123456789ab'));
      writeFileSync(join(outside, '0123456789ab', '000000.png'), 'mine');
      symlinkSync(outside, inside);
      const before = readdirSync(outside, { recursive: true }).sort();
      for (const args of [
        ['clean', 'out', '--yes'],
        ['run', 'small.json', '-o', 'out', '--fresh', '--frames', '1'],
      ]) {
        const { code, text } = await thixo(args);
        expect([code, text]).toEqual([3, expect.stringContaining('CACHE_FOREIGN')]);
      }
      expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before);
    },
  );

  it('a set of pictures', async () => {
    mkdirSync(join(cwd, 'out', 'pictures'));
    mkdirSync(join(cwd, 'outside'));
    writeFileSync(join(cwd, 'outside', '000000.png'), 'mine');
    symlinkSync(join(cwd, 'outside'), join(cwd, 'out', 'pictures', '0123456789ab'));
    expect((await thixo(['clean', 'out', '--pictures', '--yes'])).text).toContain('CACHE_FOREIGN');
    expect(existsSync(join(cwd, 'outside', '000000.png'))).toBe(true);
  });
});

it('a lock that is a link to nothing is refused, not waited for', async () => {
  symlinkSync(join(cwd, 'nowhere'), join(cwd, 'out', 'run.lock'));
  const { code, text } = await thixo(['run', 'small.json', '-o', 'out', '--frames', '3']);
  expect([code, text]).toEqual([3, expect.stringContaining('run.lock is a link')]);
  expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
});

describe.skipIf(process.platform === 'win32')('pipes in a cache', () => {
  it.each([
    ['manifest.ndjson', ['info', 'out']],
    ['frames/000001.frame', ['verify', 'out', '--samples', '0']],
    ['frames/000001.frame', ['check', 'out']],
    ['run.lock', ['run', 'small.json', '-o', 'out', '--frames', '3']],
    ['checkpoints/000002.checkpoint', ['run', 'small.json', '-o', 'out', '--frames', '3']],
  ])('%s does not make %j wait', async (file, args) => {
    const path = join(cwd, 'out', file);
    rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
    const { code } = await thixo(args as string[]);
    expect([0, 3, 5, 7]).toContain(code);
  });
});

describe('text that a terminal would obey', () => {
  const EVIL = 'A\u001b]0;owned\u0007B\u001b[2J\u009b31mC\u202eD';
  /** What is left of a text without the colors of the command line, as far as a terminal obeys it. */
  const obeyed = (text: string): string[] => {
    const plain = text.split(/\p{Cc}\[(?:[0-4]|2[2-4]|3\d|9\d)m|\r\p{Cc}\[K/u).join('');
    return [...plain].filter((c) => c !== '\n' && c !== '\t' && /\p{Cc}|\u202e/u.test(c));
  };

  it.each([80, undefined])('does not reach it from titles, keys and names (%s columns)', async (columns) => {
    const scene = { ...SMALL_SCENE, name: EVIL, substances: { [EVIL]: {} }, [EVIL]: 1 };
    writeFileSync(join(cwd, `${EVIL.replaceAll('/', '')}.json`), JSON.stringify(scene));
    writeFileSync(join(cwd, 'title.json'), JSON.stringify({ ...SMALL_SCENE, name: EVIL }));
    for (const args of [
      ['check', `${EVIL}.json`],
      ['check', `${EVIL}.json`, '--json'],
      ['check', EVIL],
      ['run', 'title.json', '-o', EVIL, '--frames', '1'],
      ['info', EVIL],
      ['info', 'title.json'],
      [EVIL],
    ]) {
      const { text } = await thixo(args, columns);
      expect(obeyed(text)).toEqual([]);
      if (columns === undefined) expect(text).not.toContain('\u001b');
    }
  });
});

describe.skipIf(process.platform === 'win32')('ffmpeg', () => {
  /** A program in place of ffmpeg. */
  function fake(script: string): { readonly THIXO_FFMPEG: string } {
    const path = join(cwd, 'ffmpeg');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return { THIXO_FFMPEG: path };
  }
  function picture(): string {
    const file = join(cwd, '0.png');
    writeFileSync(file, encodePng(createPicture(16, 16, [1, 0, 0])));
    return file;
  }

  it.each(['-v.mp4', 'a:b.mp4', 'tcp:127.0.0.1:9.mp4', 'concat:x|y.mp4'])('gets %s as a file', async (name) => {
    const env = fake(
        `for last; do :; done; printf '%s\\n' "$last" > "${cwd}/said"; cat > /dev/null; : > "\${last#file:}"`,
      ),
      before = process.cwd();
    process.chdir(cwd);
    try {
      await encodeVideo([picture()], name, { frameRate: 25, env });
    } finally {
      process.chdir(before);
    }
    expect(execFileSync('cat', [join(cwd, 'said')], { encoding: 'utf8' })).toMatch(/^file:\//);
    expect(existsSync(join(cwd, name))).toBe(true);
  });

  it('that takes nothing is ended, with what it has started', async () => {
    const env = fake(`sleep 1000 & echo $! > "${cwd}/pid"; wait`);
    const run = encodeVideo([picture()], join(cwd, 'film.mp4'), { frameRate: 25, env, patience: 300 });
    await expect(run).rejects.toMatchObject({ problems: [{ code: 'VIDEO_FAILED' }] });
    expect(isAlive(join(cwd, 'pid'))).toBe(false);
  });

  it('that hangs does not keep us when we are asked to stop', async () => {
    const env = fake(`sleep 1000 & echo $! > "${cwd}/pid"; wait`),
      stop = new AbortController();
    const run = encodeVideo([picture()], join(cwd, 'film.mp4'), { frameRate: 25, env, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stop')), 300);
    await expect(run).rejects.toThrow('stop');
    expect(isAlive(join(cwd, 'pid'))).toBe(false);
    expect(readdirSync(cwd).filter((name) => name.includes('film'))).toEqual([]);
  });

  function isAlive(file: string): boolean {
    const pid = Number(execFileSync('cat', [file], { encoding: 'utf8' }));
    try {
      process.kill(pid, 0);
      return !execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' }).includes(') Z ');
    } catch {
      return false;
    }
  }
});
