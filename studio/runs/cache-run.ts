// A cache of the server as a run: frames are fetched when they are wanted, and more of them appear while somebody bakes it. The server says
// when; a run that was killed and goes on writes its manifest anew, and this follows it.

import type { FrameNumbers } from '../../src/frames/curves.ts';
import type { FrameFields } from '../../src/frames/frame-file.ts';
import { Recent } from '../../src/frames/recent.ts';
import { RemoteCache } from '../../src/frames/remote-cache.ts';
import { ask } from '../server.ts';
import type { Run, RunFrame } from './run.ts';

/** What the server says of a cache. */
interface News {
  readonly generation: string;
  readonly bytes: number;
  readonly running: boolean;
}

/** Frames in memory, and those that are read before they are wanted. */
const KEPT = 48;
const AHEAD = 6;
/** Wait before the server is asked again, ms. */
const AGAIN = 800;

export class CacheRun implements Run {
  onFrame: ((frame: RunFrame) => void) | undefined;
  onNumbers: ((numbers: FrameNumbers) => void) | undefined;
  onFault: ((words: string) => void) | undefined;
  /** Called when there are more frames, or when a bake has begun or ended. */
  onNews: ((frames: number, isRunning: boolean) => void) | undefined;
  private cache: RemoteCache | undefined;
  private readonly id: string;
  private readonly stop = new AbortController();
  private readonly frames: Recent<FrameFields>;
  private generation = '';
  private told = 0;
  private wanted = 0;
  /** Whether a frame is on its way: it is shown when it comes, also if a later one is wanted by then. */
  private isBusy = false;

  constructor(id: string) {
    this.id = id;
    this.frames = new Recent(KEPT, (frame) => this.cache!.readFrame(frame));
  }

  /** Opens the cache and goes on listening. */
  static async open(id: string): Promise<CacheRun> {
    const run = new CacheRun(id);
    run.cache = await RemoteCache.open(run.url, run.fetch);
    void run.listen();
    return run;
  }

  get scene() {
    return this.cache!.scene;
  }

  get title(): string {
    return this.cache!.title;
  }

  get frameCount(): number {
    return this.cache!.frameLines.length;
  }

  seek(frame: number): void {
    this.wanted = Math.max(0, Math.min(frame, this.frameCount - 1));
    void this.show();
  }

  /** Tells the numbers of all frames so far. */
  tellNumbers(): void {
    const lines = this.cache!.frameLines;
    for (; this.told < lines.length; this.told++) this.onNumbers?.(lines[this.told]!);
  }

  dispose(): void {
    this.stop.abort();
    this.frames.clear();
  }

  private get url(): string {
    return new URL(`./api/caches/${this.id}/`, location.href).href;
  }

  private readonly fetch = (url: string, init?: RequestInit): Promise<Response> =>
    ask(url.slice(new URL('./api/', location.href).href.length), init);

  /** Shows the frame that is wanted, and then the one that is wanted by then: one after the other, so that none is read in vain. */
  private async show(): Promise<void> {
    if (this.isBusy || !this.cache) return;
    this.isBusy = true;
    let shown = -1;
    try {
      while (this.wanted >= 0 && this.wanted !== shown && !this.stop.signal.aborted) {
        const frame = this.wanted,
          { cache } = this,
          fields = await this.frames.want(frame);
        // The frame may be another one since: then it is read again.
        shown = cache === this.cache ? frame : -1;
        if (shown < 0 || this.stop.signal.aborted) continue;
        const { hash } = cache.frameLines[frame]!;
        this.onFrame?.({ frame, scene: cache.scene, fields, hash });
        for (let next = frame + 1; next <= Math.min(frame + AHEAD, this.frameCount - 1); next++)
          void this.frames.want(next).catch(() => {});
      }
    } catch (error) {
      this.onFault?.((error as Error).message);
    } finally {
      this.isBusy = false;
    }
  }

  /** Hears of every change, also after the server was away. */
  private async listen(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      try {
        const response = await ask(`caches/${this.id}/events`, { signal });
        if (response.body) for await (const news of linesOf(response.body)) await this.take(news);
      } catch {
        // The server is away, or this run has ended.
      }
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  private async take({ generation, running }: News): Promise<void> {
    const isSame = generation === this.generation;
    this.generation = generation;
    const before = this.cache!,
      now = await before.refresh(isSame).catch(() => undefined);
    if (!now) return; // it is being written: the next news will do
    const changed = before.frameLines.findIndex(({ sha256 }, k) => now.frameLines[k]?.sha256 !== sha256);
    this.cache = now;
    if (changed >= 0) {
      this.frames.clear();
      this.told = 0;
    }
    this.onNews?.(now.frameLines.length, running);
    this.tellNumbers();
    if (changed >= 0) this.seek(this.wanted);
  }
}

/** The events of a stream. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<News> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop()!;
    for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice(6)) as News;
  }
}
