// Triangles for solids: flat sides get their own vertices, so that corners stay sharp; round ones share them. Normals point out.

import { BOX, CAPSULE, CYLINDER, MESH, SPHERE } from '../shapes/kinds.ts';
import { cosDegrees, sinDegrees, type Trigonometry, unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Solid } from '../shapes/solid.ts';
import { shadedMesh } from './shaded-mesh.ts';
import type { TriangleMesh } from './surface-mesh.ts';

/** Corners of a circle, and rings of a half circle from pole to pole: a sphere stands out of its polygon by 0.1 % of its radius. */
const SEGMENTS = 64;
const RINGS = 32;

/**
 * The surface of a box, sphere, capsule, cylinder or mesh where the solid says it lies: counterclockwise seen from outside, closed but for open meshes.
 * A plane has no end: see `quadMesh`.
 */
export function solidMesh(solid: Solid, trig: Trigonometry): TriangleMesh {
  if (solid.kind === MESH) return shadedMesh(solid);
  const build = new MeshBuilder();
  const { kind, vector, radius, halfLength, center, rotation: r } = solid;
  if (kind === BOX) {
    addBox(build, vector);
    const toWorld = (v: Vec3): Vec3 => [
      r[0]! * v[0] + r[1]! * v[1] + r[2]! * v[2],
      r[3]! * v[0] + r[4]! * v[1] + r[5]! * v[2],
      r[6]! * v[0] + r[7]! * v[1] + r[8]! * v[2],
    ];
    return build.mesh(center, toWorld);
  }
  const circle = circleOf(trig);
  if (kind === SPHERE) addRound(build, radius, 0, circle, trig);
  else if (kind === CAPSULE) addRound(build, radius, halfLength, circle, trig);
  else if (kind === CYLINDER) addCylinder(build, radius, halfLength, circle);
  const axis: Vec3 = kind === SPHERE ? [0, 1, 0] : vector;
  const [u, v] = perpendiculars(axis);
  return build.mesh(center, ([x, y, z]) => [
    x * u[0] + y * axis[0] + z * v[0],
    x * u[1] + y * axis[1] + z * v[1],
    x * u[2] + y * axis[2] + z * v[2],
  ]);
}

/** A square in the plane through `center` with the unit normal `normal`; `half` (m) is half its edge. */
export function quadMesh(center: Vec3, normal: Vec3, half: number): TriangleMesh {
  const [u, v] = perpendiculars(normal);
  const build = new MeshBuilder();
  addQuad(build, normal, [0, 0, 0], [u[0] * half, u[1] * half, u[2] * half], [v[0] * half, v[1] * half, v[2] * half]);
  return build.mesh(center, (p) => p);
}

/** Two unit vectors u, v that stand on a unit axis so that v × u = axis; along the coordinate axes where they can be. */
export function perpendiculars(axis: Vec3): readonly [Vec3, Vec3] {
  const [x, y, z] = axis;
  const u = Math.abs(x) > 0.9 ? unit([0 - y * x, 1 - y * y, 0 - y * z]) : unit([1 - x * x, 0 - x * y, 0 - x * z]);
  return [u, [u[1] * z - u[2] * y, u[2] * x - u[0] * z, u[0] * y - u[1] * x]];
}

class MeshBuilder {
  private readonly points: Vec3[] = [];
  private readonly normals: Vec3[] = [];
  private readonly elements: number[] = [];

  vertex(point: Vec3, normal: Vec3): number {
    this.normals.push(normal);
    return this.points.push(point) - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.elements.push(a, b, c);
  }

  /** The mesh, turned and then shifted. */
  mesh(center: Vec3, turn: (v: Vec3) => Vec3): TriangleMesh {
    const positions = new Float32Array(3 * this.points.length);
    const normals = new Float32Array(3 * this.points.length);
    for (let k = 0; k < this.points.length; k++) {
      const p = turn(this.points[k]!);
      const n = turn(this.normals[k]!);
      for (let a = 0; a < 3; a++) {
        positions[3 * k + a] = center[a]! + p[a]!;
        normals[3 * k + a] = n[a]!;
      }
    }
    return { positions, normals, elements: Uint32Array.from(this.elements) };
  }
}

/** The parallelogram center ± u ± v with v × u along its normal. */
function addQuad(build: MeshBuilder, normal: Vec3, center: Vec3, u: Vec3, v: Vec3): void {
  const corner = (s: number, t: number): number =>
    build.vertex(
      [center[0] + s * u[0] + t * v[0], center[1] + s * u[1] + t * v[1], center[2] + s * u[2] + t * v[2]],
      normal,
    );
  const [a, b, c, d] = [corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)];
  build.triangle(a, b, c);
  build.triangle(a, c, d);
}

function addBox(build: MeshBuilder, half: Vec3): void {
  for (let axis = 0; axis < 3; axis++) {
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [-1, 1]) {
      const along = (n: number, length: number): Vec3 => {
        const v: [number, number, number] = [0, 0, 0];
        v[n] = length;
        return v;
      };
      const normal = along(axis, side);
      const center = along(axis, side * half[axis]!);
      addQuad(build, normal, center, along(j, side * half[j]!), along(i, half[i]!));
    }
  }
}

/** Cosines and sines of the corners of the circle; the last corner is the first. */
function circleOf(trig: Trigonometry): readonly (readonly [number, number])[] {
  return Array.from({ length: SEGMENTS + 1 }, (_, k) => {
    const degrees = (360 * (k % SEGMENTS)) / SEGMENTS;
    return [cosDegrees(degrees, trig), sinDegrees(degrees, trig)] as const;
  });
}

type Circle = ReturnType<typeof circleOf>;

/** A sphere around the origin, or one whose halves are apart by twice `halfLength` along y. */
function addRound(build: MeshBuilder, radius: number, halfLength: number, circle: Circle, trig: Trigonometry): void {
  const rows: number[][] = [];
  const addRow = (ring: number, shift: number): void => {
    const degrees = (180 * ring) / RINGS;
    const [c, s] = [cosDegrees(degrees, trig), sinDegrees(degrees, trig)];
    rows.push(
      circle.slice(0, SEGMENTS).map(([x, z]) => {
        const normal: Vec3 = [s * x, c, s * z];
        return build.vertex([radius * normal[0], radius * c + shift, radius * normal[2]], normal);
      }),
    );
  };
  for (let ring = 0; ring <= RINGS / 2; ring++) addRow(ring, halfLength);
  for (let ring = RINGS / 2 + (halfLength > 0 ? 0 : 1); ring <= RINGS; ring++) addRow(ring, 0 - halfLength);
  for (let row = 1; row < rows.length; row++) {
    const [above, below] = [rows[row - 1]!, rows[row]!];
    for (let k = 0; k < SEGMENTS; k++) {
      const next = (k + 1) % SEGMENTS;
      if (row > 1) build.triangle(above[k]!, above[next]!, below[next]!);
      if (row < rows.length - 1) build.triangle(above[k]!, below[next]!, below[k]!);
    }
  }
}

function addCylinder(build: MeshBuilder, radius: number, halfLength: number, circle: Circle): void {
  for (const side of [-1, 1]) {
    const middle = build.vertex([0, side * halfLength, 0], [0, side, 0]);
    const rim = circle
      .slice(0, SEGMENTS)
      .map(([x, z]) => build.vertex([radius * x, side * halfLength, radius * z], [0, side, 0]));
    for (let k = 0; k < SEGMENTS; k++) {
      const [a, b] = [rim[k]!, rim[(k + 1) % SEGMENTS]!];
      if (side > 0) build.triangle(middle, b, a);
      else build.triangle(middle, a, b);
    }
  }
  const edge = (side: number): number[] =>
    circle.slice(0, SEGMENTS).map(([x, z]) => build.vertex([radius * x, side * halfLength, radius * z], [x, 0, z]));
  const [top, bottom] = [edge(1), edge(-1)];
  for (let k = 0; k < SEGMENTS; k++) {
    const next = (k + 1) % SEGMENTS;
    build.triangle(top[k]!, top[next]!, bottom[next]!);
    build.triangle(top[k]!, bottom[next]!, bottom[k]!);
  }
}
