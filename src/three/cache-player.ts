// Plays a cache folder behind a URL: frames are fetched a little ahead, shown as particles or as a surface, and forgotten again.

import { Group, type Material } from 'three';
import type { FrameFields } from '../frames/frame-file.ts';
import { Recent } from '../frames/recent.ts';
import { type Fetch, RemoteCache } from '../frames/remote-cache.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { SimulatedPoses } from '../obstacles/pose-source.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { hasSkins } from '../surface/scene-skins.ts';
import type { Coloring, ColorOptions } from './coloring.ts';
import { ParticlesView } from './particles-view.ts';
import { SurfaceMaker, type SurfaceMakerOptions } from './surface-maker.ts';
import { SurfaceView } from './surface-view.ts';

/** How a cache is played. What is left out is taken from the scene. */
export interface CachePlayerOptions extends ColorOptions, SurfaceMakerOptions {
  /** `particles` (the default), or `surface`: what `thixo mesh` has made, else made here, which takes its time. */
  readonly show?: 'particles' | 'surface' | undefined;
  /** Material of the view. */
  readonly material?: Material | undefined;
  /** Radius of the particles over their spacing. */
  readonly radius?: number | undefined;
  /** Whether it begins again at the end; default false. */
  readonly loop?: boolean | undefined;
  /** Frames that are fetched before they are due; default 6. */
  readonly ahead?: number | undefined;
  /** Frames kept in memory, at least two more than `ahead`; default 24. */
  readonly keep?: number | undefined;
  /** Reads a URL; for caches that need a header or come from elsewhere. */
  readonly fetch?: Fetch | undefined;
  /** Called when a frame cannot be read while playing, which then pauses; by default the page reports it as an uncaught error. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A frame in memory, in the form in which it is shown. */
type Shown = { readonly fields: FrameFields } | { readonly mesh: SurfaceMesh; readonly particles?: FrameFields };

/** Part of a frame that a time may be short of it and still show it. */
const ROUNDING = 1e-6;

/**
 * A cache as an object of three.js that plays like a film.
 * @example
 * const player = await CachePlayer.open('caches/dam-break', { colorBy: 'speed', loop: true });
 * threeScene.add(player);
 * player.play();
 * const timer = new Timer();
 * renderer.setAnimationLoop(() => {
 *   player.update(timer.update().getDelta());
 *   renderer.render(threeScene, camera);
 * });
 */
export class CachePlayer extends Group {
  readonly cache: RemoteCache;
  /** Whether it begins again at the end. */
  loop: boolean;
  /** Seconds of the simulation per second; negative plays backward. */
  speed = 1;
  /** The object that shows the frames. */
  readonly view: ParticlesView | SurfaceView;
  private readonly frames: Recent<Shown>;
  private readonly ahead: number;
  private readonly onError: (error: unknown) => void;
  private readonly failed = new Map<number, unknown>();
  private readonly options: CachePlayerOptions;
  private maker: Promise<SurfaceMaker> | undefined;
  private running = false;
  private now = 0;
  private current = 0;
  private shownPoses: SimulatedPoses | undefined;

  private constructor(cache: RemoteCache, view: ParticlesView | SurfaceView, options: CachePlayerOptions) {
    super();
    const { ahead = 6, keep = 24, loop = false, onError = (error) => reportError(error) } = options;
    this.cache = cache;
    this.view = view;
    this.loop = loop;
    this.ahead = ahead;
    this.onError = onError;
    this.options = options;
    this.frames = new Recent(Math.max(keep, ahead + 2), (frame) => this.load(frame));
    this.add(view);
    this.widenRange();
  }

  /** Opens a cache and shows its first frame. Throws a ThixoError: CACHE_NOT_FOUND, CACHE_NO_FRAME, CACHE_DAMAGED, CACHE_FORMAT, FILE_IO. */
  static async open(url: string, options: CachePlayerOptions = {}): Promise<CachePlayer> {
    const cache = await RemoteCache.open(url, options.fetch);
    if (cache.frameLines.length === 0) {
      const message = `${cache.url.href} has no frame yet.`;
      throw new ThixoError([problem('CACHE_NO_FRAME', '', message, 'Wait until the run has made one.')]);
    }
    const { scene } = cache;
    if (options.show === 'surface') {
      const player = new CachePlayer(cache, new SurfaceView(scene, options), options);
      await player.seek(0);
      await (player.view as SurfaceView).ready;
      return player;
    }
    const fields = await cache.readFrame(0),
      player = new CachePlayer(cache, new ParticlesView({ scene, fields }, options), options);
    player.frames.put(0, { fields });
    player.shownPoses = fields.poses;
    return player;
  }

  /** The scene that was simulated. */
  get scene(): Scene {
    return this.cache.scene;
  }

  /** How the frames are colored; `coloring.range` is what a legend needs. */
  get coloring(): Coloring {
    return this.view.coloring;
  }

  /** Time of the last frame, s. */
  get duration(): number {
    return this.cache.frameLines.at(-1)!.time;
  }

  /** Where it is, s: between 0 and `duration`. */
  get time(): number {
    return this.now;
  }

  /** The frame that is shown. */
  get frame(): number {
    return this.current;
  }

  /**
   * Where the obstacles of the frame are whose pose is simulated; undefined if none is, or if only the surface of the frame was fetched.
   * @example obstacles.update(player.time, player.poses);
   */
  get poses(): SimulatedPoses | undefined {
    return this.shownPoses;
  }

  get playing(): boolean {
    return this.running;
  }

  /** Goes on from where it is; from the start if it is at the end. */
  play(): void {
    if (!this.loop && this.now >= this.duration && this.speed > 0) this.now = 0;
    this.running = true;
  }

  pause(): void {
    this.running = false;
  }

  /** Goes to a time, s: shows the last frame that is not after it. Resolves when it is shown; rejects if it cannot be read. */
  async seek(time: number): Promise<void> {
    this.now = Math.min(Math.max(time, 0), this.duration);
    const frame = this.frameAt(this.now);
    this.failed.clear();
    const shown = await this.frames.want(frame);
    if (this.frameAt(this.now) === frame) this.show(frame, shown);
  }

  /** Plays on by `delta` s of wall time. While the next frame is still on its way the time stands still. */
  update(delta: number): void {
    if (!this.running) return;
    const next = this.timeAfter(delta * this.speed),
      frame = this.frameAt(next),
      shown = this.frames.get(frame);
    if (shown) {
      this.now = next;
      if (frame !== this.current) this.show(frame, shown);
      if (!this.loop && (this.speed < 0 ? next <= 0 : next >= this.duration)) this.running = false;
    } else if (this.failed.has(frame)) {
      const error = this.failed.get(frame);
      this.failed.delete(frame);
      this.running = false;
      this.onError(error);
      return;
    }
    this.fetchFrom(frame);
  }

  /** Frees memory and threads; a material that was given is left alone. */
  override dispose(): void {
    this.running = false;
    this.frames.clear();
    this.view.dispose();
    void this.maker?.then((maker) => maker.dispose());
    super.dispose?.();
  }

  private frameAt(time: number): number {
    const { frameLines, scene } = this.cache;
    return Math.min(Math.max(Math.floor(time * scene.frameRate + ROUNDING), 0), frameLines.length - 1);
  }

  /** The time after a step; at the end it stops, or begins again after the last frame has had its time. */
  private timeAfter(step: number): number {
    const next = this.now + step;
    if (!this.loop) return Math.min(Math.max(next, 0), this.duration);
    const round = this.duration + 1 / this.scene.frameRate;
    return ((next % round) + round) % round;
  }

  private show(frame: number, shown: Shown): void {
    this.current = frame;
    this.shownPoses = ('fields' in shown ? shown.fields : shown.particles)?.poses;
    if ('fields' in shown) (this.view as ParticlesView).update(shown.fields);
    else (this.view as SurfaceView).show(shown.mesh, shown.particles);
  }

  /** Fetches a frame and the next ones. */
  private fetchFrom(frame: number): void {
    const count = this.cache.frameLines.length,
      forward = this.speed < 0 ? -1 : 1;
    for (let k = 0; k <= Math.min(this.maker ? 1 : this.ahead, count - 1); k++) {
      const next = frame + forward * k,
        wanted = this.loop ? (next + count) % count : next;
      if (wanted < 0 || wanted >= count || this.failed.has(wanted)) continue;
      this.frames.want(wanted).catch((error: unknown) => this.failed.set(wanted, error));
    }
  }

  private async load(frame: number): Promise<Shown> {
    if (this.view instanceof ParticlesView) return { fields: await this.cache.readFrame(frame) };
    const made = this.maker ? undefined : await this.cache.readSurface(frame);
    if (made && this.coloring.colorBy !== 'piece') return { mesh: made };
    if (made) return { mesh: made, particles: await this.cache.readFrame(frame) };
    this.maker ??= this.makeMaker(); // from now on surfaces are made here
    const [maker, fields] = await Promise.all([this.maker, this.cache.readFrame(frame)]);
    return { mesh: maker.build(fields), particles: fields };
  }

  /** Skins are bound to the first frame. */
  private async makeMaker(): Promise<SurfaceMaker> {
    const first = hasSkins(this.scene) ? await this.cache.readFrame(0) : undefined;
    return SurfaceMaker.create(this.scene, this.options, first);
  }

  /** What the manifest knows of all frames, so that colors do not change while playing. */
  private widenRange(): void {
    const { colorBy } = this.coloring;
    for (const { speedMax, density, temperature } of this.cache.frameLines) {
      if (colorBy === 'speed') this.coloring.widen([0, speedMax]);
      if (colorBy === 'density') this.coloring.widen([density.min, density.max]);
      if (colorBy === 'temperature' && temperature) this.coloring.widen([temperature.min, temperature.max]);
    }
  }
}
