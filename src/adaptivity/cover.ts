// Covers all particles that may merge with near-spherical clusters, so that few are left over: a leftover costs as much as before and
// is pushed about by its coarse neighbors. Clusters grow as a front: the next center is where most is already taken a shell away. What
// is left then joins the cluster that it makes least uneven. Cost: near linear; neither the order of neighbors nor chance matters.
// Numbers of what was tried are in docs/adr/0018-covering-with-clusters.md.

import { chooseCluster, MASS_RATIO, MOST_MEMBERS, REACH } from './cluster.ts';
import { addMoments, excessOf, MOMENTS, momentsInto } from './moments.ts';

/** Limits for a cluster that a leftover joins, by dimension: center of mass in h of the center, and sphericity (1.5 times as long as wide). */
export const LEFTOVER_LIMITS = { 2: { offset: 0.2, sphericity: 0.86 }, 3: { offset: 0.2, sphericity: 0.93 } } as const;

/** Mass that clusters should get, in masses of their center: with 10 the fewest particles are left over. */
export const TARGET_MULTIPLE = 10;

/** Particles, of which some may merge. */
export interface Cover {
  readonly dimension: 2 | 3;
  /** x y z of every particle, m. */
  readonly position: ArrayLike<number>;
  /** kg */
  readonly mass: ArrayLike<number>;
  /** h of every particle, m. */
  readonly smoothingLength: ArrayLike<number>;
  /** 1 for every particle that may merge, else 0. */
  readonly eligible: ArrayLike<number>;
  /** How many particles there are. */
  readonly count: number;
  /** The others within the support (2h) of a particle, in any order; may be overwritten by the next call. */
  readonly neighborsOf: (i: number) => ArrayLike<number>;
  /** The heaviest that may come out around this particle, kg. */
  readonly massLimit: (i: number) => number;
  /** Whether a coarser particle may stand here; everywhere if left out. */
  readonly mayCenter?: (i: number) => boolean;
  /** Whether particle j may be in a cluster around i, such as for being of the same substance; any may if left out. */
  readonly alike?: (i: number, j: number) => boolean;
  /** `TARGET_MULTIPLE` if left out. */
  readonly targetMultiple?: number;
  /** `LEFTOVER_LIMITS` if left out; `false` leaves leftovers alone. */
  readonly leftovers?: { readonly offset: number; readonly sphericity: number } | false;
}

/** A cluster as it grows. */
interface Cluster {
  readonly members: number[];
  readonly moments: Float64Array;
  readonly massLimit: number;
  lightest: number;
  heaviest: number;
}

/**
 * Clusters of particles to merge, no particle in two of them; the center of each comes first.
 * @example
 * for (const members of coverWithClusters(cover)) merge(members);
 */
export function coverWithClusters(cover: Cover): number[][] {
  const owner = new Int32Array(cover.count).fill(-1);
  const clusters: Cluster[] = [];
  const front = new Front(cover, owner);
  const free: number[] = [];
  for (let center = front.next(); center >= 0; center = front.next()) {
    free.length = 0;
    const neighbors = cover.neighborsOf(center);
    for (let k = 0; k < neighbors.length; k++) {
      const i = neighbors[k]!;
      if (isFree(cover, owner, i) && (cover.alike === undefined || cover.alike(center, i))) free.push(i);
    }
    const members = chooseCluster({
      dimension: cover.dimension,
      position: cover.position,
      mass: cover.mass,
      indices: free,
      count: free.length,
      center,
      radius: cover.smoothingLength[center]!,
      massLimit: cover.massLimit(center),
      targetMass: (cover.targetMultiple ?? TARGET_MULTIPLE) * cover.mass[center]!,
    });
    if (members === undefined) continue;
    for (const i of members) owner[i] = clusters.length;
    clusters.push(clusterOf(cover, members));
    front.advance(members);
  }
  if (cover.leftovers !== false) joinLeftovers(cover, owner, clusters);
  return clusters.map(({ members }) => members);
}

function isFree({ eligible }: Cover, owner: Int32Array, i: number): boolean {
  return eligible[i] === 1 && owner[i]! < 0;
}

function clusterOf(cover: Cover, members: readonly number[]): Cluster {
  const center = members[0]!;
  const cluster: Cluster = {
    members: [],
    moments: new Float64Array(MOMENTS),
    massLimit: cover.massLimit(center),
    lightest: cover.mass[center]!,
    heaviest: cover.mass[center]!,
  };
  for (const i of members) add(cover, cluster, i);
  return cluster;
}

const term = new Float64Array(MOMENTS);

function add(cover: Cover, cluster: Cluster, i: number): void {
  cluster.members.push(i);
  momentsInto(term, 0, cover, cluster.members[0]!, i);
  addMoments(cluster.moments, term, 0, 1);
  cluster.lightest = Math.min(cluster.lightest, cover.mass[i]!);
  cluster.heaviest = Math.max(cluster.heaviest, cover.mass[i]!);
}

/** Lets particles that are in no cluster join the one next to them that stays the roundest, until none stays round enough. */
function joinLeftovers(cover: Cover, owner: Int32Array, clusters: readonly Cluster[]): void {
  // What joins on one side makes room for the next on the other side: look again.
  for (let joined = true; joined; ) {
    joined = false;
    for (let i = 0; i < cover.count; i++) {
      if (!isFree(cover, owner, i)) continue;
      const chosen = roundestWith(cover, owner, clusters, i);
      if (chosen < 0) continue;
      add(cover, clusters[chosen]!, i);
      owner[i] = chosen;
      joined = true;
    }
  }
}

/** The cluster that particle i should join, or −1. */
function roundestWith(cover: Cover, owner: Int32Array, clusters: readonly Cluster[], i: number): number {
  const neighbors = cover.neighborsOf(i);
  const seen: number[] = [];
  let best = -1;
  let least = 1;
  for (let k = 0; k < neighbors.length; k++) {
    const candidate = owner[neighbors[k]!]!;
    if (candidate < 0 || seen.includes(candidate)) continue;
    seen.push(candidate);
    const excess = excessWith(cover, clusters[candidate]!, i);
    if (excess < least || (excess === least && candidate < best)) [best, least] = [candidate, excess];
  }
  return best;
}

/** How uneven a cluster would be with particle i: 1 at the limit, infinite if it cannot join. */
function excessWith(cover: Cover, cluster: Cluster, i: number): number {
  const center = cluster.members[0]!;
  const h = cover.smoothingLength[center]!;
  const m = cover.mass[i]!;
  const limits = cover.leftovers || LEFTOVER_LIMITS[cover.dimension];
  momentsInto(term, 0, cover, center, i);
  const r2 = (term[4]! + term[5]! + term[6]!) / m;
  const fits =
    cover.alike?.(center, i) !== false &&
    r2 < REACH * REACH * h * h &&
    cluster.members.length < MOST_MEMBERS &&
    cluster.moments[0]! + m <= cluster.massLimit &&
    Math.max(cluster.heaviest, m) <= MASS_RATIO * Math.min(cluster.lightest, m);
  if (!fits) return Number.POSITIVE_INFINITY;
  addMoments(term, cluster.moments, 0, 1);
  return excessOf(term, cover.dimension, { offset: limits.offset * h, sphericity: limits.sphericity });
}

/**
 * The order of centers. A particle comes the sooner the more of those between h and 2h from it are taken or may not merge; ties by
 * index. Each is handed out once.
 */
class Front {
  private readonly cover: Cover;
  private readonly owner: Int32Array;
  /** How many are taken in the shell of each particle; −1: was handed out or may be no center. */
  private readonly taken: Int32Array;
  private readonly queue = new MaxQueue();

  constructor(cover: Cover, owner: Int32Array) {
    this.cover = cover;
    this.owner = owner;
    this.taken = new Int32Array(cover.count);
    for (let i = 0; i < cover.count; i++) {
      if (cover.eligible[i] !== 1 || cover.mayCenter?.(i) === false) {
        this.taken[i] = -1;
        continue;
      }
      this.taken[i] = this.shellOf(i).filter((j) => cover.eligible[j] !== 1).length;
      this.queue.push(this.taken[i]!, i);
    }
  }

  /** The next center, or −1. */
  next(): number {
    for (;;) {
      const [taken, i] = this.queue.pop();
      if (i < 0) return -1;
      if (taken !== this.taken[i] || !isFree(this.cover, this.owner, i)) continue;
      this.taken[i] = -1;
      return i;
    }
  }

  /** Takes notice of a new cluster. */
  advance(members: readonly number[]): void {
    const touched = new Set<number>();
    for (const member of members) {
      for (const j of this.shellOf(member)) {
        if (!isFree(this.cover, this.owner, j) || this.taken[j]! < 0) continue;
        this.taken[j]!++;
        touched.add(j);
      }
    }
    for (const j of touched) this.queue.push(this.taken[j]!, j);
  }

  private shellOf(i: number): number[] {
    const { position, smoothingLength } = this.cover;
    const neighbors = this.cover.neighborsOf(i);
    const inner = smoothingLength[i]! * smoothingLength[i]!;
    const shell: number[] = [];
    for (let k = 0; k < neighbors.length; k++) {
      const j = neighbors[k]!;
      const dx = position[3 * j]! - position[3 * i]!;
      const dy = position[3 * j + 1]! - position[3 * i + 1]!;
      const dz = position[3 * j + 2]! - position[3 * i + 2]!;
      const r2 = dx * dx + dy * dy + dz * dz;
      if (r2 >= inner && r2 < 4 * inner) shell.push(j);
    }
    return shell;
  }
}

/** A binary heap of (priority, index): highest priority first, then lowest index. */
class MaxQueue {
  /** priority · 2³² + (2³² − 1 − index): exact below 2⁵³. */
  private readonly keys: number[] = [];

  push(priority: number, index: number): void {
    const { keys } = this;
    const key = priority * 4294967296 + (4294967295 - index);
    let at = keys.length;
    keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! >= key) break;
      keys[at] = keys[parent]!;
      at = parent;
    }
    keys[at] = key;
  }

  /** The first entry, or [−1, −1]. */
  pop(): [priority: number, index: number] {
    const { keys } = this;
    const top = keys[0];
    if (top === undefined) return [-1, -1];
    const key = keys.pop()!;
    const end = keys.length;
    for (let at = 0; end > 0; ) {
      let child = 2 * at + 1;
      if (child + 1 < end && keys[child + 1]! > keys[child]!) child++;
      if (child >= end || keys[child]! <= key) {
        keys[at] = key;
        break;
      }
      keys[at] = keys[child]!;
      at = child;
    }
    const priority = Math.floor(top / 4294967296);
    return [priority, 4294967295 - (top - priority * 4294967296)];
  }
}
