// Reading the shared context block: globals are per thread, so every pass fetches what it needs from memory when it starts.

import { CHUNK_SIZE, COUNT } from '../src/wasm/layout';

@inline export function int(slot: usize): i32 { return load<i32>(slot); }
@inline export function address(slot: usize): usize { return load<usize>(slot); }
@inline export function real(slot: usize): f64 { return load<f64>(slot); }

/** First particle of a chunk. */
@inline export function chunkBegin(chunk: i32): i32 { return chunk * int(CHUNK_SIZE); }
/** One past the last particle of a chunk. */
@inline export function chunkEnd(chunk: i32): i32 { return min(int(COUNT), (chunk + 1) * int(CHUNK_SIZE)); }
