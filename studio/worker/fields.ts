// The fields of a world for the page: everything that the picture may be drawn from.

import { copyFields } from '../../src/worker/copy-fields.ts';
import type { LiveFields, WorldFields } from '../../src/world/published-fields.ts';

/** Found anew from the others where somebody wants them; costly. */
const DERIVED: readonly string[] = ['get', 'count', 'piece', 'poses', 'part'];

/** Copies of everything that the particles have; pressure only if it is wanted. */
export function fieldsOf(live: LiveFields, hasPressure: boolean): { fields: WorldFields; buffers: ArrayBuffer[] } {
  const names = Object.getOwnPropertyNames(live).filter(
      (name) => !DERIVED.includes(name) && (name !== 'pressure' || hasPressure),
    ),
    { copies, buffers } = copyFields(live, names),
    fields = { ...copies, count: live.count, ...(live.poses && { poses: structuredClone(live.poses) }) };
  return { fields: fields as unknown as WorldFields, buffers };
}
