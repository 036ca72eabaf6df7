import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DROP, endOf, spawnThixo, startThixo, temporaryFolder, thixo, writeFiles } from './harness.ts';

/** Many short frames. */
const LONG = { ...DROP, duration: 90, frameRate: 1000 };
/** A frame that takes minutes. */
const SLOW = {
  ...DROP,
  ...{ duration: 20, frameRate: 0.1, time: { maxStepsPerFrame: 1_000_000 } },
  bodies: [{ ...DROP.bodies![0]!, spacing: 0.01 }],
};

/** Waits until a stream has said something that fits. */
function seen(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (more: string) => {
      text += more;
      if (pattern.test(text)) resolve();
    });
    stream.on('end', () => reject(new Error(`the program ended without saying ${pattern}: ${text}`)));
  });
}

/** Waits until frame 0 is committed, and a moment more: then frame 1 is in work. */
async function frameInWork(manifest: string): Promise<void> {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  while (!existsSync(manifest) || !readFileSync(manifest, 'utf8').includes('"kind":"frame"')) await pause(10);
  await pause(200);
}

async function interruptedAt(child: ChildProcessWithoutNullStreams, pattern: RegExp, signal: NodeJS.Signals) {
  const end = endOf(child);
  await seen(child.stdout, pattern);
  child.kill(signal);
  return end;
}

const lastEvent = (stdout: string) => JSON.parse(stdout.trimEnd().split('\n').at(-1)!);

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s finishes the frame, saves and ends with 130; the same command goes on to the same end',
    async (signal) => {
      const cwd = temporaryFolder();
      writeFiles(cwd, { 'drop.json': LONG });
      const argv = ['run', 'drop.json', '--json', '--threads', '2'];
      const first = await interruptedAt(startThixo(argv, { cwd }), /"frame":2,/, signal);
      expect(first.code).toBe(130);
      const { event, frame, interrupted } = lastEvent(first.stdout);
      expect({ event, interrupted }).toEqual({ event: 'done', interrupted: true });
      const frames = String(frame + 5);
      const second = await spawnThixo([...argv, '--frames', frames], { cwd });
      expect(second.code).toBe(0);
      expect(JSON.parse(second.stdout.split('\n')[0]!)).toMatchObject({ event: 'start', committed: frame });
      const whole = await thixo(['run', 'drop.json', '--json', '--frames', frames, '-o', 'whole'], { cwd });
      expect(lastEvent(second.stdout).hash).toBe(lastEvent(whole.stdout).hash);
    },
  );

  it('says at once what it does, and a second one ends it at once', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'slow.json': SLOW });
    const child = startThixo(['run', 'slow.json', '--threads', '2'], { cwd });
    const end = endOf(child);
    await seen(child.stderr, /of disk/);
    await frameInWork(join(cwd, 'out/slow/manifest.ndjson'));
    child.kill('SIGINT');
    await seen(child.stderr, /Finishing frame 1, then saving\. Ctrl-C again to stop now\./);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    expect(code).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).not.toContain('Saved');
  });
});

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const hasScript = spawnSync('script', ['--version']).status === 0;

/** Starts the program in a terminal of its own; what it writes to either stream comes out of stdout. */
function inTerminal(
  argv: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  const command = [process.execPath, PROGRAM, ...argv].map((word) => `'${word}'`).join(' ');
  const { NO_COLOR: _n, FORCE_COLOR: _f, ...rest } = process.env;
  return spawn('script', ['-qefc', command, '/dev/null'], { cwd, env: { ...rest, TERM: 'xterm', ...env } });
}

describe('a terminal', () => {
  it('shows one line that is redrawn, in color; Ctrl-C saves', async (context) => {
    if (!hasScript) context.skip('no program `script` to make a terminal with');
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'drop.json': LONG });
    const child = inTerminal(['run', 'drop.json', '--threads', '1'], cwd);
    const end = endOf(child);
    await seen(child.stdout, /frame +3\/90000/);
    child.stdin.write('\u0003');
    const { code, stdout } = await end;
    expect(code).toBe(130);
    const [beforeWord = ''] = stdout.split('Finishing frame');
    const redrawn = beforeWord.slice(beforeWord.indexOf('\r\u001b[K'));
    expect(redrawn.split('\r\u001b[K').length).toBeGreaterThan(3);
    expect(redrawn).not.toContain('\n');
    expect(redrawn).toContain('\u001b[36m');
    expect(stdout).toMatch(/Saved at frame \d+ of 90000\. Run the same command to continue\./);
  });

  it('shows no color with NO_COLOR, and no redrawing when it is dumb', async (context) => {
    if (!hasScript) context.skip('no program `script` to make a terminal with');
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'drop.json': DROP });
    const plain = await endOf(inTerminal(['run', 'drop.json', '-o', 'a'], cwd, { NO_COLOR: '1' }));
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain('\r\u001b[K');
    expect(plain.stdout.replaceAll('\u001b[K', '')).not.toContain('\u001b');
    const dumb = await endOf(inTerminal(['run', 'drop.json', '-o', 'b'], cwd, { TERM: 'dumb' }));
    expect(dumb.stdout).toMatch(/frame 10\/10/);
    expect(dumb.stdout).not.toContain('\u001b');
  });

  it('asks before it cleans', async (context) => {
    if (!hasScript) context.skip('no program `script` to make a terminal with');
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'drop.json': DROP });
    await thixo(['run', 'drop.json', '--frames', '1', '-o', 'x'], { cwd });
    const child = inTerminal(['clean', 'x'], cwd);
    const end = endOf(child);
    await seen(child.stdout, /\[y\/N\]/);
    child.stdin.write('n\n');
    expect(await end).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was removed') });
  });
});
