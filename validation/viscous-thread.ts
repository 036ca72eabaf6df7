// A thread of a viscous liquid that falls on a plate, as a chain that stretches (3μA), bends (3μI) and twists (2μI), with inertia and weight:
// the theory of thin ropes, in time. It shares nothing with the particles whose coils it is compared with. See honey-coil.
// Each segment keeps its volume. A step solves for the velocities of the points and the spins of the segments at its end; points that reach
// the plate stay there, those above the nozzle come down with the speed of the flow.

export interface Nozzle {
  /** Height of the nozzle above the plate, m. */
  readonly height: number;
  /** Volume per time, m³/s. */
  readonly flow: number;
  /** Speed of the thread at the nozzle, m/s. */
  readonly speed: number;
  /** ν, m²/s. */
  readonly viscosity: number;
  readonly gravity: number;
}

export interface Chain {
  /** Length of a segment when it leaves the nozzle, m. */
  readonly segment: number;
  /** s */
  readonly step: number;
  /** How far points leave the nozzle beside its axis, m, so that the thread can buckle and turn. */
  readonly jitter: number;
}

export type Vector = [number, number, number];
export interface Point {
  x: Vector;
  v: Vector;
  /** Lies on the plate. */
  rests: boolean;
}

const sub = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const scale = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k, a[2] * k];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Unknowns of a point: its velocity, and the spin of the segment above it. */
const UNKNOWNS = 4;
/** Entries of a row beside the diagonal: those of two points and a spin further on. */
const BAND = 3 * UNKNOWNS - 1;
/** Holds a velocity: so many times as stiff as anything else. */
const HELD = 1e9;
/** What a free spin has beside what its neighbors do to it: a chain that ends freely may spin. */
const LOOSE = 1e-18;
/** Points on the plate that are kept: they hold place and direction of the thread. */
const RESTING = 4;

export class ViscousThread {
  /** From the plate up. */
  readonly points: Point[] = [];
  /** Volume of the segment above each point but the last, m³. */
  private readonly volumes: number[] = [];
  private readonly nozzle: Nozzle;
  private readonly chain: Chain;
  private born = 0;
  time = 0;

  constructor(nozzle: Nozzle, chain: Chain) {
    this.nozzle = nozzle;
    this.chain = chain;
    const volume = (chain.segment * nozzle.flow) / nozzle.speed;
    for (let k = 0; k < 4; k++) {
      this.points.push({
        x: this.beside(nozzle.height + (k - 1) * chain.segment),
        v: [0, -nozzle.speed, 0],
        rests: false,
      });
      if (k > 0) this.volumes.push(volume);
    }
  }

  /** A place at a height, a little beside the axis: multiples of two irrational numbers are as good as dice. */
  private beside(y: number): Vector {
    const part = (k: number) => this.chain.jitter * (2 * ((this.born * k) % 1) - 1);
    this.born++;
    return [part(0.6180339887), y, part(0.4142135624)];
  }

  /** One step; forces are those of velocities at its end, which a solve finds. */
  advance(): void {
    const { step } = this.chain,
      { viscosity, gravity, speed } = this.nozzle,
      heldAt = (point: Point): Vector | undefined =>
        point.rests ? [0, 0, 0] : this.isInside(point) ? [0, -speed, 0] : undefined,
      velocities = velocitiesOf(this.points, this.volumes, { viscosity, gravity, step, heldAt });
    this.points.forEach((point, k) => {
      point.v = velocities[k]!;
      if (point.rests) return;
      point.x = add(point.x, scale(point.v, step));
      if (point.x[1] <= 0) {
        point.x[1] = 0;
        point.v = [0, 0, 0];
        point.rests = true;
      }
    });
    const gone = this.points.findLastIndex(({ rests }) => rests) - RESTING;
    if (gone > 0) {
      this.points.splice(0, gone);
      this.volumes.splice(0, gone);
    }
    const top = this.points.at(-1)!;
    if (top.x[1] < this.nozzle.height + this.chain.segment) {
      this.points.push({ x: this.beside(top.x[1] + this.chain.segment), v: [0, -this.nozzle.speed, 0], rests: false });
      this.volumes.push((this.chain.segment * this.nozzle.flow) / this.nozzle.speed);
    }
    this.time += step;
  }

  /** Whether a point is in the nozzle. */
  private isInside({ x }: Point): boolean {
    return x[1] > this.nozzle.height;
  }
}

/** What acts on a chain, and which points are not free. */
export interface Step {
  readonly viscosity: number;
  readonly gravity: number;
  /** s */
  readonly step: number;
  /** The velocity that a point is held at, m/s. */
  readonly heldAt: (point: Point) => Vector | undefined;
}

/**
 * Velocities at the end of a step: (m/dt + C) v = m (v/dt + g), C of the dissipation Σ ½ w (r·u)². The density is 1.
 * @param volumes of the segment above each point but the last, m³
 */
export function velocitiesOf(
  points: readonly Point[],
  volumes: readonly number[],
  { viscosity, gravity, step, heldAt }: Step,
): Vector[] {
  const matrix = new BandMatrix(UNKNOWNS * points.length, BAND),
    right = new Float64Array(UNKNOWNS * points.length),
    arms = points.slice(1).map((point, k) => sub(point.x, points[k]!.x)),
    lengths = arms.map((arm) => Math.sqrt(dot(arm, arm))),
    tangents = arms.map((arm, k) => scale(arm, 1 / lengths[k]!)),
    areas = volumes.map((volume, k) => volume / lengths[k]!);
  points.forEach((point, k) => {
    const mass = ((volumes[k - 1] ?? 0) + (volumes[k] ?? 0)) / 2,
      held = heldAt(point),
      weight = held ? HELD * mass : mass / step,
      wanted = held ?? sub(point.v, [0, gravity * step, 0]),
      next = points[k + 1];
    for (let a = 0; a < 3; a++) {
      matrix.add(UNKNOWNS * k + a, UNKNOWNS * k + a, weight);
      right[UNKNOWNS * k + a] = weight * wanted[a]!;
    }
    matrix.add(UNKNOWNS * k + 3, UNKNOWNS * k + 3, !next || (held && heldAt(next)) ? 1 : LOOSE);
  });
  for (let e = 0; e < arms.length; e++) {
    matrix.addSquare((3 * viscosity * areas[e]!) / lengths[e]!, stretching(e, tangents[e]!));
    if (e === 0) continue;
    const moment = (areas[e - 1]! + areas[e]!) ** 2 / (16 * Math.PI), // πa⁴/4
      stiff = (2 * viscosity * moment) / (lengths[e - 1]! + lengths[e]!);
    for (const [axis, factor] of frameOf(add(tangents[e - 1]!, tangents[e]!)))
      matrix.addSquare(factor * stiff, turning(e, axis, tangents, lengths));
  }
  const u = matrix.solve(right);
  return points.map((_, k) => [u[UNKNOWNS * k]!, u[UNKNOWNS * k + 1]!, u[UNKNOWNS * k + 2]!]);
}

type Row = readonly (readonly [unknown: number, factor: number])[];

/** t·(v′ − v) of segment e. */
function stretching(e: number, t: Vector): Row {
  return [0, 1, 2].flatMap((a) => [[UNKNOWNS * (e + 1) + a, t[a]!] as const, [UNKNOWNS * e + a, -t[a]!] as const]);
}

/** The part along `axis` of the rotation of segment e against the one before; that of a segment is t × (v′ − v)/ℓ and its spin along t. */
function turning(e: number, axis: Vector, tangents: readonly Vector[], lengths: readonly number[]): Row {
  return [[e, 1] as const, [e - 1, -1] as const].flatMap(([k, sign]) => {
    const arm = scale(cross(axis, tangents[k]!), sign / lengths[k]!); // axis·(t × w) = (axis × t)·w
    return [
      ...[0, 1, 2].flatMap((a) => [[UNKNOWNS * (k + 1) + a, arm[a]!] as const, [UNKNOWNS * k + a, -arm[a]!] as const]),
      [UNKNOWNS * k + 3, sign * dot(axis, tangents[k]!)] as const,
    ];
  });
}

/** Axes along a direction and across it, with what a turn about them resists over μI: 2 for twist, 3 for bending. */
function frameOf(direction: Vector): (readonly [Vector, number])[] {
  const along = scale(direction, 1 / Math.sqrt(dot(direction, direction))),
    least = along.map(Math.abs).indexOf(Math.min(...along.map(Math.abs))),
    other = cross(along, [0, 1, 2].map((a) => Number(a === least)) as Vector),
    first = scale(other, 1 / Math.sqrt(dot(other, other)));
  return [
    [along, 2],
    [first, 3],
    [cross(along, first), 3],
  ];
}

/** A symmetric matrix with entries near its diagonal, and its solution by L D Lᵀ. */
class BandMatrix {
  private readonly size: number;
  private readonly band: number;
  private readonly rows: Float64Array;

  constructor(size: number, band: number) {
    this.size = size;
    this.band = band;
    this.rows = new Float64Array(size * (band + 1));
  }

  /** Adds to an entry below or on the diagonal. */
  add(row: number, column: number, value: number): void {
    this.rows[row * (this.band + 1) + row - column]! += value;
  }

  /** Adds w r rᵀ. */
  addSquare(weight: number, row: Row): void {
    for (const [i, a] of row) for (const [j, b] of row) if (i >= j) this.add(i, j, weight * a * b);
  }

  solve(right: Float64Array): Float64Array {
    const { size, band, rows } = this,
      width = band + 1;
    for (let i = 0; i < size; i++) {
      const from = Math.max(0, i - band);
      for (let j = from; j <= i; j++) {
        let sum = rows[i * width + i - j]!;
        for (let k = Math.max(from, j - band); k < j; k++)
          sum -= rows[i * width + i - k]! * rows[j * width + j - k]! * rows[k * width]!;
        rows[i * width + i - j] = j < i ? sum / rows[j * width]! : sum;
      }
      for (let k = from; k < i; k++) right[i]! -= rows[i * width + i - k]! * right[k]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      right[i]! /= rows[i * width]!;
      for (let k = i + 1; k <= Math.min(size - 1, i + band); k++) right[i]! -= rows[k * width + k - i]! * right[k]!;
    }
    return right;
  }
}
