// A design as a part of a scene: the mesh of a pulled shape, or the particles of an elastic solid that starts pulled, strives for the pulled shape, or
// moves as the keyframes say. What is solved stands in the scene as plain numbers, so that a run needs no solver and keeps its bits.

import type { MotionDesign } from '../design/motion-design.ts';
import type { ShapeDesign } from '../design/shape-design.ts';
import { repairMesh } from '../meshes/repair-mesh.ts';
import { framesOf } from '../scene/parse-design.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { placedTriangles } from '../shapes/mesh-triangles.ts';
import type { Mesh, Vec3 } from '../shapes/shape.ts';
import { packTriangles, type TriangleSet } from '../shapes/triangle-set.ts';
import { bindSkin } from '../skin/bind-skin.ts';
import { deformSkin } from '../skin/deform-skin.ts';
import { packPath } from '../sources/points-path.ts';
import { shownMesh, solidOfDesign, spacingOfDesign } from './design-scene.ts';
import { nodeRows } from './designed-fields.ts';
import type { OpenDesign } from './open-design.ts';

/** What a design says of a body. */
export type DesignRole = 'start' | 'rest' | 'motion';

/** How a scene uses a design. */
export interface DesignUse {
  readonly role: DesignRole;
  readonly pose?: string | undefined;
  /** m */
  readonly shift: Vec3;
}

/** Particles of a scene, and what else the body needs. */
export interface DesignedBody {
  readonly shape: { readonly points: Readonly<Record<string, unknown>> };
  readonly spacing: number;
  readonly lattice: 'cubic';
  readonly skin: unknown;
}

/** The mesh of a design as its handles, or those of a pose, pull it. */
export function designedMesh(open: OpenDesign, pose?: string): { packed: string } {
  const shape = solved(open, pose),
    mesh = pulledMesh(open, plus(open.field.positions, shape.displacements));
  return { packed: packTriangles(repairMesh(mesh).triangleSet) };
}

/** The body that a design is. */
export function designedBody(open: OpenDesign, { role, pose, shift }: DesignUse): DesignedBody {
  const { points, nodes } = role === 'motion' ? drivenPoints(open, shift) : pulledPoints(open, role, pose, shift),
    { mesh, ...kind } = shownMesh(open.design),
    colors = (mesh as { readonly colors?: string }).colors,
    packed = packTriangles(pulledMesh(open, nodes)),
    translate = shift;
  return {
    shape: { points },
    spacing: spacingOfDesign(open.design),
    lattice: 'cubic', // a particle has the volume of a cube as wide as the spacing
    skin: { ...kind, mesh: { packed, translate, ...(colors !== undefined && { colors }) } },
  };
}

interface Placed {
  readonly points: Readonly<Record<string, unknown>>;
  /** Values at the particles of the field at the start, m. */
  readonly nodes: Float64Array;
}

function pulledPoints(open: OpenDesign, role: 'start' | 'rest', pose: string | undefined, shift: Vec3): Placed {
  const { field } = open,
    shape = solved(open, pose),
    pulled = triples(shape.moved(field.positions), shift),
    still = triples(field.positions, shift);
  if (role === 'rest') return { points: { positions: still, rest: pulled }, nodes: field.positions };
  return { points: { positions: pulled, rest: still }, nodes: plus(field.positions, shape.displacements) };
}

/** A solid that moves is held in its shape at rest as that is at the start of the scene. */
function drivenPoints(open: OpenDesign, shift: Vec3): Placed {
  const { field, design } = open,
    motion: MotionDesign = open.motion();
  motion.solve(open.motionSolve);
  const frames = Array.from({ length: framesOf(design) + 1 }, (_, k) =>
      motion.movedRows(field.atParticles, field.positions, k / design.frameRate),
    ),
    velocities = motion.velocityRows(field.atParticles, field.positions, 0);
  return {
    points: {
      positions: triples(frames[0]!, shift),
      velocities: triples(velocities),
      rest: triples(field.positions, shift),
      path: packPath(
        design.frameRate,
        frames.map((frame) => frame.map((x, k) => x + shift[k % 3]!)),
      ),
    },
    nodes: motion.movedRows(nodeRows(field.count), field.positions, 0),
  };
}

function solved(open: OpenDesign, pose: string | undefined): ShapeDesign {
  const shape = open.shapeOf(pose);
  shape.solve();
  return shape;
}

/** The mesh that a design shows, where the field has these values at its particles. */
function pulledMesh(open: OpenDesign, nodes: Float64Array): TriangleSet {
  const { mesh } = shownMesh(open.design),
    { positions, triangles } = placedTriangles({ mesh } as unknown as Mesh, EXACT_TRIGONOMETRY),
    skin = bindSkin({ positions, triangles, normals: new Float64Array(positions.length) }, open.field.positions, {
      normals: 'cheap',
      solid: solidOfDesign(open.design),
    }),
    out = { positions: new Float64Array(positions.length), normals: new Float64Array(positions.length) };
  deformSkin(skin, nodes, out);
  return { positions: out.positions, triangles };
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((x, k) => x + b[k]!);
}

function triples(values: Float64Array, shift: Vec3 = [0, 0, 0]): number[][] {
  return Array.from({ length: values.length / 3 }, (_, i) => [0, 1, 2].map((a) => values[3 * i + a]! + shift[a]!));
}
