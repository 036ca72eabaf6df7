// Finding neighbors: sort the particles into the cells of the planned grid, then list the pairs.
// Lists reach a little farther than the support (the skin) and are kept while no two particles can have come closer by more than
// that; whether they still serve is decided by the state alone, so it is the same on every machine.

import type { ParticleSet } from '../particles/particle-set.ts';
import { problem, ThixoError } from '../problem.ts';
import * as at from '../wasm/layout.ts';
import { readBounds } from './bounds.ts';
import { type GridPlan, planGrid } from './plan-grid.ts';
import { planRegions, type RegionInput } from './plan-regions.ts';
import { clearGhostLists, type SpreadSlabs, spreadSort } from './spread-sort.ts';

/** Skin of lists over the support radius, where nothing else is asked for. Measured on the 100k block: see docs/adr/0007. */
const SKIN = 0.05;
/** The same where particles differ in size, over the smallest support. [ADR 17] */
const SKIN_OF_SMALLEST = 0.1;
/** f32 positions are relative to a particle in the middle; this bounds the error of a distance over the extent. */
const F32_ERROR = 4e-7;
/** A particle this many supports from the others cannot be told apart from its neighbors in f32. */
const FARTHEST = 1e6;
/** Moves are compared of particles up to this many list radii apart; all others must not come as close in any way. */
const REACH = 1.5;

/** A box whose axes may wrap around. */
export interface PeriodicBox {
  readonly min: readonly [number, number, number];
  /** Period of each axis, m; 0 where it does not wrap. */
  readonly period: readonly [number, number, number];
}

export const UNBOUNDED: PeriodicBox = { min: [0, 0, 0], period: [0, 0, 0] };

export class Neighbors {
  private readonly set: ParticleSet;
  readonly box: PeriodicBox;
  /** How much farther than the support lists of pairs reach, over the support: of the next search. */
  skin: number;
  /** How much closer any two particles may have come since the lists were built, wherever they are, m. */
  private approach = Number.POSITIVE_INFINITY;
  /** How much closer any two may have come in the last drift, m. */
  private lastDrift = 0;
  /** Whether particles left after it. */
  wasLeft = false;
  /** How much closer any two that are near each other may have come, when that was measured last, and since the time before. */
  private nearBy = Number.POSITIVE_INFINITY;
  private lastNearBy = 0;
  /** The part of it that no drift has told of. */
  private untold = 0;
  /** How much closer particles may come that were within the reach of each other, and those that were not. */
  private allowed = 0;
  private allowedFar = 0;
  private pairsListed = false;
  /** Where the full lists stand while those of pairs are in use; else 0. */
  private fullLists = 0;
  /** The grid of the last search. */
  plan: GridPlan | undefined;
  /** How often lists were built. */
  builds = 0;
  /** Which slabs this rank lists, in a world that is spread over ranks. */
  private ghosts: SpreadSlabs | undefined;
  /** All particles of the last search have one mass and one smoothing length. */
  equal = false;

  /** @param skin over support radius */
  constructor(set: ParticleSet, box: PeriodicBox, skin = SKIN) {
    this.set = set;
    this.box = box;
    this.skin = skin;
    const { shared } = set;
    shared.setVector(at.PERIOD, box.period);
    for (let a = 0; a < 3; a++) {
      const period = box.period[a]!;
      shared.splat(at.SPLAT_PERIOD + 16 * a, period);
      shared.splat(at.SPLAT_INVERSE_PERIOD + 16 * a, period > 0 ? 1 / period : 0);
    }
    fillCompressTable(shared.u8);
  }

  /** Forgets the lists: particles were added or removed, or a frame begins. */
  invalidate(): void {
    this.approach = Number.POSITIVE_INFINITY;
  }

  /** Notes that any two particles may have come closer by `distance` (m). */
  noteApproach(distance: number): void {
    this.approach += distance;
    this.untold += distance;
  }

  /** Notes a drift of all particles, in which no two have come closer by more than `most` (m). */
  noteDrift(most: number): void {
    this.approach += most;
    this.lastDrift = most;
  }

  /** Whether the box of all moves will hardly do to see that the lists serve, after another drift like the last one. */
  get needsRegions(): boolean {
    return this.approach + 2 * this.lastDrift > this.allowed && this.approach <= this.allowedFar;
  }

  /** Whether the lists will do after another drift like the last one, as far as anybody can know. Of lists that need not. */
  get seemsFresh(): boolean {
    const { approach, lastDrift, allowed } = this,
      next = approach + 2 * lastDrift;
    if (this.wasLeft || !(next <= this.allowedFar)) return false;
    return next <= allowed || this.nearBy + 2 * this.lastNearBy <= allowed;
  }

  /** True when the lists may miss a pair: one of neighbors, or one of particles that were far apart. */
  get stale(): boolean {
    if (this.approach <= this.allowed) return false;
    if (!(this.allowed > 0 && this.approach <= this.allowedFar)) return true;
    const { team, chunks, part } = this.set,
      measure = () => (part ? part.approach() : team.wasm.measureApproach(chunks)),
      nearBy = this.untold + team.timed('search', measure);
    this.lastNearBy = Number.isFinite(this.nearBy) ? nearBy - this.nearBy : this.lastDrift;
    this.nearBy = nearBy;
    return !(nearBy <= this.allowed);
  }

  /** Sorts the particles and lists every pair within the support radius plus skin, once. */
  findPairs(): void {
    this.sort(1 + this.skin);
    this.set.shared.setInt(at.FULL_LISTS, 0);
    this.buildLists(true);
    this.beginAnew();
  }

  /**
   * Sorts the particles for `listActive`: lists will hold every neighbor within max(2h_i, 2h_j) plus skin, the particle itself included.
   * `mark` is called when the particles are in their new order and must mark the active ones.
   */
  sortForActive(mark: () => void): void {
    this.sort(1, SKIN_OF_SMALLEST, mark);
    this.clearLists();
    this.beginAnew();
  }

  private beginAnew(): void {
    this.approach = 0;
    this.untold = 0;
    this.nearBy = Number.POSITIVE_INFINITY;
  }

  /** Lists every pair within max(2h_i, 2h_j) plus skin, at the time of the last `sortForActive`, once. True if that was not done before. */
  listPairs(): boolean {
    if (this.pairsListed) return false;
    this.withPairLists(() => {
      this.set.shared.setInt(at.FULL_LISTS, 0);
      this.buildLists(false);
    });
    this.pairsListed = true;
    return true;
  }

  /** Does something while the lists are those of `listPairs`. */
  withPairLists(work: () => void): void {
    this.usePairLists();
    try {
      work();
    } finally {
      this.set.shared.setInt(at.AT_LIST, this.fullLists);
      this.fullLists = 0;
    }
  }

  private usePairLists(): void {
    const { shared } = this.set;
    this.fullLists = shared.u32[at.AT_LIST >> 2]!;
    shared.setInt(at.AT_LIST, shared.u32[at.AT_PAIR_LIST >> 2]!);
  }

  /** Lists the neighbors, at the time of the last sort, of the active particles that have no list yet. */
  listActive(): void {
    this.set.shared.setInt(at.FULL_LISTS, 1);
    this.buildLists(false);
  }

  /** Sorts the particles and lists, for each active one, every neighbor within max(2h_i, 2h_j), itself included. */
  findNeighborsOf(isActive: (id: number) => boolean): void {
    const mark = () => {
      const { shared, count } = this.set,
        active = shared.u32[at.AT_ACTIVE >> 2]!,
        ids = this.set.u32('id');
      for (let i = 0; i < count; i++) shared.u8[active + i] = isActive(ids[i]!) ? 1 : 0;
    };
    this.sort(1, 0, mark);
    this.clearLists();
    this.listActive();
    this.invalidate();
  }

  /** Sorted indices in the list of particle i (sorted order), without itself. */
  listOf(i: number): number[] {
    const { u32 } = this.set.shared,
      lists = u32[at.AT_LIST >> 2]!,
      records = u32[at.AT_RECORD >> 2]!;
    const [begin, end] = [u32[(lists >> 2) + 2 * i]!, u32[(lists >> 2) + 2 * i + 1]!];
    const found: number[] = [];
    for (let l = begin; l < end; l += 4) {
      const j = (u32[l >>> 2]! - records) / at.RECORD_BYTES;
      if (j !== i) found.push(j);
    }
    return found;
  }

  /** Groups of slabs: the tasks of a pair pass. */
  get groups(): number {
    return this.plan ? Math.ceil(this.plan.slabs / slabsPerGroup(this.plan)) : 0;
  }

  /** Runs a pair pass color by color. */
  runPairs(pass: number): void {
    const { part } = this.set;
    if (part) part.wide(() => this.runColors(pass));
    else this.runColors(pass);
  }

  private runColors(pass: number): void {
    const { plan, groups } = this,
      { shared, team } = this.set;
    if (!plan) return;
    const oddRing = plan.slabRing && groups % 2 === 1 && groups > 1;
    const paired = oddRing ? groups - 1 : groups;
    for (let color = 0; color < 3; color++) {
      const tasks = color === 2 ? Number(oddRing) : Math.ceil((paired - color) / 2);
      shared.setInt(at.COLOR, color);
      team.run(pass, tasks);
    }
  }

  /** @param skin added to every list radius, over the smallest support radius */
  private sort(listFactor: number, skin = 0, mark?: () => void): void {
    const { set } = this,
      { shared, team } = set;
    if (!set.markLeaving()) set.clearLeaving();
    team.run(at.PASS_BOUNDS, set.chunks);
    const bounds = readBounds(set),
      { origin } = bounds;
    const extent = [0, 1, 2].reduce((e, a) => Math.max(e, bounds.max[a]! - origin[a]!, origin[a]! - bounds.min[a]!), 0);
    if (extent > FARTHEST * 2 * bounds.minH) throw strayed(extent);
    const slack = F32_ERROR * extent + skin * 2 * bounds.minH;
    const plan = planGrid({
      min: bounds.min,
      max: bounds.max,
      minSupport: 2 * bounds.minH,
      maxSupport: 2 * bounds.maxH,
      listFactor,
      slack,
      period: this.box.period,
      periodMin: this.box.min,
      maxCells: set.maxCells,
      maxSlabs: set.maxSlabs,
    });
    this.plan = plan;
    shared.setVector(at.ORIGIN, origin);
    shared.setReal(at.LIST_FACTOR, listFactor);
    shared.setReal(at.LIST_SLACK, slack);
    shared.setReal(at.LEVEL_RADIUS, 2 * bounds.maxH);
    writePlan(set, plan);
    const support = 2 * bounds.maxH,
      reach = REACH * (support * listFactor + slack);
    writeRegions(set, {
      ...bounds,
      maxRegions: set.maxRegions,
      period: this.box.period,
      periodMin: this.box.min,
      reach,
    });
    if (set.part) this.ghosts = spreadSort(set, set.part, plan, slabsPerGroup(plan));
    else {
      team.run(at.PASS_CELLS, set.chunks);
      const kept = team.timed('search', () => team.wasm.rankByCell());
      set.permute();
      set.dropTail(kept);
    }
    mark?.();
    team.run(at.PASS_SEARCH_ARRAYS, set.chunks);
    if (listFactor - 1 + skin > 0) team.run(at.PASS_PARCELS, set.chunks); // else lists serve one step, wherever particles go
    this.allowed = (listFactor - 1 + skin) * 2 * bounds.minH;
    this.allowedFar = reach - support - slack;
    this.equal = bounds.minH === bounds.maxH && (bounds.oneMass ?? hasOneMass(set.f64('mass')));
    this.builds++;
  }

  /** @param alone whether no other lists stand in the list memory */
  private buildLists(alone: boolean): void {
    const { part } = this.set;
    if (!part) {
      this.fillLists(alone);
      return;
    }
    part.wide(() => {
      clearGhostLists(this.set, part);
      this.fillLists(alone);
    });
  }

  /** Lists the particles of all slabs, or of those whose lists this rank needs. */
  private listSlabs(): void {
    const { shared, team } = this.set,
      runs = this.set.part ? this.ghosts!.listed : [[0, this.plan!.slabs] as const];
    for (const [first, count] of runs) {
      shared.setInt(at.FIRST_LISTED, first);
      team.run(at.PASS_LISTS, count);
    }
    shared.setInt(at.FIRST_LISTED, 0);
  }

  private fillLists(alone: boolean): void {
    const { set } = this,
      { shared } = set;
    for (;;) {
      if (alone) this.dropLists();
      shared.setInt(at.LIST_OVERFLOW, 0);
      this.listSlabs();
      if (shared.int(at.LIST_OVERFLOW) === 0) return;
      const full = shared.u32[at.LIST_NEXT >> 2]! > shared.u32[at.LIST_END >> 2]!;
      if (full) set.growLists();
      else this.growScratch();
      if (!alone) this.clearLists();
    }
  }

  /** More room for candidates. What the sort left behind stays: nothing but the lists lies behind the scratch. */
  private growScratch(): void {
    const paired = this.fullLists > 0;
    this.set.growScratch();
    if (paired) this.usePairLists(); // all addresses were written anew
  }

  /** Gives the list memory back; threads drop the blocks they have. */
  private dropLists(): void {
    const { shared } = this.set;
    shared.setInt(at.LIST_EPOCH, shared.int(at.LIST_EPOCH) + 1); // counted in the memory: threads outlive a scene
    shared.setInt(at.LIST_NEXT, shared.u32[at.LIST_BEGIN >> 2]!);
  }

  /** Nobody has a list, of either kind. */
  private clearLists(): void {
    const { shared, count } = this.set,
      lists = this.fullLists || shared.u32[at.AT_LIST >> 2]!;
    shared.u8.fill(0, lists, lists + 8 * count);
    this.pairsListed = false;
    this.dropLists();
  }
}

function hasOneMass(mass: Float64Array): boolean {
  for (let i = 1; i < mass.length; i++) if (mass[i] !== mass[0]) return false;
  return true;
}

/** Enough groups for many threads, no more than four slabs in one: a matter of the plan, never of the number of threads. */
function slabsPerGroup({ slabs }: GridPlan): number {
  return Math.min(4, Math.max(1, Math.floor(slabs / 12)));
}

function writePlan(set: ParticleSet, plan: GridPlan): void {
  const { shared } = set;
  shared.setInt(at.LEVELS, plan.levels.length);
  shared.setInt(at.SLABS, plan.slabs);
  shared.setInt(at.SLAB_RING, Number(plan.slabRing));
  shared.setInt(at.SLABS_PER_GROUP, slabsPerGroup(plan));
  shared.setInt(at.SLAB_GROUPS, Math.ceil(plan.slabs / slabsPerGroup(plan)));
  shared.setInt(at.CELLS_PER_SLAB, plan.cellsPerSlab);
  shared.setInt(at.AXIS_FAST, plan.axes[0]);
  shared.setInt(at.AXIS_MIDDLE, plan.axes[1]);
  shared.setInt(at.AXIS_SLOW, plan.axes[2]);
  shared.setVector(at.GRID_MIN, plan.min);
  plan.levels.forEach((level, l) => {
    const table = at.LEVEL_TABLE + l * at.LEVEL_BYTES;
    for (let k = 0; k < 3; k++) {
      shared.setInt(table + at.LEVEL_CELLS + 4 * k, level.cells[k]!);
      shared.setInt(table + at.LEVEL_RING + 4 * k, Number(level.ring[k]!));
      shared.setReal(table + at.LEVEL_INVERSE_SIZE + 8 * k, level.inverseSize[k]!);
    }
    shared.setInt(table + at.LEVEL_FIRST, level.first);
  });
}

function writeRegions({ shared }: ParticleSet, input: RegionInput): void {
  const { min, counts, inverseSize, ring } = planRegions(input);
  shared.setReal(at.MOVED_REACH, input.reach);
  shared.setVector(at.REGION_MIN, min);
  shared.setVector(at.REGION_INVERSE_SIZE, inverseSize);
  for (let a = 0; a < 3; a++) {
    shared.setInt(at.REGIONS + 4 * a, counts[a]!);
    shared.setInt(at.REGION_RING + 4 * a, Number(ring[a]!));
  }
}

/** Byte shuffles that move the lanes named by a 4-bit mask to the front. */
function fillCompressTable(u8: Uint8Array): void {
  for (let mask = 0; mask < 16; mask++) {
    let out = at.COMPRESS_TABLE + 16 * mask;
    for (let lane = 0; lane < 4; lane++) {
      if (mask & (1 << lane)) for (let byte = 0; byte < 4; byte++) u8[out++] = 4 * lane + byte;
    }
    u8.fill(0x80, out, at.COMPRESS_TABLE + 16 * (mask + 1));
  }
}

function strayed(extent: number): ThixoError {
  const message = `Particles are ${extent.toExponential(1)} m apart, too far for their size.`;
  return new ThixoError([
    problem(
      'LEFT_DOMAIN',
      '/domain',
      message,
      'Give the scene a domain, a floor or a sink, so that stray particles are removed.',
    ),
  ]);
}
