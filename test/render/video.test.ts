// Videos: what goes into the pipe, what is said when ffmpeg is missing or fails, that nothing is left behind; and real files, where
// there is an ffmpeg, read back frame by frame.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ThixoError } from '../../src/problem.ts';
import { createPicture } from '../../src/render/picture.ts';
import { encodePng } from '../../src/render/png.ts';
import { encodeVideo, findFfmpeg } from '../../src/render/video.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thixo-video-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program in place of ffmpeg; `$last` is the file to write. */
function fake(script: string): { readonly THIXO_FFMPEG: string } {
  const path = join(folder, 'ffmpeg');
  writeFileSync(path, `#!/bin/sh\nfor last; do :; done\nlast="\${last#file:}"\n${script}\n`);
  chmodSync(path, 0o755);
  return { THIXO_FFMPEG: path };
}

/** PNG files of flat color, 32 × 16. */
function frames(colors: readonly (readonly [number, number, number])[]): string[] {
  return colors.map((color, k) => {
    const file = join(folder, `${k}.png`);
    writeFileSync(file, encodePng(createPicture(32, 16, color)));
    return file;
  });
}

const COLORS = [
  [1, 0, 0],
  [0, 0.5, 0],
  [0.1, 0.2, 0.9],
  [1, 1, 1],
  [0, 0, 0],
] as const;
const films = (): string[] => readdirSync(folder).filter((name) => name.includes('.mp4'));

async function problemOf(act: Promise<void>): Promise<string> {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ThixoError);
  const [problem] = (error as ThixoError).problems;
  expect(problem!.code).toBe('VIDEO_FAILED');
  return `${problem!.message} ${problem!.hint}`;
}

describe('videos', () => {
  it('get every file through the pipe in order, and their name at the end', async () => {
    const files = frames(COLORS);
    const output = join(folder, 'film.mp4');
    const told: number[] = [];
    const env = fake('test -e "$0.mp4" && exit 9\ncat > "$last"');
    await encodeVideo(files, output, { frameRate: 25, env, onProgress: (done, total) => told.push(done / total) });
    expect(Buffer.compare(readFileSync(output), Buffer.concat(files.map((file) => readFileSync(file))))).toBe(0);
    expect(told).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
    expect(films()).toEqual(['film.mp4']);
  });

  it('say so when there is no ffmpeg', async () => {
    const files = frames(COLORS);
    const output = join(folder, 'film.mp4');
    const words = await problemOf(encodeVideo(files, output, { frameRate: 25, env: { PATH: folder } }));
    expect(words).toMatch(/there is no ffmpeg on this machine.*Install ffmpeg, or name a \.png file/);
    const given = await problemOf(encodeVideo(files, output, { frameRate: 25, env: { THIXO_FFMPEG: '/nowhere/ff' } }));
    expect(given).toContain('no ffmpeg at /nowhere/ff');
  });

  it('give its last words when it fails, and leave nothing', async () => {
    const env = fake('echo "one\ntwo\nUnknown encoder libx264" >&2; echo part > "$last"; exit 3');
    const words = await problemOf(encodeVideo(frames(COLORS), join(folder, 'film.mp4'), { frameRate: 25, env }));
    expect(words).toMatch(/could not make .*film\.mp4 \(exit code 3\).*Unknown encoder libx264/);
    expect(films()).toEqual([]);
  });

  it('do not hang when it stops reading', async () => {
    const files = frames([[0, 0, 0]]);
    writeFileSync(files[0]!, Buffer.alloc(5_000_000));
    const many = Array.from({ length: 20 }, () => files[0]!);
    const env = fake('exit 1');
    const words = await problemOf(encodeVideo(many, join(folder, 'film.mp4'), { frameRate: 25, env }));
    expect(words).toContain('it did not say why');
  });

  it('wait for its words when it closes its ears first', async () => {
    const files = frames([[0, 0, 0]]);
    writeFileSync(files[0]!, Buffer.alloc(5_000_000));
    const env = fake('exec 0<&-; sleep 0.3; echo "no space" >&2; exit 4');
    const words = await problemOf(
      encodeVideo([files[0]!, files[0]!], join(folder, 'film.mp4'), { frameRate: 25, env }),
    );
    expect(words).toMatch(/exit code 4\): no space/);
  });

  it('keep a file that was there when they fail', async () => {
    const output = join(folder, 'film.mp4');
    writeFileSync(output, 'old');
    await problemOf(encodeVideo(frames(COLORS), output, { frameRate: 25, env: fake('exit 1') }));
    expect(readFileSync(output, 'utf8')).toBe('old');
  });

  it('end at once when asked to, with the process and its file gone', async () => {
    const files = frames(COLORS);
    const stop = new AbortController();
    const env = fake('echo $$ > "$0.pid"; echo part > "$last"; exec sleep 100');
    const work = encodeVideo(files, join(folder, 'film.mp4'), { frameRate: 25, env, signal: stop.signal });
    while (!existsSync(join(folder, 'ffmpeg.pid')) || films().length === 0) await new Promise((r) => setTimeout(r, 5));
    const pid = Number(readFileSync(join(folder, 'ffmpeg.pid'), 'utf8'));
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(films()).toEqual([]);
  });

  it('end with the process gone when a picture is missing', async () => {
    const files = [...frames(COLORS), join(folder, 'none.png')];
    const env = fake('echo $$ > "$0.pid"; cat > "$last"; sleep 100');
    await expect(encodeVideo(files, join(folder, 'film.mp4'), { frameRate: 25, env })).rejects.toThrow('ENOENT');
    expect(films()).toEqual([]);
  });

  it('find ffmpeg in the folders of PATH, the first that can be run', async () => {
    const { THIXO_FFMPEG: path } = fake('exit 0');
    const PATH = ['/nowhere', folder, '/usr/bin'].join(':');
    expect(await findFfmpeg({ PATH })).toBe(path);
    chmodSync(path, 0o644);
    expect(await findFfmpeg({ PATH: folder })).toBeUndefined();
    expect(await findFfmpeg({ PATH: dirname(process.execPath), THIXO_FFMPEG: '' })).toBeUndefined();
  });
});

describe('videos by a real ffmpeg', () => {
  const read = (ffmpeg: string, file: string): Buffer =>
    execFileSync(ffmpeg, ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], {
      maxBuffer: 1 << 26,
    });

  for (const kind of ['mp4', 'webm', 'gif'])
    it(`have every frame with its color: ${kind}`, async (context) => {
      const ffmpeg = await findFfmpeg();
      if (!ffmpeg) return context.skip('no ffmpeg');
      const output = join(folder, `film.${kind}`);
      await encodeVideo(frames(COLORS), output, { frameRate: 25 });
      const raw = read(ffmpeg, output);
      expect(raw).toHaveLength(COLORS.length * 32 * 16 * 3);
      for (const [k, color] of COLORS.entries()) {
        const middle = 3 * (32 * 16 * k + 32 * 8 + 16);
        for (const [c, value] of color.entries())
          expect(Math.abs(raw[middle + c]! - 255 * value)).toBeLessThanOrEqual(6);
      }
    });

  it('are the same bytes every time', async (context) => {
    if (!(await findFfmpeg())) return context.skip('no ffmpeg');
    const [a, b] = [join(folder, 'a.mp4'), join(folder, 'b.mp4')];
    for (const output of [a, b]) await encodeVideo(frames(COLORS), output, { frameRate: 25 });
    expect(Buffer.compare(readFileSync(a), readFileSync(b))).toBe(0);
  });

  it('say what ffmpeg says of a file that is no picture', async (context) => {
    if (!(await findFfmpeg())) return context.skip('no ffmpeg');
    const files = frames(COLORS);
    for (const file of files) writeFileSync(file, 'no picture');
    const words = await problemOf(encodeVideo(files, join(folder, 'film.mp4'), { frameRate: 25 }));
    expect(words).toMatch(/Invalid|error|invalid|Error/);
    expect(films()).toEqual([]);
  });
});
