// Weights around a crack in the plane, plainly: visibility, and transparency, which lets what is near the front be seen through.
//   ω'_ij = ω(r/h + (d_s/(κ_c h̄))²),  d_s from the crossing to the front, h̄ the mean spacing         [AW09 eq. 70, card §16]
//   Ω_i = Σ_j ω'_ij/ω_ij over ω_ij > 0;  too few neighbors are left where Ω_i < Ω_min               [AW09 eq. 71, card X45]

export type Vec2 = readonly [number, number];

/** A straight crack: from its mouth, where it ends at a surface, to its front. */
export interface Crack {
  readonly mouth: Vec2;
  readonly front: Vec2;
}

/** How a crack is seen. */
export interface Seen {
  readonly crack: Crack;
  /** Support radius h and mean spacing h̄, m. */
  readonly h: number;
  readonly spacing: number;
  /** κ_c; 0 for visibility. */
  readonly kappa: number;
}

/** Samples of a plane and the basis of their weights. */
export const weightAt = (u: number) => (u < 1 ? (1 - u * u) ** 3 : 0);

/** Distance from where a segment crosses a crack to its front; undefined if it does not cross. */
export function crossing({ mouth, front }: Crack, p: Vec2, q: Vec2): number | undefined {
  const cross = (a: Vec2, b: Vec2) => a[0] * b[1] - a[1] * b[0],
    way: Vec2 = [q[0] - p[0], q[1] - p[1]],
    along: Vec2 = [front[0] - mouth[0], front[1] - mouth[1]],
    from: Vec2 = [mouth[0] - p[0], mouth[1] - p[1]],
    area = cross(way, along);
  if (area === 0) return undefined;
  const s = cross(from, along) / area,
    t = cross(from, way) / area;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? (1 - t) * Math.hypot(...along) : undefined;
}

/** ω' of two samples. */
export function weight({ crack, h, spacing, kappa }: Seen, p: Vec2, q: Vec2): number {
  const u = Math.hypot(q[0] - p[0], q[1] - p[1]) / h,
    far = crossing(crack, p, q);
  if (far === undefined) return weightAt(u);
  return kappa === 0 ? 0 : weightAt(u + (far / (kappa * spacing)) ** 2);
}

/** Ω of a sample among others. */
export function seenPart(seen: Seen, x: Vec2, samples: readonly Vec2[]): number {
  return samples.reduce((sum, y) => {
    const whole = weightAt(Math.hypot(x[0] - y[0], x[1] - y[1]) / seen.h);
    return whole > 0 && (x[0] !== y[0] || x[1] !== y[1]) ? sum + weight(seen, x, y) / whole : sum;
  }, 0);
}

/** Φ_j at x of moving least squares with a linear basis; NaN where too few samples are seen. [AW09 eq. 32] */
export function shapeFunctions(seen: Seen, x: Vec2, samples: readonly Vec2[]): number[] {
  return shapeFunctionsOf(x, samples, seen.h, (j) => weight(seen, x, samples[j]!));
}

/** The same with any weights, by the number of a sample and its distance. */
export function shapeFunctionsOf(
  x: Vec2,
  samples: readonly Vec2[],
  h: number,
  weightOf: (j: number, r: number) => number,
): number[] {
  const M = Array.from({ length: 3 }, () => [0, 0, 0]),
    w = samples.map((y, j) => weightOf(j, Math.hypot(y[0] - x[0], y[1] - x[1]))),
    p = samples.map((y) => [1, (y[0] - x[0]) / h, (y[1] - x[1]) / h]);
  samples.forEach((_, j) => {
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) M[a]![b]! += w[j]! * p[j]![a]! * p[j]![b]!;
  });
  const c = (a: number, b: number) =>
      M[(a + 1) % 3]![(b + 1) % 3]! * M[(a + 2) % 3]![(b + 2) % 3]! -
      M[(a + 1) % 3]![(b + 2) % 3]! * M[(a + 2) % 3]![(b + 1) % 3]!,
    det = M[0]![0]! * c(0, 0) + M[0]![1]! * c(0, 1) + M[0]![2]! * c(0, 2),
    gamma = [0, 1, 2].map((a) => c(0, a) / det);
  return samples.map((_, j) =>
    det > 1e-12 ? w[j]! * gamma.reduce((sum, g, a) => sum + g * p[j]![a]!, 0) : Number.NaN,
  );
}

/**
 * Samples with children where too few are seen: ceil(Ω_min − Ω) of them around each such sample, in its cell, on its side of the crack. One
 * that has four or fewer neighbors to get is split in four. [AW09 eq. 71]
 */
export function resampled(seen: Seen, samples: readonly Vec2[], least: number): Vec2[] {
  return samples.flatMap((x) => {
    const missing = Math.ceil(least - seenPart(seen, x, samples));
    if (missing <= 0) return [x];
    const across = Math.ceil(Math.sqrt(missing + 1)),
      children: Vec2[] = [];
    for (let i = 0; i < across; i++)
      for (let j = 0; j < across; j++) {
        const y: Vec2 = [
          x[0] + ((i + 0.5) / across - 0.5) * seen.spacing,
          x[1] + ((j + 0.5) / across - 0.5) * seen.spacing,
        ];
        if (crossing(seen.crack, x, y) === undefined) children.push(y);
      }
    return children;
  });
}
