// What color a lit surface shows. Light is added up linearly; the tone curve bends what is brighter than white into the picture.

import { blackBodyInto } from '../colors/black-body.ts';
import type { Drawable } from './drawable.ts';
import { Environment, smooth } from './environment.ts';
import type { FloorPattern } from './floor-pattern.ts';
import type { Lighting } from './lighting.ts';
import type { Lights } from './lights.ts';
import type { LiquidShadow } from './liquid-shadow.ts';
import type { Material } from './material.ts';
import type { SurfacePoint } from './surface-reader.ts';

/** What the shader has to know beside the point: where the ground fades, and the color behind everything. */
export interface Stage {
  readonly lights: Lights;
  readonly lighting: Lighting;
  /** Middle of the scene, m, and how far from it the floor fades away. */
  readonly middle: readonly [number, number, number];
  readonly fadeFrom: number;
  readonly fadeTo: number;
  /** How far away the far end of the scene is, m. */
  readonly hazeDepth: number;
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
  /** Green light on a level floor in the open. */
  private readonly level: number;
  private readonly hot = new Float64Array(3);
  private readonly full = { nx: 0, ny: 0, nz: 0, red: 0, green: 0, blue: 0 };

  constructor(stage: Stage, drawables: readonly Drawable[], liquid: LiquidShadow | undefined, pattern: FloorPattern) {
    this.pattern = pattern;
    this.stage = stage;
    this.drawables = drawables;
    this.liquid = liquid;
    this.environment = new Environment(stage.lights, stage.lighting);
    this.level = 0.82 * stage.lighting.key[1] + 0.5 * stage.lighting.fill[1] + stage.lighting.sky[1];
  }

  /** Whether the backdrop is the same in all directions. */
  get isEven(): boolean {
    return this.environment.isEven;
  }

  /** Shades nothing: the backdrop, seen along the unit vector v. */
  shadeBackground(vx: number, vy: number, vz: number): void {
    const { environment } = this;
    environment.backdrop(vx, vy, vz);
    this.red = environment.red;
    this.green = environment.green;
    this.blue = environment.blue;
  }

  /** Shades a point that gets `key` of the key light and `open` of its surroundings, seen along the unit vector v. */
  shade(p: SurfacePoint, key: number, open: number, vx: number, vy: number, vz: number): void {
    const { material } = this.drawables[p.drawable]!;
    if (material.kind === 'plane') this.shadePlane(p, key, open, this.pattern.at(p, vx, vy, vz), vx, vy, vz);
    else this.shadeSolid(p, material, key, open, vx, vy, vz);
    if (this.stage.lighting.fog > 0) this.addFog(p, vx, vy, vz);
  }

  /** Haze: what is farther away shows more of the backdrop. Its density is that which hides `fog` at `hazeDepth`. */
  private addFog(p: SurfacePoint, vx: number, vy: number, vz: number): void {
    const { environment } = this;
    const { lighting, hazeDepth } = this.stage;
    const d = Math.max(0, p.depth) / hazeDepth;
    const clear = Math.max(0, 1 - lighting.fog);
    // clear^d for any d ≥ 0, without a power: the same at 0 and 1, and falling like it.
    const left = clear / (clear + (1 - clear) * d);
    environment.backdrop(vx, vy, vz);
    this.red = left * this.red + (1 - left) * environment.red;
    this.green = left * this.green + (1 - left) * environment.green;
    this.blue = left * this.blue + (1 - left) * environment.blue;
  }

  private shadeSolid(
    p: SurfacePoint,
    material: Material,
    key: number,
    open: number,
    vx: number,
    vy: number,
    vz: number,
  ): void {
    const { gloss, glow, metal, wax } = material;
    if (metal) {
      this.shadeMetal(p, gloss, key, open, vx, vy, vz);
      return;
    }
    this.light(p, key, open, true);
    if (wax > 0) this.addInside(p, wax, key, open);
    const { red, green, blue } = this;
    const facing = Math.max(0 - (p.nx * vx + p.ny * vy + p.nz * vz), p.leastFacing);
    const graze = facing > 0 ? 1 - facing : 1;
    const glance = graze * graze * graze;
    this.red = (red + glow) * p.red;
    this.green = (green + glow) * p.green;
    this.blue = (blue + glow) * p.blue;
    this.addRim(p, glance, open);
    if (gloss > 0) this.mirror(p, gloss, key, open, vx, vy, vz);
    if (p.heat > 0) this.addGlow(p.heat);
    this.develop();
  }

  private addGlow(temperature: number): void {
    const { hot } = this;
    blackBodyInto(temperature, hot, 0);
    this.red += hot[0]!;
    this.green += hot[1]!;
    this.blue += hot[2]!;
  }

  /** Light that enters beside the point and comes out of it: reaches around edges and into shadows, redder than what is thrown back. */
  private addInside(p: SurfacePoint, wax: number, key: number, open: number): void {
    const { lights, lighting } = this.stage;
    const facing = p.nx * lights.key[0] + p.ny * lights.key[1] + p.nz * lights.key[2];
    const direct = facing > 0 ? facing * key : 0;
    const around = facing > -0.6 ? ((facing + 0.6) / 1.6) * (0.35 + 0.65 * key) : 0;
    const inside = wax * (Math.max(0, around - direct) + 0.12 * open);
    this.red += inside * lighting.key[0] * (0.6 + 0.4 * p.red);
    this.green += inside * lighting.key[1] * (0.35 + 0.65 * p.green);
    this.blue += inside * lighting.key[2] * (0.3 + 0.7 * p.blue);
  }

  /** A metal mirrors its surroundings in its own color; what is dull of it also spreads light. */
  private shadeMetal(
    p: SurfacePoint,
    gloss: number,
    key: number,
    open: number,
    vx: number,
    vy: number,
    vz: number,
  ): void {
    this.light(p, key, open, true);
    const { environment } = this;
    const along = vx * p.nx + vy * p.ny + vz * p.nz;
    const graze = 1 - (along < 0 ? 0 - along : 0);
    const edge = graze * graze * graze * graze * graze;
    environment.look(vx - 2 * along * p.nx, vy - 2 * along * p.ny, vz - 2 * along * p.nz, 1 - gloss);
    const seen = open * (0.45 + 0.55 * key);
    const spread = 0.12 + 0.5 * (1 - gloss);
    this.red = p.red * spread * this.red + (p.red + (1 - p.red) * edge) * seen * environment.red;
    this.green = p.green * spread * this.green + (p.green + (1 - p.green) * edge) * seen * environment.green;
    this.blue = p.blue * spread * this.blue + (p.blue + (1 - p.blue) * edge) * seen * environment.blue;
    this.develop();
  }

  /** Bends what is too bright, unless the whole picture is developed like film. */
  private develop(): void {
    if (this.stage.lighting.filmic) return;
    this.red = tone(this.red);
    this.green = tone(this.green);
    this.blue = tone(this.blue);
  }

  /** Diffuse light on a white surface, into red, green, blue; `tinted` by what it passes on its way. */
  private light(p: SurfacePoint, key: number, open: number, tinted: boolean): void {
    const { lights, lighting } = this.stage;
    const { floor, key: KEY, fill: FILL, sky: SKY, bounce } = lighting;
    const { up, key: toKey, fill } = lights;
    const upward = 0.5 + 0.5 * (p.nx * up[0] + p.ny * up[1] + p.nz * up[2]);
    const facing = p.nx * toKey[0] + p.ny * toKey[1] + p.nz * toKey[2];
    const lit = facing > 0 ? facing * key : 0;
    const aside = 0.3 + 0.7 * (p.nx * fill[0] + p.ny * fill[1] + p.nz * fill[2]);
    const filled = aside > 0 ? aside * open : 0;
    const below = bounce * (1 - upward) * (0.4 + 0.6 * open) * open;
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
    const { rim: RIM } = this.stage.lighting;
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
  private shadePlane(
    p: SurfacePoint,
    key: number,
    open: number,
    tile: number,
    vx: number,
    vy: number,
    vz: number,
  ): void {
    const { middle, fadeFrom, fadeTo, lighting } = this.stage;
    if (!lighting.filmic) this.lightInTheOpen(p);
    this.light(p, key, open, true);
    const dx = p.x - middle[0];
    const dy = p.y - middle[1];
    const dz = p.z - middle[2];
    const fade = smooth(fadeFrom, fadeTo, Math.sqrt(dx * dx + dy * dy + dz * dz));
    const stay = (1 - fade) * tile;
    const { environment, full } = this;
    if (fade > 0) environment.backdrop(vx, vy, vz);
    if (lighting.filmic) {
      this.red = fade * environment.red + stay * p.red * this.red;
      this.green = fade * environment.green + stay * p.green * this.green;
      this.blue = fade * environment.blue + stay * p.blue * this.blue;
      return;
    }
    const even = stay * Math.min(1, 0.4 + (0.6 * full.green) / this.level);
    this.red = fade * environment.red + (even * p.red * this.red) / Math.max(full.red, DARK);
    this.green = fade * environment.green + (even * p.green * this.green) / Math.max(full.green, DARK);
    this.blue = fade * environment.blue + (even * p.blue * this.blue) / Math.max(full.blue, DARK);
  }

  /** All the light that a plane gets where nothing is near it, into `full`. It depends on the normal only, and planes have one. */
  private lightInTheOpen(p: SurfacePoint): void {
    const { full } = this;
    if (p.nx === full.nx && p.ny === full.ny && p.nz === full.nz) return;
    this.light(p, 1, 1, false);
    full.nx = p.nx;
    full.ny = p.ny;
    full.nz = p.nz;
    full.red = this.red;
    full.green = this.green;
    full.blue = this.blue;
  }
}

/** Less light than this is none. */
const DARK = 1e-6;

/** Light as the screen shows it: straight up to 0.7, then bent so that nothing is brighter than 1. */
export function tone(x: number): number {
  if (x <= 0.7) return x;
  const over = x - 0.7;
  return 0.7 + (0.3 * over) / (over + 0.3);
}
