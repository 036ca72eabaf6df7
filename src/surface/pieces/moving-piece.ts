// A piece that goes with its own particles: rigid if they are few, else with the field of their displacements, as skins do.

import { fitRigid, type RigidMotion } from '../../design/rigid-fit.ts';
import { KdTree } from '../../meshless/search/kd-tree.ts';
import { type BoundSkin, bindSkin } from '../../skin/bind-skin.ts';
import { deformSkin, type SkinShape } from '../../skin/deform-skin.ts';
import type { PieceShape } from './piece-shapes.ts';

/** Pieces of fewer particles are rigid: crumbs have no stress, so that only their rigid motion means something. */
export const RIGID_BELOW = 12;

/** A piece and what moves it. */
export interface MovingPiece {
  readonly shape: PieceShape;
  /** Its particles, as places among those of the body. */
  readonly members: Uint32Array;
  /** Weights of its particles at the vertices; of rigid pieces those of the nearest one alone. */
  readonly skin: BoundSkin;
  readonly isRigid: boolean;
}

/** Binds a piece to its particles. `points`: x, y, z of those of the body at the start. */
export function movingPiece(shape: PieceShape, members: Uint32Array, points: Float64Array): MovingPiece {
  const reference = Float64Array.from(
      { length: 3 * members.length },
      (_, k) => points[3 * members[Math.floor(k / 3)]! + (k % 3)]!,
    ),
    isRigid = members.length < RIGID_BELOW,
    skin = isRigid ? nearestOnly(shape, reference) : bindSkin(shape.mesh, reference, { isLoose: true });
  return { shape, members, skin, isRigid };
}

/** Writes a piece where its particles are now; `present` is in the order of its members. */
export function movePiece({ skin, isRigid }: MovingPiece, present: Float64Array, out: SkinShape): void {
  if (!isRigid) {
    deformSkin(skin, present, out);
    return;
  }
  const { mesh, reference } = skin,
    motion = fitRigid(reference, present, new Float64Array(reference.length / 3).fill(1)),
    R = matrixOf(motion.turn);
  for (let k = 0; k < mesh.positions.length; k += 3)
    for (let a = 0; a < 3; a++) {
      let [x, n] = [motion.to[a]!, 0];
      for (let b = 0; b < 3; b++) {
        x += R[3 * a + b]! * (mesh.positions[k + b]! - motion.from[b]!);
        n += R[3 * a + b]! * mesh.normals[k + b]!;
      }
      out.positions[k + a] = x;
      out.normals[k + a] = n;
    }
}

function matrixOf([w, x, y, z]: RigidMotion['turn']): readonly number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

function nearestOnly({ mesh }: PieceShape, reference: Float64Array): BoundSkin {
  const tree = new KdTree(3, reference),
    vertices = mesh.positions.length / 3,
    particles = Uint32Array.from(
      { length: vertices },
      (_, v) => tree.nearest(mesh.positions.subarray(3 * v, 3 * v + 3), 1)[0]!,
    );
  return {
    ...{ mesh, reference, particles, main: particles, particleCount: reference.length / 3, normals: 'cheap' },
    starts: Uint32Array.from({ length: vertices + 1 }, (_, v) => v),
    values: new Float64Array(vertices).fill(1),
    slopes: new Float64Array(2 * vertices),
    directions: new Float64Array(6 * vertices),
    flatCount: 0,
  };
}
