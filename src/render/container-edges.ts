// The sharp edges of containers as fine smooth lines, hidden by what is in front of them.

import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import { type ClipCorner, clipPolygon } from './clip.ts';
import { layGlass } from './container-walls.ts';
import type { Drawable } from './drawable.ts';
import type { Projection } from './projection.ts';
import type { RasterTarget } from './raster-target.ts';
import { GUARD } from './triangle-setup.ts';

/** How much of what is behind an edge hides. */
const EDGE = 0.55;

/** Lays lines over an image; `coverage` holds how much of each pixel they cover. */
export function layLines(image: Float32Array, coverage: Float32Array): void {
  for (let k = 0; k < coverage.length; k++) if (coverage[k]! > 0) layGlass(image, k, EDGE * coverage[k]!);
}

/** How much of every pixel the sharp edges of containers cover, counting only samples in front of all the targets. */
export function edgeCoverage(
  containers: readonly Drawable[],
  projection: Projection,
  targets: readonly RasterTarget[],
  samples: number,
  lineWidth: number,
): Float32Array {
  const { width, height } = targets[0]!;
  const lines = new LineDrawer(projection, targets, width / samples, height / samples, samples, lineWidth);
  for (const { mesh } of containers)
    if (mesh) for (const [a, b] of sharpEdges(mesh)) lines.draw(pointAt(mesh, a), pointAt(mesh, b));
  return lines.coverage;
}

type Point = readonly [number, number, number];

const pointAt = ({ positions }: TriangleMesh, v: number): Point => [
  positions[3 * v]!,
  positions[3 * v + 1]!,
  positions[3 * v + 2]!,
];

/** Edges at which the normal jumps, each once: those that only one triangle has, counting vertices of equal place and normal as one. */
export function sharpEdges(mesh: TriangleMesh): [number, number][] {
  const { positions, normals, elements } = mesh;
  const round = (x: number): number => Math.round(x * 1e6);
  const names = (v: number, array: Float32Array): string =>
    `${round(array[3 * v]!)},${round(array[3 * v + 1]!)},${round(array[3 * v + 2]!)}`;
  const places = Array.from({ length: positions.length / 3 }, (_, v) => names(v, positions));
  const corners = places.map((place, v) => `${place},${names(v, normals)}`);
  const met = new Map<string, [number, number] | undefined>();
  for (let t = 0; t < elements.length; t++) {
    const a = elements[t]!;
    const b = elements[t - (t % 3) + ((t + 1) % 3)]!;
    const key = corners[a]! < corners[b]! ? `${corners[a]}|${corners[b]}` : `${corners[b]}|${corners[a]}`;
    met.set(key, met.has(key) ? undefined : [a, b]);
  }
  const edges = new Map<string, [number, number]>();
  for (const edge of met.values()) {
    if (!edge) continue;
    const [p, q] = [places[edge[0]]!, places[edge[1]]!];
    if (p !== q) edges.set(p < q ? `${p}|${q}` : `${q}|${p}`, edge);
  }
  return [...edges.values()];
}

/** Draws smooth lines of constant width. */
class LineDrawer {
  readonly coverage: Float32Array;
  private readonly projection: Projection;
  private readonly targets: readonly RasterTarget[];
  private readonly width: number;
  private readonly height: number;
  private readonly samples: number;
  private readonly half: number;

  constructor(
    projection: Projection,
    targets: readonly RasterTarget[],
    width: number,
    height: number,
    samples: number,
    lineWidth: number,
  ) {
    this.projection = projection;
    this.targets = targets;
    this.width = width;
    this.height = height;
    this.samples = samples;
    this.half = lineWidth / 2;
    this.coverage = new Float32Array(width * height);
  }

  /** A line between two points of the world. */
  draw(from: Point, to: Point): void {
    const seen = clipPolygon([this.inCamera(from), this.inCamera(to)], this.projection, GUARD - 1);
    if (seen.length < 2) return;
    const [ax, ay, ka] = this.onGrid(seen[0]!);
    const [bx, by, kb] = this.onGrid(seen[1]!);
    const steep = Math.abs(by - ay) > Math.abs(bx - ax);
    const [a0, a1, b0, b1] = steep ? [ay, ax, by, bx] : [ax, ay, bx, by];
    const long = b0 - a0;
    const length = Math.sqrt(long * long + (b1 - a1) * (b1 - a1));
    if (!(length > 0)) return;
    const limit = steep ? this.height : this.width;
    const slope = (b1 - a1) / long;
    const cos = Math.abs(long) / length;
    const reach = (this.half + 1) / cos;
    const first = Math.max(0, Math.floor(Math.min(a0, b0)));
    const last = Math.min(limit - 1, Math.floor(Math.max(a0, b0)));
    for (let i = first; i <= last; i++) {
      const along = Math.min(Math.max(i + 0.5, Math.min(a0, b0)), Math.max(a0, b0));
      const middle = a1 + slope * (along - a0);
      const key = ka + ((kb - ka) * (along - a0)) / long;
      for (let j = Math.floor(middle - reach); j <= Math.floor(middle + reach); j++) {
        const away = Math.abs(j + 0.5 - middle) * cos;
        const cover = Math.min(1, this.half + 0.5 - away);
        if (cover > 0) this.cover(steep ? j : i, steep ? i : j, key, cover);
      }
    }
  }

  private cover(x: number, y: number, key: number, cover: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = y * this.width + x;
    const all = cover * this.openPart(x, y, key);
    if (all > this.coverage[at]!) this.coverage[at] = all;
  }

  /** Part of a pixel's samples in which nothing is in front of a key. */
  private openPart(x: number, y: number, key: number): number {
    const { samples, targets } = this;
    const nearer = key > 0 ? key * 1.002 : key + Math.abs(key) * 0.002;
    let open = 0;
    for (let n = 0; n < samples * samples; n++) {
      const at = (y * samples + Math.floor(n / samples)) * this.width * samples + x * samples + (n % samples);
      let isOpen = 1;
      for (const { keys } of targets) if (keys[at]! > nearer) isOpen = 0;
      open += isOpen;
    }
    return open / (samples * samples);
  }

  private inCamera(point: Point): ClipCorner {
    const { eye, right, up, forward } = this.projection;
    const [dx, dy, dz] = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
    return [
      dx * right[0] + dy * right[1] + dz * right[2],
      dx * up[0] + dy * up[1] + dz * up[2],
      dx * forward[0] + dy * forward[1] + dz * forward[2],
    ];
  }

  /** Pixels from the left and the top, and depth key. */
  private onGrid([x, y, z]: ClipCorner): Point {
    const { perspective, scale, centerX, centerY } = this.projection;
    const s = perspective ? scale / z : scale;
    return [(centerX + s * x) / this.samples, (centerY - s * y) / this.samples, perspective ? 1 / z : 0 - z];
  }
}
