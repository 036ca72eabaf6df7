// A column of an ideal liquid that collapses, by a method that has nothing in common with particles: the reference of V62. [card V62, X54]
// The flow is v = ∇φ with Δφ = 0. Points of the free surface move with the liquid, and there Dφ/Dt = ½v² − gy. Floor and wall are planes of
// symmetry: with their images nothing but the surface has panels. Each round of a Runge-Kutta step solves for the flow through the surface.
// Lengths are in units of the width a, times in √(a/g).

/** The free surface, from the wall down to the front: points and their potential. */
export interface Surface {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly phi: Float64Array;
}

/** What is seen at a time. */
export interface Sight {
  readonly time: number;
  /** Place of the front on the floor. */
  readonly front: number;
  /** Height of the liquid at the wall. */
  readonly height: number;
  /** Mean depth beside the wall, within `strip`. */
  readonly depth: number;
  readonly area: number;
  /** Kinetic and potential energy over ρ. */
  readonly energy: number;
}

/** Panels of the top, panels of the face, and the ratio of the first panel of the face to the last one, at the front. */
export interface Panels {
  readonly top: number;
  readonly face: number;
  readonly grading: number;
}

/** Steps between two smoothings. */
const SMOOTHED_EVERY = 4;

/** A column of 1 × `height` at rest; panels are finest at the front, where the speed at the start is infinite like a logarithm. */
export function columnAtRest({ top, face, grading }: Panels, height = 2): Surface {
  const n = top + face + 1,
    x = new Float64Array(n),
    y = new Float64Array(n);
  for (let k = 0; k <= top; k++) [x[k], y[k]] = [k / top, height];
  const ratio = grading ** (-1 / (face - 1)),
    whole = (1 - ratio ** face) / (1 - ratio);
  for (let k = 1; k <= face; k++)
    [x[top + k], y[top + k]] = [1, k < face ? height * (1 - (1 - ratio ** k) / (1 - ratio) / whole) : 0];
  return { x, y, phi: new Float64Array(n) };
}

/** Lets a column collapse; `watch` sees it at the start and after every step. */
export function collapse(surface: Surface, step: number, steps: number, strip: number, watch: (sight: Sight) => void) {
  watch(look(surface, 0, strip));
  for (let k = 1; k <= steps; k++) {
    advance(surface, step);
    if (k % SMOOTHED_EVERY === 0) smooth(surface);
    watch(look(surface, k * step, strip));
  }
}

/** One step of Runge and Kutta, of fourth order. */
export function advance(surface: Surface, dt: number): void {
  const k1 = rates(surface),
    k2 = rates(moved(surface, k1, dt / 2)),
    k3 = rates(moved(surface, k2, dt / 2)),
    k4 = rates(moved(surface, k3, dt));
  for (const field of ['x', 'y', 'phi'] as const)
    for (let k = 0; k < surface.x.length; k++)
      surface[field][k]! += (dt / 6) * (k1[field][k]! + 2 * k2[field][k]! + 2 * k3[field][k]! + k4[field][k]!);
}

/**
 * Takes out values that alternate from point to point, which the panels do not see: (−1, 4, 10, 4, −1)/16 leaves cubics as they are. Beyond wall and floor
 * stand the images.
 */
function smooth({ x, y, phi }: Surface): void {
  const last = x.length - 1;
  for (const [values, atWall, atFloor] of [
    [x, -1, 1],
    [y, 1, -1],
    [phi, 1, 1],
  ] as const) {
    const old = values.slice(),
      at = (k: number) => (k < 0 ? atWall * old[-k]! : k > last ? atFloor * old[2 * last - k]! : old[k]!);
    for (let k = 0; k <= last; k++) values[k] = (10 * at(k) + 4 * (at(k - 1) + at(k + 1)) - at(k - 2) - at(k + 2)) / 16;
  }
}

function moved(surface: Surface, rate: Surface, dt: number): Surface {
  const along = (field: keyof Surface) => surface[field].map((value, k) => value + dt * rate[field][k]!);
  return { x: along('x'), y: along('y'), phi: along('phi') };
}

/** Velocity of the points, and ½v² − gy. That of a point is between those of its two panels, at the ends that of the panel and its image. */
function rates(surface: Surface): Surface {
  const { x, y, phi } = surface,
    panels = panelsOf(surface),
    flow = flowThrough(surface),
    n = x.length,
    u = new Float64Array(n),
    v = new Float64Array(n),
    rate = new Float64Array(n);
  const velocity = ({ tx, ty, length }: Panel, k: number) => {
    const along = (phi[k + 1]! - phi[k]!) / length;
    return [along * tx - flow[k]! * ty, along * ty + flow[k]! * tx] as const;
  };
  for (let k = 0; k < n; k++) {
    const before = k > 0 ? velocity(panels[k - 1]!, k - 1) : undefined,
      after = k < n - 1 ? velocity(panels[k]!, k) : undefined;
    if (before && after) {
      const share = panels[k]!.length / (panels[k]!.length + panels[k - 1]!.length);
      u[k] = share * before[0] + (1 - share) * after[0];
      v[k] = share * before[1] + (1 - share) * after[1];
    } else if (after) v[k] = after[1];
    else u[k] = before![0];
    rate[k] = (u[k]! ** 2 + v[k]! ** 2) / 2 - y[k]!;
  }
  return { x: u, y: v, phi: rate };
}

interface Panel {
  readonly x: number;
  readonly y: number;
  /** Direction from its first to its second point; the liquid is on its right. */
  readonly tx: number;
  readonly ty: number;
  readonly length: number;
}

function panelsOf({ x, y }: Surface): Panel[] {
  return Array.from({ length: x.length - 1 }, (_, k) => {
    const dx = x[k + 1]! - x[k]!,
      dy = y[k + 1]! - y[k]!,
      length = Math.hypot(dx, dy);
    return { x: x[k]!, y: y[k]!, tx: dx / length, ty: dy / length, length };
  });
}

/**
 * Outward velocity of each panel, from Green's identity at the middle of each panel:
 * πφ = Σ (∂φ/∂n) ∫ −ln r ds + φ ∫ ∂ln r/∂n ds, over the panels and their three images. Both integrals are exact.
 */
export function flowThrough(surface: Surface): Float64Array {
  const panels = panelsOf(surface),
    n = panels.length,
    matrix = Array.from({ length: n }, () => new Float64Array(n)),
    right = new Float64Array(n);
  const potential = panels.map((_, k) => (surface.phi[k]! + surface.phi[k + 1]!) / 2);
  for (let i = 0; i < n; i++) {
    const { x, y, tx, ty, length } = panels[i]!,
      mx = x + (tx * length) / 2,
      my = y + (ty * length) / 2,
      row = matrix[i]!;
    let sum = Math.PI * potential[i]!;
    for (let j = 0; j < n; j++) {
      const panel = panels[j]!;
      let single = 0,
        double = 0;
      for (const px of [mx, -mx])
        for (const py of [my, -my]) {
          // The place (px, py) as seen from the panel: s along it from its start, h to the outer side.
          const s = (px - panel.x) * panel.tx + (py - panel.y) * panel.ty,
            h = (py - panel.y) * panel.tx - (px - panel.x) * panel.ty,
            near = s * s + h * h,
            far = (panel.length - s) ** 2 + h * h;
          const isOwn = i === j && px === mx && py === my,
            angle = isOwn ? 0 : Math.atan2(h * panel.length, h * h - s * (panel.length - s));
          single -= (s * Math.log(near) + (panel.length - s) * Math.log(far)) / 2 - panel.length + h * angle;
          double -= angle;
        }
      row[j] = single;
      sum -= potential[j]! * double;
    }
    right[i] = sum;
  }
  return solve(matrix, right);
}

/** Solves a full set of linear equations by elimination; both are overwritten. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(matrix[i]![k]!) > Math.abs(matrix[best]![k]!)) best = i;
    [matrix[k], matrix[best]] = [matrix[best]!, matrix[k]!];
    [right[k], right[best]] = [right[best]!, right[k]!];
    const pivot = matrix[k]!;
    for (let i = k + 1; i < n; i++) {
      const row = matrix[i]!,
        part = row[k]! / pivot[k]!;
      for (let j = k + 1; j < n; j++) row[j]! -= part * pivot[j]!;
      right[i]! -= part * right[k]!;
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    const row = matrix[k]!;
    let sum = right[k]!;
    for (let j = k + 1; j < n; j++) sum -= row[j]! * right[j]!;
    right[k] = sum / row[k]!;
  }
  return right;
}

/** What is seen of a surface. The kinetic energy is ½∮ φ ∂φ/∂n ds. */
function look(surface: Surface, time: number, strip: number): Sight {
  const { x, y, phi } = surface,
    n = x.length,
    flow = flowThrough(surface);
  let area = 0,
    beside = 0,
    energy = 0;
  for (let k = 0; k + 1 < n; k++) {
    const dx = x[k + 1]! - x[k]!,
      length = Math.hypot(dx, y[k + 1]! - y[k]!);
    area += (dx * (y[k]! + y[k + 1]!)) / 2;
    energy += (dx * (y[k]! ** 2 + y[k]! * y[k + 1]! + y[k + 1]! ** 2)) / 6;
    energy += (flow[k]! * length * (phi[k]! + phi[k + 1]!)) / 4;
    const cut = Math.min(1, Math.max(0, (strip - x[k]!) / dx));
    if (dx > 0) beside += cut * dx * (y[k]! + (cut / 2) * (y[k + 1]! - y[k]!));
  }
  return { time, front: x[n - 1]!, height: y[0]!, depth: beside / strip, area, energy };
}
