// The sites of a lattice block that are inside a solid, without a look at every site of the box around it: boxes of sites are
// halved, and those that are farther from the solid than they are large are left out. The signed distance changes by no more than
// one walks, so nothing inside is missed. What is left, short runs of a row, is sorted and tried site by site.
// Cost: for the sites inside and near the surface, however large the box around a thin slanted body is.

import { type LatticeBlock, type Site, siteAt, siteCount } from './lattice.ts';

/** Sites of a run: few, because a run near the surface is tried in full. */
const RUN = 4;
/** Most sites of a block: twice their numbers must be exact. */
const MOST_SITES = 0x10000000000000; // 2⁵²
/** Boxes tried for a body however few its particles, for each particle expected, and at most: about 30 ms, 60 µs, ten seconds. */
const EFFORT = { least: 1 << 16, each: 128, most: 1 << 25 };

/** What is to be filled. */
export interface Filling {
  readonly block: LatticeBlock;
  /** Signed distance to the solid, m: negative inside. */
  readonly distance: (x: number, y: number, z: number) => number;
  /** A site is inside where the distance is below this, m; negative and small against a spacing. */
  readonly below: number;
  /** Particles to be expected. */
  readonly expected: number;
}

/** Why a body was not filled: more particles than allowed, or too many boxes tried. */
export type Refusal = 'too many' | 'too thin';

/** Sites that were found, and are placed where somebody asks for them: a rank wants its own only. */
export interface Sites {
  readonly count: number;
  /** x, y, z triples of the sites from `begin` to `end`. */
  place(begin: number, end: number): Float64Array;
}

/** Runs whose sites are counted together, so that a place is found without counting all before it. */
const COUNTED = 1024;

/** The sites inside, row by row and layer by layer, unless there are more than `limit`. */
export function fillLattice(filling: Filling, limit: number): Sites | Refusal {
  const runs = new RunFinder(filling, limit).find();
  if (typeof runs === 'string') return runs;
  const masks = new Uint8Array(runs.length);
  const count = markInside(filling, runs, masks);
  if (count > limit) return 'too many';
  const starts = countMarked(masks);
  return { count, place: (begin, end) => placeMarked(filling, { runs, masks, starts }, begin, end) };
}

/** Where the sites of every so many runs begin. */
function countMarked(masks: Uint8Array): number[] {
  const starts: number[] = [];
  let count = 0;
  masks.forEach((mask, n) => {
    if (n % COUNTED === 0) starts.push(count);
    for (let bits = mask; bits !== 0; bits &= bits - 1) count++;
  });
  return starts;
}

/** Sets a bit of its run's mask for every site inside, and counts them. */
function markInside({ block, distance, below }: Filling, runs: Float64Array, masks: Uint8Array): number {
  const site: Site = { x: 0, y: 0, z: 0 };
  let count = 0;
  for (let n = 0; n < runs.length; n++) {
    const first = Math.floor(runs[n]! / 2);
    const isInside = runs[n]! % 2 === 1;
    const length = Math.min(RUN, block.counts[0] - (first % block.counts[0]));
    for (let i = 0; i < length; i++) {
      if (!isInside) siteAt(block, first + i, site);
      if (isInside || distance(site.x, site.y, site.z) < below) {
        masks[n]! |= 1 << i;
        count++;
      }
    }
  }
  return count;
}

interface Marked {
  readonly runs: Float64Array;
  readonly masks: Uint8Array;
  readonly starts: readonly number[];
}

/** Positions of the marked sites from `begin` to `end`. */
function placeMarked({ block }: Filling, { runs, masks, starts }: Marked, begin: number, end: number): Float64Array {
  const site: Site = { x: 0, y: 0, z: 0 },
    out = new Float64Array(3 * (end - begin)),
    later = starts.findIndex((start) => start > begin),
    known = (later < 0 ? starts.length : later) - 1;
  let at = known < 0 ? 0 : starts[known]!;
  for (let n = Math.max(0, known) * COUNTED; n < runs.length && at < end; n++) {
    for (let i = 0; i < RUN; i++) {
      if (!(masks[n]! & (1 << i))) continue;
      if (at >= begin && at < end) {
        siteAt(block, Math.floor(runs[n]! / 2) + i, site);
        out[3 * (at - begin)] = site.x;
        out[3 * (at - begin) + 1] = site.y;
        out[3 * (at - begin) + 2] = site.z;
      }
      at++;
    }
  }
  return out;
}

/** Finds the runs that may have sites inside: twice the number of the first site in the block, plus one if all sites surely are. */
class RunFinder {
  private readonly filling: Filling;
  private readonly limit: number;
  /** Added to the size of a box, m: more than rounding errors and more than `below`. */
  private readonly slack: number;
  private readonly runs: number[] = [];
  private inside = 0;
  private effort: number;

  constructor(filling: Filling, limit: number) {
    const { origin, counts, lattice } = filling.block;
    const far = origin.reduce((most, c, axis) => Math.max(most, Math.abs(c) + counts[axis]! * lattice.pitch[axis]!), 0);
    this.filling = filling;
    this.limit = limit;
    this.slack = 0.01 * lattice.pitch[0] + 1e-12 * far;
    this.effort = Math.min(EFFORT.least + EFFORT.each * filling.expected, EFFORT.most);
  }

  /** The runs in the order of the block, or why not. */
  find(): Float64Array | Refusal {
    const { block } = this.filling;
    if (siteCount(block) === 0) return new Float64Array(0);
    if (!(siteCount(block) <= MOST_SITES)) return 'too thin';
    this.split(0, block.counts[0], 0, block.counts[1], 0, block.counts[2]);
    if (this.inside > this.limit) return 'too many';
    return this.effort < 0 ? 'too thin' : Float64Array.from(this.runs).sort();
  }

  /** Takes the runs of the box of sites [i0, i1) × [j0, j1) × [k0, k1), leaves them out, or looks at its halves. */
  private split(i0: number, i1: number, j0: number, j1: number, k0: number, k1: number): void {
    if (this.inside > this.limit || --this.effort < 0) return;
    const { distance, block } = this.filling;
    const { lattice, origin } = block;
    const { pitch, rowShift, layerShift } = lattice;
    const x = (pitch[0] * (i1 - i0 - 1 + rowShift)) / 2;
    const y = (pitch[1] * (j1 - j0 - 1 + layerShift)) / 2;
    const z = (pitch[2] * (k1 - k0 - 1)) / 2;
    const size = Math.sqrt(x * x + y * y + z * z) + this.slack;
    const away = distance(origin[0] + pitch[0] * i0 + x, origin[1] + pitch[1] * j0 + y, origin[2] + pitch[2] * k0 + z);
    if (away > size) return;
    const isInside = away < -size;
    if (isInside) this.inside += (i1 - i0) * (j1 - j0) * (k1 - k0);
    const alongX = i1 - i0 > RUN ? x : -1;
    const alongY = j1 - j0 > 1 ? y : -1;
    const longest = Math.max(alongX, alongY, k1 - k0 > 1 ? z : -1);
    if (longest < 0 || (isInside && this.inside <= this.limit)) this.take(i0, i1, j0, j1, k0, k1, isInside);
    else if (longest === alongX) {
      const middle = i0 + RUN * Math.ceil((i1 - i0) / (2 * RUN));
      this.split(i0, middle, j0, j1, k0, k1);
      this.split(middle, i1, j0, j1, k0, k1);
    } else if (longest === alongY) {
      const middle = Math.floor((j0 + j1) / 2);
      this.split(i0, i1, j0, middle, k0, k1);
      this.split(i0, i1, middle, j1, k0, k1);
    } else {
      const middle = Math.floor((k0 + k1) / 2);
      this.split(i0, i1, j0, j1, k0, middle);
      this.split(i0, i1, j0, j1, middle, k1);
    }
  }

  private take(i0: number, i1: number, j0: number, j1: number, k0: number, k1: number, isInside: boolean): void {
    const { counts } = this.filling.block;
    for (let k = k0; k < k1; k++) {
      for (let j = j0; j < j1; j++) {
        for (let i = i0; i < i1; i += RUN) this.runs.push(2 * ((k * counts[1] + j) * counts[0] + i) + Number(isInside));
      }
    }
  }
}
