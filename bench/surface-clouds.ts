// What surfaces are made of in the benchmark: 100,000 particles each, in shuffled order as they are after long mixing.

/** m */
export const SPACING = 0.02;
const JITTER = 0.1;

/** A stream of numbers in [0, 1) (mulberry32). */
function randomStream(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Point = [number, number, number];

/** Clouds by name; x, y, z of every particle, m. */
export const CLOUDS = {
  /** A jittered cube: little surface for its volume. */
  block: () => finish(lattice(46, 47, 46), randomStream(1)),
  /** A pool ten layers deep with steep waves, and three particles in a hundred as spray above it: much surface, many drops. */
  splash: () => {
    const random = randomStream(2),
      pool = lattice(100, 14, 100).filter(([x, y, z]) => y < 9.7 + 4 * Math.sin(x / 6) * Math.cos(z / 8)),
      spray = Array.from({ length: 3000 }, (): Point => [100 * random(), 14 + 30 * random() ** 2, 100 * random()]);
    return finish([...pool, ...spray], random);
  },
} as const;

export type CloudName = keyof typeof CLOUDS;

/** Points of a lattice, in spacings. */
function lattice(nx: number, ny: number, nz: number): Point[] {
  return Array.from({ length: nx * ny * nz }, (_, i) => [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))]);
}

/** Displaces, shuffles (Fisher-Yates) and scales the points. */
function finish(points: Point[], random: () => number): Float32Array {
  for (let i = points.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [points[i], points[j]] = [points[j]!, points[i]!];
  }
  return Float32Array.from(points.flat(), (x) => SPACING * (x + JITTER * (2 * random() - 1)));
}
