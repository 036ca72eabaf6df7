// Work that no longer moves is noticed: [R16 of docs/reliability.md].

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bake } from '../../src/cache/bake.ts';
import { type Files, realFiles } from '../../src/cache/files.ts';
import { PHASES, type Phase, PULSE_WORDS, readPulse, SharedPulse } from '../../src/cache/pulse.ts';
import { loadScene, type SceneFile } from '../../src/cache/scene-file.ts';
import type { FrameJob, FrameTask, Made } from '../../src/make/frame-jobs/job.ts';
import { makeFrames } from '../../src/make/frame-jobs/make-frames.ts';
import { type Sign, type Stall, stalled, Watchdog } from '../../src/make/watchdog.ts';

/** Work on a clock of its own: looks once a second for so many seconds, and answers when stalls were seen, and what was said. */
class Watch {
  sign: Sign | undefined = { count: 0, doing: 'simulating frame 3' };
  busy = 0;
  readonly seen: [number, Stall][] = [];
  private clock = 0;
  private processor = 0;
  private readonly dog = new Watchdog({
    sign: () => this.sign,
    now: () => 1000 * this.clock,
    processorTime: () => 1000 * this.processor,
    patience: 30_000,
  });

  wait(seconds: number, each: () => void = () => {}): this {
    for (let k = 0; k < seconds; k++) {
      each();
      const stall = this.dog.look();
      if (stall) this.seen.push([this.clock, stall]);
      this.clock++;
      this.processor += this.busy;
    }
    return this;
  }

  move(count = 1): void {
    this.sign = { count: this.sign!.count + count, doing: this.sign!.doing };
  }
}

const has = (text: string): unknown => expect.stringContaining(text);

describe('a watchdog', () => {
  it('says once that nothing has moved for 30 s, and what was being done', () => {
    const watch = new Watch().wait(300);
    expect(watch.seen).toEqual([[30, { doing: 'simulating frame 3', seconds: 30, share: 0 }]]);
  });

  it('says nothing of work that moves, and says it again when it stands still again', () => {
    const watch = new Watch();
    watch.wait(300, () => watch.move(100));
    expect(watch.seen).toEqual([]);
    watch.wait(100).wait(1, () => watch.move());
    watch.wait(100);
    expect(watch.seen.map(([at]) => at)).toEqual([329, 430]);
  });

  it('waits 50 times as long as usual where that is longer', () => {
    const watch = new Watch();
    for (let k = 0; k < 5; k++) watch.wait(4).wait(1, () => watch.move());
    const { seen } = watch.wait(1000); // the last sign was at 24 s, and 5 s were between two
    expect(seen.map(([at]) => at)).toEqual([24 + 250]);
  });

  it('has ten times the patience while a world is built, whose millions of particles give no sign', () => {
    const stallsIn = (phase: Phase): number[] => {
      const words = new Int32Array(PULSE_WORDS),
        watch = new Watch();
      new SharedPulse(words).enter(phase);
      watch.sign = readPulse(words);
      return watch.wait(600).seen.map(([at]) => at);
    };
    expect(stallsIn('opening the cache and building the world')).toEqual([300]);
    expect(stallsIn('simulating')).toEqual([30]);
  });

  it('says nothing while there is nothing to do', () => {
    const watch = new Watch();
    watch.sign = undefined;
    expect(watch.wait(300).seen).toEqual([]);
  });

  it('tells computing from waiting', () => {
    const watch = new Watch();
    watch.busy = 0.9;
    const [[, stall]] = watch.wait(40).seen as [[number, Stall]];
    expect(stall.share).toBeCloseTo(0.9, 6);
    expect(stalled(stall, 'warning')).toMatchObject({ message: has('90 % of a core'), hint: has('only be slow') });
    expect(stalled({ ...stall, share: 0 }, 'error')).toMatchObject({ hint: has('waits for something') });
  });
});

async function sceneFile(folder: string, scene: object): Promise<SceneFile> {
  const file = join(folder, 'scene.json');
  writeFileSync(file, JSON.stringify(scene));
  return loadScene(file);
}

describe('signs of life of a bake', () => {
  const SCENE = {
    duration: 3,
    frameRate: 1,
    dimension: 2,
    substances: { goo: { preset: 'desbrun-1999' } },
    bodies: [{ substance: 'goo', shape: { box: { min: [0, 0, 0], max: [0.2, 0.2, 0] } }, spacing: 0.1 }],
  };

  it('tell what it is at when the disk is called', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'thixo-pulse-')),
      words = new Int32Array(new SharedArrayBuffer(4 * PULSE_WORDS)),
      at = new Map<string, Set<string>>();
    const note = (call: string, path: string): void => {
      const kind = /(frames|checkpoints|run\.lock|manifest)/.exec(path)?.[0] ?? 'other',
        key = `${call} ${kind}`;
      at.set(key, (at.get(key) ?? new Set()).add(readPulse(words).doing));
    };
    const open: Files['open'] = (path, how) => {
      note('open', path);
      return realFiles.open(path, how);
    };
    const files: Files = { ...realFiles, open };
    await bake(await sceneFile(folder, SCENE), join(folder, 'out'), {
      ...{ files, pulse: new SharedPulse(words), checkpointEvery: 2 },
    });
    rmSync(folder, { recursive: true });
    expect([...at.get('open frames')!]).toEqual([0, 1, 2, 3].map((frame) => `writing frame ${frame}`));
    expect([...at.get('open checkpoints')!]).toEqual([2, 3].map((frame) => `saving the state of frame ${frame}`));
    expect([...at.get('open run.lock')!][0]).toBe('waiting for the lock of the cache');
  });

  it('come with every pass of a frame, and from every phase', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'thixo-pulse-')),
      beats = new Map<Phase, number>();
    let phase: Phase = PHASES[0];
    const beat = (): void => void beats.set(phase, (beats.get(phase) ?? 0) + 1);
    const enter = (next: Phase): void => {
      phase = next;
      beat();
    };
    const hot = { ...SCENE, bodies: [{ ...SCENE.bodies[0], velocity: [0, -5000, 0] }], time: { maxStepsPerFrame: 64 } };
    for (const [name, scene] of Object.entries({ calm: SCENE, hot }))
      await bake(await sceneFile(folder, scene), join(folder, name), { pulse: { enter, beat } });
    rmSync(folder, { recursive: true });
    expect(beats.get('simulating')).toBeGreaterThan(100);
    expect(new Set(beats.keys())).toEqual(new Set(PHASES.slice(2)));
  });
});

describe('frames that are made of others', () => {
  const tasks = [3, 4].map((frame) => ({ line: { frame } }) as FrameTask);

  async function make(onStall: (stall: Stall) => void): Promise<number[]> {
    const made: number[] = [];
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const start = () => ({
      ask: async ({ task }: { task: FrameTask }) => {
        await released;
        return { kind: 'made', made: { frame: task.line.frame } as Made };
      },
      end: async () => release(),
    });
    await makeFrames(
      { kind: 'picture' } as FrameJob,
      () =>
        (async function* () {
          yield* tasks;
        })(),
      {
        ...{ threads: 2, signal: new AbortController().signal, patience: 200, start: start as never },
        onMade: ({ frame }) => made.push(frame),
        onStall: (stall) => {
          onStall(stall);
          release();
        },
      },
    );
    return made;
  }

  it('are said to be stuck, and go on when they can', async () => {
    const seen: Stall[] = [];
    expect(await make((stall) => seen.push(stall))).toEqual([3, 4]);
    expect(seen.map(({ doing }) => doing)).toEqual(['at frames 3, 4']);
  });

  it('end when the one who is told throws', async () => {
    const refuse = (): void => {
      throw new Error('enough');
    };
    await expect(make(refuse)).rejects.toThrow('enough');
  });
});
