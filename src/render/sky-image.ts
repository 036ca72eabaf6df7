// Light from a picture of the surroundings: equirectangular, its middle row the horizon. Nothing but exact arithmetic, so that the bytes are
// the same on every machine.

import { perpendiculars } from '../meshes/solid-mesh.ts';
import type { Look } from '../scene/schema.ts';
import { fromBase64 } from '../shapes/base64.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { cosDegrees, sinDegrees } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { Texture, textureImage } from './texture.ts';

type Settings = NonNullable<Look['environment']>;

/** Part of the picture that is seen as one where it is dullest. */
const WIDEST = 0.06;
/** Rows and columns of directions whose mean is the light of the sky. */
const MEAN_ROWS = 8;
const MEAN_COLUMNS = 16;

/** The light of a picture around the scene. */
export class SkyImage {
  /** Linear light, of the direction last looked at. */
  red = 0;
  green = 0;
  blue = 0;
  /** Whether it is seen behind everything. */
  readonly shown: boolean;
  private readonly texture: Texture;
  private readonly strength: number;
  private readonly axes: Float64Array;

  /** `up` points away from the floor. */
  constructor({ image, strength, turn, shown }: Settings, up: Vec3) {
    this.texture = textureOf(image ?? '');
    this.strength = strength;
    this.shown = shown;
    const [u, v] = perpendiculars(up);
    const [c, s] = [cosDegrees(turn, EXACT_TRIGONOMETRY), sinDegrees(turn, EXACT_TRIGONOMETRY)];
    this.axes = Float64Array.of(
      ...up,
      ...([0, 1, 2] as const).map((k) => c * u[k] + s * v[k]),
      ...([0, 1, 2] as const).map((k) => c * v[k] - s * u[k]),
    );
  }

  /** Looks along a unit vector; `blur` 0 is sharp, 1 dull. */
  look(x: number, y: number, z: number, blur: number): void {
    const { axes, texture, strength } = this;
    const rise = x * axes[0]! + y * axes[1]! + z * axes[2]!;
    const along = x * axes[3]! + y * axes[4]! + z * axes[5]!;
    const aside = x * axes[6]! + y * axes[7]! + z * axes[8]!;
    const level = Math.sqrt(Math.max(0, along * along + aside * aside));
    const v = 0.5 + 2 * quarterTurns(rise, level);
    const spread = 1 + blur * blur * WIDEST * texture.texels;
    // The rows at both ends are kept off the edge, beyond which the picture would repeat.
    texture.read(turns(along, aside), Math.min(Math.max(v, 0.001), 0.999), spread);
    this.red = strength * texture.red;
    this.green = strength * texture.green;
    this.blue = strength * texture.blue;
  }

  /** Mean light from above the horizon. */
  meanAbove(): [number, number, number] {
    const sum: [number, number, number] = [0, 0, 0];
    let weights = 0;
    for (let row = 0; row < MEAN_ROWS; row++) {
      const v = 0.5 + (row + 0.5) / (2 * MEAN_ROWS);
      const weight = cosDegrees(180 * (v - 0.5), EXACT_TRIGONOMETRY);
      for (let column = 0; column < MEAN_COLUMNS; column++) {
        this.texture.read((column + 0.5) / MEAN_COLUMNS, v, this.texture.texels / (2 * MEAN_ROWS * MEAN_COLUMNS));
        sum[0] += weight * this.texture.red;
        sum[1] += weight * this.texture.green;
        sum[2] += weight * this.texture.blue;
        weights += weight;
      }
    }
    const scale = this.strength / weights;
    return [scale * sum[0], scale * sum[1], scale * sum[2]];
  }
}

/** The angle of a direction, as part of a turn, 0 to 1. */
function turns(along: number, aside: number): number {
  const eighth = Math.abs(along) >= Math.abs(aside);
  const angle = quarterTurns(eighth ? aside : 0 - along, eighth ? along : aside);
  if (eighth) return along >= 0 ? (angle < 0 ? 1 + angle : angle) : 0.5 + angle;
  return (aside > 0 ? 0.25 : 0.75) + angle;
}

/** atan(a / b) as part of a turn, −1/4 to 1/4: a polynomial of degree 11, off by less than 1e-5. */
function quarterTurns(a: number, b: number): number {
  if (a === 0 && b === 0) return 0;
  if (Math.abs(a) > Math.abs(b)) return (a * b < 0 ? -0.25 : a < 0 && b === 0 ? -0.25 : 0.25) - quarterTurns(b, a);
  const t = a / b;
  const q = t * t;
  const series =
    0.99997726 + q * (-0.33262347 + q * (0.19354346 + q * (-0.11643287 + q * (0.05265332 - q * 0.0117212))));
  return (t * series) / (2 * Math.PI);
}

const known = new Map<string, Texture>();

/** The texture of a picture, read once; only the last one is kept. */
function textureOf(image: string): Texture {
  const found =
    known.get(image) ?? new Texture(textureImage(fromBase64(image) ?? new Uint8Array(0), '/look/environment'));
  if (!known.has(image)) known.clear();
  known.set(image, found);
  return found;
}
