// Which particles hang together by viscous forces: those of all pairs of the lists of which one has a viscosity. Where ranks share the world,
// each joins what it sees, ghosts among it, and then all join what they have told each other.

import type { Part } from '../../particles/part.ts';
import { gatherNumbers } from '../../ranks/communicator.ts';
import * as at from '../../wasm/layout.ts';
import type { Smoothed } from './smoothed.ts';

/** Union-find; the lower number stays the root. */
class Forest {
  readonly parent: number[] | Uint32Array;

  constructor(parent: number[] | Uint32Array) {
    this.parent = parent;
  }

  root(i: number): number {
    const { parent } = this;
    let k = i;
    while (parent[k] !== k) {
      parent[k] = parent[parent[k]!]!;
      k = parent[k]!;
    }
    return k;
  }

  join(i: number, j: number): void {
    const a = this.root(i),
      b = this.root(j);
    if (a < b) this.parent[b] = a;
    else this.parent[a] = b;
  }
}

/** Finds the pieces anew, with so many numbers for each. */
export function findPieces({ set, pieces }: Smoothed, numbers: number): void {
  const { part, count, shared } = set;
  part?.share([at.AT_STRAIN]);
  if (!part) {
    const { of, found } = numbered(joined(shared, count));
    Object.assign(pieces, { piece: of, shared: 0, sums: new Float64Array(found * numbers) });
    return;
  }
  const { before, after } = part.halo,
    { of, found } = numbered(part.wide(() => joined(shared, before + count + after))),
    own = of.slice(before, before + count),
    common = joinRanks(part, of, own),
    local = new Int32Array(found).fill(-1);
  let pieceCount = common.count;
  pieces.piece = own.map((k) => {
    if (local[k] === -1) local[k] = common.of.get(k) ?? pieceCount++;
    return local[k]!;
  });
  pieces.shared = common.count;
  pieces.sums = new Float64Array(pieceCount * numbers);
}

/** Joins the particles of the lists. */
function joined({ u32, f32 }: Smoothed['set']['shared'], count: number): Forest {
  const lists = u32[at.AT_LIST >> 2]! >> 2,
    records = u32[at.AT_RECORD >> 2]!,
    frame = (u32[at.AT_STRAIN >> 2]! + at.FRAME_CONTROL) >> 2,
    forest = new Forest(new Uint32Array(count).map((_, i) => i)),
    { parent } = forest;
  for (let i = 0; i < count; i++) {
    const viscous = f32[frame + i * (at.FRAME_BYTES / 4)]! > 0;
    let own = forest.root(i);
    for (let l = u32[lists + 2 * i]! >> 2, end = u32[lists + 2 * i + 1]! >> 2; l < end; l++) {
      const j = (u32[l]! - records) >> at.RECORD_SHIFT;
      if (parent[j] === own || !(viscous || f32[frame + j * (at.FRAME_BYTES / 4)]! > 0)) continue;
      const other = forest.root(j);
      if (other < own) {
        parent[own] = other;
        own = other;
      } else parent[other] = own;
    }
  }
  return forest;
}

/** The piece of every particle, and how many there are. */
function numbered(forest: Forest): { readonly of: Uint32Array; readonly found: number } {
  const { parent } = forest,
    of = new Uint32Array(parent.length);
  let found = 0;
  for (let i = 0; i < of.length; i++) of[i] = parent[i] === i ? found++ : of[forest.root(i)]!;
  return { of, found };
}

interface Common {
  readonly count: number;
  /** Number of a piece of this rank among those of several. */
  readonly of: ReadonlyMap<number, number>;
}

/** Joins pieces over ranks: `all` has the pieces of own particles and ghosts as this rank sees them, `own` those of the own. */
function joinRanks(part: Part, all: Uint32Array, own: Uint32Array): Common {
  const { comm, halo } = part,
    theirs = part.withGhosts(own, 1),
    isOwn = new Set(own),
    met = new Map<string, readonly [number, number, number]>();
  for (const { rank, begin, count } of halo.receives) {
    for (let g = begin; g < begin + count; g++) {
      const [mine, there] = [all[g]!, theirs[g]!];
      if (isOwn.has(mine)) met.set(`${mine} ${rank} ${there}`, [mine, rank, there]);
    }
  }
  const told = Float64Array.from([...met.values()].flat()),
    lengths = gatherNumbers(comm, told.length),
    keys = new Map<string, number>(),
    forest = new Forest([]);
  const nodeOf = (rank: number, piece: number): number => {
    const key = `${rank} ${piece}`,
      known = keys.get(key);
    if (known !== undefined) return known;
    keys.set(key, forest.parent.length);
    return (forest.parent as number[]).push(forest.parent.length) - 1;
  };
  lengths.forEach((length, rank) => {
    const heard = rank === comm.rank ? told : new Float64Array(length);
    if (length > 0) comm.broadcast(new Uint8Array(heard.buffer), rank);
    for (let k = 0; k < length; k += 3) forest.join(nodeOf(rank, heard[k]!), nodeOf(heard[k + 1]!, heard[k + 2]!));
  });
  const { of, found } = numbered(forest),
    prefix = `${comm.rank} `,
    mine = [...keys].filter(([key]) => key.startsWith(prefix));
  return { count: found, of: new Map(mine.map(([key, node]) => [Number(key.slice(prefix.length)), of[node]!])) };
}
