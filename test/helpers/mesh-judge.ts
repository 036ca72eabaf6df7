// An outside opinion on meshes: manifold-3d takes only closed, oriented manifolds and refuses everything else.

import createModule from 'manifold-3d';
import { findDefects, type MeshDefects } from '../../src/meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';

/** What manifold-3d says of a mesh. */
export interface Opinion {
  /** NoError, or why the mesh is refused. */
  readonly status: string;
  /** m³ */
  readonly volume: number;
  /** Handles less pieces and one more: 0 for one ball, −1 for two, 1 for a ring. */
  readonly genus: number;
}

export type Judge = (mesh: Pick<SurfaceMesh, 'positions' | 'elements'>) => Opinion;

/** Starts manifold-3d. */
export async function createJudge(): Promise<Judge> {
  const module = await createModule();
  module.setup();
  return ({ positions, elements }) => {
    const mesh = new module.Mesh({ numProp: 3, vertProperties: positions.slice(), triVerts: elements.slice() });
    try {
      using solid = deleting(new module.Manifold(mesh));
      return { status: solid.status(), volume: solid.volume(), genus: solid.genus() };
    } catch (error) {
      return { status: (error as { code?: string }).code ?? String(error), volume: Number.NaN, genus: Number.NaN };
    }
  };
}

function deleting<T extends { delete(): void }>(owner: T): T & Disposable {
  return Object.assign(owner, { [Symbol.dispose]: () => owner.delete() });
}

/** What findDefects says of a sound surface. */
export const SOUND: MeshDefects = { open: 0, crowded: 0, pinched: 0, degenerate: 0, invalid: 0 };

/** Everything wrong with a surface, in words; empty for a sound one. In 2D there is no outside opinion. */
export function faultsOf(mesh: SurfaceMesh, judge: Judge): string[] {
  const faults = Object.entries(findDefects(mesh)).flatMap(([kind, n]) => (n > 0 ? [`${n} ${kind}`] : []));
  if (mesh.dimension === 3 && mesh.elements.length > 0) {
    const { status } = judge(mesh);
    if (status !== 'NoError') faults.push(status);
  }
  return faults;
}
