// A number by which files are told apart.

/** FNV-1a, 32 bits. */
export function checksumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let k = 0; k < bytes.length; k++) sum = Math.imul(sum ^ bytes[k]!, 0x01000193);
  return sum >>> 0;
}
