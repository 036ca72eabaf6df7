// Copies of the fields of a world, to be handed over to another thread.

import type { LiveFields, WorldFields } from '../../src/world/published-fields.ts';

/** Found anew from the others where somebody wants them; costly. */
const DERIVED: readonly string[] = ['get', 'count', 'piece', 'poses', 'part'];

/** Everything that the particles have; with `pressure` also that. */
export function copyFields(
  live: LiveFields,
  more: readonly string[] = [],
): { fields: WorldFields; buffers: ArrayBuffer[] } {
  const fields: Record<string, unknown> = { count: live.count },
    buffers: ArrayBuffer[] = [];
  for (const name of Object.getOwnPropertyNames(live)) {
    if (DERIVED.includes(name) || (name === 'pressure' && !more.includes(name))) continue;
    const values = live.get(name);
    if (!values) continue;
    const copy = values.slice();
    fields[name] = copy;
    buffers.push(copy.buffer as ArrayBuffer);
  }
  if (live.poses) fields.poses = structuredClone(live.poses);
  return { fields: fields as unknown as WorldFields, buffers };
}
