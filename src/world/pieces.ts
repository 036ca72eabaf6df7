// The pieces of the substances of a scene: what a frame of it has broken into.

import { PACKING } from '../engine/packing.ts';
import { rootOf } from '../math/roots.ts';
import { labelPieces, type Pieces } from '../particles/label-pieces.ts';
import type { Scene } from '../scene/schema.ts';
import { restDensitiesOf } from '../substances/substance.ts';

/** What pieces are found by; the fields of a world or of a frame are such. */
export interface PieceFields {
  readonly count: number;
  /** m */
  readonly position: Float32Array;
  /** kg */
  readonly mass: Float32Array;
  readonly substance: Uint32Array;
  readonly id: Uint32Array;
  readonly piece?: Uint32Array | undefined;
  /** Of frames with solids that can break. */
  readonly part?: Uint32Array | undefined;
}

/** What decides which particles hang together. */
export type PieceScene = Pick<Scene, 'substances' | 'dimension' | 'domain'>;

/**
 * The pieces of a frame: `piece` is the number of the piece of every particle, `particles` how many each has. Particles of one substance hang
 * together where they are nearer than 1.5 times their distance at rest, also through the ends of a periodic domain.
 * @example
 * const { piece, particles } = piecesOf(cache.scene, cache.readFrame(40));
 * console.log(`${particles.length} pieces, ${particles[0]} particles in the largest`);
 */
export function piecesOf(scene: PieceScene, fields: PieceFields): Pieces {
  const { count, position, substance, id, part: parts } = fields,
    distances = restDistances(scene, fields);
  return labelPieces({
    ...{ count, positions: position, distances, substances: substance, ids: id, parts },
    ...periodOf(scene),
  });
}

/** The same fields with `piece`, which is found when it is first asked for. */
export function withPieces<T extends PieceFields>(scene: PieceScene, fields: T): T & { readonly piece: Uint32Array } {
  if ('piece' in fields && !isLeftOut(fields)) return fields as T & { readonly piece: Uint32Array };
  let found: Uint32Array | undefined;
  return {
    ...fields,
    get piece(): Uint32Array {
      found ??= piecesOf(scene, fields).piece;
      return found;
    },
  };
}

/** Whether `piece` is there but undefined; a getter is not asked, because that would find the pieces. */
function isLeftOut(fields: PieceFields): boolean {
  const own = Object.getOwnPropertyDescriptor(fields, 'piece');
  return own !== undefined && 'value' in own && own.value === undefined;
}

/** Distance of every particle to its neighbors in a close packing of particles of its volume at rest, m. */
function restDistances(scene: PieceScene, { count, mass, substance }: PieceFields): Float64Array {
  const densities = restDensitiesOf(scene),
    { dimension } = scene,
    out = new Float64Array(count);
  let lastVolume = Number.NaN,
    last = 0;
  for (let i = 0; i < count; i++) {
    const volume = mass[i]! / densities[substance[i]!]!;
    if (volume !== lastVolume) {
      lastVolume = volume;
      last = PACKING[dimension] * rootOf(volume, dimension);
    }
    out[i] = last;
  }
  return out;
}

function periodOf({ domain, dimension }: PieceScene): { origin?: readonly number[]; period?: readonly number[] } {
  if (!domain?.periodic.some(Boolean)) return {};
  const period = [0, 1, 2].map((a) => (domain.periodic[a] && a < dimension ? domain.max[a]! - domain.min[a]! : 0));
  return { origin: domain.min, period };
}
