// The sites of a lattice block that are inside a solid, without a look at every site of the box around it: boxes of sites are
// halved, and those that are farther from the solid than they are large are left out. The signed distance changes by no more than
// one walks, so nothing inside is missed. What is left, short runs of a row, is sorted and tried site by site.
// Cost: for the sites inside and near the surface, however large the box around a thin slanted body is.

import { type LatticeBlock, siteCount } from './lattice.ts';

/** Sites of a run: few, because a run near the surface is tried in full. */
const RUN = 4;
/** Boxes tried for a body that has no particles at all: a tenth of a second of work. */
const LEAST_EFFORT = 1 << 20;
/** Boxes tried for each particle that is expected: a solid body needs less than one, a sheet of single particles about ten. */
const EFFORT = 32;

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

/** The sites inside as x, y, z triples, row by row and layer by layer, unless there are more than `limit`. */
export function fillLattice(filling: Filling, limit: number): Float64Array | Refusal {
  const runs = new RunFinder(filling, limit).find();
  if (typeof runs === 'string') return runs;
  let count = 0;
  visitRuns(filling, runs, () => ++count <= limit);
  if (count > limit) return 'too many';
  const positions = new Float64Array(3 * count);
  let at = 0;
  visitRuns(filling, runs, (x, y, z) => {
    positions[at++] = x;
    positions[at++] = y;
    positions[at++] = z;
    return true;
  });
  return positions;
}

/** Calls `visit` with every site inside, in the order of the runs, until it answers false. */
function visitRuns(
  { block, distance, below }: Filling,
  runs: Float64Array,
  visit: (x: number, y: number, z: number) => boolean,
): void {
  const { lattice, origin, counts } = block;
  const { pitch, rowShift, layerShift } = lattice;
  for (const run of runs) {
    const row = Math.floor(run / counts[0]);
    const first = run - row * counts[0];
    const k = Math.floor(row / counts[1]);
    const j = row - k * counts[1];
    const z = origin[2] + pitch[2] * k;
    const y = origin[1] + pitch[1] * (j + layerShift * (k % 2));
    const shift = rowShift * ((j + k) % 2);
    for (let i = first; i < first + RUN && i < counts[0]; i++) {
      const x = origin[0] + pitch[0] * (i + shift);
      if (distance(x, y, z) < below && !visit(x, y, z)) return;
    }
  }
}

/** Finds the runs that may have sites inside. A run is known by the number of its first site in the block. */
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
    this.effort = LEAST_EFFORT + EFFORT * Math.min(filling.expected, limit);
  }

  /** The runs in the order of the block, or why not. */
  find(): Float64Array | Refusal {
    const { block } = this.filling;
    if (siteCount(block) === 0) return new Float64Array(0);
    if (!(siteCount(block) <= Number.MAX_SAFE_INTEGER)) return 'too thin';
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
    if (longest < 0 || (isInside && this.inside <= this.limit)) this.take(i0, i1, j0, j1, k0, k1);
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

  private take(i0: number, i1: number, j0: number, j1: number, k0: number, k1: number): void {
    const { counts } = this.filling.block;
    for (let k = k0; k < k1; k++) {
      for (let j = j0; j < j1; j++) {
        for (let i = i0; i < i1; i += RUN) this.runs.push((k * counts[1] + j) * counts[0] + i);
      }
    }
  }
}
