// The pieces of a substance: particles hang together where they are near each other, and bonds are nothing but that. A piece is what
// can be reached from particle to particle. Cells of a hash table, one size of cells per octave of particle sizes, then union-find.

/** Two particles hang together below this many times the mean of their distances at rest: beyond the greatest attraction of neighbors
 * (1.265), short of second neighbors in a close packing (1.63 in 3D, 1.73 in 2D). */
export const BOND = 1.5;

/** Particles and the box around whose ends they meet. */
export interface PiecePoints {
  readonly count: number;
  /** x, y, z of every particle, m. */
  readonly positions: ArrayLike<number>;
  /** Distance at rest to the nearest neighbors of the same size, m; a particle without a size is a piece of its own. */
  readonly distances: ArrayLike<number>;
  /** Particles of different substances never hang together. */
  readonly substances: ArrayLike<number>;
  /** All different: they decide between pieces of one size. */
  readonly ids: ArrayLike<number>;
  /** Lower corner of a periodic box, m. */
  readonly origin?: readonly number[] | undefined;
  /** Its edges, m; 0 along an axis that goes on. */
  readonly period?: readonly number[] | undefined;
}

/** The pieces of a set of particles. */
export interface Pieces {
  /** Piece of every particle: 0 is the one with the most particles; of two with as many the one with the smallest id comes first. */
  readonly piece: Uint32Array;
  /** Particles of every piece, the most first. */
  readonly particles: Uint32Array;
}

/**
 * Finds the pieces; their numbers do not depend on the order of the particles. The time is linear for particles that do not overlap much.
 * @example labelPieces({ count: 2, positions: [0, 0, 0, 1, 0, 0], distances: [1, 1], substances: [0, 0], ids: [0, 1] }).particles // [2]
 */
export function labelPieces(points: PiecePoints): Pieces {
  const forest = new Forest(points.count),
    cells = new Cells(points);
  for (let place = 0; place < cells.count; place++) cells.join(place, forest);
  return numbered(forest, points.ids);
}

/** Cells are this much larger than they need to be, so that rounding of their borders does no harm. */
const ROOM = 1.000001;

/** Cells of one size. */
interface Level {
  /** Cells per m along x, y, z. */
  readonly perMeter: readonly number[];
  /** Cells around a periodic axis; 0 where it goes on. */
  readonly around: readonly number[];
}

/** Particles in the order of their cells. Cells that share an entry of the table only cost time. */
class Cells {
  /** Particles that have a size. */
  readonly count: number;
  private readonly origin: readonly number[];
  private readonly period: readonly number[];
  private readonly levels: readonly Level[];
  /** How many cells farther along z neighbors can be: none if all particles are in one plane. */
  private readonly depth: 0 | 1;
  private readonly mask: number;
  /** Where the particles of an entry begin. */
  private readonly begins: Uint32Array;
  /** In the order of entries: number, level, substance, x, y, z and reach: half of what two of its size can be apart, m. */
  private readonly particle: Uint32Array;
  private readonly level: Uint16Array;
  private readonly substance: Uint32Array;
  private readonly at: Float64Array;

  constructor({ count, positions, distances, substances, origin, period }: PiecePoints) {
    this.origin = origin ?? [0, 0, 0];
    this.period = period ?? [0, 0, 0];
    const sized = Uint32Array.from({ length: count }, (_, i) => i).filter((i) => isSized(i, positions, distances)),
      { levels, levelOf } = levelsOf(sized, distances, this.period);
    this.count = sized.length;
    this.depth = sized.every((i) => positions[3 * i + 2] === positions[3 * sized[0]! + 2]) ? 0 : 1;
    this.levels = levels;
    this.mask = tableSize(this.count) - 1;
    const entries = new Uint32Array(this.count);
    this.begins = new Uint32Array(this.mask + 2);
    for (let k = 0; k < this.count; k++) {
      const i = sized[k]!,
        level = levelOf[k]!,
        [x, y, z] = this.cellOf(level, positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!);
      entries[k] = this.entryOf(level, x, y, z);
      this.begins[entries[k]! + 1]!++;
    }
    for (let e = 0; e <= this.mask; e++) this.begins[e + 1]! += this.begins[e]!;
    this.particle = new Uint32Array(this.count);
    this.level = new Uint16Array(this.count);
    this.substance = new Uint32Array(this.count);
    this.at = new Float64Array(4 * this.count);
    const next = this.begins.slice();
    for (let k = 0; k < this.count; k++) {
      const i = sized[k]!,
        place = next[entries[k]!]!++;
      this.particle[place] = i;
      this.level[place] = levelOf[k]!;
      this.substance[place] = substances[i]!;
      for (let a = 0; a < 3; a++) this.at[4 * place + a] = positions[3 * i + a]!;
      this.at[4 * place + 3] = (BOND / 2) * distances[i]!;
    }
  }

  /** Joins a particle with those that it hangs together with and that are larger, or as large and later. */
  join(place: number, forest: Forest): void {
    const { at, levels } = this,
      own = this.level[place]!;
    // Level 0 has the largest particles: those of levels up to the own one are looked for in cells that are large enough for the pair.
    for (let level = own; level >= 0; level--) {
      const { around } = levels[level]!,
        [cx, cy, cz] = this.cellOf(level, at[4 * place]!, at[4 * place + 1]!, at[4 * place + 2]!);
      for (let dz = -this.depth; dz <= this.depth; dz++) {
        const z = wrapped(cz + dz, around[2]!);
        for (let dy = -1; dy <= 1; dy++) {
          const y = wrapped(cy + dy, around[1]!);
          for (let dx = -1; dx <= 1; dx++) {
            const entry = this.entryOf(level, wrapped(cx + dx, around[0]!), y, z);
            this.joinEntry(place, entry, level === own ? place + 1 : 0, forest);
          }
        }
      }
    }
  }

  private joinEntry(place: number, entry: number, from: number, forest: Forest): void {
    const { begins, particle, substance } = this,
      end = begins[entry + 1]!;
    for (let other = Math.max(begins[entry]!, from); other < end; other++) {
      if (substance[other] === substance[place] && this.areNear(4 * place, 4 * other)) {
        forest.join(particle[place]!, particle[other]!);
      }
    }
  }

  private areNear(i: number, j: number): boolean {
    const { at, period } = this,
      dx = apart(at[i]!, at[j]!, period[0]!),
      dy = apart(at[i + 1]!, at[j + 1]!, period[1]!),
      dz = apart(at[i + 2]!, at[j + 2]!, period[2]!),
      reach = at[i + 3]! + at[j + 3]!;
    return dx * dx + dy * dy + dz * dz < reach * reach;
  }

  private cellOf(level: number, x: number, y: number, z: number): [number, number, number] {
    const { perMeter, around } = this.levels[level]!,
      { origin } = this;
    return [
      wrapped(Math.floor((x - origin[0]!) * perMeter[0]!), around[0]!),
      wrapped(Math.floor((y - origin[1]!) * perMeter[1]!), around[1]!),
      wrapped(Math.floor((z - origin[2]!) * perMeter[2]!), around[2]!),
    ];
  }

  private entryOf(level: number, x: number, y: number, z: number): number {
    let hash = Math.imul(x | 0, 0x8da6b343) ^ Math.imul(y | 0, 0xd8163841) ^ Math.imul(z | 0, 0xcb1ab31f);
    hash = Math.imul(hash ^ level ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) & this.mask;
  }
}

/** How far apart two coordinates are, around the ends of a period if there is one. */
function apart(a: number, b: number, period: number): number {
  let d = Math.abs(a - b);
  if (period === 0) return d;
  if (d >= period) d %= period;
  return Math.min(d, period - d);
}

function wrapped(cell: number, around: number): number {
  return around === 0 || (cell >= 0 && cell < around) ? cell : ((cell % around) + around) % around;
}

function isSized(i: number, positions: ArrayLike<number>, distances: ArrayLike<number>): boolean {
  const extent = Math.abs(positions[3 * i]!) + Math.abs(positions[3 * i + 1]!) + Math.abs(positions[3 * i + 2]!);
  return distances[i]! > 0 && distances[i]! < Number.POSITIVE_INFINITY && extent < Number.POSITIVE_INFINITY;
}

/** A power of two with room for every particle in an entry of its own. */
function tableSize(count: number): number {
  let size = 16;
  while (size < count) size *= 2;
  return size;
}

/** Octaves of sizes, the largest first, and the one of every particle; octaves without particles are left out. */
function levelsOf(
  sized: Uint32Array,
  distances: ArrayLike<number>,
  period: readonly number[],
): { levels: Level[]; levelOf: Uint16Array } {
  let largest = 0;
  for (const i of sized) largest = Math.max(largest, distances[i]!);
  const octaves = new Uint16Array(sized.length);
  const extremes = new Map<number, number>();
  for (let k = 0; k < sized.length; k++) {
    const distance = distances[sized[k]!]!;
    let octave = 0;
    for (let top = largest / 2; distance <= top; top /= 2) octave++;
    octaves[k] = octave;
    extremes.set(octave, Math.max(extremes.get(octave) ?? 0, distance));
  }
  const order = [...extremes.keys()].sort((a, b) => a - b),
    numberOf = new Map(order.map((octave, level) => [octave, level]));
  return {
    levels: order.map((octave) => levelFor(extremes.get(octave)!, period)),
    levelOf: octaves.map((octave) => numberOf.get(octave)!),
  };
}

function levelFor(largest: number, period: readonly number[]): Level {
  const edge = ROOM * BOND * largest,
    around = period.map((length) => (length > 0 ? Math.max(1, Math.floor(length / edge)) : 0)),
    perMeter = period.map((length, a) => (length > 0 ? around[a]! / length : 1 / edge));
  return { perMeter, around };
}

/** Union-find; the lower number stays the root. */
class Forest {
  readonly parent: Uint32Array;

  constructor(count: number) {
    this.parent = Uint32Array.from({ length: count }, (_, i) => i);
  }

  root(i: number): number {
    const { parent } = this;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]!]!;
      i = parent[i]!;
    }
    return i;
  }

  join(i: number, j: number): void {
    const a = this.root(i),
      b = this.root(j);
    if (a < b) this.parent[b] = a;
    else this.parent[a] = b;
  }
}

function numbered(forest: Forest, ids: ArrayLike<number>): Pieces {
  const count = forest.parent.length,
    sizes = new Uint32Array(count),
    firsts = new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    roots: number[] = [];
  for (let i = 0; i < count; i++) {
    const root = forest.root(i);
    if (root === i) roots.push(i);
    sizes[root]!++;
    firsts[root] = Math.min(firsts[root]!, ids[i]!);
  }
  roots.sort((a, b) => sizes[b]! - sizes[a]! || firsts[a]! - firsts[b]!);
  const numbers = new Uint32Array(count);
  for (const [number, root] of roots.entries()) numbers[root] = number;
  const piece = Uint32Array.from({ length: count }, (_, i) => numbers[forest.root(i)]!);
  return { piece, particles: Uint32Array.from(roots, (root) => sizes[root]!) };
}
