// Close packings, which substances rest in.

import { rootOf } from '../math/roots.ts';

/** Nearest distance over (volume per particle)^(1/d): 2^(1/6) for HCP, √(2/√3) for the hexagonal lattice. */
export const PACKING = { 2: Math.sqrt(2 / Math.sqrt(3)), 3: Math.sqrt(rootOf(2, 3)) } as const;
