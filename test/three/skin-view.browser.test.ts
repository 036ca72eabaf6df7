// SkinView in a real browser: the picture of a skin that the graphics card deforms is that of the mesh that the CPU deforms.

import { BufferAttribute, BufferGeometry, Mesh, MeshNormalMaterial, OrthographicCamera, SphereGeometry } from 'three';
import { expect, it } from 'vitest';
import { bindSkin, deformSkin } from '../../src/index.ts';
import { sampleShape } from '../../src/meshless/index.ts';
import { randomSigned } from '../../src/random/random.ts';
import { SkinView } from '../../src/three/index.ts';
import { Stage } from './stage.ts';

const camera = (): OrthographicCamera => {
  const made = new OrthographicCamera(-2, 2, 2, -2, 0.1, 20);
  made.position.set(0, 0, 5);
  return made;
};

it.each(['exact', 'cheap'] as const)('draws what deformSkin gives, with %s normals', (normals) => {
  const ball = new SphereGeometry(1, 48, 32),
    array = (name: string) => Float64Array.from(ball.getAttribute(name).array),
    mesh = { positions: array('position'), normals: array('normal'), triangles: Uint32Array.from(ball.index!.array) },
    { positions: reference } = sampleShape({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: 60 }),
    // Bent, and uneven.
    present = reference.map(
      (x, k) => x + 0.05 * randomSigned(5, 1, k) + (k % 3 === 0 ? 0.4 * reference[k + 1]! ** 2 : 0),
    ),
    skin = bindSkin(mesh, reference, { normals }),
    stage = new Stage(),
    view = new SkinView(skin, { material: new MeshNormalMaterial() });
  try {
    const rest = stage.picture(camera(), view).slice();
    view.update(present);
    const drawn = stage.picture(camera(), view).slice(),
      out = { positions: new Float32Array(mesh.positions.length), normals: new Float32Array(mesh.positions.length) },
      plain = new BufferGeometry();
    deformSkin(skin, present, out);
    plain.setAttribute('position', new BufferAttribute(out.positions, 3));
    plain.setAttribute('normal', new BufferAttribute(out.normals, 3));
    plain.setIndex(new BufferAttribute(mesh.triangles, 1));
    const wanted = stage.picture(camera(), new Mesh(plain, new MeshNormalMaterial())),
      differing = (a: Uint8Array, b: Uint8Array) => a.filter((x, k) => Math.abs(x - b[k]!) > 2).length;
    expect(wanted.filter((x) => x > 60).length).toBeGreaterThan(3000);
    expect(differing(rest, wanted)).toBeGreaterThan(1000);
    expect(differing(drawn, wanted)).toBeLessThan(40); // of 36,864: at the outline
  } finally {
    view.dispose();
    stage.dispose();
  }
});
