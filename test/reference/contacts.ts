// Two globules that touch, in plain double precision: friction, rolling resistance and restitution from the equations of ADR 33, and the
// scheme that moves them, "velocity first", with one step for all.

type Vec3 = [number, number, number];

const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (k: number, a: Vec3): Vec3 => [k * a[0], k * a[1], k * a[2]];
const minus = (a: Vec3, b: Vec3): Vec3 => add(a, times(-1, b));
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const length = (a: Vec3): number => Math.hypot(...a);
const atMost = (a: Vec3, most: number): Vec3 => (length(a) > most ? times(most / length(a), a) : a);
const ofLength = (a: Vec3, long: number): Vec3 => (length(a) > 0 ? times(long / length(a), a) : a);

/** A grain: center, velocity, angular velocity, mass, radius. */
export interface Grain {
  x: Vec3;
  v: Vec3;
  w: Vec3;
  readonly m: number;
  readonly r: number;
}

/** Of both grains: strength S (N) and damping k_d (kg/s) of the pair, μ, and the damper b of the restitution. */
export interface PairNumbers {
  readonly dimension: 2 | 3;
  readonly S: number;
  readonly kd: number;
  readonly mu: number;
  readonly b: number;
}

/** What two grains remember of their contact. */
export interface Springs {
  xi: Vec3;
  psi: Vec3;
}

/** Force on a, torques on a and b at a distance, and the springs after dt. */
export function contact(a: Grain, b: Grain, p: PairNumbers, springs: Springs, dt: number) {
  const d = minus(a.x, b.x),
    D = length(d),
    r0 = a.r + b.r,
    n = times(1 / D, d),
    none: Vec3 = [0, 0, 0];
  if (D >= r0) return { force: none, torqueA: none, torqueB: none, springs: { xi: none, psi: none } };
  const v = minus(a.v, b.v),
    vn = dot(v, n),
    q = r0 / D,
    s = 1 - 1 / (q * q),
    reduced = 1 / (1 / a.m + 1 / b.m),
    elastic = p.S * s * (q ** 4 - q ** 2),
    damped = -p.kd * s * vn,
    more = -p.b * Math.sqrt((2 * reduced * elastic) / (r0 - D)) * vn,
    normal = Math.max(0, elastic + damped + more); // dry grains never pull
  const [armA, armB] = [(D * a.r) / r0, (D * b.r) / r0],
    slide = minus(minus(v, times(vn, n)), cross(add(times(armA, a.w), times(armB, b.w)), n)),
    roll = minus(a.w, b.w),
    R = (2 * a.r * b.r) / r0,
    kt = (0.1 * p.S) / r0,
    kr = kt * R * R,
    inertia = p.dimension === 3 ? 0.4 : 0.5,
    turn = times(0.5 * dt, add(a.w, b.w));
  const turnedXi = add(springs.xi, cross(turn, springs.xi)),
    xiInPlane = ofLength(minus(turnedXi, times(dot(turnedXi, n), n)), length(springs.xi)),
    xi = atMost(add(xiInPlane, times(dt, slide)), (p.mu * normal) / kt),
    turnedPsi = ofLength(add(springs.psi, cross(turn, springs.psi)), length(springs.psi)),
    psi = atMost(add(turnedPsi, times(dt, roll)), (0.2 * p.mu * R * normal) / kr);
  const friction = atMost(add(times(-kt, xi), times(-0.15 * Math.sqrt(kt * reduced), slide)), p.mu * normal),
    drag = add(times(-kr, psi), times(-0.15 * Math.sqrt(kr * inertia * R * R * reduced), roll)),
    moment = atMost(drag, 0.2 * p.mu * R * normal);
  return {
    force: add(friction, times(normal, n)),
    torqueA: add(moment, times(-armA, cross(n, friction))),
    torqueB: add(times(-1, moment), times(-armB, cross(n, friction))),
    springs: { xi, psi },
  };
}

/** Moves two grains by so many steps of dt, from where velocities are known: half a kick first. */
export function collide(a: Grain, b: Grain, p: PairNumbers, dt: number, steps: number): Springs {
  let springs: Springs = { xi: [0, 0, 0], psi: [0, 0, 0] },
    { force, torqueA, torqueB } = contact(a, b, p, springs, 0);
  const inertia = p.dimension === 3 ? 0.4 : 0.5;
  for (let k = 0; k < steps; k++) {
    const time = k === 0 ? 0.5 * dt : dt;
    a.v = add(a.v, times(time / a.m, force));
    b.v = add(b.v, times(-time / b.m, force));
    a.w = add(a.w, times(time / (inertia * a.m * a.r * a.r), torqueA));
    b.w = add(b.w, times(time / (inertia * b.m * b.r * b.r), torqueB));
    a.x = add(a.x, times(dt, a.v));
    b.x = add(b.x, times(dt, b.v));
    ({ force, torqueA, torqueB, springs } = contact(a, b, p, springs, dt));
  }
  return springs;
}
