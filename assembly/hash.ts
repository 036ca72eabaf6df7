// A 64-bit hash of memory, for comparing states: xxHash64's mixing over 8-byte words, one lane. It can be taken in parts.

const P1: u64 = 0x9e3779b185ebca87, P2: u64 = 0xc2b2ae3d27d4eb4f, P3: u64 = 0x165667b19e3779f9, P4: u64 = 0x85ebca77c2b2ae63;

/** Hash of `bytes` (a multiple of 4) at `at`, continuing from `seed`. */
export function hashMemory(at: usize, bytes: usize, seed: u64): u64 {
  return endHash(hashPart(at, bytes, beginHash(<u64>bytes, seed)));
}

/** Begins the hash of so many bytes. */
export function beginHash(bytes: u64, seed: u64): u64 {
  return seed ^ (bytes * P1);
}

/** Goes on with `bytes` at `at`; all parts but the last have a multiple of 8. */
export function hashPart(at: usize, bytes: usize, hash: u64): u64 {
  let h = hash;
  const end = at + (bytes & ~7);
  for (; at < end; at += 8) h = rotl<u64>(h ^ (rotl<u64>(load<u64>(at) * P2, 31) * P1), 27) * P1 + P4;
  if (bytes & 4) h = rotl<u64>(h ^ (<u64>load<u32>(at) * P1), 23) * P2 + P3;
  return h;
}

/** Ends a hash. */
export function endHash(hash: u64): u64 {
  let h = hash;
  h ^= h >> 33;
  h *= P2;
  h ^= h >> 29;
  h *= P3;
  return h ^ (h >> 32);
}
