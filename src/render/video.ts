// Videos, by ffmpeg as a child process: the PNG files of the frames go in through a pipe, one after the other. The video appears under
// its name when it is complete. The same frames and the same ffmpeg give the same bytes: the number of its threads is fixed.

import { type ChildProcess, spawn } from 'node:child_process';
import { constants, rmSync, statSync } from 'node:fs';
import { access, readFile, rename } from 'node:fs/promises';
import { delimiter, extname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { problem, ThixoError } from '../problem.ts';

/** How a video is made. */
export interface VideoOptions {
  /** Frames per second of the video. */
  readonly frameRate: number;
  /** Told after each frame that went in. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Stops the work; the promise is then rejected with the reason, and nothing is left behind. */
  readonly signal?: AbortSignal | undefined;
  /** Path of the file while it is being written; default: a name beside it with the number of this process. */
  readonly unfinished?: string | undefined;
  /** An ffmpeg that takes and writes nothing for so long is ended, ms; default two minutes. */
  readonly patience?: number | undefined;
  /** Where to look for ffmpeg; `process.env` by default. */
  readonly env?: Environment | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** From RGB to the colors of HD video; in words, because players guess wrong otherwise. */
const TO_YUV =
  'scale=in_range=pc:out_range=tv:out_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int+bitexact';
const YUV = [
  '-vf',
  `${TO_YUV},format=yuv420p`,
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];
const X264 = [...YUV, '-c:v', 'libx264', '-preset', 'medium', '-crf', '18', '-threads', '2'];
const VP9 = [
  ...YUV,
  '-c:v',
  'libvpx-vp9',
  '-crf',
  '24',
  '-b:v',
  '0',
  '-deadline',
  'good',
  '-cpu-used',
  '4',
  '-threads',
  '2',
];
const PALETTE = 'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle';

/** What ffmpeg is told for each ending. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  '.mp4': [...X264, '-movflags', '+faststart', '-f', 'mp4'],
  '.mov': [...X264, '-movflags', '+faststart', '-f', 'mov'],
  '.mkv': [...X264, '-f', 'matroska'],
  '.webm': [...VP9, '-f', 'webm'],
  '.gif': ['-filter_complex', PALETTE, '-f', 'gif'],
};

/** Endings of files that `encodeVideo` writes. */
export const VIDEO_ENDINGS: readonly string[] = Object.keys(FORMATS);

/**
 * Path of ffmpeg: what the environment variable THIXO_FFMPEG says, else the first in PATH; undefined if there is none.
 * An empty THIXO_FFMPEG stands for none.
 */
export async function findFfmpeg(env: Environment = process.env): Promise<string | undefined> {
  const { THIXO_FFMPEG: given, PATH = '' } = env;
  const names = process.platform === 'win32' ? ['ffmpeg.exe'] : ['ffmpeg'];
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  const candidates =
    given === undefined ? folders.flatMap((folder) => names.map((name) => join(folder, name))) : [given];
  for (const path of candidates) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/**
 * Makes a video of PNG files of one size. Its kind follows from the ending: .mp4, .mov and .mkv (H.264), .webm (VP9), .gif.
 * Throws a ThixoError (VIDEO_FAILED) when there is no ffmpeg or it fails.
 * @example await encodeVideo(['1.png', '2.png'], 'drop.mp4', { frameRate: 25 });
 */
export async function encodeVideo(files: readonly string[], output: string, options: VideoOptions): Promise<void> {
  const { frameRate, onProgress, signal, env } = options;
  const ffmpeg = await findFfmpeg(env);
  if (ffmpeg === undefined) throw missing(output, env);
  signal?.throwIfAborted();
  // Absolute, with its protocol: a name such as -v.mp4 is no option then, and tcp:… no connection.
  const unfinished = resolve(options.unfinished ?? `${output}.${process.pid}.part`);
  const format = FORMATS[extname(output).toLowerCase()] ?? FORMATS['.mp4']!;
  const args = [...inputArguments(frameRate), ...format, ...SAME_BYTES, '-y', `file:${unfinished}`];
  const child = new Encoder(ffmpeg, args, { unfinished, signal, patience: options.patience ?? PATIENCE });
  try {
    for (const [k, file] of files.entries()) {
      await child.give(await readFile(file));
      onProgress?.(k + 1, files.length);
    }
    const { code, said, isStuck } = await child.finish();
    signal?.throwIfAborted();
    if (isStuck) throw stuck(output, options.patience ?? PATIENCE);
    if (code !== 0) throw failed(output, code, said);
    await rename(unfinished, output);
  } finally {
    await child.dispose();
  }
}

const inputArguments = (frameRate: number): string[] => [
  '-hide_banner',
  '-protocol_whitelist',
  'file,pipe',
  '-nostdin',
  '-loglevel',
  'error',
  '-f',
  'image2pipe',
  '-framerate',
  String(frameRate),
  '-c:v',
  'png',
  '-i',
  '-',
];

/** No version, no date, nothing that differs from run to run. */
const SAME_BYTES = ['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];

/** How much is kept of what ffmpeg says, characters. */
const KEPT = 2000;

/** A running ffmpeg. It is gone, and so is its unfinished file, when `dispose` is done or this process ends. */
class Encoder {
  private readonly child: ChildProcess;
  private readonly input: Writable;
  private readonly unfinished: string;
  private readonly signal: AbortSignal | undefined;
  private readonly ended: Promise<number>;
  private isRunning = true;
  private isStuck = false;
  private said = '';
  /** What it had taken and written when it was looked at last, and at how many looks that was the same. */
  private progress = { mark: '', looks: 0 };
  private given = 0;
  private readonly watch: NodeJS.Timeout;
  private readonly clear = (): void => {
    if (this.isRunning) killAll(this.child);
    rmSync(this.unfinished, { force: true });
  };

  constructor(ffmpeg: string, args: readonly string[], { unfinished, signal, patience }: Watch) {
    // Detached: Ctrl+C reaches only us, and we decide.
    const child = spawn(ffmpeg, args, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
    this.child = child;
    this.unfinished = unfinished;
    this.watch = setInterval(() => this.look(), patience / LOOKS);
    this.input = child.stdin!;
    this.input.on('error', () => {}); // it ended early: its exit code and its words say why
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-KEPT);
    });
    this.ended = new Promise((resolve) => {
      child.on('error', (error) => {
        this.said = error.message;
        resolve(-1);
      });
      child.on('close', (code) => resolve(code ?? -1));
      // A child of its own may hold its output open: that must not keep us waiting.
      child.on('exit', (code) => setTimeout(() => resolve(code ?? -1), AFTER_EXIT).unref());
    });
    void this.ended.then(() => {
      this.isRunning = false;
    });
    process.on('exit', this.clear);
    this.signal = signal;
    signal?.addEventListener('abort', this.clear);
  }

  /** Hands bytes over; waits until it takes more, or has ended. */
  async give(bytes: Uint8Array): Promise<void> {
    this.signal?.throwIfAborted();
    this.given++;
    if (this.isRunning && !this.input.write(bytes)) await Promise.race([this.hasTaken(), this.ended]);
  }

  /** It has taken what was given, or takes no more. An error is no end of its own: why it ended is said in the end. */
  private hasTaken(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.input.off('drain', done).off('close', done);
        resolve();
      };
      this.input.on('drain', done).on('close', done);
    });
  }

  /** Ends it if it has not moved for too long. */
  private look(): void {
    const size = statSync(this.unfinished, { throwIfNoEntry: false })?.size ?? 0,
      mark = `${this.given} ${this.input.writableLength} ${size}`;
    this.progress = { mark, looks: mark === this.progress.mark ? this.progress.looks + 1 : 0 };
    if (this.progress.looks < LOOKS || !this.isRunning) return;
    this.isStuck = true;
    this.clear();
  }

  /** Says that there is no more, and waits for the end. */
  async finish(): Promise<{ readonly code: number; readonly said: string; readonly isStuck: boolean }> {
    this.input.end();
    const code = await this.ended;
    return { code, said: this.said, isStuck: this.isStuck };
  }

  /** Ends it if it still runs, and takes away what it did not finish. */
  async dispose(): Promise<void> {
    clearInterval(this.watch);
    this.clear();
    await this.ended;
    this.clear();
    process.off('exit', this.clear);
    this.signal?.removeEventListener('abort', this.clear);
  }
}

/** How an encoder is watched. */
interface Watch {
  readonly unfinished: string;
  readonly signal: AbortSignal | undefined;
  readonly patience: number;
}

/** Without an own wish, ms. */
const PATIENCE = 120_000;
/** How often it is looked at within that time. */
const LOOKS = 20;
/** After it has ended, the last it said is waited for, ms. */
const AFTER_EXIT = 500;

/** Ends a process and those that it has started: they are a group of their own. */
function killAll(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
  } catch {
    // the group is gone already
  }
  child.kill('SIGKILL');
}

function stuck(output: string, patience: number): ThixoError {
  const message = `ffmpeg did not take or write anything for ${Math.round(patience / 1000)} s and was ended; ${output} was not made.`;
  const hint = 'The pictures are kept: run the same command again, or name another ffmpeg with THIXO_FFMPEG.';
  return new ThixoError([problem('VIDEO_FAILED', '', message, hint)]);
}

function missing(output: string, env: Environment = process.env): ThixoError {
  const where = env.THIXO_FFMPEG === undefined ? 'on this machine' : `at ${env.THIXO_FFMPEG || 'THIXO_FFMPEG'}`;
  const message = `${output} cannot be made: there is no ffmpeg ${where}, which writes videos.`;
  return new ThixoError([
    problem('VIDEO_FAILED', '', message, 'Install ffmpeg, or name a .png file for an animated picture.'),
  ]);
}

function failed(output: string, code: number, said: string): ThixoError {
  const lines = said.trim().split(/\r?\n/).slice(-4).join(' / ');
  const message = `ffmpeg could not make ${output} (exit code ${code}): ${lines || 'it did not say why'}.`;
  const hint = 'Name a .png file for an animated picture instead, or another ffmpeg with THIXO_FFMPEG.';
  return new ThixoError([problem('VIDEO_FAILED', '', message, hint)]);
}
