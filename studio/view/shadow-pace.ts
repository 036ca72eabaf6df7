// How often the shadow is drawn. Without a graphics card it costs as much as the picture: then every third one draws it, and the last.

import type { WebGLRenderer } from 'three';

const EVERY = 3;

export class ShadowPace {
  private readonly map: WebGLRenderer['shadowMap'];
  private readonly isSlow: boolean;
  private pictures = 0;

  constructor({ shadowMap }: Pick<WebGLRenderer, 'shadowMap'>, isSlow: boolean) {
    this.map = shadowMap;
    this.isSlow = isSlow;
    shadowMap.autoUpdate = !isSlow;
  }

  /** Whether the shadow is that of an earlier picture. */
  get isOld(): boolean {
    return this.isSlow && this.pictures % EVERY !== 0;
  }

  /** A picture is about to be drawn; the last one for now, or one of many. */
  next(isLast: boolean): void {
    if (!this.isSlow) return;
    this.pictures = isLast ? 0 : this.pictures + 1;
    this.map.needsUpdate = this.pictures % EVERY === 0;
  }
}
