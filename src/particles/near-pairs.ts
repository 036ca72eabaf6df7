// All pairs of particles that are near each other, without the engine: for measuring and reading, not for steps. Cells of a hash table,
// one size of cells per octave of reaches. The time is linear for particles that do not overlap much.

/** Particles and the box around whose ends they meet. */
export interface NearPoints {
  readonly count: number;
  /** x, y, z of every particle, m. */
  readonly positions: ArrayLike<number>;
  /** Two particles are near each other if they are closer than the sum of their reaches, m; one without a reach is near to none. */
  readonly reaches: ArrayLike<number>;
  /** Lower corner of a periodic box, m. */
  readonly origin?: readonly number[] | undefined;
  /** Its edges, m; 0 along an axis that goes on. */
  readonly period?: readonly number[] | undefined;
}

/** Receives two particles and the square of their distance, m². */
type VisitPair = (i: number, j: number, square: number) => void;

/**
 * Visits the pairs of particles that are near each other.
 * @example eachNearPair({ count: 2, positions: [0, 0, 0, 1, 0, 0], reaches: [0.6, 0.6] }, (i, j, square) => console.log(i, j, square)); // 0 1 1
 */
export function eachNearPair(points: NearPoints, visit: VisitPair): void {
  const cells = new Cells(points);
  for (let place = 0; place < cells.count; place++) cells.visit(place, visit);
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

/** Particles in the order of their cells. Cells may share an entry of the table. */
class Cells {
  /** Particles that have a size. */
  readonly count: number;
  private readonly origin: readonly number[];
  private readonly period: readonly number[];
  private readonly levels: readonly Level[];
  /** Whether all particles are in one plane z, and so in one layer of cells. */
  private readonly flat: boolean;
  private readonly mask: number;
  /** Where the particles of an entry begin. */
  private readonly begins: Uint32Array;
  /** In the order of entries: number, level, cell; x, y, z and reach, m. */
  private readonly particle: Uint32Array;
  private readonly level: Uint16Array;
  private readonly cell: Float64Array;
  private readonly at: Float64Array;

  constructor({ count, positions, reaches, origin, period }: NearPoints) {
    this.origin = origin ?? [0, 0, 0];
    this.period = period ?? [0, 0, 0];
    const sized = Uint32Array.from({ length: count }, (_, i) => i).filter((i) => isSized(i, positions, reaches)),
      { levels, levelOf } = levelsOf(sized, reaches, this.period);
    this.count = sized.length;
    this.flat = sized.every((i) => positions[3 * i + 2] === positions[3 * sized[0]! + 2]);
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
    this.cell = new Float64Array(3 * this.count);
    this.at = new Float64Array(4 * this.count);
    const next = this.begins.slice();
    for (let k = 0; k < this.count; k++) {
      const i = sized[k]!,
        place = next[entries[k]!]!++;
      this.particle[place] = i;
      this.level[place] = levelOf[k]!;
      for (let a = 0; a < 3; a++) this.at[4 * place + a] = positions[3 * i + a]!;
      this.cell.set(
        this.cellOf(levelOf[k]!, positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!),
        3 * place,
      );
      this.at[4 * place + 3] = reaches[i]!;
    }
  }

  /** Visits the particles near one that are larger, or as large and later. */
  visit(place: number, visit: VisitPair): void {
    const { at, levels } = this,
      own = this.level[place]!;
    // Level 0 has the largest particles: those of levels up to the own one are looked for in cells that are large enough for the pair.
    for (let level = own; level >= 0; level--) {
      const { around } = levels[level]!,
        [cx, cy, cz] = this.cellOf(level, at[4 * place]!, at[4 * place + 1]!, at[4 * place + 2]!);
      for (const dz of this.flat ? ONE : stepsAround(around[2]!)) {
        const z = wrapped(cz + dz, around[2]!);
        for (const dy of stepsAround(around[1]!)) {
          const y = wrapped(cy + dy, around[1]!);
          for (const dx of stepsAround(around[0]!)) {
            const x = wrapped(cx + dx, around[0]!);
            this.visitCell(place, level, x, y, z, level === own ? place + 1 : 0, visit);
          }
        }
      }
    }
  }

  private visitCell(
    place: number,
    level: number,
    x: number,
    y: number,
    z: number,
    from: number,
    visit: VisitPair,
  ): void {
    const { begins, particle, cell } = this,
      entry = this.entryOf(level, x, y, z),
      end = begins[entry + 1]!;
    for (let other = Math.max(begins[entry]!, from); other < end; other++) {
      const at = 3 * other;
      if (this.level[other] !== level || cell[at] !== x || cell[at + 1] !== y || cell[at + 2] !== z) continue;
      const square = this.squareIfNear(4 * place, 4 * other);
      if (square >= 0) visit(particle[place]!, particle[other]!, square);
    }
  }

  /** Square of the distance of two particles, m²; −1 if they are not near each other. */
  private squareIfNear(i: number, j: number): number {
    const { at, period } = this,
      dx = apart(at[i]!, at[j]!, period[0]!),
      dy = apart(at[i + 1]!, at[j + 1]!, period[1]!),
      dz = apart(at[i + 2]!, at[j + 2]!, period[2]!),
      reach = at[i + 3]! + at[j + 3]!;
    const square = dx * dx + dy * dy + dz * dz;
    return square < reach * reach ? square : -1;
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

/** Cells to look into along an axis, from a cell on; around a short axis none comes twice. */
function stepsAround(around: number): readonly number[] {
  return around === 1 ? ONE : around === 2 ? TWO : THREE;
}

const ONE = [0],
  TWO = [0, 1],
  THREE = [-1, 0, 1];

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

function isSized(i: number, positions: ArrayLike<number>, reaches: ArrayLike<number>): boolean {
  const extent = Math.abs(positions[3 * i]!) + Math.abs(positions[3 * i + 1]!) + Math.abs(positions[3 * i + 2]!);
  return reaches[i]! > 0 && reaches[i]! < Number.POSITIVE_INFINITY && extent < Number.POSITIVE_INFINITY;
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
  reaches: ArrayLike<number>,
  period: readonly number[],
): { levels: Level[]; levelOf: Uint16Array } {
  let largest = 0;
  for (const i of sized) largest = Math.max(largest, reaches[i]!);
  const octaves = new Uint16Array(sized.length);
  const extremes = new Map<number, number>();
  for (let k = 0; k < sized.length; k++) {
    const reach = reaches[sized[k]!]!;
    let octave = 0;
    for (let top = largest / 2; reach <= top; top /= 2) octave++;
    octaves[k] = octave;
    extremes.set(octave, Math.max(extremes.get(octave) ?? 0, reach));
  }
  const order = [...extremes.keys()].sort((a, b) => a - b),
    numberOf = new Map(order.map((octave, level) => [octave, level]));
  return {
    levels: order.map((octave) => levelFor(extremes.get(octave)!, period)),
    levelOf: octaves.map((octave) => numberOf.get(octave)!),
  };
}

function levelFor(largest: number, period: readonly number[]): Level {
  const edge = ROOM * 2 * largest,
    around = period.map((length) => (length > 0 ? Math.max(1, Math.floor(length / edge)) : 0)),
    perMeter = period.map((length, a) => (length > 0 ? around[a]! / length : 1 / edge));
  return { perMeter, around };
}
