// Two and three writers of one cache whose calls come in any order, also when one is killed or stopped for minutes at any call: one of them
// writes, the others are refused, and nothing that was announced is lost. Uses the built package.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { verifyCache } from '../../src/cache/verify.ts';
import { SMALL_SCENE } from '../helpers/crash-bakes.ts';
import { Dice } from '../helpers/dice.ts';
import { fuzzed, onSeeds } from '../helpers/holds.ts';
import { isLong } from '../helpers/long.ts';
import { type Fate, Racers } from '../helpers/race.ts';

const RACES = Number(process.env.RACES ?? (isLong ? 1000 : 300));
const FRAMES = 1;
/** More calls of the disk than any writer needs. */
const MANY = 90;

let folder: string;
let racers: Racers;
/** A run that was killed at its first frame, with its lock. */
let halfDone: string;

beforeAll(() => {
  if (!existsSync('dist/cache/bake.js')) throw new Error('The package is not built: run `npm run build` first.');
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'thixo-race-'));
  halfDone = join(folder, 'half-done');
  writeFileSync(join(folder, 'small.json'), JSON.stringify(SMALL_SCENE));
  racers = new Racers(join(folder, 'small.json'), 3);
  expect(race(halfDone, { hosts: ['gone'], fates: [{ writer: 0, call: 40, what: 'killed' }] }, new Dice(1))).toEqual([
    'killed',
  ]);
  expect(existsSync(join(halfDone, 'run.lock'))).toBe(true);
  expect(openCache(halfDone).frameLines.length).toBe(1);
});

afterAll(async () => {
  await racers.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Setting {
  readonly hosts: readonly string[];
  readonly fates: readonly Fate[];
}

/** Runs a race. Every frame is announced by one writer only, and must be listed by then. */
function race(output: string, { hosts, fates }: Setting, dice: Dice, announced = new Set<number>()): string[] {
  const onAnnounce = (writer: number, frame: number): void => {
    expect(announced.has(frame), `frame ${frame} is committed by writer ${writer} and by another one`).toBe(false);
    announced.add(frame);
    const listed = openCache(output).frameLines.length;
    expect(listed, `frame ${frame} of writer ${writer} is listed`).toBeGreaterThan(frame);
  };
  return racers.run({ output, frames: FRAMES, hosts, fates, onAnnounce }, dice);
}

function drawSetting(dice: Dice): Setting {
  const count = 2 + dice.below(2),
    areTogether = dice.chance(0.5),
    hosts = Array.from({ length: count }, (_, k) => (areTogether ? 'gone' : `host${k}`)),
    what = dice.pick(['killed', 'stopped'] as const);
  return { hosts, fates: dice.chance(0.6) ? [{ writer: dice.below(count), call: dice.below(MANY), what }] : [] };
}

function expectNothingLost(outcomes: readonly string[], output: string): void {
  for (const outcome of outcomes) expect(['done', 'CACHE_BUSY', 'killed']).toContain(outcome);
  // The one hole: stopped for minutes between the last look at the manifest and the rename. Then the next one makes up for it.
  const inTheHole = /^rename .*manifest/.test(racers.stoppedAt);
  // A writer that is killed may have kept the others out; then the next one wins.
  const all =
    outcomes.includes('killed') || inTheHole
      ? [...outcomes, ...race(output, { hosts: ['later'], fates: [] }, new Dice(1))]
      : outcomes;
  expect(all).toContain('done');
  const cache = openCache(output);
  expect(cache.frameLines.map(({ frame }) => frame)).toEqual([0, 1]);
  for (const { frame } of cache.frameLines) cache.readFrame(frame);
  expect(existsSync(join(output, 'run.lock'))).toBe(false);
}

describe('writers of one cache', () => {
  it(
    `in ${RACES} orders of their calls: one wins and nothing is lost`,
    fuzzed,
    onSeeds((seed) => {
      const seen = new Map<string, number>();
      for (let k = 0; k < RACES; k++) {
        const dice = new Dice(seed, k),
          setting = drawSetting(dice),
          output = join(folder, `race-${k}`);
        mkdirSync(output);
        if (dice.chance(0.6)) cpSync(halfDone, output, { recursive: true });
        const outcomes = race(output, setting, dice),
          kinds = outcomes.join(' ');
        seen.set(kinds, (seen.get(kinds) ?? 0) + 1);
        try {
          expectNothingLost(outcomes, output);
        } catch (error) {
          const where = `race ${k}, ${JSON.stringify({ ...setting, at: racers.stoppedAt, outcomes })}`;
          throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
        }
        rmSync(output, { recursive: true });
      }
      expect(seen.size).toBeGreaterThan(8);
    }),
  );

  it('that are processes, after a kill -9, with calls that take their time: every frame is committed once', async () => {
    for (let round = 0; round < (isLong ? 3 : 1); round++) {
      const output = join(folder, `processes-${round}`),
        first = new SlowBake(output, 1);
      await first.ready;
      first.begin(({ frame }) => frame === 1 && first.kill());
      await first.ended;
      expect(existsSync(join(output, 'run.lock'))).toBe(true);
      const before = openCache(output).frameLines.length,
        bakes = [1, 2, 3].map((k) => new SlowBake(output, 10 * round + k));
      await Promise.all(bakes.map(({ ready }) => ready));
      for (const bake of bakes) bake.begin();
      const lines = (await Promise.all(bakes.map(({ ended }) => ended))).flat(),
        frames = lines.flatMap(({ event, frame }) => (event === 'frame' ? [frame!] : []));
      expect(frames.sort()).toEqual([0, 1, 2, 3, 4].slice(before));
      const outcomes = lines.flatMap(({ event, outcome }) => (event === 'end' ? [outcome] : []));
      expect(outcomes).toContain('done');
      expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'CACHE_BUSY')).toEqual([]);
      expect((await verifyCache(output)).problems).toEqual([]);
    }
  });
});

interface Line {
  readonly event: string;
  readonly frame?: number;
  readonly outcome?: string;
}

/** A bake in a process of its own that waits for the others. */
class SlowBake {
  readonly ready: Promise<void>;
  /** What it said. */
  readonly ended: Promise<Line[]>;
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private onLine: ((line: Line) => void) | undefined;

  constructor(output: string, seed: number) {
    const script = fileURLToPath(new URL('../helpers/delayed-bake.mjs', import.meta.url)),
      lines: Line[] = [];
    this.child = spawn(process.execPath, [script, join(folder, 'small.json'), output, String(seed)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '',
      isReady = (): void => {};
    this.ready = new Promise((resolve) => {
      isReady = resolve;
    });
    this.child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (text + chunk).split('\n');
      text = parts.pop()!;
      for (const line of parts.map((part) => JSON.parse(part) as Line)) {
        lines.push(line);
        this.onLine?.(line);
        if (line.event === 'ready') isReady();
      }
    });
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject).on('close', () => resolve(lines));
    });
  }

  begin(onLine?: (line: Line) => void): void {
    this.onLine = onLine;
    this.child.stdin.end('\n');
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
