// What is wrong, or odd, with the meshes of a scene beyond their numbers: no inside, crowded edges, mended when they were read.

import { type MeshCondition, measureCondition } from '../meshes/mesh-condition.ts';
import { type Problem, problem } from '../problem.ts';
import { closedMesh } from '../shapes/closed-mesh.ts';
import { givenTriangles } from '../shapes/mesh-triangles.ts';
import type { Mesh } from '../shapes/shape.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import type { Scene } from './schema.ts';

/** The problem of a body, sink or heat region at `pointer` whose mesh, which passed `checkShape`, has no inside. */
export function checkClosed(
  shape: object,
  pointer: string,
  what: 'body' | 'sink' | 'heat region' | 'rigid body',
): Problem[] {
  if (!('mesh' in shape)) return [];
  const set = givenTriangles(shape as Mesh);
  if (typeof set === 'string' || closedMesh(set)) return [];
  const message = `The mesh has no inside: ${edges(conditionOf(set).boundaryEdges)} a rim. A ${what} needs a closed mesh.`;
  const hint = 'Close it in a modeling program, and make all triangles look outward.';
  return [problem('MESH_OPEN', `${pointer}/mesh`, message, hint)];
}

/** Warnings about the meshes of a scene that was found right. */
export function meshWarnings(scene: Scene): Problem[] {
  return (['bodies', 'obstacles', 'sinks', 'heatRegions'] as const).flatMap((list) =>
    scene[list].flatMap(({ shape }, k) => ('mesh' in shape ? warningsOf(shape, `/${list}/${k}/shape/mesh`) : [])),
  );
}

function warningsOf(shape: Mesh, pointer: string): Problem[] {
  const set = givenTriangles(shape);
  if (typeof set === 'string') return [];
  const found: Problem[] = [];
  if ('packed' in shape.mesh && shape.mesh.repaired) {
    const hint = 'Look at it. Mend it in a modeling program, or set `repair` to false, if that is not what you want.';
    found.push(problem('MESH_REPAIRED', pointer, `The mesh was repaired: ${shape.mesh.repaired}.`, hint));
  }
  const { boundaryEdges, nonManifoldEdges } = conditionOf(set);
  if (boundaryEdges > 0 && !shape.mesh.open) {
    const message = `The mesh is open: ${edges(boundaryEdges)} a rim. It is a thin wall without an inside.`;
    found.push(
      problem(
        'MESH_OPEN',
        pointer,
        message,
        'If it is meant to be, set `open` to true. Else close it in a modeling program.',
      ),
    );
  }
  if (nonManifoldEdges > 0) {
    const message = `More than two triangles meet at ${nonManifoldEdges} edge${nonManifoldEdges === 1 ? '' : 's'} of the mesh.`;
    const hint = 'Mostly harmless. Join the parts in a modeling program if the inside is not what you expect.';
    found.push(problem('MESH_NOT_MANIFOLD', pointer, message, hint));
  }
  return found.map((each) => ({ ...each, severity: 'warning' }));
}

const edges = (count: number): string => (count === 1 ? '1 edge is' : `${count} edges are`);

const conditions = new WeakMap<TriangleSet, MeshCondition>();

function conditionOf(set: TriangleSet): MeshCondition {
  const known = conditions.get(set) ?? measureCondition(set);
  conditions.set(set, known);
  return known;
}
