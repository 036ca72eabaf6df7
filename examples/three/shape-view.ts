// The shape as it is seen and touched: a mesh that the graphics card moves, colored where it is held, and the same on the CPU for the pointer.

import { deformSkin, type SkinMesh } from 'thixo';
import { SkinView } from 'thixo/three';
import * as THREE from 'three';
import type { Editor } from './editor.ts';

const FREE = new THREE.Color('#7f93ab'),
  HELD = new THREE.Color('#ef7d16');

/** A place that the pointer hit: in the shape at rest, and where that is now. */
export interface Hit {
  readonly rest: [number, number, number];
  readonly now: THREE.Vector3;
}

export class ShapeView {
  readonly mesh: SkinView;
  readonly #editor: Editor;
  readonly #touchable = new THREE.Mesh(
    new THREE.BufferGeometry(),
    new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }),
  );
  readonly #colors: THREE.BufferAttribute;

  constructor(editor: Editor) {
    this.#editor = editor;
    const material = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.55, side: THREE.DoubleSide });
    this.mesh = new SkinView(editor.skin, { material });
    this.mesh.castShadow = true;
    this.#colors = new THREE.BufferAttribute(new Float32Array(editor.skin.mesh.positions.length), 3);
    this.mesh.geometry.setAttribute('color', this.#colors);
    this.#touchable.geometry.setIndex(new THREE.BufferAttribute(editor.skin.mesh.triangles, 1));
    this.paint();
  }

  /** Colors the vertices by how strongly the particles around them are held. */
  paint(): void {
    const strengths = this.#editor.strengths(),
      { starts, particles, values } = this.#editor.skin,
      color = new THREE.Color();
    for (let v = 0; v + 1 < starts.length; v++) {
      let [sum, total] = [0, 0];
      for (let n = starts[v]!; n < starts[v + 1]!; n++) {
        const weight = Math.max(values[n]!, 0) ** 2; // near particles count more, so that the rim is seen
        sum += weight * strengths[particles[n]!]!;
        total += weight;
      }
      color.lerpColors(FREE, HELD, total > 0 ? Math.min(sum / total, 1) : 0).toArray(this.#colors.array, 3 * v);
    }
    this.#colors.needsUpdate = true;
  }

  /** Vertices with the particles where they are at a time, or as they are pulled. */
  vertices(time?: number): { positions: Float32Array<ArrayBuffer>; normals: Float32Array<ArrayBuffer> } {
    const { positions } = this.#editor.skin.mesh,
      out = { positions: new Float32Array(positions.length), normals: new Float32Array(positions.length) };
    deformSkin(this.#editor.skin, this.#editor.present(time), out);
    return out;
  }

  /** What a ray hits. */
  hit(ray: THREE.Raycaster): Hit | undefined {
    const { geometry } = this.#touchable;
    geometry.setAttribute('position', new THREE.BufferAttribute(this.vertices().positions, 3));
    geometry.computeBoundingSphere();
    const found = ray.intersectObject(this.#touchable)[0];
    if (!found?.face) return undefined;
    const { positions } = this.#editor.skin.mesh,
      { a, b, c } = found.face,
      now = [a, b, c].map((v) => new THREE.Vector3().fromBufferAttribute(geometry.getAttribute('position'), v)),
      weights = THREE.Triangle.getBarycoord(found.point, now[0]!, now[1]!, now[2]!, new THREE.Vector3())!,
      rest = new THREE.Vector3();
    [a, b, c].forEach((v, n) => {
      rest.addScaledVector(new THREE.Vector3().fromArray(positions, 3 * v), weights.getComponent(n));
    });
    return { rest: [rest.x, rest.y, rest.z], now: found.point };
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.material.dispose();
    this.mesh.dispose();
    this.#touchable.geometry.dispose();
  }
}

/** A geometry with the vertices of the shape, and the motion as morph targets if times are given. */
export function sculpted(view: ShapeView, triangles: Uint32Array, times: readonly number[]): THREE.Mesh {
  const geometry = new THREE.BufferGeometry(),
    shapes = (times.length > 0 ? times : [undefined]).map((time) => view.vertices(time)),
    attribute = (values: Float32Array) => new THREE.BufferAttribute(values, 3);
  geometry.setAttribute('position', attribute(shapes[0]!.positions));
  geometry.setAttribute('normal', attribute(shapes[0]!.normals));
  geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
  if (times.length > 0)
    geometry.morphAttributes.position = shapes.slice(1).map(({ positions }) => attribute(positions));
  const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color: FREE, roughness: 0.55 }));
  mesh.name = 'shape';
  return mesh;
}

/** One target after another, each fully on at its time. */
export function morphing(times: readonly number[]): THREE.AnimationClip {
  const targets = times.length - 1,
    values = times.flatMap((_, k) => Array.from({ length: targets }, (__, n) => Number(n === k - 1))),
    track = new THREE.NumberKeyframeTrack('shape.morphTargetInfluences', [...times.map((t) => t - times[0]!)], values);
  return new THREE.AnimationClip('motion', times.at(-1)! - times[0]!, [track]);
}

/** Vertices and triangles of any geometry, with one vertex at each place. */
export function skinMesh(geometry: THREE.BufferGeometry): SkinMesh {
  const array = (name: string) => Float64Array.from(geometry.getAttribute(name).array);
  return { positions: array('position'), normals: array('normal'), triangles: Uint32Array.from(geometry.index!.array) };
}
