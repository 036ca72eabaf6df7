// A clamped beam of a viscous, slightly compressible liquid that begins to bend, by finite elements: the reference of V59. [card V59]
// ρ v̇ = ∇·σ + ρg, σ = μ(∇v + ∇vᵀ) + K ∇·u, u̇ = v, K = ρc². At first pressure is missing, and the liquid resists with 2μ in place of 4μ
// (2D) or 3μ (3D); pressure comes with μ/K, inertia with ρL⁴/(Tr μ thickness²). Elements have quadratic shapes, steps are trapezoids. The
// beam is so little bent that places do not change. In 3D one half of the width is enough: the other is its mirror image.

/** SI units. */
export interface ViscousBeam {
  readonly dimension: 2 | 3;
  readonly length: number;
  /** Of its square section. */
  readonly thickness: number;
  readonly viscosity: number;
  readonly density: number;
  readonly gravity: number;
  readonly soundSpeed: number;
}

/** How fine: elements along, across and (3D) in half of the width; steps in each μ/K. */
export interface Fineness {
  readonly elements: readonly [number, number, number];
  readonly steps: number;
}

/** Enough for 0.5 % of the speed. */
export const FINE: Readonly<Record<2 | 3, Fineness>> = {
  2: { elements: [64, 4, 1], steps: 10 },
  3: { elements: [32, 2, 1], steps: 10 },
};

const GAUSS = [
  [-Math.sqrt(0.6), 5 / 9],
  [0, 8 / 9],
  [Math.sqrt(0.6), 5 / 9],
] as const;
const shapes = (s: number) => [(s * (s - 1)) / 2, 1 - s * s, (s * (s + 1)) / 2];
const slopes = (s: number) => [s - 0.5, -2 * s, s + 0.5];

/**
 * Mean velocity downward of the section at `place` (m from the clamp), m/s, at each of `times`, in units of μ/K and in ascending order.
 */
export function bendingSpeeds(
  beam: ViscousBeam,
  place: number,
  times: readonly number[],
  fine = FINE[beam.dimension],
): number[] {
  const { dimension: d, density, gravity, viscosity, soundSpeed, length } = beam,
    K = density * soundSpeed ** 2,
    dt = viscosity / K / fine.steps,
    mesh = meshOf(beam, fine.elements),
    element = elementOf(beam, mesh.size),
    free = mesh.unknowns,
    system = new Banded(free, mesh.band),
    mass = new Banded(free, mesh.band),
    viscous = new Banded(free, mesh.band),
    elastic = new Banded(free, mesh.band),
    load = new Float64Array(free);
  for (const nodes of mesh.elements) {
    const rows = nodes.flatMap((node) => Array.from({ length: d }, (_, a) => mesh.unknownOf(node, a)));
    rows.forEach((row, k) => {
      if (row < 0) return;
      load[row]! += density * gravity * (k % d === 1 ? element.weight[Math.floor(k / d)]! : 0);
      rows.forEach((column, l) => {
        if (column < 0 || column > row) return;
        const at = k * rows.length + l;
        mass.add(row, column, element.mass[at]!);
        viscous.add(row, column, element.viscous[at]!);
        elastic.add(row, column, K * element.divergence[at]!);
      });
    });
  }
  for (let k = 0; k < system.values.length; k++)
    system.values[k] = mass.values[k]! / dt + viscous.values[k]! / 2 + (elastic.values[k]! * dt) / 4;
  system.factor();
  let u = new Float64Array(free),
    v = new Float64Array(free),
    step = 0;
  return times.map((time) => {
    for (; step < Math.round(time * fine.steps); step++) {
      const middle = u.map((value, k) => value + (dt / 4) * v[k]!),
        inertia = mass.times(v),
        stress = viscous.times(v),
        pressure = elastic.times(middle),
        next = system.solve(load.map((f, k) => f + inertia[k]! / dt - stress[k]! / 2 - pressure[k]!));
      u = u.map((value, k) => value + (dt / 2) * (v[k]! + next[k]!));
      v = next;
    }
    return mesh.sectionMean(v, place / length);
  });
}

/** Nodes of elements, and the unknowns of those that are not held. */
function meshOf({ dimension: d, length, thickness }: ViscousBeam, [nx, ny, half]: readonly [number, number, number]) {
  const nz = d === 3 ? half : 0,
    size = [length / nx, thickness / ny, nz > 0 ? thickness / 2 / nz : 1] as const,
    rows = 2 * ny + 1,
    layers = 2 * nz + 1,
    section = rows * layers,
    node = (i: number, j: number, k: number) => (i * rows + j) * layers + k,
    numbers = new Int32Array((2 * nx + 1) * section * d).fill(-1),
    reach = [0, 1, 2],
    elements: number[][] = [];
  let unknowns = 0;
  for (let n = section; n < (2 * nx + 1) * section; n++)
    for (let a = 0; a < d; a++) if (a < 2 || n % layers > 0) numbers[n * d + a] = unknowns++; // the clamp, and the mirror at z = 0
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < Math.max(nz, 1); k++)
        elements.push(
          reach.flatMap((a) =>
            reach.flatMap((b) => (nz > 0 ? reach : [0]).map((c) => node(2 * i + a, 2 * j + b, 2 * k + c))),
          ),
        );
  /** By the trapezoids of the section: what bends moves evenly across. */
  const meanOf = (v: Float64Array, i: number) => {
    let sum = 0,
      whole = 0;
    for (let n = 0; n < section; n++) {
      const end = (k: number, count: number) => (count > 1 && (k === 0 || k === count - 1) ? 0.5 : 1),
        weight = end(Math.floor(n / layers), rows) * end(n % layers, layers),
        at = numbers[(i * section + n) * d + 1]!;
      sum += at < 0 ? 0 : weight * v[at]!;
      whole += weight;
    }
    return sum / whole;
  };
  return {
    ...{ size, elements, unknowns, band: (2 * section + 2 * layers + 3) * d },
    unknownOf: (n: number, a: number) => numbers[n * d + a]!,
    sectionMean(v: Float64Array, part: number) {
      const at = Math.min(2 * nx * part, 2 * nx - 1e-9),
        i = Math.floor(at);
      return meanOf(v, i) + (at - i) * (meanOf(v, i + 1) - meanOf(v, i));
    },
  };
}

/** Matrices of one element: mass, viscous stress, divergence without its modulus; and the weight of its nodes, without ρg. */
function elementOf({ dimension: d, density, viscosity }: ViscousBeam, size: readonly [number, number, number]) {
  const n = 3 ** d * d,
    [mass, viscous, divergence] = [new Float64Array(n * n), new Float64Array(n * n), new Float64Array(n * n)],
    weight = new Float64Array(3 ** d);
  for (const [a, wa] of GAUSS)
    for (const [b, wb] of GAUSS)
      for (const [c, wc] of d === 3 ? GAUSS : ([[0, 2]] as const)) {
        const w = (wa * wb * wc * size[0] * size[1] * size[2]) / 8,
          { values, gradients } = nodesAt([a, b, c], size, d);
        values.forEach((value, k) => {
          weight[k]! += w * value;
        });
        for (let k = 0; k < n; k++)
          for (let l = 0; l < n; l++) {
            const [p, q, i, j] = [Math.floor(k / d), Math.floor(l / d), k % d, l % d],
              [G, H] = [gradients[p]!, gradients[q]!],
              along = i === j ? G.reduce((sum, x, e) => sum + x * H[e]!, 0) : 0;
            mass[k * n + l]! += i === j ? w * density * values[p]! * values[q]! : 0;
            viscous[k * n + l]! += w * viscosity * (along + G[j]! * H[i]!); // of μ(∇v + ∇vᵀ):∇w
            divergence[k * n + l]! += w * G[i]! * H[j]!;
          }
      }
  return { mass, viscous, divergence, weight };
}

/** Shapes of the nodes of an element and their gradients, at a place from −1 to 1 along each axis. */
function nodesAt(at: readonly [number, number, number], size: readonly [number, number, number], d: 2 | 3) {
  const N = at.map(shapes),
    S = at.map((s, a) => slopes(s).map((slope) => (2 * slope) / size[a]!)),
    values: number[] = [],
    gradients: number[][] = [];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < (d === 3 ? 3 : 1); k++) {
        const [nz, sz] = d === 3 ? [N[2]![k]!, S[2]![k]!] : [1, 0];
        values.push(N[0]![i]! * N[1]![j]! * nz);
        gradients.push(
          [S[0]![i]! * N[1]![j]! * nz, N[0]![i]! * S[1]![j]! * nz, N[0]![i]! * N[1]![j]! * sz].slice(0, d),
        );
      }
  return { values, gradients };
}

/** A symmetric matrix whose entries are within `band` of its diagonal: its lower half by rows, and its factor by Cholesky. */
class Banded {
  readonly size: number;
  readonly band: number;
  readonly values: Float64Array<ArrayBuffer>;

  constructor(size: number, band: number) {
    this.size = size;
    this.band = band;
    this.values = new Float64Array(size * (band + 1));
  }

  add(row: number, column: number, value: number): void {
    this.values[row * this.band + this.band + column]! += value; // column ≤ row
  }

  times(x: Float64Array): Float64Array<ArrayBuffer> {
    const { size, band, values } = this,
      y = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const row = i * band + band; // of the entry in column 0
      let sum = values[row + i]! * x[i]!;
      for (let j = Math.max(0, i - band); j < i; j++) {
        const value = values[row + j]!;
        sum += value * x[j]!;
        y[j]! += value * x[i]!;
      }
      y[i]! += sum;
    }
    return y;
  }

  /** Puts L with L Lᵀ = A in place of A. */
  factor(): void {
    const { size, band, values } = this;
    for (let i = 0; i < size; i++) {
      const own = i * band + band;
      for (let j = Math.max(0, i - band); j <= i; j++) {
        const other = j * band + band;
        let sum = values[own + j]!;
        for (let k = Math.max(0, i - band); k < j; k++) sum -= values[own + k]! * values[other + k]!;
        values[own + j] = i === j ? Math.sqrt(sum) : sum / values[other + j]!;
      }
    }
  }

  /** x with A x = b, of what is factored. */
  solve(b: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
    const { size, band, values } = this,
      x = b.slice();
    for (let i = 0; i < size; i++) {
      const row = i * band + band;
      let sum = x[i]!;
      for (let k = Math.max(0, i - band); k < i; k++) sum -= values[row + k]! * x[k]!;
      x[i] = sum / values[row + i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      const row = i * band + band,
        value = x[i]! / values[row + i]!;
      x[i] = value;
      for (let k = Math.max(0, i - band); k < i; k++) x[k]! -= values[row + k]! * value;
    }
    return x;
  }
}
