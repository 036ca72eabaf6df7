// A symmetric matrix in blocks of 3 × 3, factored and solved with: A = L Lᵀ, by rows, each from its first block that is not 0. [ADR 39, 52]
//   L_ij = (A_ij − Σ_k L_ik L_jkᵀ) L_jj⁻ᵀ,   L_ii L_iiᵀ = A_ii − Σ_k L_ik L_ikᵀ
// A span says where the three rows of a function begin and how many bytes each has before its diagonal block. Of that the lower half
// stands elsewhere, row after row. One thread does it: the host has nothing else to do meanwhile.

@inline function rowsOf(spans: usize, i: i32): usize { return load<u32>(spans + (<usize>i << 3)); }
@inline function bytesOf(spans: usize, i: i32): usize { return load<u32>(spans + (<usize>i << 3), 4); }
@inline function madd(a: v128, b: v128, c: v128): v128 { return f64x2.add(f64x2.mul(a, b), c); }
@inline function total(a: v128): f64 { return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1); }

/** Sums over a row times three others. Globals belong to one instance, hence to one thread. */
let sum0: f64 = 0, sum1: f64 = 0, sum2: f64 = 0;

/** The numbers from `row` on times those of three rows, `stride` bytes apart from `other` on. */
@inline function timesThree(row: usize, other: usize, stride: usize, bytes: usize): void {
  const second = other + stride, third = second + stride, even = bytes & ~15;
  let a = f64x2.splat(0), b = a, c = a;
  for (let k: usize = 0; k < even; k += 16) {
    const x = v128.load(row + k);
    a = madd(v128.load(other + k), x, a);
    b = madd(v128.load(second + k), x, b);
    c = madd(v128.load(third + k), x, c);
  }
  sum0 = total(a); sum1 = total(b); sum2 = total(c);
  if (even == bytes) return;
  const x = load<f64>(row + even);
  sum0 += load<f64>(other + even) * x; sum1 += load<f64>(second + even) * x; sum2 += load<f64>(third + even) * x;
}

/** Replaces A by L. Of each diagonal block six numbers stand in `diagonals`. */
export function factorBlocks(spans: usize, diagonals: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const rows = rowsOf(spans, i), bytes = bytesOf(spans, i), first = i - <i32>(bytes / 24);
    for (let j = first; j < i; j++) {
      const others = rowsOf(spans, j), stride = bytesOf(spans, j), from = max(first, j - <i32>(stride / 24));
      const own = rows + <usize>(from - first) * 24, other = others + stride - <usize>(j - from) * 24, length = <usize>(j - from) * 24;
      const d = diagonals + <usize>j * 48, at = rows + <usize>(j - first) * 24;
      for (let r: usize = 0; r < 3; r++) {
        timesThree(own + r * bytes, other, stride, length);
        const to = at + r * bytes, x = (load<f64>(to) - sum0) / load<f64>(d);
        const y = (load<f64>(to, 8) - sum1 - load<f64>(d, 8) * x) / load<f64>(d, 16);
        store<f64>(to, x);
        store<f64>(to, y, 8);
        store<f64>(to, (load<f64>(to, 16) - sum2 - load<f64>(d, 24) * x - load<f64>(d, 32) * y) / load<f64>(d, 40), 16);
      }
    }
    factorDiagonal(rows, bytes, diagonals + <usize>i * 48);
  }
}

/** L of a diagonal block, from what stands there and the rows before it. */
function factorDiagonal(rows: usize, bytes: usize, d: usize): void {
  timesThree(rows, rows, bytes, bytes);
  const a = Math.sqrt(load<f64>(d) - sum0), b = (load<f64>(d, 8) - sum1) / a, c = (load<f64>(d, 24) - sum2) / a;
  timesThree(rows + bytes, rows, bytes, bytes);
  const e = Math.sqrt(load<f64>(d, 16) - sum1 - b * b), f = (load<f64>(d, 32) - sum2 - c * b) / e;
  timesThree(rows + 2 * bytes, rows, bytes, bytes);
  store<f64>(d, a); store<f64>(d, b, 8); store<f64>(d, e, 16);
  store<f64>(d, c, 24); store<f64>(d, f, 32);
  store<f64>(d, Math.sqrt(load<f64>(d, 40) - sum2 - c * c - f * f), 40);
}

/** Solves L Lᵀ z = r in place, three numbers for each function. */
export function solveBlocks(spans: usize, diagonals: usize, count: i32, z: usize): void {
  for (let i = 0; i < count; i++) {
    const bytes = bytesOf(spans, i), own = z + <usize>i * 24, d = diagonals + <usize>i * 48;
    timesThree(own - bytes, rowsOf(spans, i), bytes, bytes);
    const x = (load<f64>(own) - sum0) / load<f64>(d), y = (load<f64>(own, 8) - sum1 - load<f64>(d, 8) * x) / load<f64>(d, 16);
    store<f64>(own, x);
    store<f64>(own, y, 8);
    store<f64>(own, (load<f64>(own, 16) - sum2 - load<f64>(d, 24) * x - load<f64>(d, 32) * y) / load<f64>(d, 40), 16);
  }
  for (let i = count - 1; i >= 0; i--) {
    const bytes = bytesOf(spans, i), own = z + <usize>i * 24, d = diagonals + <usize>i * 48;
    const w = load<f64>(own, 16) / load<f64>(d, 40), y = (load<f64>(own, 8) - load<f64>(d, 32) * w) / load<f64>(d, 16);
    const x = (load<f64>(own) - load<f64>(d, 24) * w - load<f64>(d, 8) * y) / load<f64>(d);
    store<f64>(own, x);
    store<f64>(own, y, 8);
    store<f64>(own, w, 16);
    takeAway(own - bytes, rowsOf(spans, i), bytes, x, y, w);
  }
}

/** Takes three rows, times a number each, from the numbers at `to`. */
@inline function takeAway(to: usize, row: usize, bytes: usize, x: f64, y: f64, w: f64): void {
  const second = row + bytes, third = second + bytes, even = bytes & ~15, X = f64x2.splat(x), Y = f64x2.splat(y), W = f64x2.splat(w);
  for (let k: usize = 0; k < even; k += 16) {
    const all = madd(v128.load(third + k), W, madd(v128.load(second + k), Y, f64x2.mul(v128.load(row + k), X)));
    v128.store(to + k, f64x2.sub(v128.load(to + k), all));
  }
  if (even == bytes) return;
  const all = load<f64>(row + even) * x + load<f64>(second + even) * y + load<f64>(third + even) * w;
  store<f64>(to + even, load<f64>(to + even) - all);
}
