// Faint tiles on floors and slopes: they show how a plane lies, how far things are apart, and what bends light. Their edge is a round
// number of meters. They blur where they get smaller than pixels.

import { perpendiculars } from '../meshes/solid-mesh.ts';
import type { Drawable } from './drawable.ts';
import { wave } from './pattern.ts';
import type { SurfacePoint } from './surface-reader.ts';

/** How much darker every other tile is. */
const CONTRAST = 0.03;
/** Tiles along the diagonal of the scene, about. */
const TILES = 9;

/** How much darker the lines of a grid are, and their width over that of a tile. */
const LINE = 0.55;
const LINE_WIDTH = 0.025;

/** What is drawn on floors. */
export interface FloorLines {
  readonly tiles: boolean;
  /** Lines, one tile apart. */
  readonly grid: boolean;
}

/** Edge of the tiles of a picture that shows `size` meters, m. */
export const tileEdge = (size: number): number => roundNumber(size / TILES);

/** Tiles on the planes of a picture. */
export class FloorPattern {
  /** Two unit vectors along each plane; the place in the list is that of the drawable. */
  private readonly axes: readonly (Float64Array | undefined)[];
  private readonly edge: number;
  /** Width of a pixel over its depth, or in a parallel view, m. */
  private readonly pixel: number;
  private readonly perspective: boolean;
  private readonly lines: FloorLines;

  constructor(drawables: readonly Drawable[], size: number, pixel: number, perspective: boolean, lines: FloorLines) {
    this.lines = lines;
    this.axes = drawables.map(({ material, mesh }) => {
      if (material.kind !== 'plane' || !mesh) return undefined;
      const [u, v] = perpendiculars([mesh.normals[0]!, mesh.normals[1]!, mesh.normals[2]!]);
      return Float64Array.of(...u, ...v);
    });
    this.edge = tileEdge(size);
    this.pixel = pixel;
    this.perspective = perspective;
  }

  /** How bright the floor is at a point of it, seen along the unit vector v. */
  at(p: SurfacePoint, vx: number, vy: number, vz: number): number {
    const axes = this.axes[p.drawable];
    if (!axes) return 1;
    const flat = Math.max(0.02, Math.abs(vx * p.nx + vy * p.ny + vz * p.nz));
    const blur = ((this.perspective ? p.depth : 1) * this.pixel) / flat / this.edge;
    const u = (p.x * axes[0]! + p.y * axes[1]! + p.z * axes[2]!) / this.edge;
    const v = (p.x * axes[3]! + p.y * axes[4]! + p.z * axes[5]!) / this.edge;
    const { tiles, grid } = this.lines;
    const tile = tiles ? 1 - CONTRAST * (0.5 + 0.5 * wave(u, blur) * wave(v, blur)) : 1;
    return grid ? tile * (1 - LINE * Math.max(line(u, blur), line(v, blur))) : tile;
  }
}

/** 1 on a line at every whole number, 0 beside it, `blur` wide between; fainter where it is thinner than a pixel. */
function line(x: number, blur: number): number {
  const half = Math.max(LINE_WIDTH, blur) / 2;
  const off = Math.abs(x - Math.floor(x + 0.5));
  const on = Math.min(Math.max((half + 0.5 * blur - off) / Math.max(blur, 1e-3), 0), 1);
  return on * Math.min(1, LINE_WIDTH / Math.max(blur, 1e-6)) * (blur > 0.3 ? 0 : 1 - blur / 0.3);
}

/** The largest of 1, 2, 5, 10, … (also 0.1, 0.2, …) that is not above x. */
export function roundNumber(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return 1;
  let power = 1;
  while (power > x) power /= 10;
  while (power * 10 <= x) power *= 10;
  return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}
