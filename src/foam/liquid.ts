// The liquid of a frame, sorted into cells so that what is around a point is found quickly. O(n) to build, the same order on every machine.

import { cubeRoot } from '../math/roots.ts';
import type { Scene } from '../scene/schema.ts';
import { restDistances } from '../substances/rest-distances.ts';
import { isSph } from '../substances/sph/parameters.ts';
import { type Substance, substancesOf } from '../substances/substance.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** Neighbors of a particle deep inside of a liquid: those within `reach`. Limits that papers give for 30 neighbors are scaled by 76/30. */
export const NEIGHBORS = 76;
/** Radius of the ball that holds so many particles, over their distance at rest. */
const REACH = cubeRoot((3 * NEIGHBORS) / (4 * Math.PI));

/** Particles of liquids, in order of id. */
export interface Liquid {
  readonly count: number;
  /** x, y, z, m. */
  readonly position: Float32Array;
  /** x, y, z, m/s. */
  readonly velocity: Float32Array;
  /** kg */
  readonly mass: Float32Array;
  /** Volume at rest over that of the middle particle: what each counts for as a neighbor. */
  readonly share: Float32Array;
  readonly id: Uint32Array;
  /** Distance of the middle particle to its neighbors at rest, m. */
  readonly spacing: number;
}

/** The substances of a scene that foam can come from: smoothed ones that are neither viscoplastic nor a gas, by number. */
export function liquidsOf(scene: Pick<Scene, 'substances' | 'dimension'>): ReadonlySet<number> {
  const isLiquid = (p: Substance): boolean => isSph(p) && p.jumpNumber === undefined && p.stateEquation !== 'ideal-gas';
  return new Set(substancesOf(scene).flatMap((p, k) => (isLiquid(p) ? [k] : [])));
}

/** The particles of liquids in a frame. */
export function liquidIn(scene: Scene, fields: WorldFields): Liquid {
  const kinds = liquidsOf(scene),
    chosen: number[] = [];
  for (let i = 0; i < fields.count; i++) if (kinds.has(fields.substance[i]!)) chosen.push(i);
  const vectors = (from: ArrayLike<number>): Float32Array =>
    Float32Array.from({ length: 3 * chosen.length }, (_, k) => from[3 * chosen[Math.floor(k / 3)]! + (k % 3)]!);
  const distances = restDistances(scene, fields),
    own = Float32Array.from(chosen, (i) => distances[i]!),
    spacing = own.toSorted()[own.length >> 1] ?? 0;
  return {
    count: chosen.length,
    position: vectors(fields.position),
    velocity: vectors(fields.velocity),
    mass: Float32Array.from(chosen, (i) => fields.mass[i]!),
    share: own.map((edge) => (edge / spacing) * (edge / spacing) * (edge / spacing)),
    id: Uint32Array.from(chosen, (i) => fields.id[i]!),
    spacing,
  };
}

/** Finds the liquid around points. */
export class Surroundings {
  readonly liquid: Liquid;
  /** How far it looks, m. */
  readonly reach: number;
  private readonly low: readonly [number, number, number];
  private readonly cells: readonly [number, number, number];
  private readonly edge: number;
  private readonly starts: Uint32Array;
  private readonly order: Uint32Array;

  constructor(liquid: Liquid) {
    this.liquid = liquid;
    this.reach = REACH * liquid.spacing;
    const low = [0, 0, 0] as [number, number, number],
      high = [0, 0, 0] as [number, number, number];
    for (let a = 0; a < 3; a++) {
      low[a] = high[a] = liquid.position[a] ?? 0;
      for (let k = a; k < liquid.position.length; k += 3) {
        low[a] = Math.min(low[a]!, liquid.position[k]!);
        high[a] = Math.max(high[a]!, liquid.position[k]!);
      }
    }
    const along = (a: number, edge: number): number => Math.floor((high[a]! - low[a]!) / edge) + 1;
    let edge = this.reach > 0 ? this.reach : 1;
    while (along(0, edge) * along(1, edge) * along(2, edge) > 8 * liquid.count + 64) edge *= 1.25; // a few far drops
    this.edge = edge;
    this.low = low;
    this.cells = [along(0, edge), along(1, edge), along(2, edge)];
    this.starts = new Uint32Array(this.cells[0] * this.cells[1] * this.cells[2] + 1);
    this.order = new Uint32Array(liquid.count);
    this.sort();
  }

  /** Calls `visit` with every particle within reach of a point, its distance (m), and the way from it to the point; in a fixed order. */
  around(
    x: number,
    y: number,
    z: number,
    visit: (j: number, r: number, dx: number, dy: number, dz: number) => void,
  ): void {
    const { reach, edge, cells, low, starts, order } = this,
      { position } = this.liquid;
    const from = (c: number, a: 0 | 1 | 2): number => Math.max(0, Math.floor((c - reach - low[a]) / edge)),
      to = (c: number, a: 0 | 1 | 2): number => Math.min(cells[a] - 1, Math.floor((c + reach - low[a]) / edge));
    const [z0, z1] = [from(z, 2), to(z, 2)];
    if (z1 < z0) return;
    for (let i = from(x, 0); i <= to(x, 0); i++) {
      for (let j = from(y, 1); j <= to(y, 1); j++) {
        const row = (i * cells[1] + j) * cells[2];
        for (let at = starts[row + z0]!; at < starts[row + z1 + 1]!; at++) {
          const k = order[at]!;
          const dx = x - position[3 * k]!,
            dy = y - position[3 * k + 1]!,
            dz = z - position[3 * k + 2]!;
          const square = dx * dx + dy * dy + dz * dz;
          if (square < reach * reach) visit(k, Math.sqrt(square), dx, dy, dz);
        }
      }
    }
  }

  private sort(): void {
    const { liquid, starts, order } = this,
      cell = new Uint32Array(liquid.count);
    for (let i = 0; i < liquid.count; i++) {
      cell[i] = this.cellOf(i);
      starts[cell[i]! + 1]!++;
    }
    for (let c = 1; c < starts.length; c++) starts[c]! += starts[c - 1]!;
    const next = starts.slice();
    for (let i = 0; i < liquid.count; i++) order[next[cell[i]!]!++] = i;
  }

  private cellOf(i: number): number {
    const { low, edge, cells } = this,
      { position } = this.liquid;
    const [a, b, c] = [0, 1, 2].map((axis) => Math.floor((position[3 * i + axis]! - low[axis]!) / edge));
    return (a! * cells[1] + b!) * cells[2] + c!;
  }
}
