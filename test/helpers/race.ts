// Several writers of one cache, one of them at a time: the dice say who goes on and for how many calls of the disk, so that every order can
// come about and the same seed gives the same one.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { LockOwner } from '../../src/cache/lock-system.ts';
import type { Dice } from './dice.ts';

/** What a writer asks for: a turn, a pause, what it knows; `end` when its bake is over. */
interface Request {
  readonly call: string;
  readonly args: readonly unknown[];
}

/** What becomes of a writer at one of its calls: it goes on after a long while, or never. */
export interface Fate {
  readonly writer: number;
  readonly call: number;
  readonly what: 'killed' | 'stopped';
}

export interface Race {
  /** Folder of the cache. */
  readonly output: string;
  readonly frames: number;
  /** Host of every writer; those of the same host know of each other's death. */
  readonly hosts: readonly string[];
  readonly fates: readonly Fate[];
  /** Told when a writer says that a frame is safe. */
  onAnnounce(writer: number, frame: number): void;
}

/** A stopped writer goes on after so long by the clocks of the others, ms. */
const LONG = 200_000;
/** Most calls in a row. */
const MOST = 24;

class Writer {
  readonly worker: Worker;
  readonly port: MessagePort;
  private readonly wake = new Int32Array(new SharedArrayBuffer(4));
  request: Request | undefined;
  outcome = '';
  isDead = false;
  /** Calls of the disk that it was allowed. */
  calls = 0;
  /** It is not let on before. */
  wakes = 0;
  hasWaited = false;
  /** Whether fate has had it, and at which call. */
  isMarked = false;
  stoppedAt = '';

  constructor(scene: string, index: number, shared: { asked: SharedArrayBuffer; time: SharedArrayBuffer }) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(new URL('./race-writer.mjs', import.meta.url), {
      workerData: { ...shared, port: port2, answered: this.wake.buffer, scene, index },
      transferList: [port2],
      execArgv: [],
    });
    this.worker.unref();
  }

  start(message: unknown): void {
    Object.assign(this, {
      request: undefined,
      outcome: '',
      isDead: false,
      calls: 0,
      wakes: 0,
      hasWaited: false,
      isMarked: false,
      stoppedAt: '',
    });
    this.worker.postMessage(message);
  }

  hear(): void {
    this.request ??= receiveMessageOnPort(this.port)?.message as Request | undefined;
  }

  answer(message: unknown): void {
    this.request = undefined;
    this.port.postMessage(message);
    Atomics.store(this.wake, 0, 1);
    Atomics.notify(this.wake, 0);
  }
}

/** The writers; they are used for one race after the other. */
export class Racers {
  private readonly signal = new Int32Array(new SharedArrayBuffer(4));
  private readonly writers: readonly Writer[];
  private readonly clock = new Int32Array(new SharedArrayBuffer(4));
  private races = 0;

  constructor(scene: string, count: number) {
    const shared = { asked: this.signal.buffer as SharedArrayBuffer, time: this.clock.buffer as SharedArrayBuffer };
    this.writers = Array.from({ length: count }, (_, k) => new Writer(scene, k, shared));
  }

  async end(): Promise<void> {
    await Promise.all(this.writers.map(({ worker }) => worker.terminate()));
  }

  /** The call at which fate has had a writer; empty if it has not. */
  get stoppedAt(): string {
    return this.writers.map(({ stoppedAt }) => stoppedAt).join('');
  }

  /** Runs a race to its end; returns how each writer ended. */
  run(race: Race, dice: Dice): string[] {
    const writers = this.writers.slice(0, race.hosts.length);
    this.now = 0;
    this.races++;
    writers.forEach((writer, k) => {
      writer.start({ output: race.output, frames: race.frames, host: race.hosts[k], began: String(this.races) });
    });
    for (;;) {
      this.gather(writers);
      const left = writers.filter(({ outcome }) => outcome === '');
      if (left.length === 0) return writers.map(({ outcome }) => outcome);
      const ready = left.filter(({ wakes }) => wakes <= this.now);
      if (ready.length === 0) this.now = Math.min(...left.map(({ wakes }) => wakes));
      else this.turn(dice.pick(ready), race, dice);
    }
  }

  /** Waits until every writer has asked for something or has ended. */
  private gather(writers: readonly Writer[]): void {
    for (;;) {
      const before = Atomics.load(this.signal, 0),
        waiting = writers.filter(({ outcome, request }) => outcome === '' && !request);
      for (const writer of waiting) {
        writer.hear();
        if (writer.request?.call !== 'end') continue;
        writer.outcome = String(writer.request.args[0]);
        writer.request = undefined;
      }
      if (waiting.every(({ request, outcome }) => request || outcome !== '')) return;
      if (Atomics.wait(this.signal, 0, before, 20_000) === 'timed-out') throw new Error('a writer does not answer');
    }
  }

  /** Lets a writer go on, up to the call at which fate waits for it. */
  private turn(writer: Writer, race: Race, dice: Dice): void {
    const index = this.writers.indexOf(writer),
      { call, args } = writer.request!;
    if (call === 'knows') writer.answer({ value: this.knows(args[0] as LockOwner, race.hosts[index]!, race) });
    else if (call === 'announce') writer.answer({ value: race.onAnnounce(index, args[0] as number) });
    else if (call === 'wait' && !writer.hasWaited) {
      writer.hasWaited = true;
      writer.wakes = this.now + (args[0] as number);
    } else this.letOn(writer, index, race, dice);
  }

  private letOn(writer: Writer, index: number, race: Race, dice: Dice): void {
    const { args } = writer.request!;
    writer.hasWaited = false;
    const fate = race.fates.find(({ writer: k }) => k === index);
    if (fate && fate.call === writer.calls && !writer.isMarked) {
      writer.isMarked = true;
      writer.stoppedAt = String(args[0]);
      writer.isDead = fate.what === 'killed';
      if (writer.isDead) writer.answer({ killed: true });
      else writer.wakes = this.now + LONG;
      return;
    }
    const wanted = dice.chance(0.4) ? 1 : 1 + dice.below(MOST),
      calls = fate && fate.call > writer.calls ? Math.min(wanted, fate.call - writer.calls) : wanted;
    writer.calls += calls;
    writer.answer({ value: calls });
  }

  private get now(): number {
    return this.clock[0]!;
  }

  private set now(milliseconds: number) {
    this.clock[0] = milliseconds;
  }

  private knows({ host, pid, began }: LockOwner, ownHost: string, race: Race): 'alive' | 'dead' | 'nothing' {
    if (host !== ownHost) return 'nothing';
    const isHere = race.hosts[pid] === host && began === String(this.races);
    return isHere && !this.writers[pid]!.isDead ? 'alive' : 'dead';
  }
}
