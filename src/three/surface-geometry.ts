// A surface as a geometry of three.js. Its buffers stay from frame to frame and are replaced only when a surface needs more than they hold.

import { Box3, type BufferAttribute, BufferGeometry, Sphere } from 'three';
import { vertexValues } from '../colors/particle-colors.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import { cornersOf, paintedWith, trianglesByTexture } from '../surface/scene-paint.ts';
import type { Coloring } from './coloring.ts';
import { markChanged, roomFor, setBounds } from './growing-attribute.ts';

const VECTOR = { components: 3, Type: Float32Array } as const;
const PAIR = { components: 2, Type: Float32Array } as const;
const INDEX = { components: 1, Type: Uint32Array } as const;

/** The vertices, normals, colors and elements of a surface; `drawRange` says how much of the index is in use. */
export class SurfaceGeometry extends BufferGeometry {
  constructor() {
    super();
    this.boundingBox = new Box3();
    this.boundingSphere = new Sphere();
    this.setDrawRange(0, 0);
  }

  /** Takes over a surface. If there are pictures, its groups are the triangles without one, and those with each. */
  update(mesh: SurfaceMesh, coloring: Coloring, textures = 0): void {
    const vertices = mesh.positions.length / 3,
      corners = mesh.elements.length;
    this.makeRoom(vertices, corners);
    const { position, normal, color } = this.attributes as Record<'position' | 'normal' | 'color', BufferAttribute>,
      index = this.index!;
    (position.array as Float32Array).set(mesh.positions);
    (normal.array as Float32Array).set(mesh.normals);
    (index.array as Uint32Array).set(textures > 0 ? this.grouped(mesh, coloring, textures) : mesh.elements);
    coloring.colorsInto(color.array as Float32Array, vertexValues(mesh.fields), vertices, 3);
    for (const attribute of [position, normal, color]) markChanged(attribute, vertices);
    markChanged(index, corners);
    this.setDrawRange(0, corners);
    setBounds(this, mesh.positions, vertices);
  }

  /** The corners with those of each picture together; the groups say where they are. */
  private grouped({ elements, fields, positions }: SurfaceMesh, coloring: Coloring, textures: number): Uint32Array {
    const painted = paintedWith({ look: { colorBy: coloring.colorBy } }, fields),
      none = new Uint32Array(positions.length / 3),
      corners = trianglesByTexture(elements, painted?.texture ?? none, textures).map((each) =>
        cornersOf(elements, each),
      ),
      joined = new Uint32Array(elements.length),
      uv = roomFor(this.attributes.uv as BufferAttribute | undefined, none.length, PAIR);
    this.setAttribute('uv', uv);
    if (painted) (uv.array as Float32Array).set(painted.uv);
    markChanged(uv, none.length);
    this.clearGroups();
    let at = 0;
    for (const [number, part] of corners.entries()) {
      joined.set(part, at);
      if (part.length > 0) this.addGroup(at, part.length, number);
      at += part.length;
    }
    return joined;
  }

  /** Takes more memory if there is not enough. */
  private makeRoom(vertices: number, corners: number): void {
    const { position, normal, color } = this.attributes as Record<string, BufferAttribute | undefined>,
      { index } = this;
    if (position && position.count >= vertices && index && index.count >= corners) return;
    this.dispose();
    this.setAttribute('position', roomFor(position, vertices, VECTOR));
    this.setAttribute('normal', roomFor(normal, vertices, VECTOR));
    this.setAttribute('color', roomFor(color, vertices, VECTOR));
    this.setIndex(roomFor(index ?? undefined, corners, INDEX));
  }
}
