// The scene with which a designed shape or motion is looked at: its particles one by one, with the mesh of the design as their skin.

import { rootOf } from '../math/roots.ts';
import { refineMesh } from '../meshes/refine-mesh.ts';
import { solidMesh } from '../meshes/solid-mesh.ts';
import { weldVertices } from '../meshes/weld.ts';
import type { Design } from '../scene/design-schema.ts';
import type { SceneInput } from '../scene/schema.ts';
import { measureOf } from '../shapes/bounds.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import type { Shape } from '../shapes/shape.ts';
import { fillable } from '../shapes/shell.ts';
import { type Solid, solidOf } from '../shapes/solid.ts';
import { packTriangles, type TriangleSet } from '../shapes/triangle-set.ts';
import type { OpenDesign } from './open-design.ts';

/** Longest edges of the mesh of a shape that is not a mesh, over the spacing of the particles. */
const EDGE = 0.4;

/** The solid that the particles of a design fill. */
export function solidOfDesign({ shape, sampling }: Design): Solid {
  return fillable(solidOf(shape as Shape, EXACT_TRIGONOMETRY), sampling.particles);
}

/** Mean distance of particles, m. */
export function spacingOfDesign(design: Design): number {
  return rootOf(measureOf(solidOfDesign(design)) / design.sampling.particles, 3);
}

/** A scene of so many seconds that shows a design. */
export function designScene({ design, field }: OpenDesign, title: string, duration: number): SceneInput {
  const { frameRate, density, obstacles, camera, look, output } = design,
    positions = Array.from({ length: field.count }, (_, i) => {
      const [x, y, z] = field.positions.subarray(3 * i, 3 * i + 3);
      return [x!, y!, z!] as const;
    });
  return {
    ...{ name: title, duration, frameRate, gravity: [0, 0, 0] },
    substances: { shape: { model: 'elastic', restDensity: density } },
    bodies: [
      {
        substance: 'shape',
        shape: { points: { positions } },
        spacing: spacingOfDesign(design),
        skin: { ...shownMesh(design), within: design.shape },
      },
    ],
    obstacles: obstacles.map(({ shape, inside, motion }) => ({ shape, inside, ...(motion && { motion }) })),
    ...{ camera, look, output },
  } as SceneInput;
}

/** The mesh that is shown: the one that the design names, that of its shape, or one made for it. */
export function shownMesh(design: Design): NonNullable<Design['skin']> {
  if (design.skin) return design.skin;
  const { shape } = design;
  if ('mesh' in shape) {
    const { open: _, repaired: _repaired, ...mesh } = shape.mesh as typeof shape.mesh & { repaired?: string };
    return { mesh, follow: 'field', normals: 'exact' } as NonNullable<Design['skin']>;
  }
  const packed = packTriangles(refineMesh(surfaceOf(design), EDGE * spacingOfDesign(design)));
  return { mesh: { packed }, follow: 'field', normals: 'exact' };
}

function surfaceOf(design: Design): TriangleSet {
  const { positions, elements } = solidMesh(solidOfDesign(design), EXACT_TRIGONOMETRY);
  return weldVertices({ positions: Float64Array.from(positions), triangles: elements }, 0).triangleSet;
}
