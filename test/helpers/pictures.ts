// Small inputs for the renderer: cameras, particles, meshes of known shape, and pixels of finished pictures.

import { solidMesh } from '../../src/meshes/solid-mesh.ts';
import type { SurfaceMesh, TriangleMesh } from '../../src/meshes/surface-mesh.ts';
import type { Picture } from '../../src/render/picture.ts';
import { type Projection, projectionOf } from '../../src/render/projection.ts';
import type { View } from '../../src/render/view.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import type { Scene } from '../../src/scene/schema.ts';
import { EXACT_TRIGONOMETRY } from '../../src/shapes/exact-trigonometry.ts';
import type { Shape, Vec3 } from '../../src/shapes/shape.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';

export const trig = EXACT_TRIGONOMETRY;

/** A camera at (0, 0, 5) that looks at the origin, y up. */
export function frontView(over: Partial<View> = {}): View {
  return {
    position: [0, 0, 5],
    target: [0, 0, 0],
    up: [0, 1, 0],
    fieldOfView: 40,
    height: undefined,
    bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
    ...over,
  };
}

/** The same camera over a grid of samples. */
export const frontProjection = (width: number, height: number, over: Partial<View> = {}): Projection =>
  projectionOf(frontView(over), width, height);

/** A scene that says only what a test needs. */
export function sceneWith(part: object): Scene {
  return parseScene({ substances: { water: { preset: 'water' } }, ...part }, trig);
}

/** Particles at rest; each stands for a cube of edge `spacing` (m) of a substance of 1000 kg/m³. */
export function particlesAt(points: readonly Vec3[], spacing = 0.1): WorldFields {
  const count = points.length;
  const filled = (value: number): Float32Array => new Float32Array(count).fill(value);
  return {
    count,
    position: Float32Array.from(points.flat()),
    velocity: new Float32Array(3 * count),
    density: filled(1000),
    mass: filled(1000 * spacing * spacing * spacing),
    smoothingLength: filled(1.35 * spacing),
    id: Uint32Array.from({ length: count }, (_, k) => k),
    substance: new Uint32Array(count),
  };
}

/** The mesh of a solid. */
export const meshOf = (shape: Shape): TriangleMesh => solidMesh(solidOf(shape, trig), trig);

/** A mesh as the surface of one substance. */
export function surfaceOf(mesh: TriangleMesh): SurfaceMesh {
  const count = mesh.positions.length / 3;
  const fields = { substance: { components: 1, values: new Uint32Array(count) } } as const;
  return { dimension: 3, ...mesh, fields };
}

/** Red, green and blue of a pixel. */
export function pixelAt({ width, pixels }: Picture, x: number, y: number): [number, number, number] {
  const at = 4 * (y * width + x);
  return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
}
