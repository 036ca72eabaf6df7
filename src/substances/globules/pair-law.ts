// Force and energy of two globules in double precision: what the pair pass computes, for ledgers and tests. [MP89 eq. 2-4, card §11]

/** D in the force is at least this part of r₀, as in assembly/globules/forces.ts. */
const NEAREST = 0.1;

/** Two globules: rest distance (m), strength S = b₁/r₀^(m−1) (N), c_r, and the exponents m > n. */
export interface Bond {
  readonly restDistance: number;
  readonly strength: number;
  readonly range: number;
  readonly repulsionExponent: number;
  readonly attractionExponent: number;
}

/**
 * Force along the line between two globules at a distance D (m), positive if they repel, N: S s_r (q^(m−1) − q^(n−1)), q = r₀/D.
 * @example bondForce({ restDistance: 1, strength: 1, range: 2, repulsionExponent: 5, attractionExponent: 3 }, Math.sqrt(1.6)) // −9/64
 */
export function bondForce(bond: Bond, D: number): number {
  const { restDistance, strength, range } = bond,
    far = D / (range * restDistance),
    q = restDistance / Math.max(D, NEAREST * restDistance);
  if (far >= 1) return 0;
  return strength * (1 - far * far) * (whole(q, bond.repulsionExponent - 1) - whole(q, bond.attractionExponent - 1));
}

/** Energy of two globules at a distance D (m): the work until they no longer feel each other, ∫ F dD, J. Negative if they hold together. */
export function bondEnergy(bond: Bond, D: number, log: (x: number) => number): number {
  const { restDistance: r0, strength, range: c, repulsionExponent: m, attractionExponent: n } = bond,
    end = c * r0,
    core = NEAREST * r0;
  if (D >= end) return 0;
  if (D < core) return bondEnergy(bond, core, log) + (core - D) * bondForce(bond, core); // q is held there
  const part = (p: number): number => integral(p, r0, D, end, log);
  return strength * (part(m - 1) - part(n - 1) - (part(m - 3) - part(n - 3)) / (c * c));
}

/** ∫ q^p dD from `from` to `to`, q = r₀/D. */
function integral(p: number, r0: number, from: number, to: number, log: (x: number) => number): number {
  if (p === 1) return r0 * log(to / from);
  return (r0 / (p - 1)) * (whole(r0 / from, p - 1) - whole(r0 / to, p - 1));
}

/** x^k for a whole number k. */
function whole(x: number, k: number): number {
  let product = 1;
  for (let n = 0; n < Math.abs(k); n++) product *= x;
  return k < 0 ? 1 / product : product;
}
