// Follows one ray through the scene until it finds light: mirrored and bent at liquids, mirrored by metal and gloss, spread by what is dull,
// and wandering through wax. The key light is asked for directly; the sky is found by chance.

import { blackBodyInto } from '../../colors/black-body.ts';
import type { Drawable } from '../drawable.ts';
import { Environment, smooth } from '../environment.ts';
import type { Stage } from '../shade.ts';
import { normalize, SurfacePoint } from '../surface-reader.ts';
import type { Tint } from '../tint.ts';
import { Dice } from './dice.ts';
import { flip, unitOf, type WaxScene, wander } from './wander.ts';

/** Surfaces on a path at most, and dull ones at most. */
const MOST_SURFACES = 12;
const MOST_DULL = 3;
/** Thickness at which half of the light has been scattered inside of a liquid, over that which leaves its color. */
const SCATTER = 1.6;
/** Parts of the sky and of the key light that are found where light is scattered. */
const SKY_INSIDE = 0.9;
const KEY_INSIDE = 0.45;
/** Bends light: water. */
const DENSITY = 1.33;
/** More light than this on one path is cut: it would be a bright dot and not a picture. */
const BRIGHTEST = 8;
const DIMMER = 2.2;
const INFINITE = Number.POSITIVE_INFINITY;

/** What paths go through. */
export interface PathScene extends WaxScene {
  readonly drawables: readonly Drawable[];
  readonly stage: Stage;
  readonly tint: Tint;
}

/** Follows paths; what the last one found is left in red, green, blue, and its first surface in `first`. */
export class Path {
  red = 0;
  green = 0;
  blue = 0;
  readonly first = new SurfacePoint();
  readonly dice = new Dice();
  private readonly scene: PathScene;
  private readonly environment: Environment;
  private readonly point = new SurfacePoint();
  private readonly shadow = new SurfacePoint();
  private readonly hot = new Float64Array(3);
  private readonly lift: number;
  /** The ray, and the part of its light that reaches the camera. */
  private ox = 0;
  private oy = 0;
  private oz = 0;
  private dx = 0;
  private dy = 0;
  private dz = 0;
  private r = 1;
  private g = 1;
  private b = 1;
  /** Light that passes liquid on its way from the key light. */
  private lr = 0;
  private lg = 0;
  private lb = 0;

  constructor(scene: PathScene) {
    this.scene = scene;
    this.environment = new Environment(scene.stage.lights, scene.stage.lighting);
    this.lift = 1e-5 * scene.size;
  }

  /** Follows a ray from a point (m) along a unit vector. The dice must have begun. */
  follow(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    this.begin(ox, oy, oz, dx, dy, dz);
    this.first.drawable = -1;
    this.first.depth = Number.POSITIVE_INFINITY;
    let dull = 0;
    let isStraight = true;
    for (let n = 0; n < MOST_SURFACES && this.r + this.g + this.b > 0.01; n++) {
      if (!this.meet()) {
        this.addSky(dull, isStraight, n);
        break;
      }
      const { point } = this;
      if (n === 0) this.keepFirst(point);
      const { material } = this.scene.drawables[point.drawable]!;
      if (material.kind === 'plane') this.fade(point);
      this.addOwnLight(point, material.glow);
      if (material.kind === 'liquid') {
        if (this.scatters(point)) break;
        isStraight = this.passLiquid(point) && isStraight;
        continue;
      }
      const gloss = material.kind === 'plane' ? 0 : material.gloss;
      if (material.metal) {
        isStraight = false;
        this.mirror(point, gloss);
        continue;
      }
      if (gloss > 0.2 && dull === 0) this.addGloss(point, gloss);
      if (++dull > MOST_DULL) break;
      isStraight = false;
      this.spread(point, material.wax);
    }
    this.red = Math.min(this.red, BRIGHTEST);
    this.green = Math.min(this.green, BRIGHTEST);
    this.blue = Math.min(this.blue, BRIGHTEST);
  }

  private begin(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    this.ox = ox;
    this.oy = oy;
    this.oz = oz;
    this.dx = dx;
    this.dy = dy;
    this.dz = dz;
    this.r = 1;
    this.g = 1;
    this.b = 1;
    this.red = 0;
    this.green = 0;
    this.blue = 0;
  }

  private keepFirst(p: SurfacePoint): void {
    const { first } = this;
    first.drawable = p.drawable;
    first.depth = p.depth;
    first.nx = p.nx;
    first.ny = p.ny;
    first.nz = p.nz;
    first.red = p.red;
    first.green = p.green;
    first.blue = p.blue;
  }

  /** Goes to the next surface; what lies between absorbs if it is liquid. */
  private meet(): boolean {
    const { bvh, reader } = this.scene;
    const { ox, oy, oz, dx, dy, dz, point } = this;
    if (!bvh.hit(ox, oy, oz, dx, dy, dz, this.lift, Number.POSITIVE_INFINITY)) return false;
    reader.aimAlong(ox, oy, oz, dx, dy, dz);
    reader.read(point, bvh.id, bvh.distance);
    normalize(point);
    return true;
  }

  private add(red: number, green: number, blue: number): void {
    this.red += this.r * red;
    this.green += this.g * green;
    this.blue += this.b * blue;
  }

  private addOwnLight(p: SurfacePoint, glow: number): void {
    if (glow > 0) this.add(glow * p.red, glow * p.green, glow * p.blue);
    if (!(p.heat > 0)) return;
    blackBodyInto(p.heat, this.hot, 0);
    this.add(this.hot[0]!, this.hot[1]!, this.hot[2]!);
  }

  private addBackdrop(): void {
    const { environment } = this;
    environment.backdrop(this.dx, this.dy, this.dz);
    this.add(environment.red, environment.green, environment.blue);
  }

  /** What a ray that meets nothing sees: the backdrop straight ahead, the lights in mirrors, the sky from what is dull. */
  private addSky(dull: number, isStraight: boolean, surfaces: number): void {
    const { environment, dx, dy, dz } = this;
    if (isStraight) {
      this.addBackdrop();
      return;
    }
    if (dull === 0) {
      // Lights seen over several mirrors would be bright dots: they are softened.
      environment.look(dx, dy, dz, surfaces < 2 ? 0.05 : 0.6);
      const most = surfaces < 2 ? BRIGHTEST : DIMMER;
      const [red, green, blue] = [environment.red, environment.green, environment.blue];
      this.add(Math.min(red, most), Math.min(green, most), Math.min(blue, most));
      return;
    }
    const { lights, lighting } = this.scene.stage;
    const { up, fill, rim } = lights;
    if (lighting.image) {
      environment.lookAround(dx, dy, dz, 0.5);
      this.add(environment.red, environment.green, environment.blue);
      return;
    }
    const sky = 1.1 * smooth(-0.3, 0.2, dx * up[0] + dy * up[1] + dz * up[2]);
    const aside = Math.max(0, dx * fill[0] + dy * fill[1] + dz * fill[2]);
    const behind = 0.5 * Math.max(0, dx * rim[0] + dy * rim[1] + dz * rim[2]);
    this.add(
      sky * lighting.sky[0] + aside * lighting.fill[0] + behind * lighting.rim[0],
      sky * lighting.sky[1] + aside * lighting.fill[1] + behind * lighting.rim[1],
      sky * lighting.sky[2] + aside * lighting.fill[2] + behind * lighting.rim[2],
    );
  }

  /** Part of the floor is lost in the backdrop, the more the farther it is. */
  private fade(p: SurfacePoint): void {
    const { middle, fadeFrom, fadeTo } = this.scene.stage;
    const [x, y, z] = [p.x - middle[0], p.y - middle[1], p.z - middle[2]];
    const fade = smooth(fadeFrom, fadeTo, Math.sqrt(x * x + y * y + z * z));
    if (fade === 0) return;
    this.weaken(fade);
    this.addBackdrop();
    if (fade < 1) this.weaken((1 - fade) / fade);
    else this.weaken(0);
  }

  private weaken(by: number): void {
    this.r *= by;
    this.g *= by;
    this.b *= by;
  }

  /**
   * Whether light was scattered on its way through liquid: the path ends there in the color of the liquid, once. Absorption alone would turn
   * long ways, with many mirrors inside, to the one channel that is absorbed least: honey would be red. [ADR 58]
   */
  private scatters(p: SurfacePoint): boolean {
    if (!(this.dx * p.nx + this.dy * p.ny + this.dz * p.nz > 0)) return false;
    const far = p.depth / (SCATTER * this.scene.tint.length);
    if (!(this.dice.next() * (1 + far * far) < far * far)) return false;
    const { key: toKey } = this.scene.stage.lights;
    const { sky, key } = this.scene.stage.lighting;
    const lit = this.sees(p, toKey[0], toKey[1], toKey[2]) ? KEY_INSIDE : 0;
    this.add(
      p.red * (SKY_INSIDE * sky[0] + lit * key[0]),
      p.green * (SKY_INSIDE * sky[1] + lit * key[1]),
      p.blue * (SKY_INSIDE * sky[2] + lit * key[2]),
    );
    return true;
  }

  /** Mirrors or bends the ray at a liquid, by Fresnel and Snell; true if it was bent. Inside, light is absorbed on the way. */
  private passLiquid(p: SurfacePoint): boolean {
    const { dx, dy, dz } = this;
    const along = dx * p.nx + dy * p.ny + dz * p.nz;
    const isInside = along > 0;
    if (isInside) {
      const { tint } = this.scene;
      tint.pass(p.red, p.green, p.blue, p.depth);
      this.r *= tint.red;
      this.g *= tint.green;
      this.b *= tint.blue;
    }
    const side = isInside ? -1 : 1;
    const [nx, ny, nz] = [side * p.nx, side * p.ny, side * p.nz];
    const facing = isInside ? along : 0 - along;
    const ratio = isInside ? DENSITY : 1 / DENSITY;
    const square = 1 - ratio * ratio * (1 - facing * facing);
    const outer = isInside ? Math.sqrt(Math.max(0, square)) : facing;
    const graze = 1 - outer;
    const fresnel = square <= 0 ? 1 : 0.02 + 0.98 * graze * graze * graze * graze * graze;
    this.stand(p);
    if (this.dice.next() < fresnel) {
      this.turn(dx + 2 * facing * nx, dy + 2 * facing * ny, dz + 2 * facing * nz);
      return false;
    }
    const aside = ratio * facing - Math.sqrt(square);
    this.turn(ratio * dx + aside * nx, ratio * dy + aside * ny, ratio * dz + aside * nz);
    return true;
  }

  /** What a glossy surface mirrors of the lights: worked out and not left to chance, which would sprinkle bright dots. */
  private addGloss(p: SurfacePoint, gloss: number): void {
    this.faceRay(p);
    const { dx, dy, dz, environment } = this;
    const along = dx * p.nx + dy * p.ny + dz * p.nz;
    const graze = 1 + along;
    const fresnel = 0.04 + 0.6 * gloss * graze * graze * graze * graze * graze;
    const [x, y, z] = [dx - 2 * along * p.nx, dy - 2 * along * p.ny, dz - 2 * along * p.nz];
    if (
      this.scene.bvh.hit(
        p.x + this.lift * p.nx,
        p.y + this.lift * p.ny,
        p.z + this.lift * p.nz,
        x,
        y,
        z,
        this.lift,
        INFINITE,
      )
    )
      return;
    environment.look(x, y, z, 1 - gloss);
    this.add(fresnel * environment.red, fresnel * environment.green, fresnel * environment.blue);
  }

  private mirror(p: SurfacePoint, gloss: number): void {
    this.faceRay(p);
    const { dx, dy, dz, dice } = this;
    const along = dx * p.nx + dy * p.ny + dz * p.nz;
    dice.direction();
    const rough = 0.9 * (1 - gloss) * (1 - gloss);
    this.stand(p);
    this.turn(
      dx - 2 * along * p.nx + rough * dice.x,
      dy - 2 * along * p.ny + rough * dice.y,
      dz - 2 * along * p.nz + rough * dice.z,
    );
    const graze = 1 + along;
    const edge = graze * graze * graze * graze * graze;
    this.r *= p.red + (1 - p.red) * edge;
    this.g *= p.green + (1 - p.green) * edge;
    this.b *= p.blue + (1 - p.blue) * edge;
  }

  /** Spreads light: adds that of the key light and goes on in a direction by chance, more likely a steep one. */
  private spread(p: SurfacePoint, wax: number): void {
    this.faceRay(p);
    this.r *= p.red;
    this.g *= p.green;
    this.b *= p.blue;
    if (wax > 0 && this.dice.next() < 0.75 * wax) {
      const left = wander(p, wax, this.scene, this.dice, this.lift);
      this.r *= left[0];
      this.g *= left[1];
      this.b *= left[2];
    }
    this.stand(p);
    this.addKey(p);
    this.dice.direction();
    const { x, y, z } = this.dice;
    this.turn(p.nx + 0.999 * x, p.ny + 0.999 * y, p.nz + 0.999 * z);
  }

  /** Turns the normal of a point toward the ray. */
  private faceRay(p: SurfacePoint): void {
    if (this.dx * p.nx + this.dy * p.ny + this.dz * p.nz > 0) flip(p);
  }

  /** The key light at a dull point: a point of the lamp by chance, and whether it is seen from there. */
  private addKey(p: SurfacePoint): void {
    const { lights, lighting } = this.scene.stage;
    const { key, keyAcross, keyAlong } = lights;
    this.dice.direction();
    const u = lighting.softness * this.dice.x;
    const v = lighting.softness * this.dice.y;
    const [x, y, z] = unitOf(
      key[0] + u * keyAcross[0] + v * keyAlong[0],
      key[1] + u * keyAcross[1] + v * keyAlong[1],
      key[2] + u * keyAcross[2] + v * keyAlong[2],
    );
    const facing = p.nx * x + p.ny * y + p.nz * z;
    if (!(facing > 0) || !this.sees(p, x, y, z)) return;
    this.add(
      facing * lighting.key[0] * this.lr,
      facing * lighting.key[1] * this.lg,
      facing * lighting.key[2] * this.lb,
    );
  }

  /** Whether nothing but liquid is in the way of light; what that leaves of it is lr, lg, lb. */
  private sees(p: SurfacePoint, x: number, y: number, z: number): boolean {
    const { bvh, drawables, reader, tint } = this.scene;
    let [ox, oy, oz] = [p.x + this.lift * p.nx, p.y + this.lift * p.ny, p.z + this.lift * p.nz];
    this.lr = 1;
    this.lg = 1;
    this.lb = 1;
    for (let n = 0; n < 8; n++) {
      if (!bvh.hit(ox, oy, oz, x, y, z, this.lift, Number.POSITIVE_INFINITY)) return true;
      const { shadow } = this;
      reader.aimAlong(ox, oy, oz, x, y, z);
      reader.read(shadow, bvh.id, bvh.distance);
      if (drawables[shadow.drawable]!.material.kind === 'plane') return true;
      if (drawables[shadow.drawable]!.material.kind !== 'liquid') return false;
      if (shadow.nx * x + shadow.ny * y + shadow.nz * z > 0) {
        tint.pass(shadow.red, shadow.green, shadow.blue, shadow.depth);
        this.lr *= 0.92 * tint.red;
        this.lg *= 0.92 * tint.green;
        this.lb *= 0.92 * tint.blue;
      }
      ox = shadow.x;
      oy = shadow.y;
      oz = shadow.z;
    }
    return true;
  }
  private stand(p: SurfacePoint): void {
    this.ox = p.x;
    this.oy = p.y;
    this.oz = p.z;
  }

  private turn(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    this.dx = x / length;
    this.dy = y / length;
    this.dz = z / length;
  }
}
