// Copies of fields of particles that can be handed over to another thread.

type Values = Float32Array | Uint32Array;

/** Copies of the fields of these names, as far as they are there, and the buffers that go along. */
export function copyFields(
  fields: { get(name: string): unknown },
  names: readonly string[],
): { copies: Record<string, Values>; buffers: ArrayBuffer[] } {
  const copies: Record<string, Values> = {};
  for (const name of names) {
    const values = fields.get(name) as Values | undefined;
    if (values) copies[name] = values.slice();
  }
  return { copies, buffers: Object.values(copies).map(({ buffer }) => buffer as ArrayBuffer) };
}
