// What is wrong with the cuts of a scene.

import { type Problem, problem } from '../problem.ts';
import { checkMesh } from '../shapes/check-mesh.ts';
import type { Cut, Scene } from './schema.ts';

/**
 * Everything that is wrong with the cuts.
 * @param written where the sound bodies stand in the list as written
 */
export function checkCuts({ cuts, bodies, substances, dimension }: Scene, written: readonly number[]): Problem[] {
  const isSolid = (name: string) => (substances[name] as { model?: string } | undefined)?.model === 'elastic';
  return cuts.flatMap(({ shape, body }, k) => {
    const problems = checkShapeOfCut(shape, `/cuts/${k}/shape`, dimension),
      at = body === undefined ? -1 : written.indexOf(body);
    if (body === undefined || (at >= 0 && isSolid(bodies[at]!.substance))) return problems;
    const message = `Body ${body} is not there, or not of an elastic solid: only those are cut.`;
    const hint = 'Name a body of an elastic solid, counted from 0, or remove `body`.';
    return [...problems, problem('SCENE_ELASTIC', `/cuts/${k}/body`, message, hint)];
  });
}

function checkShapeOfCut(shape: Cut['shape'], pointer: string, dimension: 2 | 3): Problem[] {
  if ('mesh' in shape) return checkMesh(shape, `${pointer}/mesh`, dimension);
  if ('cells' in shape) {
    const { min, max } = shape.cells,
      flat = [0, 1, 2].findIndex((a) => a < dimension && !(max[a]! > min[a]!));
    if (flat < 0) return [];
    const message = `The box of the cells has no extent along ${'xyz'[flat]}.`;
    return [problem('SHAPE_EMPTY', `${pointer}/cells/max/${flat}`, message, 'Make `max` larger than `min`.')];
  }
  const key = 'plane' in shape ? 'plane' : 'disc',
    { normal } = 'plane' in shape ? shape.plane : shape.disc;
  if (dimension === 3 || normal[2] === 0) return [];
  const message = 'The normal of the cut leaves the plane z = 0 of a 2D world.';
  return [problem('SHAPE_OFF_PLANE', `${pointer}/${key}/normal`, message, 'Set its z to 0, or set dimension to 3.')];
}
