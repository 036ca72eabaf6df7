// What the engine is measured against: plain TypeScript, one Float64Array per component, particles in the order given, a uniform
// grid of cell 2·h_max with a counting sort of indices, index lists of all neighbors rebuilt every step. No tricks, no handicaps.
// Physics: 3D, kernel `dc`, per-particle h with averaged kernels, continuity density, linear state equation, linear and quadratic
// artificial viscosity, gravity, predictor velocity-Verlet; no obstacles. [card §4, §6; DC99 eq. 1, 8, 10-11, 21-23; X1]

export interface ReferenceParticles {
  /** Position, m. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Velocity, m/s. */
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
  /** Density, kg/m³. */
  readonly rho: Float64Array;
  /** kg */
  readonly mass: Float64Array;
  /** Smoothing length, m; the support radius is 2h. */
  readonly h: Float64Array;
}

export interface ReferenceParameters {
  /** ρ₀, kg/m³. */
  readonly restDensity: number;
  /** k = c², m²/s². */
  readonly stiffness: number;
  /** η (–). */
  readonly artificialViscosity: number;
  /** β (–). */
  readonly quadraticViscosity: number;
  /** What lattices make of a gradient: pressures and density rates are over it. [ADR 31] */
  readonly gradient: number;
  /** m/s² */
  readonly gravity: readonly [number, number, number];
}

export interface Reference {
  /** The particles given, changed in place by every step. */
  readonly particles: ReferenceParticles;
  /** dv/dt, m/s², and dρ/dt, kg/(m³ s), at the end of the last step. */
  readonly rates: Readonly<Record<'ax' | 'ay' | 'az' | 'rhoRate', Float64Array>>;
  /** Advances by dt seconds. */
  step(dt: number): void;
  /** Directed pairs in the last neighbor list. */
  pairs(): number;
}

/** Prepares a run: finds the neighbors and evaluates the rates of the initial state. */
export function createReference(particles: ReferenceParticles, params: ReferenceParameters): Reference {
  const n = particles.x.length;
  const rates = {
    ax: new Float64Array(n),
    ay: new Float64Array(n),
    az: new Float64Array(n),
    rhoRate: new Float64Array(n),
  };
  const half = {
    vx: new Float64Array(n),
    vy: new Float64Array(n),
    vz: new Float64Array(n),
    rho: new Float64Array(n),
  };
  const pressureTerm = new Float64Array(n);
  const lists = createLists(n);

  function evaluate(): void {
    buildLists(lists, particles);
    computePressure(particles, params, pressureTerm);
    computeRates(particles, params, lists, pressureTerm, rates);
  }

  evaluate();
  return {
    particles,
    rates,
    step(dt) {
      predict(particles, rates, half, dt);
      evaluate();
      correct(particles, rates, half, dt);
    },
    pairs: () => lists.first[n]!,
  };
}

type MutableRates = Reference['rates'];
type HalfStep = Readonly<Record<'vx' | 'vy' | 'vz' | 'rho', Float64Array>>;

/** v½ = v + ½dt a, ρ½ = ρ + ½dt ρ̇, x += dt v½, v* = v + dt a, ρ* = ρ + dt ρ̇. [card §6] */
function predict(p: ReferenceParticles, { ax, ay, az, rhoRate }: MutableRates, half: HalfStep, dt: number): void {
  const { x, y, z, vx, vy, vz, rho } = p;
  for (let i = 0; i < x.length; i++) {
    half.vx[i] = vx[i]! + 0.5 * dt * ax[i]!;
    half.vy[i] = vy[i]! + 0.5 * dt * ay[i]!;
    half.vz[i] = vz[i]! + 0.5 * dt * az[i]!;
    half.rho[i] = rho[i]! + 0.5 * dt * rhoRate[i]!;
    x[i]! += dt * half.vx[i]!;
    y[i]! += dt * half.vy[i]!;
    z[i]! += dt * half.vz[i]!;
    vx[i]! += dt * ax[i]!;
    vy[i]! += dt * ay[i]!;
    vz[i]! += dt * az[i]!;
    rho[i]! += dt * rhoRate[i]!;
  }
}

/** v = v½ + ½dt a, ρ = ρ½ + ½dt ρ̇ with the new rates. [card §6] */
function correct(p: ReferenceParticles, { ax, ay, az, rhoRate }: MutableRates, half: HalfStep, dt: number): void {
  for (let i = 0; i < p.x.length; i++) {
    p.vx[i] = half.vx[i]! + 0.5 * dt * ax[i]!;
    p.vy[i] = half.vy[i]! + 0.5 * dt * ay[i]!;
    p.vz[i] = half.vz[i]! + 0.5 * dt * az[i]!;
    p.rho[i] = half.rho[i]! + 0.5 * dt * rhoRate[i]!;
  }
}

/** P/ρ² with P = k(ρ − ρ₀), over the gradient of lattices. [DC99 eq. 1, ADR 31] */
function computePressure({ rho }: ReferenceParticles, params: ReferenceParameters, pressureTerm: Float64Array): void {
  const { restDensity } = params,
    stiffness = params.stiffness / params.gradient;
  for (let i = 0; i < rho.length; i++) pressureTerm[i] = (stiffness * (rho[i]! - restDensity)) / (rho[i]! * rho[i]!);
}

/** W′ = −3a(2 − r/h)²/h, a = 15/(64πh³), zero beyond 2h. [DC99 eq. 21] */
function slope(r: number, h: number): number {
  const u = 2 - r / h;
  return u > 0 ? (-45 / (64 * Math.PI * h * h * h * h)) * u * u : 0;
}

/** a_i = g − Σ m_j (P_i/ρ_i² + P_j/ρ_j² + Π_ij) ∇W̄, ρ̇_i = Σ m_j v_ij·∇W̄. [DC99 eq. 8, 10-11, 22; Π: X1, SL03 eq. 5] */
function computeRates(
  p: ReferenceParticles,
  params: ReferenceParameters,
  { first, neighbors }: NeighborLists,
  pressureTerm: Float64Array,
  rates: MutableRates,
): void {
  const { x, y, z, vx, vy, vz, rho, mass, h } = p;
  const [gx, gy, gz] = params.gravity;
  const A = params.artificialViscosity * Math.sqrt(params.stiffness);
  const B = params.quadraticViscosity;
  for (let i = 0; i < x.length; i++) {
    let ax = gx;
    let ay = gy;
    let az = gz;
    let rhoRate = 0;
    for (let k = first[i]!; k < first[i + 1]!; k++) {
      const j = neighbors[k]!;
      const dx = x[i]! - x[j]!;
      const dy = y[i]! - y[j]!;
      const dz = z[i]! - z[j]!;
      const r2 = dx * dx + dy * dy + dz * dz;
      if (r2 === 0) continue; // ∇W(0) = 0
      const r = Math.sqrt(r2);
      const slopeOverR = (0.5 * (slope(r, h[i]!) + slope(r, h[j]!))) / r;
      const vdotx = (vx[i]! - vx[j]!) * dx + (vy[i]! - vy[j]!) * dy + (vz[i]! - vz[j]!) * dz;
      let central = pressureTerm[i]! + pressureTerm[j]!;
      if (vdotx < 0) {
        const hMean = 0.5 * (h[i]! + h[j]!);
        const mu = (hMean * vdotx) / (r2 + 0.01 * hMean * hMean);
        central += ((B * mu - A) * mu) / (0.5 * (rho[i]! + rho[j]!));
      }
      const weight = mass[j]! * slopeOverR;
      ax -= weight * central * dx;
      ay -= weight * central * dy;
      az -= weight * central * dz;
      rhoRate += weight * vdotx;
    }
    rates.ax[i] = ax;
    rates.ay[i] = ay;
    rates.az[i] = az;
    rates.rhoRate[i] = rhoRate / params.gradient;
  }
}

/** Neighbors of i are neighbors[first[i]] … neighbors[first[i+1] − 1]. */
interface NeighborLists {
  readonly first: Int32Array;
  neighbors: Int32Array;
  /** Cell of every particle, the particles in order of cell, and where each cell starts in that order. */
  readonly cell: Int32Array;
  readonly order: Int32Array;
  cellStart: Int32Array;
}

function createLists(n: number): NeighborLists {
  return {
    first: new Int32Array(n + 1),
    neighbors: new Int32Array(64 * n),
    cell: new Int32Array(n),
    order: new Int32Array(n),
    cellStart: new Int32Array(0),
  };
}

/** Lists of all j ≠ i with |x_ij| < 2 max(h_i, h_j). */
function buildLists(lists: NeighborLists, p: ReferenceParticles): void {
  const n = p.x.length;
  const { first } = lists;
  const [nx, ny, nz] = sortIntoCells(lists, p);
  const { cell, order, cellStart } = lists;
  const { x, y, z, h } = p;
  let count = 0;
  for (let i = 0; i < n; i++) {
    first[i] = count;
    const cx = cell[i]! % nx;
    const cy = Math.floor(cell[i]! / nx) % ny;
    const cz = Math.floor(cell[i]! / (nx * ny));
    for (let kz = Math.max(cz - 1, 0); kz <= Math.min(cz + 1, nz - 1); kz++) {
      for (let ky = Math.max(cy - 1, 0); ky <= Math.min(cy + 1, ny - 1); ky++) {
        const row = nx * (ky + ny * kz); // the three cells along x are one run of `order`
        const end = cellStart[row + Math.min(cx + 1, nx - 1) + 1]!;
        for (let k = cellStart[row + Math.max(cx - 1, 0)]!; k < end; k++) {
          const j = order[k]!;
          if (j === i) continue;
          const dx = x[i]! - x[j]!;
          const dy = y[i]! - y[j]!;
          const dz = z[i]! - z[j]!;
          const R = 2 * Math.max(h[i]!, h[j]!);
          if (dx * dx + dy * dy + dz * dz >= R * R) continue;
          if (count === lists.neighbors.length) lists.neighbors = enlarged(lists.neighbors);
          lists.neighbors[count++] = j;
        }
      }
    }
  }
  first[n] = count;
}

function enlarged(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * list.length + 64);
  larger.set(list);
  return larger;
}

/** Counting sort of the particles' indices by cell; returns the number of cells along each axis. */
function sortIntoCells(lists: NeighborLists, { x, y, z, h }: ReferenceParticles): [number, number, number] {
  const n = x.length;
  const [xMin, xMax] = extent(x);
  const [yMin, yMax] = extent(y);
  const [zMin, zMax] = extent(z);
  let size = 2 * extent(h)[1];
  const along = (min: number, max: number) => Math.floor((max - min) / size) + 1;
  // A particle flying far away would need more cells than memory: coarser cells stay correct.
  while (along(xMin, xMax) * along(yMin, yMax) * along(zMin, zMax) > 8 * n + 64) size *= 2;
  const nx = along(xMin, xMax);
  const ny = along(yMin, yMax);
  const nz = along(zMin, zMax);

  if (lists.cellStart.length !== nx * ny * nz + 1) lists.cellStart = new Int32Array(nx * ny * nz + 1);
  const { cell, order, cellStart } = lists;
  cellStart.fill(0);
  for (let i = 0; i < n; i++) {
    const cx = Math.floor((x[i]! - xMin) / size);
    const cy = Math.floor((y[i]! - yMin) / size);
    const cz = Math.floor((z[i]! - zMin) / size);
    cell[i] = cx + nx * (cy + ny * cz);
    cellStart[cell[i]!]!++;
  }
  for (let c = 1; c < cellStart.length; c++) cellStart[c]! += cellStart[c - 1]!;
  for (let i = n - 1; i >= 0; i--) order[--cellStart[cell[i]!]!] = i;
  return [nx, ny, nz];
}

/** Smallest and largest value; [0, 0] without any. */
function extent(a: Float64Array): [number, number] {
  let min = a[0] ?? 0;
  let max = min;
  for (const v of a) {
    if (v < min) min = v;
    if (v > max) max = v;
  }
  return [min, max];
}
