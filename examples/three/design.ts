// Pull a shape by the mouse or a finger, set keyframes, play, save. The shape is some particles; the graphics card moves the mesh.

import { deformSkin, readMesh, type SkinMesh } from 'thixo';
import { SkinView } from 'thixo/three';
import * as THREE from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { Editor, type Grip } from './editor.ts';
import { createStage } from './stage.ts';

const BALL = { center: [0.75, 0.6, 0], radius: 0.2 } as const;
const stage = createStage({ x: 0, y: 0.5, z: 0 }, 3.4);
const form = document.querySelector('form')!;
const output = form.querySelector('output')!;
const field = <T extends HTMLElement>(name: string) => form.elements.namedItem(name) as unknown as T;
const [volume, obstacle, time] = ['volume', 'obstacle', 'time'].map((name) => field<HTMLInputElement>(name)) as [
  HTMLInputElement,
  HTMLInputElement,
  HTMLInputElement,
];
const play = field<HTMLButtonElement>('play');
const material = () => new THREE.MeshStandardMaterial({ color: '#4f7fc4', roughness: 0.5 });
const ball = new THREE.Mesh(
  new THREE.SphereGeometry(BALL.radius, 48, 32),
  new THREE.MeshStandardMaterial({ color: '#999' }),
);
ball.position.set(...BALL.center);
const marks = new THREE.Group();
stage.scene.add(ball, marks);

let editor: Editor, view: SkinView, touchable: THREE.Mesh;
let playedFrom: number | undefined;
let spent = 0;

/** Vertices and triangles of any geometry, with one vertex at each place. */
function skinMesh(geometry: THREE.BufferGeometry): SkinMesh {
  const bare = new THREE.BufferGeometry()
      .setIndex(geometry.index)
      .setAttribute('position', geometry.attributes.position!),
    merged = mergeVertices(bare, 1e-6);
  merged.computeVertexNormals();
  const array = (name: string) => Float64Array.from(merged.getAttribute(name).array);
  return { positions: array('position'), normals: array('normal'), triangles: Uint32Array.from(merged.index!.array) };
}

function open(mesh: SkinMesh): void {
  const made = new Editor(mesh); // throws if nothing can be made of it; what was there stays
  if (view) {
    stage.scene.remove(view);
    view.dispose();
  }
  editor = made;
  view = new SkinView(editor.skin, { material: material() });
  view.castShadow = true;
  touchable = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
  touchable.geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
  stage.scene.add(view);
  show();
}

/** Where the vertices are now; a new pose also says where the pointer finds them. */
function shape(): { positions: Float32Array; normals: Float32Array } {
  const count = editor.skin.mesh.positions.length,
    out = { positions: new Float32Array(count), normals: new Float32Array(count) };
  deformSkin(editor.skin, editor.present(editor.motion && Number(time.value)), out);
  return out;
}

function show(): void {
  view.update(editor.present(editor.motion && Number(time.value)));
  const { energy, volumeChange, miss } = editor.design.report(),
    moved =
      editor.report && editor.motion ? `, motion misses keyframes by ${editor.report.miss.toExponential(1)} m` : '';
  output.value = `${editor.field.count} particles, ${editor.grips.length} handles, ${editor.keyframes.length} keyframes, volume ${(100 * volumeChange).toFixed(1)} %, energy ${energy.toFixed(3)}, handles off by ${miss.toFixed(3)} m, ${spent.toFixed(1)} ms${moved}`;
  marks.visible = !editor.motion;
  marks.clear();
  for (const { place, translate } of editor.grips) {
    const mark = new THREE.Mesh(
      new THREE.SphereGeometry(0.025),
      new THREE.MeshBasicMaterial({ color: '#e8a020', depthTest: false }),
    );
    mark.position.set(place[0] + translate[0], place[1] + translate[1], place[2] + translate[2]);
    marks.add(mark);
  }
}

function pull(): void {
  const from = performance.now();
  editor.pull();
  spent = performance.now() - from;
  show();
}

const pointer = new THREE.Raycaster();
function aim(event: PointerEvent): void {
  const { left, top, width, height } = stage.renderer.domElement.getBoundingClientRect();
  const at = new THREE.Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
  pointer.setFromCamera(at, stage.camera);
}

/** The place of the shape at rest that is under the pointer, and where it is now. */
function hit(event: PointerEvent): { rest: [number, number, number]; now: THREE.Vector3 } | undefined {
  touchable.geometry.setAttribute('position', new THREE.BufferAttribute(shape().positions, 3));
  touchable.geometry.computeBoundingSphere();
  aim(event);
  const found = pointer.intersectObject(touchable)[0];
  if (!found?.face) return undefined;
  const corner = new THREE.Vector3(),
    { positions } = editor.skin.mesh,
    rest = [found.face.a, found.face.b, found.face.c].map((v) => new THREE.Vector3().fromArray(positions, 3 * v));
  corner.addVectors(rest[0]!, rest[1]!).add(rest[2]!).divideScalar(3);
  return { rest: [corner.x, corner.y, corner.z], now: found.point };
}

let drag: { grip: Grip; plane: THREE.Plane; from: THREE.Vector3; translate: Grip['translate'] } | undefined;
// Before the camera's own controls, which must not turn it while a shape is pulled.
stage.renderer.domElement.addEventListener(
  'pointerdown',
  (event) => {
    const found = editor.motion ? undefined : hit(event);
    if (!found) return;
    stage.controls.enabled = false;
    editor.design.keep();
    const grip = editor.gripAt(found.rest);
    if (event.shiftKey) return pull();
    const normal = stage.camera.getWorldDirection(new THREE.Vector3());
    drag = {
      grip,
      plane: new THREE.Plane().setFromNormalAndCoplanarPoint(normal, found.now),
      from: found.now,
      translate: [...grip.translate],
    };
    stage.renderer.domElement.setPointerCapture(event.pointerId);
  },
  { capture: true },
);
stage.renderer.domElement.addEventListener('pointermove', (event) => {
  if (!drag) return;
  aim(event);
  const to = pointer.ray.intersectPlane(drag.plane, new THREE.Vector3());
  if (!to) return;
  const { from, translate, grip } = drag;
  grip.translate = [translate[0] + to.x - from.x, translate[1] + to.y - from.y, translate[2] + to.z - from.z];
  pull();
});
addEventListener('pointerup', () => {
  drag = undefined;
  stage.controls.enabled = true;
});

const obstacles = () => (obstacle.checked ? [{ shape: { sphere: BALL } }] : []);
const download = (name: string, content: BlobPart, type: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
};

const ACTIONS: Readonly<Record<string, () => void>> = {
  keyframe: () => {
    editor.addKeyframe();
    play.disabled = editor.keyframes.length < 2;
    show();
  },
  play: () => {
    if (editor.motion) {
      editor.motion = undefined; // back to pulling
      playedFrom = undefined;
    } else {
      editor.solveMotion(obstacles());
      time.max = String(editor.keyframes.length - 1);
      playedFrom = performance.now();
    }
    time.disabled = !editor.motion;
    play.textContent = editor.motion ? 'edit' : 'play';
    show();
  },
  reset: () => {
    if (editor.motion) ACTIONS.play!();
    editor.reset();
    play.disabled = true;
    show();
  },
  undo: () => {
    if (!editor.design.undo()) return;
    const { handles } = editor.design.state();
    editor.grips = editor.grips.slice(0, handles.length);
    for (const [n, grip] of editor.grips.entries()) grip.translate = [...(handles[n]!.translate ?? [0, 0, 0])];
    show();
  },
  save: () => download('design.json', JSON.stringify(editor.saved(obstacles())), 'application/json'),
  export: async () => {
    const { positions, normals } = shape(),
      geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(normals, 3));
    geometry.setIndex(new THREE.BufferAttribute(editor.skin.mesh.triangles, 1));
    const glb = await new GLTFExporter().parseAsync(new THREE.Mesh(geometry, material()), { binary: true });
    download('shape.glb', glb as ArrayBuffer, 'model/gltf-binary');
  },
};
form.addEventListener('click', ({ target }) => ACTIONS[(target as HTMLButtonElement).name]?.());
volume.addEventListener('change', () => {
  editor.design.setWeights({ volume: volume.checked ? 30 : 0 });
  for (let round = 0; round < 10; round++) pull();
});
time.addEventListener('input', () => {
  playedFrom = undefined;
  show();
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', async (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  try {
    const { triangleSet } = readMesh(new Uint8Array(await file.arrayBuffer()), file.name, 2_000_000),
      geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(triangleSet.positions), 3));
    geometry.setIndex(new THREE.BufferAttribute(triangleSet.triangles, 1));
    geometry.center().computeBoundingSphere();
    geometry.scale(...([0, 0, 0].map(() => 0.6 / geometry.boundingSphere!.radius) as [number, number, number]));
    geometry.translate(0, 0.6, 0);
    open(skinMesh(geometry));
  } catch (error) {
    output.value = error instanceof Error ? error.message : String(error);
  }
});

const bar = new THREE.BoxGeometry(0.35, 1.1, 0.35, 8, 24, 8);
bar.translate(0, 0.56, 0);
open(skinMesh(bar));
stage.start(() => {
  ball.visible = obstacle.checked;
  if (playedFrom === undefined || !editor.motion) return;
  const last = editor.keyframes.length - 1;
  time.value = String(((performance.now() - playedFrom) / 1000) % last);
  show();
});
