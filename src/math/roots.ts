// Roots from + − × ÷ only: Math.cbrt and Math.pow may differ between engines in the last bit.

/** Cube root of x ≥ 0 by Newton's iteration to the last bit or two. */
export function cubeRoot(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return x;
  let scale = 1;
  while (x * scale * scale * scale < 0.125) scale *= 2;
  while (x * scale * scale * scale >= 8) scale /= 2;
  const target = x * scale * scale * scale; // in [0.125, 8)
  let root = target < 1 ? 0.75 : 1.5;
  for (let k = 0; k < 8; k++) root = (2 * root + target / (root * root)) / 3;
  return root / scale;
}

/** x^(1/d) for d = 1, 2, 3. */
export function rootOf(x: number, d: 1 | 2 | 3): number {
  if (d === 1) return x;
  return d === 2 ? Math.sqrt(x) : cubeRoot(x);
}
