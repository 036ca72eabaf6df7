// The page's side of the simulation: starts the workers, follows the text, hands frames to the stage.

import { batch, effect, untracked } from '@preact/signals';
import type { WorldFields } from '../src/world/published-fields.ts';
import type { StrokeInput } from './model/strokes.ts';
import * as s from './studio.ts';
import type { Stage } from './view/stage.ts';
import type { FromSimulation, FromSurface, ToSimulation, ToSurface } from './worker/protocol.ts';

/** Bytes of saved states: a phone has less. */
const BUDGET =
  (navigator as { deviceMemory?: number }).deviceMemory !== undefined &&
  (navigator as { deviceMemory?: number }).deviceMemory! < 4
    ? 64e6
    : 256e6;
/** Particles of a scene from a link that start without asking. */
export const MOST_UNASKED = 20_000;

const wasmUrl = new URL('./thixo.wasm', location.href).href;
const workerUrl = new URL('./worker.js', location.href).href;
const threads = crossOriginIsolated ? Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1)) : 1;

export class Client {
  private readonly stage: Stage;
  private simulation: Worker | undefined;
  private surface: Worker | undefined;
  private run = 0;
  private sent = '';
  private isNew = true;
  /** The frame whose surface is being made, and the one that waits for it. */
  private building: WorldFields | undefined;
  private waiting: WorldFields | undefined;
  private surfaceId = 0;
  private surfaceOf = 0;
  private first: WorldFields | undefined;
  private owed = 0;
  private release: (() => void) | undefined;

  constructor(stage: Stage) {
    this.stage = stage;
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
      untracked(() => {
        this.sendSurfaceScene();
        if (stage.fields) this.show(stage.fields);
      });
    });
  }

  private tell(message: ToSimulation): void {
    this.simulation?.postMessage(message);
  }

  /** Starts from the beginning of the scene that is open. */
  open(preview: boolean, isNew: boolean): void {
    this.isNew = isNew;
    this.run++;
    const written = s.written.peek();
    if (written === undefined) return;
    this.sent = JSON.stringify(written);
    this.startWorkers();
    const options = { threads, wasmUrl, workerUrl, budget: BUDGET };
    batch(() => {
      s.frame.value = s.simulated.value = 0;
      s.kept.value = [];
      s.divergence.value = undefined;
      s.refuse([]);
      s.say('Preparing …');
    });
    this.tell({ say: 'open', run: this.run, written, preview, options });
    if (s.playing.peek()) this.tell({ say: 'play' });
  }

  play(): void {
    if (s.frame.peek() >= s.frameCount.peek()) this.tell({ say: 'seek', frame: 0 });
    s.playing.value = true;
    s.say('Playing');
    this.tell({ say: 'play' });
  }

  pause(): void {
    s.playing.value = false;
    s.say(`Paused at ${s.time.peek().toFixed(2)} s`);
    this.tell({ say: 'pause' });
  }

  toggle(): void {
    if (s.playing.peek()) this.pause();
    else this.play();
  }

  seek(frame: number): void {
    s.playing.value = false;
    const goal = Math.max(0, Math.min(Math.round(frame), s.frameCount.peek()));
    this.tell({ say: 'seek', frame: goal });
  }

  restart(): void {
    this.open(s.preview.peek(), false);
  }

  hold(stroke: StrokeInput): void {
    this.tell({ say: 'hold', stroke });
    // A stroke needs time to act in: it plays while it is held.
    if (!s.playing.peek()) this.tell({ say: 'play' });
  }

  /** Ends a stroke; resolves when it stands in the text. */
  letGo(): Promise<void> {
    const isPlaying = s.playing.peek();
    if (!isPlaying) this.tell({ say: 'pause' });
    this.tell({ say: 'release' });
    return new Promise((done) => {
      this.release = done;
      setTimeout(done, 2000);
    });
  }

  private update(written: unknown): void {
    if (written === undefined || !s.mayRun.peek()) return;
    const now = JSON.stringify(written);
    if (now === this.sent) return;
    this.sent = now;
    this.tell({ say: 'update', written });
  }

  private startWorkers(): void {
    if (this.simulation) return;
    this.simulation = new Worker(new URL('./worker/simulation.worker.ts', import.meta.url), { type: 'module' });
    this.simulation.addEventListener('message', ({ data }: MessageEvent<FromSimulation>) => this.hear(data));
    this.simulation.addEventListener('error', ({ message }) => s.say(`The simulation cannot start: ${message}`));
    this.surface = new Worker(new URL('./worker/surface.worker.ts', import.meta.url), { type: 'module' });
    this.surface.addEventListener('message', ({ data }: MessageEvent<FromSurface>) => this.hearSurface(data));
  }

  private hear(message: FromSimulation): void {
    if (message.run !== this.run) {
      if (message.say === 'frame') this.tell({ say: 'drawn' });
      return;
    }
    batch(() => {
      switch (message.say) {
        case 'opened':
        case 'changed':
          s.scene.value = message.scene;
          s.frameCount.value = message.frameCount;
          s.warnings.value = message.warnings;
          s.refuse([]);
          this.first = undefined;
          if (message.say === 'changed') {
            s.simulated.value = Math.min(s.simulated.peek(), message.valid);
            s.divergence.value = undefined;
          }
          break;
        case 'frame':
          this.takeFrame(message);
          break;
        case 'working':
          s.working.value = { frame: message.frame, goal: message.goal };
          s.say(`Simulating to frame ${message.goal}: ${message.frame}`);
          break;
        case 'stroke':
          s.addStroke(message.stroke);
          this.sent = JSON.stringify(s.written.peek());
          s.say(`Stroke recorded: ${s.nameOfStroke(message.stroke.list, message.stroke.item)}`);
          this.release?.();
          break;
        case 'ended':
          s.playing.value = false;
          s.say('The scene ends here. Make it longer with “duration”, or restart.');
          break;
        case 'refused':
          s.refuse(message.problems);
          s.say(
            `${message.problems.length} problem${message.problems.length === 1 ? '' : 's'}: ${message.problems[0]?.message ?? ''}`,
          );
          break;
        case 'diverged':
          s.playing.value = false;
          s.divergence.value = message.problems[0];
          s.tab.value = 'problems';
          s.say('The numbers went wrong. The last good frame is shown.');
      }
    });
  }

  private takeFrame({ frame, simulated, kept, fields, hash, pace }: Extract<FromSimulation, { say: 'frame' }>): void {
    s.frame.value = frame;
    s.simulated.value = simulated;
    s.kept.value = kept;
    s.hash.value = hash;
    s.particles.value = fields.count;
    s.working.value = undefined;
    if (pace > 0) s.pace.value = pace;
    this.owed++;
    if (!this.first) {
      this.first = fields;
      this.stage.setScene(s.scene.peek()!, fields, this.isNew && frame === 0);
      this.isNew = false;
      this.sendSurfaceScene();
    }
    this.show(fields);
    if (frame === 0) s.say(s.playing.peek() ? 'Playing' : 'Ready');
  }

  private show(fields: WorldFields): void {
    this.stage.setFrame(fields, s.time.peek());
    if (s.look.peek().show !== 'surface') return;
    this.waiting = fields;
    this.buildNext();
  }

  private sendSurfaceScene(): void {
    const scene = s.scene.peek();
    if (!scene || !this.first || s.look.peek().show !== 'surface') return;
    const message: ToSurface = {
      say: 'scene',
      scene,
      first: this.first,
      settings: { voxel: Math.max(0.6, scene.surface.voxel) },
      wasmUrl,
    };
    this.surfaceOf++;
    this.surface?.postMessage(message);
  }

  private buildNext(): void {
    if (this.building || !this.waiting) return;
    this.building = this.waiting;
    this.waiting = undefined;
    this.surfaceId = this.surfaceOf;
    this.surface?.postMessage({ say: 'build', id: this.surfaceId, fields: this.building } satisfies ToSurface);
  }

  private hearSurface({ id, mesh }: FromSurface): void {
    const fields = this.building;
    this.building = undefined;
    if (mesh && fields && id === this.surfaceOf) this.stage.setSurface(mesh, fields);
    this.buildNext();
  }
}
