// The page's side of what is played: a simulation in a worker that follows the text, or a cache that is looked at. Hands frames to the stage.

import { batch, effect, untracked } from '@preact/signals';
import type { WorldFields } from '../src/world/published-fields.ts';
import { branchHere } from './branches.ts';
import { memoryBytes, snapshotBytes, threads, wasmUrl, workerUrl } from './device.ts';
import type { StrokeInput } from './model/strokes.ts';
import { isSame } from './model/value.ts';
import { played } from './numbers.ts';
import type { CacheRun } from './runs/cache-run.ts';
import type { RunFrame } from './runs/run.ts';
import * as s from './studio.ts';
import type { Stage } from './view/stage.ts';
import { SurfaceFeed } from './view/surface-feed.ts';
import type { FromSimulation, ToSimulation } from './worker/protocol.ts';

export class Client {
  private readonly stage: Stage;
  private readonly feed: SurfaceFeed;
  private simulation: Worker | undefined;
  private cache: CacheRun | undefined;
  private timer = 0;
  private run = 0;
  private sent: unknown;
  private isNew = true;
  /** Whether the next frame is the first one since the scene was opened. */
  private isOpened = false;
  private first: WorldFields | undefined;
  private owed = 0;
  private isHeld = false;
  private release: (() => void) | undefined;
  /** Who waits for a frame to be on the stage. */
  private arrival: { readonly frame: number; readonly done: () => void } | undefined;

  constructor(stage: Stage) {
    this.stage = stage;
    this.feed = new SurfaceFeed(stage);
    this.feed.onShown = (fields) => this.arrived(fields);
    stage.onDrawn = () => {
      for (; this.owed > 0; this.owed--) this.tell({ say: 'drawn' });
      const { dataset } = document.body;
      if (s.hash.peek()) Object.assign(dataset, { frame: String(s.frame.peek()), hash: s.hash.peek() });
    };
    let previous: unknown;
    effect(() => {
      const document = s.doc.value,
        preview = s.preview.value;
      if (!s.mayRun.value) return;
      untracked(() => this.open(preview, document !== previous));
      previous = document;
    });
    effect(() => {
      const written = s.written.value;
      untracked(() => this.update(written));
    });
    effect(() => {
      stage.setLook(s.look.value);
      untracked(() => this.feed.renew());
    });
  }

  private tell(message: ToSimulation): void {
    this.simulation?.postMessage(message);
  }

  /** Starts from the beginning of the scene that is open, or with the cache that is. */
  open(preview: boolean, isNew: boolean): void {
    this.isNew = isNew;
    this.run++;
    clearInterval(this.timer);
    this.cache?.dispose();
    this.cache = undefined;
    this.first = undefined;
    batch(() => {
      s.frame.value = s.simulated.value = 0;
      s.kept.value = [];
      s.divergence.value = undefined;
      s.refuse([]);
      played.dropAfter(-1);
    });
    const { cache } = s.doc.peek();
    if (cache !== undefined) {
      this.tell({ say: 'pause' });
      void this.attach(cache);
      return;
    }
    const written = s.written.peek();
    if (written === undefined) {
      tellUnreadable();
      return;
    }
    this.sent = written;
    this.startWorker();
    s.say('Preparing …');
    const options = { threads, wasmUrl, workerUrl, budget: snapshotBytes, memoryBytes };
    this.tell({ say: 'open', run: this.run, written, preview, options });
    if (s.playing.peek()) this.tell({ say: 'play' });
  }

  play(): void {
    s.playing.value = true;
    s.say('Playing');
    if (this.cache) {
      this.playCache();
      return;
    }
    if (s.frame.peek() >= s.frameCount.peek()) this.tell({ say: 'seek', frame: 0 });
    this.tell({ say: 'play' });
  }

  pause(): void {
    s.playing.value = false;
    s.say(`Paused at ${s.time.peek().toFixed(2)} s`);
    clearInterval(this.timer);
    this.tell({ say: 'pause' });
  }

  toggle(): void {
    if (s.playing.peek()) this.pause();
    else this.play();
  }

  seek(frame: number): void {
    s.playing.value = false;
    clearInterval(this.timer);
    const goal = Math.max(0, Math.min(Math.round(frame), s.frameCount.peek()));
    if (this.cache) this.cache.seek(goal);
    else this.tell({ say: 'seek', frame: goal });
  }

  /** Goes to a frame; resolves when it is on the stage, with its surface. */
  goTo(frame: number): Promise<void> {
    return new Promise((done) => {
      this.arrival = { frame, done };
      this.seek(frame);
    });
  }

  restart(): void {
    this.open(s.preview.peek(), false);
  }

  hold(stroke: StrokeInput): void {
    if (this.cache) {
      s.say('A cache is only looked at. Simulate it live to touch it.');
      return;
    }
    // What was played on from here stays, as a branch.
    if (!this.isHeld && s.frame.peek() + 1 < s.simulated.peek()) branchHere();
    this.isHeld = true;
    this.tell({ say: 'hold', stroke });
    // A stroke needs time to act in: it plays while it is held.
    if (!s.playing.peek()) this.tell({ say: 'play' });
  }

  /** Ends a stroke; resolves when it stands in the text. */
  letGo(): Promise<void> {
    this.isHeld = false;
    if (!s.playing.peek()) this.tell({ say: 'pause' });
    this.tell({ say: 'release' });
    return new Promise((done) => {
      this.release = done;
      setTimeout(done, 2000);
    });
  }

  private update(written: unknown): void {
    if (!s.mayRun.peek() || this.cache) return;
    if (written === undefined) {
      tellUnreadable();
      return;
    }
    if (isSame(written, this.sent)) return;
    this.sent = written;
    this.tell({ say: 'update', written });
  }

  private startWorker(): void {
    if (this.simulation) return;
    this.simulation = new Worker(new URL('./worker/simulation.worker.ts', import.meta.url), { type: 'module' });
    this.simulation.addEventListener('message', ({ data }: MessageEvent<FromSimulation>) => this.hear(data));
    this.simulation.addEventListener('error', ({ message }) => s.say(`The simulation cannot start: ${message}`));
  }

  private hear(message: FromSimulation): void {
    if (message.run !== this.run) {
      if (message.say === 'frame') this.tell({ say: 'drawn' });
      return;
    }
    batch(() => this.take(message));
  }

  private take(message: FromSimulation): void {
    switch (message.say) {
      case 'opened':
      case 'changed':
        this.isOpened ||= message.say === 'opened';
        s.scene.value = message.scene;
        s.frameCount.value = message.frameCount;
        s.warnings.value = message.warnings;
        s.refuse([]);
        this.first = undefined;
        if (message.say === 'changed') {
          s.simulated.value = Math.min(s.simulated.peek(), message.valid);
          s.divergence.value = undefined;
          played.dropAfter(message.valid);
        }
        break;
      case 'frame':
        this.takeFrame(message);
        break;
      case 'numbers':
        played.add(message.numbers);
        break;
      case 'working':
        s.working.value = { frame: message.frame, goal: message.goal };
        s.say(`Simulating to frame ${message.goal}: ${message.frame}`);
        break;
      case 'stroke':
        s.addStroke(message.stroke);
        s.say(`Stroke recorded: ${s.nameOfStroke(message.stroke.list, message.stroke.item)}`);
        this.release?.();
        break;
      case 'ended':
        s.playing.value = false;
        s.say('The scene ends here. Make it longer with “duration”, or restart.');
        break;
      case 'refused': {
        const { length } = message.problems;
        s.refuse(message.problems);
        if (this.isHeld) s.playing.value = this.isHeld = false; // the stroke cannot be: it is forgotten
        s.say(`${length} problem${length === 1 ? '' : 's'}: ${message.problems[0]?.message ?? ''}`);
        break;
      }
      case 'diverged':
        s.playing.value = false;
        s.divergence.value = placed(message.problems[0]);
        s.tab.value = 'problems';
        s.say('The numbers went wrong. The last good frame is shown.');
    }
  }

  private takeFrame(message: Extract<FromSimulation, { say: 'frame' }>): void {
    const { frame, simulated, kept, fields, hash, pace } = message;
    s.simulated.value = simulated;
    s.kept.value = kept;
    const hasWorked = s.working.peek() !== undefined;
    s.working.value = undefined;
    if (pace > 0) s.pace.value = pace;
    this.owed++;
    this.show({ frame, fields, hash, scene: s.scene.peek()! });
    if (this.isOpened) s.say(s.playing.peek() ? 'Playing' : 'Ready');
    else if (hasWorked) s.say(`Frame ${frame}, ${s.time.peek().toFixed(2)} s`);
    this.isOpened = false;
  }

  private show({ frame, fields, hash, scene }: RunFrame): void {
    s.frame.value = frame;
    s.hash.value = hash;
    s.particles.value = fields.count;
    s.stageFields.value = fields;
    if (!this.first) {
      this.first = fields;
      this.stage.setScene(scene, fields, this.isNew);
      this.isNew = false;
      this.feed.setScene(scene, fields);
    }
    this.stage.setFrame(fields, s.time.peek());
    this.feed.show(fields);
  }

  private arrived(fields: WorldFields): void {
    if (!this.arrival || fields !== this.stage.fields || s.frame.peek() !== this.arrival.frame) return;
    const { done } = this.arrival;
    this.arrival = undefined;
    done();
  }

  /** Looks at a cache of the server, and goes on looking while it is baked. */
  private async attach(id: string): Promise<void> {
    const run = this.run;
    try {
      const { CacheRun: Opened } = await import('./runs/cache-run.ts'),
        cache = await Opened.open(id);
      if (run !== this.run) {
        cache.dispose();
        return;
      }
      this.cache = cache;
      cache.onFault = (words) => s.say(words);
      cache.onNumbers = (numbers) => played.add(numbers);
      cache.onFrame = (frame) => batch(() => this.show(frame));
      cache.onNews = (frames, isRunning) => this.takeNews(frames, isRunning);
      s.showText(`${JSON.stringify(cache.scene, null, 2)}\n`);
      this.takeNews(cache.frameCount, false);
      cache.tellNumbers();
      cache.seek(0);
      if (s.playing.peek()) this.play();
    } catch (error) {
      s.say((error as Error).message);
    }
  }

  private takeNews(frames: number, isRunning: boolean): void {
    const { scene } = this.cache!;
    batch(() => {
      s.scene.value = scene;
      s.frameCount.value = Math.max(1, Math.round(scene.duration * scene.frameRate));
      s.simulated.value = frames - 1;
      s.attached.value = { frames, isRunning };
    });
  }

  /** A frame when it is due; at the end of what is there it waits for more. */
  private playCache(): void {
    clearInterval(this.timer);
    const { frameRate } = this.cache!.scene,
      began = performance.now(),
      from = s.frame.peek() >= this.cache!.frameCount - 1 && !s.attached.peek()?.isRunning ? 0 : s.frame.peek();
    this.timer = window.setInterval(() => {
      const { cache } = this;
      if (!cache) return;
      const due = from + Math.floor(((performance.now() - began) / 1000) * frameRate),
        last = cache.frameCount - 1;
      cache.seek(Math.min(due, last));
      if (due < last || s.attached.peek()?.isRunning) return;
      clearInterval(this.timer);
      s.playing.value = false;
      s.say('This is the last frame.');
    }, 1000 / Math.min(frameRate, 60));
  }
}

/** What is simulated stays until the text can be read again. */
function tellUnreadable(): void {
  const [first] = s.problems.peek();
  if (first) s.say(`The text cannot be read: ${first.message}`);
}

/** A finding with its place only if a particle is known and still somewhere: else no ring is drawn. */
function placed(found: s.Divergence | undefined): s.Divergence | undefined {
  if (!found?.position) return found;
  const isKnown = found.particle !== -1 && found.position.every(Number.isFinite);
  return isKnown ? found : { ...found, position: undefined };
}
