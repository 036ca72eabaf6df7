// kill -9, fifty times (a hundred in long runs), on the real disk: half of the time while `thixo run` computes, half right before, inside or after a call of
// the disk. What was announced is there afterwards, and the same command ends with the same bytes. Uses the built package.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bake } from '../../src/cache/bake.ts';
import { openCache } from '../../src/cache/cache.ts';
import { loadScene, type SceneFile } from '../../src/cache/scene-file.ts';
import { SMALL_SCENE } from '../helpers/crash-bakes.ts';
import { Dice } from '../helpers/dice.ts';
import { fuzzed, onSeeds } from '../helpers/holds.ts';
import { isLong } from '../helpers/long.ts';
import { SCENES } from '../scenes/index.ts';

const POINTS = isLong ? 50 : 15;
const LAST_FRAME = 12;
const SCRIPT = fileURLToPath(new URL('../helpers/killed-bake.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Line {
  readonly event: string;
  readonly frame?: number;
  readonly hash?: string;
  readonly calls?: number;
}

/** A run that nobody disturbs. */
interface Undisturbed {
  /** Bytes of the frame files. */
  readonly frames: ReadonlyMap<string, Buffer>;
  readonly lastFrame: number;
  /** Of the last state. */
  readonly hash: string;
  /** Of the disk. */
  readonly calls: number;
}

let folder: string;
let scene: string;
let undisturbed: Undisturbed;

beforeAll(async () => {
  if (!existsSync(PROGRAM)) throw new Error('The package is not built: run `npm run build` first.');
  folder = mkdtempSync(join(tmpdir(), 'thixo-kill-'));
  scene = join(folder, 'small.json');
  writeFileSync(scene, JSON.stringify({ ...SMALL_SCENE, output: { checkpointEvery: 3 } }));
  undisturbed = await runUndisturbed(scene, 'undisturbed');
  expect(undisturbed.frames.size).toBe(LAST_FRAME + 1);
});

async function runUndisturbed(file: string, name: string): Promise<Undisturbed> {
  const output = join(folder, name),
    { lines } = await run([SCRIPT, file, output]),
    frames = frameFiles(output);
  const hash = lines.find(({ event }) => event === 'done')!.hash!;
  return { frames, lastFrame: frames.size - 1, hash, calls: lines.at(-1)!.calls! };
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly lines: readonly Line[];
  readonly code: number | null;
  readonly signal: string | null;
  readonly errors: string;
}

/** Runs Node and collects its lines; `onLine` may kill it. */
function run(args: readonly string[], onLine?: (line: Line, kill: () => void) => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const lines: Line[] = [];
    let text = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (text + chunk).split('\n');
      text = parts.pop()!; // a line that the kill has cut was not announced
      for (const part of parts) {
        const line = JSON.parse(part) as Line;
        lines.push(line);
        onLine?.(line, () => void child.kill('SIGKILL'));
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    child.on('error', reject).on('close', (code, signal) => resolve({ lines, code, signal, errors }));
  });
}

function frameFiles(output: string): Map<string, Buffer> {
  const names = existsSync(join(output, 'frames')) ? readdirSync(join(output, 'frames')).sort() : [];
  return new Map(
    names.filter((n) => n.endsWith('.frame')).map((name) => [name, readFileSync(join(output, 'frames', name))]),
  );
}

/** After a kill: announced frames are listed, listed ones are right, and `resume` ends as if nothing had happened. */
async function expectUnharmed(
  { frames, lastFrame, hash }: Undisturbed,
  output: string,
  killed: Ended,
  resume: () => Promise<Ended>,
): Promise<void> {
  const announced = killed.lines.filter(({ event }) => event === 'frame').length;
  if (announced > 0 || existsSync(join(output, 'manifest.ndjson'))) {
    const cache = openCache(output);
    expect(cache.frames.length).toBeGreaterThanOrEqual(announced);
    const found = frameFiles(output);
    for (const { frame } of cache.frames) {
      const name = `${String(frame).padStart(6, '0')}.frame`;
      expect(found.get(name)?.equals(frames.get(name)!), name).toBe(true);
      cache.readFrame(frame);
    }
  }
  const { lines, code, errors } = await resume();
  expect([code, errors]).toEqual([0, '']);
  expect(lines.find(({ event }) => event === 'done')).toMatchObject({ frame: lastFrame, hash });
  const found = frameFiles(output);
  expect([...found.keys()]).toEqual([...frames.keys()]);
  for (const [name, bytes] of found) expect(bytes.equals(frames.get(name)!), name).toBe(true);
  const left = readdirSync(output, { recursive: true, encoding: 'utf8' });
  expect(left.filter((path) => /\.tmp$|run\.lock$/.test(path))).toEqual([]);
}

/** Goes on in this process, which is quicker than to start another. */
async function resume(source: SceneFile, output: string): Promise<Ended> {
  const lines: Line[] = [];
  await bake(source, output, { threads: 1, onEvent: (event) => void lines.push(event) });
  return { lines, code: 0, signal: null, errors: '' };
}

/** Tries every point, two at a time; removes what a point that went well has left. */
async function each(points: readonly (readonly [name: string, check: (output: string) => Promise<void>])[]) {
  const waiting = [...points.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [k, [name, check]] = next;
      const output = join(folder, `${name.replace(/\W+/g, '-')}-${k}`);
      try {
        await check(output);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
      rmSync(output, { recursive: true, force: true });
    }
  };
  await Promise.all([worker(), worker()]);
}

describe('kill -9', { timeout: 600_000 }, () => {
  it(`aimed at ${POINTS} calls of the disk`, async () => {
    const source = await loadScene(scene);
    const points = Array.from({ length: POINTS }, (_, k) => {
      const call = Math.floor(((k + 0.5) * undisturbed.calls) / POINTS);
      const when = ['before', 'half', 'after'][k % 3]!;
      const check = async (output: string): Promise<void> => {
        const killed = await run([SCRIPT, scene, output, when, String(call)]);
        expect([killed.signal, killed.errors]).toEqual(['SIGKILL', '']);
        await expectUnharmed(undisturbed, output, killed, () => resume(source, output));
      };
      return [`${when} call ${call}`, check] as const;
    });
    await each(points);
  });

  it(
    `at ${POINTS} moments spread over \`thixo run\``,
    fuzzed,
    onSeeds(async (seed) => {
      const dice = new Dice(seed);
      const source = await loadScene(scene);
      let kills = 0;
      const command = (output: string) => [PROGRAM, 'run', scene, '-o', output, '--json', '--threads', '1'];
      const points = Array.from({ length: POINTS }, (_, k) => {
        const events = Math.floor(((k + 0.5) * LAST_FRAME) / POINTS) + 1;
        const delay = dice.below(12);
        const check = async (output: string): Promise<void> => {
          let seen = 0;
          const killed = await run(command(output), (_line, kill) => {
            if (++seen === events) setTimeout(kill, delay);
          });
          if (killed.signal === 'SIGKILL') kills++;
          else expect(killed.code).toBe(0); // it was done before the delay was over
          await expectUnharmed(undisturbed, output, killed, () =>
            k % 5 === 0 ? run(command(output)) : resume(source, output),
          );
        };
        return [`${delay} ms after event ${events}`, check] as const;
      });
      await each(points);
      expect(kills).toBeGreaterThan(POINTS / 2);
    }),
  );

  it.each(['elastic-blocks', 'elastic-implicit', 'elastic-and-others', 'implicit-pressure', 'rigid-implicit'])(
    'in the middle of %s, which keeps more than particles between steps',
    async (name) => {
      const file = join(folder, `${name}.json`),
        output = join(folder, `${name}-killed`);
      writeFileSync(file, JSON.stringify({ ...SCENES[name]!.scene, duration: 0.12, output: { checkpointEvery: 2 } }));
      const whole = await runUndisturbed(file, `${name}-whole`);
      const killed = await run([SCRIPT, file, output, 'half', String(Math.floor(0.7 * whole.calls))]);
      expect([killed.signal, killed.errors]).toEqual(['SIGKILL', '']);
      await expectUnharmed(whole, output, killed, async () => resume(await loadScene(file), output));
    },
  );
});
