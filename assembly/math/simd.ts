// Short names for the f32x4 operations that the passes are written in. Fixed-width SIMD only: relaxed SIMD is not deterministic.

@inline export function add(a: v128, b: v128): v128 { return f32x4.add(a, b); }
@inline export function sub(a: v128, b: v128): v128 { return f32x4.sub(a, b); }
@inline export function mul(a: v128, b: v128): v128 { return f32x4.mul(a, b); }
@inline export function div(a: v128, b: v128): v128 { return f32x4.div(a, b); }
/** a·b + c, rounded twice. */
@inline export function madd(a: v128, b: v128, c: v128): v128 { return f32x4.add(f32x4.mul(a, b), c); }
@inline export function splat(a: f32): v128 { return f32x4.splat(a); }
/** max(a, 0) in one instruction. */
@inline export function positive(a: v128): v128 { return f32x4.pmax(a, f32x4.splat(0)); }
/** The vector with its last lane 0. */
@inline export function xyz0(a: v128): v128 { return f32x4.replace_lane(a, 3, 0); }
/** Sum of the four lanes, in a fixed order. */
@inline export function sumOf(a: v128): f32 {
  return f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1) + (f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3));
}

/** Largest of the four lanes. */
@inline export function largestLane(a: v128): f32 {
  return max(max(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), max(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)));
}

// The two halves of a 4×4 transpose.
@inline export function low(a: v128, b: v128): v128 { return v128.shuffle<u32>(a, b, 0, 4, 1, 5); }
@inline export function high(a: v128, b: v128): v128 { return v128.shuffle<u32>(a, b, 2, 6, 3, 7); }
@inline export function lowPair(a: v128, b: v128): v128 { return v128.shuffle<u64>(a, b, 0, 2); }
@inline export function highPair(a: v128, b: v128): v128 { return v128.shuffle<u64>(a, b, 1, 3); }

// Rows of the transpose of four vectors. What two of them share is found by the optimizer and done once.
@inline export function first(a: v128, b: v128, c: v128, d: v128): v128 { return lowPair(low(a, b), low(c, d)); }
@inline export function second(a: v128, b: v128, c: v128, d: v128): v128 { return highPair(low(a, b), low(c, d)); }
@inline export function third(a: v128, b: v128, c: v128, d: v128): v128 { return lowPair(high(a, b), high(c, d)); }
@inline export function fourth(a: v128, b: v128, c: v128, d: v128): v128 { return highPair(high(a, b), high(c, d)); }
