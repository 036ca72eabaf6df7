// Finds meshes and heightfields that the schema accepts but nothing can be made of: corners without a vertex, numbers without
// measure, no size. What is only broken, such as holes, is not looked for here.

import { type Problem, problem } from '../problem.ts';
import { givenTriangles } from './mesh-triangles.ts';
import type { Heightfield, Mesh, MeshPlacement } from './shape.ts';
import type { TriangleSet } from './triangle-set.ts';

/** Largest coordinate, m. */
const FARTHEST = 1e6;

/** Every problem of a mesh whose settings stand at `pointer`. */
export function checkMesh(shape: Mesh, pointer: string, dimension: 2 | 3): Problem[] {
  if (dimension === 2) return [flat(pointer)];
  const { mesh } = shape;
  if ('file' in mesh) return [notLoaded(mesh.file, `${pointer}/file`, 'the mesh')];
  if ('design' in mesh) return [notLoaded(mesh.design, `${pointer}/design`, 'the mesh')];
  const problems = checkPlacement(mesh, pointer);
  if ('positions' in mesh) {
    const uneven = (['positions', 'triangles'] as const).filter((key) => mesh[key].length % 3 !== 0);
    if (uneven.length > 0) {
      return uneven.map((key) => {
        const message = `There are ${mesh[key].length} numbers; each ${key === 'positions' ? 'vertex' : 'triangle'} has three.`;
        return problem('MESH_INVALID', `${pointer}/${key}`, message, 'Give three numbers for each, one after another.');
      });
    }
    const corner = mesh.triangles.findIndex((vertex) => !(Number.isInteger(vertex) && vertex >= 0));
    if (corner >= 0) return [strayCorner(mesh.triangles[corner]!, corner, mesh.positions.length, pointer)];
  }
  const set = givenTriangles(shape);
  if (typeof set === 'string')
    return [problem('MESH_INVALID', `${pointer}/packed`, set, 'Pack it with packTriangles, or name its file.')];
  return [...problems, ...checkTriangles(set, pointer)];
}

function checkPlacement({ scale = 1 }: MeshPlacement, pointer: string): Problem[] {
  if (![scale].flat().includes(0)) return [];
  return [problem('SHAPE_EMPTY', `${pointer}/scale`, 'The scale is 0.', 'Use 1, or 0.001 for a file in millimeters.')];
}

/** The first coordinate that is no number or too far out, if there is one. */
export function checkReach({ positions }: Pick<TriangleSet, 'positions'>, pointer: string): Problem[] {
  const bad = positions.findIndex((c) => !(Math.abs(c) <= FARTHEST));
  if (bad < 0) return [];
  const message = `Coordinate ${'xyz'[bad % 3]} of vertex ${Math.floor(bad / 3)} is ${positions[bad]}.`;
  return [problem('MESH_INVALID', pointer, message, `Use meters, at most ${FARTHEST} from the origin.`)];
}

function checkTriangles(set: TriangleSet, pointer: string): Problem[] {
  const { positions, triangles } = set,
    far = checkReach(set, pointer);
  if (far.length > 0) return far;
  const corner = triangles.findIndex((vertex) => 3 * vertex >= positions.length);
  if (corner >= 0) return [strayCorner(triangles[corner]!, corner, positions.length, pointer)];
  if (triangles.length === 0)
    return [problem('SHAPE_EMPTY', pointer, 'The mesh has no triangles.', 'Give at least one.')];
  return [];
}

function strayCorner(vertex: number, corner: number, numbers: number, pointer: string): Problem {
  const message = `Triangle ${Math.floor(corner / 3)} has a corner at vertex ${vertex}; there are ${numbers / 3} vertices.`;
  return problem('MESH_INVALID', pointer, message, 'Count vertices from 0.');
}

/** Every problem of a heightfield whose settings stand at `pointer`. */
export function checkHeightfield(shape: Heightfield, pointer: string, dimension: 2 | 3): Problem[] {
  if (dimension === 2) return [flat(pointer)];
  const { heightfield } = shape;
  if ('file' in heightfield) return [notLoaded(heightfield.file, `${pointer}/file`, 'the heights')];
  const { heights, min, max } = heightfield;
  const problems: Problem[] = [];
  for (const k of [0, 1] as const) {
    if (max[k] > min[k]) continue;
    const message = `The heightfield has no size along ${'xz'[k]}.`;
    problems.push(problem('SHAPE_EMPTY', `${pointer}/max/${k}`, message, 'Make `max` larger than `min`.'));
  }
  const columns = heights[0]?.length ?? 0,
    uneven = heights.findIndex((row) => row.length !== columns);
  if (heights.length < 2 || columns < 2) {
    const message = `The heightfield has ${heights.length} rows of ${columns} heights.`;
    problems.push(problem('SHAPE_EMPTY', `${pointer}/heights`, message, 'Give at least two rows of two.'));
  } else if (uneven >= 0) {
    const message = `Row ${uneven} has ${heights[uneven]!.length} heights, row 0 has ${columns}.`;
    problems.push(problem('MESH_INVALID', `${pointer}/heights/${uneven}`, message, 'Give all rows the same length.'));
  }
  const steep = heights.findIndex((row) => row.some((height) => !(Math.abs(height) <= FARTHEST)));
  if (steep >= 0) {
    const message = `Row ${steep} has a height that is beyond ${FARTHEST} m.`;
    problems.push(problem('MESH_INVALID', `${pointer}/heights/${steep}`, message, 'Use meters.'));
  }
  return problems;
}

function flat(pointer: string): Problem {
  const message = 'Meshes and heightfields exist in 3D only.';
  return problem('SHAPE_OFF_PLANE', pointer, message, 'Use boxes and capsules in 2D, or set dimension to 3.');
}

/** Loading a scene file replaces the name of a file by its content; here is one that nobody loaded. */
function notLoaded(file: unknown, pointer: string, what: string): Problem {
  const message = `The file "${String(file).slice(0, 80)}" was not read.`;
  return problem('ASSET_NOT_LOADED', pointer, message, `Read the scene with loadScene, or write ${what} here.`);
}
