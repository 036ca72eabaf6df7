// What the implicit viscosity remembers of pieces between two lists.

/** Which particles hang together by viscous forces, as of some lists. */
export interface ViscousPieces {
  /** Number of the lists. */
  lists: number;
  /** Piece of every particle, in their order in memory. */
  piece: Uint32Array;
  /** How many of the first ones ranks share: they have the same numbers on all. */
  shared: number;
  /** Of every piece here: see `freePieces`. */
  sums: Float64Array;
}

/** No pieces yet. */
export function noPieces(): ViscousPieces {
  return { lists: -1, piece: new Uint32Array(0), shared: 0, sums: new Float64Array(0) };
}
