// Binds a mesh to the particles of a body in their places at the start. The result is linear in the displacements u of the particles:
//   x' = x + Σ W_i u_i,   F a = a + Σ (∇W_i·a) u_i
// for both ways to follow of AW09 §7.2, so that all that uses a skin is the same for both. Cost: some 20 µs per vertex, once.

import { problem, ThixoError } from '../problem.ts';
import type { Solid } from '../shapes/solid.ts';
import { LocalFit } from './local-fit.ts';
import { type NearestParticles, nearestParticles } from './nearest-particles.ts';
import { ParticleFollower } from './particle-follower.ts';
import type { SkinMesh } from './skin-mesh.ts';
import { spacingOf } from './spacing.ts';

/** How a skin is bound. */
export interface BindOptions {
  /**
   * `field`: the skin moves as the displacement field of the particles does, x' = x + Σ Φ_i(x) u_i. `particles`: every vertex goes with the
   * linear motion of the particles near it. Default `field`. [AW09 eq. 67, 68]
   */
  readonly follow?: 'field' | 'particles' | undefined;
  /** `exact`: normals by cof(F), right for any deformation; `cheap`: F n, right for rotations only. Default `exact`. [card X31] */
  readonly normals?: 'exact' | 'cheap' | undefined;
  /** The shape that the particles fill: distances are then measured within it. Default: in space. */
  readonly solid?: Solid | undefined;
  /** Vertices may be anywhere. Default: each must be within two spacings of a particle. */
  readonly isLoose?: boolean | undefined;
  /** Where the skin stands in the scene, for problems. */
  readonly pointer?: string | undefined;
}

/** A skin with the weights of the particles that it follows. Weights of vertex v are those from `starts[v]` up to `starts[v + 1]`. */
export interface BoundSkin {
  readonly mesh: SkinMesh;
  /** Particles of the body. */
  readonly particleCount: number;
  /** Where they were, x, y, z, m. */
  readonly reference: Float64Array;
  readonly normals: 'exact' | 'cheap';
  readonly starts: Uint32Array;
  /** Which particle. */
  readonly particles: Uint32Array;
  /** W of each; those of a vertex add up to 1. */
  readonly values: Float64Array;
  /** ∇W·a and ∇W·b of each, 1/m; b is of no use to cheap normals. */
  readonly slopes: Float64Array;
  /** a and b of every vertex, six numbers: unit vectors with a × b = n; for cheap normals a = n. */
  readonly directions: Float64Array;
  /** The particle that counts most at each vertex. */
  readonly main: Uint32Array;
  /** Vertices at which the particles know only part of a linear field, because they lie in a plane or on a line. */
  readonly flatCount: number;
}

/** Particles that the field at a vertex is made of. */
export const FIELD_PARTICLES = 16;
/** How far a vertex may be from the nearest particle, over their spacing. */
export const FARTHEST = 2;

/**
 * Binds a skin to particles. Throws SKIN_OFF_BODY if the skin leaves them.
 * @example const skin = bindSkin(mesh, particles, { follow: 'field' }); deformSkin(skin, world.fields.position, out);
 */
export function bindSkin(mesh: SkinMesh, reference: Float64Array, options: BindOptions = {}): BoundSkin {
  const { follow = 'field', normals = 'exact', solid, isLoose = false, pointer = '' } = options,
    vertexCount = mesh.positions.length / 3;
  requireParticles(reference, pointer);
  const spacing = spacingOf(reference),
    near = nearestParticles(reference, solid, spacing),
    rows = new Rows(vertexCount);
  if (!isLoose) requireOnBody(mesh, near, spacing, pointer);
  const fit = new LocalFit(),
    follower = follow === 'particles' ? new ParticleFollower(reference, near) : undefined,
    directions = directionsOf(mesh.normals, normals);
  for (let v = 0; v < vertexCount; v++) {
    const place = mesh.positions.subarray(3 * v, 3 * v + 3);
    const found =
      follower?.at(place) ??
      fit.at(reference, near(place[0]!, place[1]!, place[2]!, FIELD_PARTICLES + 1), FIELD_PARTICLES, place);
    rows.add(v, found, directions);
  }
  return { mesh, particleCount: reference.length / 3, reference, normals, directions, ...rows.taken() };
}

/** The weights of a vertex with the gradients of each. */
interface VertexWeights {
  readonly particles: readonly number[];
  readonly values: Float64Array;
  readonly gradients: Float64Array;
  readonly order: 0 | 1;
}

/** The lists of all vertices, one after another. */
class Rows {
  readonly #starts: Uint32Array;
  readonly #main: Uint32Array;
  #particles = new Uint32Array(1024);
  #values = new Float64Array(1024);
  #slopes = new Float64Array(2048);
  #length = 0;
  #flat = 0;

  constructor(vertices: number) {
    this.#starts = new Uint32Array(vertices + 1);
    this.#main = new Uint32Array(vertices);
  }

  add(v: number, { particles, values, gradients, order }: VertexWeights, directions: Float64Array): void {
    if (order === 0) this.#flat++;
    let largest = 0;
    particles.forEach((particle, n) => {
      const g = gradients.subarray(3 * n, 3 * n + 3);
      if (values[n] === 0 && g[0] === 0 && g[1] === 0 && g[2] === 0) return;
      if (this.#length === this.#particles.length) this.#grow();
      const at = this.#length++;
      this.#particles[at] = particle;
      this.#values[at] = values[n]!;
      for (let side = 0; side < 2; side++) {
        const d = 6 * v + 3 * side;
        this.#slopes[2 * at + side] = g[0]! * directions[d]! + g[1]! * directions[d + 1]! + g[2]! * directions[d + 2]!;
      }
      if (values[n]! > largest) {
        largest = values[n]!;
        this.#main[v] = particle;
      }
    });
    this.#starts[v + 1] = this.#length;
  }

  taken(): Pick<BoundSkin, 'starts' | 'particles' | 'values' | 'slopes' | 'main' | 'flatCount'> {
    const n = this.#length;
    return {
      ...{ starts: this.#starts, main: this.#main, flatCount: this.#flat },
      particles: this.#particles.slice(0, n),
      values: this.#values.slice(0, n),
      slopes: this.#slopes.slice(0, 2 * n),
    };
  }

  #grow(): void {
    const twice = <T extends Uint32Array | Float64Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    this.#particles = twice(this.#particles, new Uint32Array(2 * this.#particles.length));
    this.#values = twice(this.#values, new Float64Array(2 * this.#values.length));
    this.#slopes = twice(this.#slopes, new Float64Array(2 * this.#slopes.length));
  }
}

/** Two unit vectors at right angles to each normal and to each other, a × b = n; or the normal itself and nothing. */
function directionsOf(normals: Float64Array, kind: 'exact' | 'cheap'): Float64Array {
  const directions = new Float64Array(2 * normals.length);
  for (let k = 0; k < normals.length; k += 3) {
    const [x, y, z] = [normals[k]!, normals[k + 1]!, normals[k + 2]!];
    if (kind === 'cheap') {
      directions.set([x, y, z], 2 * k);
      continue;
    }
    // n × the axis that it is farthest from.
    const [u, v, w] =
        Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)
          ? [0, z, -y]
          : Math.abs(y) <= Math.abs(z)
            ? [-z, 0, x]
            : [y, -x, 0],
      length = Math.sqrt(u * u + v * v + w * w) || 1,
      [a, b, c] = [u / length, v / length, w / length];
    directions.set([a, b, c, y * c - z * b, z * a - x * c, x * b - y * a], 2 * k);
  }
  return directions;
}

function requireParticles(reference: Float64Array, pointer: string): void {
  if (reference.length > 0) return;
  const message = 'There are no particles that the skin could follow.';
  throw new ThixoError([
    problem('SKIN_OFF_BODY', pointer, message, 'Use a smaller spacing so that the body has some.'),
  ]);
}

/** Throws if a vertex is far from all particles: it would be thrown about by the smallest rotation of them. */
function requireOnBody({ positions }: SkinMesh, near: NearestParticles, spacing: number, pointer: string): void {
  let count = 0,
    worst = 0,
    farthest = 0;
  for (let v = 0; 3 * v < positions.length; v++) {
    const d = near(positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!, 1).distances[0]!;
    if (!(d > FARTHEST * spacing)) continue;
    count++;
    if (d > farthest) [farthest, worst] = [d, v];
  }
  if (count === 0) return;
  const at = [...positions.subarray(3 * worst, 3 * worst + 3)].map((c) => c.toPrecision(3)).join(', '),
    message = `The skin leaves the body: ${count} of its ${positions.length / 3} vertices are more than ${FARTHEST} spacings from every particle. Vertex ${worst} at (${at}) is ${farthest.toPrecision(3)} m away; the spacing is ${spacing.toPrecision(3)} m.`,
    hint =
      'Put it over the body with `translate` and `scale`, fill the body from the same mesh, or use a smaller spacing.';
  throw new ThixoError([problem('SKIN_OFF_BODY', pointer, message, hint)]);
}
