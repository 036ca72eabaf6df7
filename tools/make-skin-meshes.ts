// Writes the fine meshes that bodies and props of the gallery wear, each into the folder of its scene: boxes with round edges, turned profiles,
// a blade and signs. Textures are painted by rules. The same files come out again. Run with `tsx tools/make-skin-meshes.ts [file…]`.

import { writeFileSync } from 'node:fs';
import { encodePng } from '../src/render/png.ts';

type Point = readonly [x: number, y: number, z: number];
type Uv = readonly [u: number, v: number];

class Mesh {
  readonly points: Point[] = [];
  /** Colors of the points, if they have any. */
  readonly colors: Point[] = [];
  readonly uvs: Uv[] = [];
  readonly #known = new Map<string, number>();
  /** Corners, counterclockwise as seen from outside: points, and texture coordinates where there are any. */
  readonly faces: (readonly (readonly [point: number, uv?: number])[])[] = [];

  add(point: Point): number {
    return this.points.push(point) - 1;
  }

  paint(uv: Uv): number {
    const key = uv.map((x) => x.toFixed(5)).join(' '),
      number = this.#known.get(key) ?? this.uvs.push(uv) - 1;
    this.#known.set(key, number);
    return number;
  }

  text(name: string): string {
    const number = (x: number): number => Number(x.toFixed(5)) + 0;
    return [
      `# ${name}: made by tools/make-skin-meshes.ts`,
      ...this.points.map((p, k) => `v ${[...p, ...(this.colors[k] ?? [])].map(number).join(' ')}`),
      ...this.uvs.map((p) => `vt ${p.map(number).join(' ')}`),
      ...this.faces.map((f) => `f ${f.map(([p, t]) => (t === undefined ? p + 1 : `${p + 1}/${t + 1}`)).join(' ')}`),
      '',
    ].join('\n');
  }
}

/** A box with round edges, m, whose sides are divided into cells; texture coordinates are those of a picture that is laid on every side, one `tile` (m) wide. */
function box(min: Point, max: Point, cells: Point, round: number, tile?: number): Mesh {
  const mesh = new Mesh(),
    known = new Map<string, number>();
  const vertexAt = (place: readonly number[]): number => {
    const key = place.join(' '),
      found = known.get(key);
    if (found !== undefined) return found;
    const at = place.map((k, a) => min[a]! + ((max[a]! - min[a]!) * k) / cells[a]!),
      core = at.map((x, a) => Math.min(Math.max(x, min[a]! + round), max[a]! - round)),
      off = at.map((x, a) => x - core[a]!),
      length = Math.hypot(...off),
      moved = core.map((x, a) => x + (length > 0 ? (round * off[a]!) / length : 0));
    known.set(key, mesh.points.length);
    return mesh.add(moved as unknown as Point);
  };
  for (let axis = 0; axis < 3; axis++) {
    const [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [0, cells[axis]!]) {
      for (let i = 0; i < cells[first]!; i++) {
        for (let j = 0; j < cells[second]!; j++) {
          const corner = (di: number, dj: number): readonly [number, number?] => {
            const place = [0, 0, 0];
            place[axis] = side;
            place[first] = i + di;
            place[second] = j + dj;
            const point = vertexAt(place);
            if (tile === undefined) return [point];
            const [x, y] = [mesh.points[point]![first]!, mesh.points[point]![second]!];
            return [point, mesh.paint([x / tile + 0.37 * axis, y / tile])];
          };
          const around = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          mesh.faces.push(side === 0 ? around.reverse() : around);
        }
      }
    }
  }
  return mesh;
}

/** Turns a closed profile of (radius, height), counterclockwise with the radius to the right, about the y axis. The texture goes around, its height is `paint` of each point. */
function turned(profile: readonly Uv[], sides: number, paint?: readonly number[]): Mesh {
  const mesh = new Mesh(),
    n = profile.length;
  const poles = profile.map(([r, y]) => (r === 0 ? mesh.add([0, y, 0]) : -1));
  const at = Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    return profile.map(([r, y], i) => (poles[i]! < 0 ? mesh.add([r * Math.cos(angle), y, -r * Math.sin(angle)]) : poles[i]!));
  });
  const corner = (k: number, i: number): readonly [number, number?] => {
    const point = at[k % sides]![i % n]!;
    return paint ? [point, mesh.paint([k / sides, paint[i % n]!])] : [point];
  };
  for (let k = 0; k < sides; k++) {
    for (let i = 0; i < n; i++) {
      const around = [corner(k, i), corner(k + 1, i), corner(k + 1, i + 1), corner(k, i + 1)];
      const apart = around.filter(([p], m) => p !== around[(m + 1) % 4]![0]);
      if (apart.length > 2) mesh.faces.push(apart);
    }
  }
  return mesh;
}

/** A ring about the y axis. */
function torus(radius: number, thickness: number, height: number): Mesh {
  const profile = Array.from({ length: 14 }, (_, i): Uv => {
    const angle = (2 * Math.PI * i) / 14;
    return [radius + thickness * Math.cos(angle), height + thickness * Math.sin(angle)];
  });
  return turned(profile, 48);
}

/** A tin: a thin wall with ribs and a rolled rim, m. */
function tin(radius: number, height: number, wall: number): Mesh {
  const low = 0.002,
    outside: Uv[] = [],
    inside: Uv[] = [];
  const steps = 50;
  for (let i = 0; i <= steps; i++) {
    const y = low + ((height - low) * i) / steps,
      part = i / steps;
    const ribs = part > 0.36 && part < 0.66 ? 0.0007 * Math.cos((part - 0.36) * (2 * Math.PI) / 0.06) - 0.0007 : 0;
    const rim = 0.0018 * Math.max(0, 1 - Math.abs(part - 0.975) / 0.025) ** 0.5 + 0.0014 * Math.max(0, 1 - Math.abs(part - 0.02) / 0.02) ** 0.5;
    outside.push([radius + ribs + rim, y]);
    if (y >= low + wall) inside.push([radius + ribs - wall, y]);
  }
  const floor = [0.25, 0.5, 0.75].map((part): Uv => [part * radius, low]),
    bed = floor.map(([r]): Uv => [r, low + wall]),
    below: Uv[] = [[0, low], ...floor],
    within: Uv[] = [...inside.reverse(), ...bed.reverse(), [0, low + wall]];
  const paint = [...below.map(() => 0), ...outside.map(([, y]) => y / height), ...within.map(() => 0)];
  return turned([...below, ...outside, ...within], 48, paint);
}

/** A turned part, all in one color, moved and put beside the others. */
function put(mesh: Mesh, part: Mesh, color: Point, move: (point: Point) => Point = (point) => point): void {
  const first = mesh.points.length;
  for (const point of part.points) {
    mesh.add(move(point));
    mesh.colors.push(color);
  }
  for (const face of part.faces) mesh.faces.push(face.map(([corner]) => [first + corner]));
}

/** A ball, flattened. */
function ball([x, y, z]: Point, radius: number, height: number, sides: number): Mesh {
  const steps = sides / 2;
  const profile = Array.from({ length: steps + 1 }, (_, i): Uv => {
    const angle = (Math.PI * i) / steps;
    return [i % steps === 0 ? 0 : radius * Math.sin(angle), -height * Math.cos(angle)];
  });
  const mesh = new Mesh();
  put(mesh, turned(profile, sides), [1, 1, 1], ([a, b, c]) => [x + a, y + b, z + c]);
  return mesh;
}

/** A snowman of three balls with a face and buttons of coal, and a carrot for a nose: it looks along z. */
function snowman(): Mesh {
  const mesh = new Mesh(),
    snow: Point = [0.95, 0.97, 1],
    coal: Point = [0.05, 0.05, 0.06];
  for (const [y, r] of [[0.235, 0.26], [0.56, 0.19], [0.81, 0.13]] as const) put(mesh, ball([0, y, 0], r, r === 0.26 ? 0.25 : r, 40), snow);
  const stud = (height: number, x: number, center: number, radius: number, size: number): void => {
    const z = Math.sqrt(Math.max(0, radius * radius - x * x - (height - center) ** 2));
    put(mesh, ball([x, height, z], size, size, 10), coal);
  };
  for (const x of [-0.045, 0.045]) stud(0.845, x, 0.81, 0.13, 0.016);
  for (const k of [-2, -1, 0, 1, 2]) stud(0.757 + 0.005 * k * k, 0.024 * k, 0.81, 0.13, 0.009);
  for (const y of [0.5, 0.57, 0.64]) stud(y, 0, 0.56, 0.19, 0.018);
  const carrot = turned([[0, -0.02], [0.024, -0.02], [0.022, 0.02], [0.015, 0.05], [0.007, 0.075], [0, 0.08]], 14);
  put(mesh, carrot, [0.95, 0.42, 0.08], ([x, y, z]) => [x, 0.81 + z, 0.11 + y]);
  return mesh;
}

/** A hat with a red band. */
function hat(): Mesh {
  const mesh = new Mesh(),
    felt: Point = [0.06, 0.06, 0.075];
  put(mesh, turned([[0.11, 0.885], [0.18, 0.885], [0.2, 0.89], [0.2, 0.902], [0.19, 0.91], [0.11, 0.91]], 64), felt);
  put(mesh, turned([[0.11, 0.9], [0.13, 0.9], [0.13, 1], [0.134, 1.09], [0.13, 1.11], [0, 1.11]], 64), felt);
  put(mesh, turned([[0.12, 0.912], [0.134, 0.912], [0.134, 0.955], [0.12, 0.955]], 64), [0.75, 0.06, 0.07]);
  return mesh;
}

/** A knife: a flat blade whose edge points down, m. */
function blade(width: number, height: number, depth: number, edge: number): Mesh {
  const mesh = new Mesh(),
    section = [[0, 0], [width / 2, edge], [width / 2, height], [-width / 2, height], [-width / 2, edge]];
  for (const z of [depth / 2, -depth / 2]) for (const [x, y] of section) mesh.add([x!, y!, z]);
  mesh.faces.push([0, 1, 2, 3, 4].map((i) => [i]), [9, 8, 7, 6, 5].map((i) => [i]));
  for (let i = 0; i < 5; i++) mesh.faces.push([[i], [i + 5], [((i + 1) % 5) + 5], [(i + 1) % 5]]);
  return mesh;
}

/** Strokes of signs on a grid 4 wide and 6 high: from corner to corner. */
const SIGNS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  J: [[2, 0, 3, 6], [0, 0, 3, 1], [0, 0, 1, 2]],
  '=': [[0, 1.6, 3, 2.5], [0, 3.6, 3, 4.5]],
  '0': [[0, 0, 1, 6], [2.2, 0, 3.2, 6], [0, 0, 3.2, 1], [0, 5, 3.2, 6]],
  '1': [[1, 0, 2, 6], [0.2, 4.4, 1.2, 5.4]],
  '2': [[0, 5, 3.2, 6], [2.2, 2.5, 3.2, 6], [0, 2.5, 3.2, 3.5], [0, 0, 1, 3.5], [0, 0, 3.2, 1]],
  '5': [[0, 5, 3.2, 6], [0, 2.5, 1, 6], [0, 2.5, 3.2, 3.5], [2.2, 0, 3.2, 3.5], [0, 0, 3.2, 1]],
};

/** Words of upright letters, each around a place, m. */
function words(all: readonly (readonly [text: string, x: number, z: number])[], size: number): Mesh {
  const mesh = new Mesh();
  for (const [text, x, z] of all) {
    const width = [...text].reduce((sum, sign) => sum + advance(sign), 0) - 0.8;
    let left = -width / 2;
    for (const sign of text) {
      for (const [k, [x0, y0, x1, y1]] of (SIGNS[sign] ?? []).entries()) {
        const more = 0.02 * k; // strokes share no edge
        slab(mesh, [x + (left + x0! - more) * size, (y0! - more) * size, z - more * size], [x + (left + x1! + more) * size, (y1! + more) * size, z + (1 + more) * size]);
      }
      left += advance(sign);
    }
  }
  return mesh;
}

const advance = (sign: string): number => (sign === ' ' ? 1.2 : sign === '1' ? 2.8 : 4);

function slab(mesh: Mesh, min: Point, max: Point): void {
  const first = mesh.points.length;
  for (const z of [min[2], max[2]]) for (const y of [min[1], max[1]]) for (const x of [min[0], max[0]]) mesh.add([x, y, z]);
  for (const face of [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]) {
    mesh.faces.push(face.map((v) => [first + v]));
  }
}

/** A number from 0 to 1 for a number. */
function noise(k: number): number {
  let h = Math.imul(k + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

type Paint = (u: number, v: number) => Point;

/** A picture of a side of pixels; (0, 0) is its lower left corner. */
function picture(width: number, height: number, paint: Paint): Uint8Array {
  const pixels = new Uint8Array(4 * width * height).fill(255);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const color = paint((column + 0.5) / width, 1 - (row + 0.5) / height);
      pixels.set(
        color.map((c) => Math.round(255 * c)),
        4 * (width * row + column),
      );
    }
  }
  return encodePng({ width, height, pixels });
}

const mix = (a: Point, b: Point, part: number): Point => [0, 1, 2].map((k) => a[k]! + (b[k]! - a[k]!) * part) as unknown as Point;
const step = (from: number, to: number, x: number): number => {
  const t = Math.min(Math.max((x - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
};

/** Round pores of all sizes, dark inside, with a bright lip; they go on beyond the edges. */
function pores(): Paint {
  const all = Array.from({ length: 420 }, (_, k) => ({
    x: noise(4 * k),
    y: noise(4 * k + 1),
    radius: 0.006 + 0.034 * noise(4 * k + 2) ** 4,
    flat: 0.6 + 0.4 * noise(4 * k + 3),
  }));
  const apart = (a: number, b: number): number => a - b - Math.round(a - b);
  return (u, v) => {
    let shade = 0;
    for (const { x, y, radius, flat } of all) {
      const d = Math.hypot(apart(u, x), apart(v, y) / flat) / radius;
      shade = Math.max(shade, 1 - step(0.65, 1.05, d));
    }
    return mix([0.93, 0.72, 0.2], [0.3, 0.17, 0.02], shade);
  };
}

/** The label of a tin: red above, cream below, a golden seal; bare metal at both ends. */
const label: Paint = (u, v) => {
  const metal: Point = [0.8, 0.81, 0.83],
    gold: Point = [0.95, 0.74, 0.25];
  if (v < 0.07 || v > 0.93) return metal;
  if (Math.abs(v - 0.5) < 0.012 || Math.abs(v - 0.5) > 0.415) return gold;
  const seal = Math.hypot(((4 * u) % 1) - 0.5, (v - 0.5) * 1.7);
  if (seal < 0.27) return seal > 0.235 || seal < 0.05 ? [0.7, 0.12, 0.1] : gold;
  return v > 0.5 ? [0.78, 0.08, 0.08] : [0.95, 0.92, 0.84];
};

const FILES: Readonly<Record<string, () => Mesh | Uint8Array>> = {
  'ball-through-ring/ring.obj': () => torus(0.0575, 0.0085, 0.2),
  'body-cut/blade.obj': () => blade(0.09, 1.2, 1.5, 0.3),
  'cantilever/beam.obj': () => box([0, 0.3, 0], [0.5, 0.36, 0.06], [40, 6, 6], 0.004),
  'globule-solid/bar.obj': () => box([-0.375, 1, -0.18], [0.375, 1.22, 0.18], [24, 8, 12], 0.025),
  'jump-numbers/signs.obj': () => words([['J = 2', -0.42, 0.24], ['J = 15', 0, 0.24], ['J = 150', 0.36, 0.24]], 0.009),
  'snowman/face.obj': snowman,
  'snowman/felt.obj': hat,
  'sponge-100k/block.obj': () => box([-0.3, 0.003, -0.3], [0.3, 0.303, 0.3], [24, 12, 24], 0.015, 0.3),
  'sponge-100k/pores.png': () => picture(320, 320, pores()),
  'tin-can/label.png': () => picture(1536, 768, label),
  'tin-can/tin.obj': () => tin(0.045, 0.12, 0.0012),
  'twisted-bar/bar.obj': () => box([-0.25, -0.04, -0.04], [0.25, 0.04, 0.04], [50, 8, 8], 0.006),
};

const wanted = process.argv.slice(2);
for (const [file, make] of Object.entries(FILES)) {
  if (wanted.length > 0 && !wanted.includes(file)) continue;
  const made = make();
  writeFileSync(new URL(`../scenes/${file}`, import.meta.url), made instanceof Mesh ? made.text(file) : made);
}
