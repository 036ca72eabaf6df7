// What smooth surfaces mirror: a bright dome over a floor, the softbox of the key light and a strip behind. Never seen directly.

import type { Lights } from './lights.ts';

/** Light from a direction, linear. */
export class Environment {
  red = 0;
  green = 0;
  blue = 0;
  private readonly lights: Lights;
  private readonly floor: readonly [number, number, number];

  /** `floor` is the linear color of what is below. */
  constructor(lights: Lights, floor: readonly [number, number, number]) {
    this.lights = lights;
    this.floor = floor;
  }

  /** Looks along a unit vector; `blur` (0 sharp, 1 dull) softens the edges of the lights. The light is left in red, green, blue. */
  look(x: number, y: number, z: number, blur: number): void {
    const { up, key, keyAcross, keyAlong, rim } = this.lights;
    const { floor } = this;
    const height = x * up[0] + y * up[1] + z * up[2];
    const sky = smooth(-0.18 - 0.3 * blur, 0.1 + 0.3 * blur, height);
    const rise = Math.max(height, 0);
    const dome = 0.92 - 0.5 * rise * (2 - rise);
    const dip = height < 0 ? 1 + 0.45 * height : 1;
    this.red = sky * dome + (1 - sky) * 0.78 * dip * floor[0];
    this.green = sky * (dome + 0.015 * rise) + (1 - sky) * 0.78 * dip * floor[1];
    this.blue = sky * (dome + 0.05 * rise) + (1 - sky) * 0.78 * dip * floor[2];
    const toKey = x * key[0] + y * key[1] + z * key[2];
    if (toKey > 0.2) {
      const across = Math.abs(x * keyAcross[0] + y * keyAcross[1] + z * keyAcross[2]) / toKey;
      const along = Math.abs(x * keyAlong[0] + y * keyAlong[1] + z * keyAlong[2]) / toKey;
      const edge = 0.08 + 0.5 * blur;
      const box = (1 - smooth(0.4 - edge, 0.4 + edge, across)) * (1 - smooth(0.3 - edge, 0.3 + edge, along));
      this.add(box * (14 - 10 * blur), 1, 0.98, 0.94);
    }
    const toRim = x * rim[0] + y * rim[1] + z * rim[2];
    this.add(1.4 * smooth(0.9 - 0.3 * blur, 0.99, toRim), 0.94, 0.97, 1);
  }

  private add(light: number, red: number, green: number, blue: number): void {
    this.red += light * red;
    this.green += light * green;
    this.blue += light * blue;
  }
}

/** 0 up to `from`, 1 from `to` on, smooth between. */
export function smooth(from: number, to: number, x: number): number {
  const t = (x - from) / (to - from);
  if (!(t > 0)) return 0;
  return t < 1 ? t * t * (3 - 2 * t) : 1;
}
