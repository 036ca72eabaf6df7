// What implicit steps factor: it follows from the links alone, so that memory for it can be laid out with theirs. [ADR 39, 52]

import type { Engine } from '../../engine/engine.ts';
import { type Elements, elementsOf } from './elements.ts';
import { type FactorPlan, planFactor } from './factor.ts';
import type { Links, ReferenceNodes } from './gradients.ts';
import { gridElements } from './grid.ts';
import { type ElasticParameters, elasticSmoothing } from './parameters.ts';

/** Products that a factor may take: about a second; a cube of 1,000 particles has so many. */
const MOST_PRODUCTS = 2e9;
/** Edge of cells over the size of the finest particles, and by how much it grows until the factor of the grid is small enough. */
const FINEST = 2,
  COARSER = 1.25;

/** What is factored: the nodes themselves, or a grid over them. */
export interface Factors {
  readonly nodes: ReferenceNodes;
  /** The nodes as functions. */
  readonly own: Elements;
  /** Functions of a grid at the nodes; none where each node has its own. */
  readonly grid: Elements | undefined;
  readonly plan: FactorPlan;
  /** By the steps that they are for. */
  readonly kept: Map<string, Factor>;
  /** Where the one in use stands, and for which step it is. */
  address: number;
  current: string;
}

/** A factor that is not in use now. */
export interface Factor {
  readonly numbers: Float64Array;
  /** Of a grid: what each node does by itself, 1 over its diagonal. */
  readonly inverse: Float64Array | undefined;
}

/** Plans the factors of solids: that of the nodes, or of the finest grid that can be factored in time. */
export function planFactors(engine: Engine, nodes: ReferenceNodes, links: Links, places: Uint32Array): Factors {
  const own = elementsOf(links),
    whole = planFactor(own, MOST_PRODUCTS),
    more = { nodes, own, kept: new Map<string, Factor>(), address: 0, current: '' };
  if (whole) return { ...more, grid: undefined, plan: whole };
  const size = finestSize(engine, places);
  for (let edge = FINEST; ; edge *= COARSER) {
    const grid = gridElements(nodes, edge * size),
      plan = planFactor(grid, MOST_PRODUCTS);
    if (plan) return { ...more, grid, plan };
  }
}

/** Size of the finest particles, m. */
function finestSize({ set, substances }: Engine, places: Uint32Array): number {
  const lengths = set.f64('smoothingLength'),
    kinds = set.u32('substance'),
    sizeOf = (i: number) => lengths[i]! / elasticSmoothing(substances[kinds[i]!] as ElasticParameters);
  return places.reduce((least, i) => Math.min(least, sizeOf(i)), Number.POSITIVE_INFINITY);
}
