// Copies of a value whose arrays belong to nobody else: parts of shared memory must not be handed to a page, which would see them change.

/** The value with all its typed arrays copied. */
export function ownArrays<T>(value: T): T {
  if (ArrayBuffer.isView(value)) return (value as unknown as Uint8Array).slice() as unknown as T;
  if (Array.isArray(value)) return value.map(ownArrays) as unknown as T;
  if (typeof value !== 'object' || value === null || value instanceof Map) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, ownArrays(part)])) as T;
}
