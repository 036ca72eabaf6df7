// What smooth surfaces mirror: a bright dome over a floor, the softbox of the key light and a strip behind; and the backdrop, which is seen
// directly. A picture of the surroundings takes the place of all of it.

import type { Lighting } from './lighting.ts';
import type { Lights } from './lights.ts';
import type { SkyImage } from './sky-image.ts';

/** Light from a direction, linear. */
export class Environment {
  red = 0;
  green = 0;
  blue = 0;
  private readonly lights: Lights;
  private readonly lighting: Lighting;
  private readonly image: SkyImage | undefined;
  /** Whether the backdrop is the same in all directions. */
  readonly isEven: boolean;

  constructor(lights: Lights, lighting: Lighting) {
    const { image, horizon, zenith } = lighting;
    this.lights = lights;
    this.lighting = lighting;
    this.image = image;
    this.isEven = !image?.shown && horizon.every((c, k) => c === zenith[k]);
  }

  /** Looks along a unit vector; `blur` (0 sharp, 1 dull) softens the edges of the lights. The light is left in red, green, blue. */
  look(x: number, y: number, z: number, blur: number): void {
    this.lookAround(x, y, z, blur);
    if (this.image) return;
    const { key, keyAcross, keyAlong } = this.lights;
    const toKey = x * key[0] + y * key[1] + z * key[2];
    if (toKey <= 0.2) return;
    const across = Math.abs(x * keyAcross[0] + y * keyAcross[1] + z * keyAcross[2]) / toKey;
    const along = Math.abs(x * keyAlong[0] + y * keyAlong[1] + z * keyAlong[2]) / toKey;
    const edge = 0.08 + 0.5 * blur;
    const box = (1 - smooth(0.4 - edge, 0.4 + edge, across)) * (1 - smooth(0.3 - edge, 0.3 + edge, along));
    this.add(box * (14 - 10 * blur) * this.lighting.box, 1, 0.98, 0.94);
  }

  /** The same without the key light. */
  lookAround(x: number, y: number, z: number, blur: number): void {
    const { up, rim } = this.lights;
    const { floor, dome: tint } = this.lighting;
    const height = x * up[0] + y * up[1] + z * up[2];
    const sky = smooth(-0.18 - 0.3 * blur, 0.1 + 0.3 * blur, height);
    if (this.image) {
      const { image } = this;
      image.look(x, y, z, blur);
      this.red = sky * image.red + (1 - sky) * 0.6 * floor[0];
      this.green = sky * image.green + (1 - sky) * 0.6 * floor[1];
      this.blue = sky * image.blue + (1 - sky) * 0.6 * floor[2];
      return;
    }
    const rise = Math.max(height, 0);
    const dome = 0.92 - 0.5 * rise * (2 - rise);
    const dip = height < 0 ? 1 + 0.45 * height : 1;
    this.red = sky * dome * tint[0] + (1 - sky) * 0.78 * dip * floor[0];
    this.green = sky * (dome + 0.015 * rise) * tint[1] + (1 - sky) * 0.78 * dip * floor[1];
    this.blue = sky * (dome + 0.05 * rise) * tint[2] + (1 - sky) * 0.78 * dip * floor[2];
    const toRim = x * rim[0] + y * rim[1] + z * rim[2];
    this.add(1.4 * this.lighting.box * smooth(0.9 - 0.3 * blur, 0.99, toRim), 0.94, 0.97, 1);
  }

  /** The backdrop along a unit vector: the horizon, and above it the zenith. */
  backdrop(x: number, y: number, z: number): void {
    const { up } = this.lights;
    const { horizon, zenith } = this.lighting;
    if (this.image?.shown) {
      const { image } = this;
      image.look(x, y, z, 0);
      this.red = image.red;
      this.green = image.green;
      this.blue = image.blue;
      return;
    }
    const t = smooth(-0.05, 0.45, x * up[0] + y * up[1] + z * up[2]);
    this.red = horizon[0] + t * (zenith[0] - horizon[0]);
    this.green = horizon[1] + t * (zenith[1] - horizon[1]);
    this.blue = horizon[2] + t * (zenith[2] - horizon[2]);
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
