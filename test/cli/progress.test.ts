import pico from 'picocolors';
import { describe, expect, it } from 'vitest';
import type { BakeEvent } from '../../src/cache/records.ts';
import { Progress } from '../../src/cli/progress.ts';
import { runPlan, stepOf } from '../../src/cli/run-view.ts';
import { type FakeIo, fakeIo } from './harness.ts';

type Start = Extract<BakeEvent, { event: 'start' }>;
type Frame = Extract<BakeEvent, { event: 'frame' }>;

const start = (frames: number, from = 0): Start => ({
  ...{ event: 'start', version: '0', scene: 's', output: 'o', frames, committed: from, from },
  ...{ particles: 41_300, threads: 1, memoryBytes: 0, diskBytes: 0 },
});

function frame(n: number, wallSeconds = 0): Frame {
  const range = { min: 0, mean: 0, max: 0 };
  return {
    ...{ event: 'frame', frame: n, time: n / 25, particles: 41_300, mass: 1, momentum: [0, 0, 0] },
    ...{ angularMomentum: [0, 0, 0], kineticEnergy: 0, centerOfMass: [0, 0, 0] },
    ...{ bounds: { min: [0, 0, 0], max: [0, 0, 0] }, density: range, speedMax: 0, temperature: null },
    ...{ evaluations: 0, wallSeconds, hash: '9f3a000000000000', steps: 24, dt: { min: 1.88e-4, max: 2e-4 } },
    ...{ criterion: 'sound', bytes: 10 },
  };
}

/** A run whose frames take the given times, s. */
function play(
  io: FakeIo,
  clock: { now: number },
  first: number,
  frames: number,
  seconds: readonly number[],
  quiet = false,
) {
  const progress = new Progress(io, pico.createColors(false), quiet);
  progress.start(runPlan(start(frames, first)));
  seconds.forEach((s, k) => {
    clock.now += 1000 * s;
    progress.step(stepOf(frame(first + k + 1, s)));
  });
  return progress;
}

function stage(columns?: number, env = {}) {
  const clock = { now: 5000 };
  const io = fakeIo({ now: () => clock.now, env, ...(columns === undefined ? {} : { columns }) });
  return { clock, io };
}

describe('progress on a terminal', () => {
  it('is one line with everything', () => {
    const { clock, io } = stage(200);
    play(io, clock, 121, 240, [3.2, 3.2]);
    expect(io.err.at(-1)).toBe(
      '\r\u001b[Kframe 123/240   51 %  ETA 6 min 15 s  41k particles  24 steps  dt 1.9e-4 s (sound)  hash 9f3a…',
    );
    expect(io.err.join('')).not.toContain('\n');
  });

  it.each([10, 20, 40, 60, 80, 100])('fits into %d columns, the most important first', (columns) => {
    const { clock, io } = stage(columns);
    play(io, clock, 0, 240, [3]);
    const line = io.err.at(-1)!.replace('\r\u001b[K', '');
    expect(line.length).toBeLessThan(columns);
    expect('frame   1/240    0 %  ETA 11 min 57 s  41k particles  24 steps  dt 1.9e-4 s (sound)  hash 9f3a…').toContain(
      line,
    );
    expect(line.startsWith('frame')).toBe(true);
  });

  it('forecasts from the median of the last ten frames', () => {
    const { clock, io } = stage(200);
    play(io, clock, 0, 100, [...Array(8).fill(50), ...Array(6).fill(2)]);
    expect(io.err.at(-1)).toContain('ETA 2 min 52 s'); // 86 frames of 2 s: of the last ten, four took 50 s and six took 2 s
  });

  it('does not take frames that were simulated again, or frame 0, for work', () => {
    const { clock, io } = stage(200);
    const progress = new Progress(io, pico.createColors(false), false);
    progress.start(runPlan(start(100, 50)));
    clock.now += 500_000; // frames 41 to 50 again
    progress.step(stepOf(frame(51, 2)));
    expect(io.err.at(-1)).toContain('ETA 1 min 38 s');
    const other = stage(200);
    const fresh = play(other.io, other.clock, -1, 100, [70]);
    expect(other.io.err.at(-1)).toBe('\r\u001b[Kframe   0/100    0 %  41k particles  hash 9f3a…');
    other.clock.now += 3000;
    fresh.step(stepOf(frame(1, 3)));
    expect(other.io.err.at(-1)).toContain('ETA 4 min 57 s');
  });

  it('forecasts from the mean where threads finish side by side, and passes over what was there', () => {
    const { clock, io } = stage(200);
    const progress = new Progress(io, pico.createColors(false), false);
    progress.start({ noun: 'picture', total: 50, from: 0, threads: 2 });
    for (let at = 1; at <= 20; at++) progress.step({ at, details: [], seconds: undefined });
    expect(io.err.at(-1)).toBe('\r\u001b[Kpicture 20/50   40 %');
    for (let at = 21; at <= 30; at++) {
      clock.now += at % 2 === 0 ? 100 : 3900;
      progress.step({ at, details: ['84k triangles'], seconds: 4 });
    }
    expect(io.err.at(-1)).toBe('\r\u001b[Kpicture 30/50   60 %  ETA 40 s  84k triangles');
  });

  it('is at 100 % when there is nothing but frame 0', () => {
    const { clock, io } = stage(200);
    play(io, clock, -1, 0, [1]);
    expect(io.err.at(-1)).toContain('frame 0/0  100 %');
  });

  it('lets the forecast run down during a frame, but never below what is left after it', () => {
    const { clock, io } = stage(200);
    const progress = play(io, clock, 0, 100, [10, 10]);
    clock.now += 4000;
    progress.redraw();
    expect(io.err.at(-1)).toContain('ETA 16 min 16 s');
    clock.now += 60_000;
    progress.redraw();
    expect(io.err.at(-1)).toContain('ETA 16 min 10 s');
  });

  it('makes room for a word, comes back, and ends its line', () => {
    const { clock, io } = stage(200);
    const progress = play(io, clock, 0, 10, [1]);
    const drawn = io.err.at(-1);
    progress.clear();
    expect(io.err.at(-1)).toBe('\r\u001b[K');
    progress.redraw();
    expect(io.err.at(-1)).toBe(drawn);
    progress.end();
    expect(io.err.at(-1)).toBe('\n');
    progress.end();
    expect(io.err.filter((text) => text === '\n')).toHaveLength(1);
  });

  it('is silent when asked to be', () => {
    const { clock, io } = stage(200);
    const progress = play(io, clock, 0, 10, [1, 1], true);
    progress.clear();
    progress.end();
    expect(io.err).toEqual([]);
  });
});

describe('progress in a log', () => {
  it('has a line for every tenth of the run', () => {
    const { clock, io } = stage();
    play(io, clock, 0, 200, Array(200).fill(0.1));
    expect(io.err.map((line) => /frame +(\d+)\//.exec(line)![1])).toEqual(
      [20, 40, 60, 80, 100, 120, 140, 160, 180, 200].map(String),
    );
    expect(io.err.every((line) => line.endsWith('\n') && !line.includes('\u001b') && !line.includes('\r'))).toBe(true);
    expect(io.err.at(-1)).not.toContain('ETA');
  });

  it('has a line after half a minute', () => {
    const { clock, io } = stage();
    play(io, clock, 0, 1000, [10, 10, 10, 10, 10, 10]);
    expect(io.err.map((line) => /frame +(\d+)\//.exec(line)![1])).toEqual(['3', '6']);
  });

  it('is plain on a terminal that cannot be redrawn', () => {
    const { clock, io } = stage(80, { TERM: 'dumb' });
    play(io, clock, 0, 10, [1, 1]);
    expect(io.err.join('')).not.toContain('\r');
    expect(io.err.join('')).not.toContain('\u001b');
    expect(io.err).toHaveLength(2);
  });
});
