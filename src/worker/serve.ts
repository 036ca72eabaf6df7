// The worker's side: runs a live world, takes inputs between frames, and sends frames no faster than the page takes them.

import { LiveWorld } from '../live/live-world.ts';
import type { Stroke } from '../live/stroke.ts';
import { ThixoError } from '../problem.ts';
import { useModule } from '../threads/module.ts';
import type { FrameReport } from '../world/report.ts';
import { copyFields } from './copy-fields.ts';
import type { FromWorker, RunOptions, ToWorker } from './messages.ts';
import { Pace } from './pace.ts';

/** Where messages go and come from. */
export interface Port {
  post(message: FromWorker, transfer?: Transferable[]): void;
  listen(handler: (message: ToWorker) => void): void;
}

/** Serves one world to a page. */
export function serveWorld(port: Port): void {
  let served: Promise<Served> | undefined;
  port.listen((message) => {
    const ask = message.type === 'ask' ? message.ask : undefined;
    if (message.type === 'start') {
      useModule(message.module);
      served = startServing(port, message);
    }
    served?.then((world) => world.hear(message)).catch((error: unknown) => fail(port, error, ask));
  });
}

async function startServing(port: Port, { scene, options }: ToWorker & { type: 'start' }): Promise<Served> {
  const { threads, snapshotBytes, memoryBytes } = options;
  return new Served(port, await LiveWorld.create(scene, { threads, snapshotBytes, memoryBytes }), options);
}

function fail(port: Port, error: unknown, ask?: number): void {
  const problems = error instanceof ThixoError ? JSON.parse(JSON.stringify(error.problems)) : undefined;
  port.post({ type: 'failed', ask, message: (error as Error).message, problems });
}

class Served {
  private readonly port: Port;
  private readonly live: LiveWorld;
  private readonly options: RunOptions;
  private readonly strokes = new Map<number, Stroke>();
  private readonly pace = new Pace();
  private playing: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(port: Port, live: LiveWorld, options: RunOptions) {
    this.port = port;
    this.live = live;
    this.options = options;
    this.playing = options.playing ?? true;
    this.send();
    this.plan();
  }

  hear(message: ToWorker): void {
    if (message.type === 'begin') this.strokes.set(message.stroke, this.call(message.name, message.args) as Stroke);
    else if (message.type === 'stroke') this.move(message);
    else if (message.type === 'input') this.call(message.name, message.args);
    else if (message.type === 'ask') this.answer(message);
    else if (message.type === 'taken') this.pace.taken();
    else if (message.type !== 'start') this.playing = message.type === 'play';
    this.plan();
  }

  private call(name: string, args: readonly unknown[]): unknown {
    const methods = this.live as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
    return methods[name]!(...args);
  }

  private move({ stroke, name, args }: ToWorker & { type: 'stroke' }): void {
    const held = this.strokes.get(stroke) as unknown as
      | Record<string, (...args: readonly unknown[]) => void>
      | undefined;
    if (held) held[name]!(...args);
    if (name === 'end') this.strokes.delete(stroke);
  }

  private answer({ ask, what, frame = 0 }: ToWorker & { type: 'ask' }): void {
    const { live, port } = this,
      reply = (value: unknown) => port.post({ type: 'answer', ask, value });
    if (what === 'scene') reply(live.scene);
    else if (what === 'snapshot') reply(live.world.snapshot());
    else if (what === 'frames') reply({ frames: live.snapshots.frames, bytes: live.snapshots.bytes });
    else {
      this.send(what === 'step' ? live.advance() : live.seek(frame));
      reply(live.frame);
    }
  }

  /** Simulates the next frame when its time has come and the page has taken those before. */
  private plan(): void {
    if (!this.playing || this.timer !== undefined || this.pace.isFull) return;
    this.timer = setTimeout(() => this.play(), this.pace.delay(this.interval));
  }

  /** From one frame to the next, ms. */
  private get interval(): number {
    return 1000 / (this.live.world.scene.frameRate * (this.options.pace ?? 1));
  }

  private play(): void {
    this.timer = undefined;
    if (!this.playing) return;
    const { live } = this,
      begun = performance.now();
    try {
      const report = live.advance();
      this.pace.took(performance.now() - begun, 1 / live.world.scene.frameRate, this.interval);
      if (!report.ok) this.playing = false;
      this.send(report);
    } catch (error) {
      fail(this.port, error); // an input that was refused: the world goes on without it
    }
    this.plan();
  }

  private send(report?: FrameReport): void {
    const { world } = this.live,
      { fields: names = ['position'], hashes } = this.options,
      { copies, buffers } = copyFields(world.fields, names);
    this.pace.sent();
    const frame = {
      ...{ frame: world.frame, time: world.time, particles: world.fields.count, speed: this.pace.speed },
      ...{ fields: copies, report, hash: hashes ? world.hash() : undefined },
    };
    this.port.post({ type: 'frame', frame }, buffers);
  }
}
