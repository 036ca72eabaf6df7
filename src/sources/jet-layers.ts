// The two kinds of layers that an emitter releases in turn, A B A B …: a hexagonal net each (a row in 2D), the second shifted so
// that together they make HCP [card §4] (hexagonal in 2D). Where the nets lie in the opening is chosen so that both layers hold
// equally many sites, as near as possible to what the area asks for; then all particles of a jet have the same mass.

import { LAYER_PITCH, ROW_PITCH } from './lattice.ts';
import type { Opening } from './opening.ts';
import type { SpaceDimension } from './source.ts';

/** One layer of particles in the opening. */
export interface JetLayer {
  /** Positions as x, y, z triples, m. */
  readonly sites: Float64Array;
  /** Mass of each particle, kg. */
  readonly mass: number;
}

/** Shift of a net against the center of the opening: in spacings along the rows, in row pitches across them. */
interface Phase {
  readonly s: number;
  readonly t: number;
}

/** Distance between successive layers of the jet, m. */
export function layerSpacing(spacing: number, dimension: SpaceDimension): number {
  return spacing * (dimension === 3 ? LAYER_PITCH : ROW_PITCH);
}

/** Sites one layer would have by the area of the opening alone. */
export function expectedSites(opening: Opening, spacing: number, dimension: SpaceDimension): number {
  return opening.area / (dimension === 3 ? spacing * spacing * ROW_PITCH : spacing);
}

/** Sites of a net that are looked at to find those inside the opening: more than there are in it if it is long and thin. */
export function triedSites(opening: Opening, spacing: number, dimension: SpaceDimension): number {
  const { columns, rows } = netSize(opening, spacing, dimension);
  return (2 * columns + 1) * (2 * rows + 1);
}

/**
 * The layers A and B, each with the mass that passes between two releases, ρ₀ · area · layer spacing. Null if the opening is too
 * small for a particle in each.
 */
export function makeJetLayers(
  opening: Opening,
  spacing: number,
  restDensity: number,
  dimension: SpaceDimension,
): readonly [JetLayer, JetLayer] | null {
  const phase = choosePhase(opening, spacing, dimension);
  if (!phase) return null;
  const layerMass = restDensity * opening.area * layerSpacing(spacing, dimension);
  const makeLayer = (at: Phase): JetLayer => {
    const sites = layerSites(opening, spacing, at, dimension);
    return { sites, mass: layerMass / (sites.length / 3) };
  };
  return [makeLayer(phase), makeLayer(stacked(phase, dimension))];
}

/** The phase of the layer that lies in the hollows of a layer. */
function stacked(phase: Phase, dimension: SpaceDimension): Phase {
  return { s: phase.s + 1 / 2, t: dimension === 3 ? phase.t + 1 / 3 : 0 };
}

/** The phase whose two layers are most alike, and among these nearest in number to what the area asks for. */
function choosePhase(opening: Opening, spacing: number, dimension: SpaceDimension): Phase | null {
  const wanted = 2 * expectedSites(opening, spacing, dimension);
  let best: Phase | null = null;
  let leastMismatch = Number.POSITIVE_INFINITY;
  let leastError = Number.POSITIVE_INFINITY;
  for (const phase of candidatePhases(dimension)) {
    const a = countSites(opening, spacing, phase, dimension);
    const b = countSites(opening, spacing, stacked(phase, dimension), dimension);
    if (a === 0 || b === 0) continue;
    const mismatch = Math.abs(a - b);
    const error = Math.abs(a + b - wanted);
    if (mismatch < leastMismatch || (mismatch === leastMismatch && error < leastError)) {
      best = phase;
      leastMismatch = mismatch;
      leastError = error;
    }
  }
  return best;
}

/**
 * Phases worth trying: quarters along and sixths across the rows hold every arrangement in which B is A turned by half a turn
 * (so that a symmetric opening has equally many of both) and every one that tiles a rectangle along the rows.
 */
function candidatePhases(dimension: SpaceDimension): Phase[] {
  const quarters = [0, 1 / 4, 1 / 2, 3 / 4];
  const sixths = dimension === 3 ? [0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6] : [0];
  return sixths.flatMap((t) => quarters.map((s) => ({ s, t })));
}

function countSites(opening: Opening, spacing: number, phase: Phase, dimension: SpaceDimension): number {
  let count = 0;
  visitLayer(opening, spacing, phase, dimension, () => count++);
  return count;
}

function layerSites(opening: Opening, spacing: number, phase: Phase, dimension: SpaceDimension): Float64Array {
  const { center, sAxis, tAxis } = opening;
  const positions: number[] = [];
  visitLayer(opening, spacing, phase, dimension, (s, t) => {
    for (let axis = 0; axis < 3; axis++) positions.push(center[axis]! + s * sAxis[axis]! + t * tAxis[axis]!);
  });
  return Float64Array.from(positions);
}

/** Calls `visit` with every site (s, t) of a net that is inside the opening, m. */
function visitLayer(
  opening: Opening,
  spacing: number,
  phase: Phase,
  dimension: SpaceDimension,
  visit: (s: number, t: number) => void,
): void {
  const { columns, rows } = netSize(opening, spacing, dimension);
  for (let j = -rows; j <= rows; j++) {
    const t = spacing * ROW_PITCH * (j + phase.t);
    const shift = phase.s + (j & 1) / 2;
    for (let i = -columns; i <= columns; i++) {
      const s = spacing * (i + shift);
      if (opening.contains(s, t)) visit(s, t);
    }
  }
}

/** Rows of a net, and sites of each row, on either side of the center that surely cover the opening. */
function netSize(
  { reach }: Opening,
  spacing: number,
  dimension: SpaceDimension,
): { readonly columns: number; readonly rows: number } {
  return {
    columns: Math.ceil(reach / spacing) + 2,
    rows: dimension === 3 ? Math.ceil(reach / (spacing * ROW_PITCH)) + 1 : 0,
  };
}
