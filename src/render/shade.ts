// What color a lit surface shows. Light is added up linearly; the tone curve bends what is brighter than white into the picture.

import type { Drawable, Material } from './drawable.ts';
import { Environment, smooth } from './environment.ts';
import type { FloorPattern } from './floor-pattern.ts';
import type { Lights } from './lights.ts';
import type { LiquidShadow } from './liquid-shadow.ts';
import type { SurfacePoint } from './surface-reader.ts';

/** Strength of the lights, linear, as a white surface that faces them shows them. */
const KEY = [0.78, 0.755, 0.71] as const;
const FILL = [0.1, 0.11, 0.125] as const;
const RIM = [0.34, 0.36, 0.4] as const;
const SKY = [0.42, 0.435, 0.46] as const;
const BOUNCE = 0.3;

/** What the shader has to know beside the point: where the ground fades, and the color behind everything. */
export interface Stage {
  readonly lights: Lights;
  /** Linear color behind everything. */
  readonly background: readonly [number, number, number];
  /** Linear color of the floor near the scene. */
  readonly floor: readonly [number, number, number];
  /** Middle of the scene, m, and how far from it the floor fades away. */
  readonly middle: readonly [number, number, number];
  readonly fadeFrom: number;
  readonly fadeTo: number;
}

/** Shades points; the result is left in red, green and blue: linear, 0 to 1, as the screen shows it. */
export class Shader {
  red = 0;
  green = 0;
  blue = 0;
  readonly stage: Stage;
  private readonly drawables: readonly Drawable[];
  private readonly environment: Environment;
  private readonly pattern: FloorPattern;
  private readonly liquid: LiquidShadow | undefined;

  constructor(stage: Stage, drawables: readonly Drawable[], liquid: LiquidShadow | undefined, pattern: FloorPattern) {
    this.pattern = pattern;
    this.stage = stage;
    this.drawables = drawables;
    this.liquid = liquid;
    this.environment = new Environment(stage.lights, stage.floor);
  }

  /** Shades nothing: the background. */
  shadeBackground(): void {
    const { background } = this.stage;
    this.red = background[0];
    this.green = background[1];
    this.blue = background[2];
  }

  /** Shades a point that gets `key` of the key light and `open` of its surroundings, seen along the unit vector v. */
  shade(p: SurfacePoint, key: number, open: number, vx: number, vy: number, vz: number): void {
    const { material } = this.drawables[p.drawable]!;
    if (material.kind === 'plane') this.shadePlane(p, key, open, this.pattern.at(p, vx, vy, vz));
    else this.shadeSolid(p, material, key, open, vx, vy, vz);
  }

  private shadeSolid(
    p: SurfacePoint,
    { gloss, glow }: Material,
    key: number,
    open: number,
    vx: number,
    vy: number,
    vz: number,
  ): void {
    this.light(p, key, open, true);
    const { red, green, blue } = this;
    const facing = 0 - (p.nx * vx + p.ny * vy + p.nz * vz);
    const graze = facing > 0 ? 1 - facing : 1;
    const glance = graze * graze * graze;
    this.red = (red + glow) * p.red;
    this.green = (green + glow) * p.green;
    this.blue = (blue + glow) * p.blue;
    this.addRim(p, glance, open);
    if (gloss > 0) this.mirror(p, gloss, key, open, vx, vy, vz);
    this.red = tone(this.red);
    this.green = tone(this.green);
    this.blue = tone(this.blue);
  }

  /** Diffuse light on a white surface, into red, green, blue; `tinted` by what it passes on its way. */
  private light(p: SurfacePoint, key: number, open: number, tinted: boolean): void {
    const { lights, floor } = this.stage;
    const { up, key: toKey, fill } = lights;
    const upward = 0.5 + 0.5 * (p.nx * up[0] + p.ny * up[1] + p.nz * up[2]);
    const facing = p.nx * toKey[0] + p.ny * toKey[1] + p.nz * toKey[2];
    const lit = facing > 0 ? facing * key : 0;
    const aside = 0.3 + 0.7 * (p.nx * fill[0] + p.ny * fill[1] + p.nz * fill[2]);
    const filled = aside > 0 ? aside * open : 0;
    const below = BOUNCE * (1 - upward) * (0.4 + 0.6 * open) * open;
    const liquid = tinted ? this.liquid : undefined;
    liquid?.measure(p.x, p.y, p.z);
    const tr = liquid ? liquid.red : 1;
    const tg = liquid ? liquid.green : 1;
    const tb = liquid ? liquid.blue : 1;
    this.red = KEY[0] * lit * tr + FILL[0] * filled + SKY[0] * upward * open + below * floor[0];
    this.green = KEY[1] * lit * tg + FILL[1] * filled + SKY[1] * upward * open + below * floor[1];
    this.blue = KEY[2] * lit * tb + FILL[2] * filled + SKY[2] * upward * open + below * floor[2];
  }

  /** The light from behind that draws a bright line along edges. */
  private addRim(p: SurfacePoint, glance: number, open: number): void {
    const { rim } = this.stage.lights;
    const facing = p.nx * rim[0] + p.ny * rim[1] + p.nz * rim[2];
    if (facing <= 0) return;
    const light = facing * glance * open;
    this.red += RIM[0] * light * (0.3 + p.red);
    this.green += RIM[1] * light * (0.3 + p.green);
    this.blue += RIM[2] * light * (0.3 + p.blue);
  }

  /** Adds what a glossy surface mirrors. */
  private mirror(p: SurfacePoint, gloss: number, key: number, open: number, vx: number, vy: number, vz: number): void {
    const along = vx * p.nx + vy * p.ny + vz * p.nz;
    const facing = along < 0 ? 0 - along : 0;
    const graze = 1 - facing;
    const fresnel = 0.04 + 0.5 * gloss * graze * graze * graze * graze * graze;
    const { environment } = this;
    environment.look(vx - 2 * along * p.nx, vy - 2 * along * p.ny, vz - 2 * along * p.nz, 1 - gloss);
    const seen = fresnel * open * (0.35 + 0.65 * key);
    this.red = this.red * (1 - fresnel) + seen * environment.red;
    this.green = this.green * (1 - fresnel) + seen * environment.green;
    this.blue = this.blue * (1 - fresnel) + seen * environment.blue;
  }

  /** A floor shows its color where all light reaches it, is darker in shadow, and fades away from the scene. */
  private shadePlane(p: SurfacePoint, key: number, open: number, tile: number): void {
    const { background, middle, fadeFrom, fadeTo } = this.stage;
    this.light(p, 1, 1, false);
    const fullRed = this.red;
    const fullGreen = this.green;
    const fullBlue = this.blue;
    const tilted = Math.min(1, 0.4 + (0.6 * fullGreen) / LEVEL);
    this.light(p, key, open, true);
    const dx = p.x - middle[0];
    const dy = p.y - middle[1];
    const dz = p.z - middle[2];
    const fade = smooth(fadeFrom, fadeTo, Math.sqrt(dx * dx + dy * dy + dz * dz));
    const stay = (1 - fade) * tile * tilted;
    this.red = fade * background[0] + (stay * p.red * this.red) / Math.max(fullRed, DARK);
    this.green = fade * background[1] + (stay * p.green * this.green) / Math.max(fullGreen, DARK);
    this.blue = fade * background[2] + (stay * p.blue * this.blue) / Math.max(fullBlue, DARK);
  }
}

/** Less light than this is none. */
const DARK = 1e-6;
/** Green light on a level floor in the open. */
const LEVEL = 0.82 * KEY[1] + 0.5 * FILL[1] + SKY[1];

/** Light as the screen shows it: straight up to 0.7, then bent so that nothing is brighter than 1. */
export function tone(x: number): number {
  if (x <= 0.7) return x;
  const over = x - 0.7;
  return 0.7 + (0.3 * over) / (over + 0.3);
}
