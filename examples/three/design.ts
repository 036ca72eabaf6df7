// Pull a shape by the mouse or a finger, paint handles, set keyframes, play, save. The shape is some particles; the graphics card moves the mesh.

import { readMesh } from 'thixo';
import * as THREE from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { Editor } from './editor.ts';
import { morphing, ShapeView, sculpted, skinMesh } from './shape-view.ts';
import { createStage } from './stage.ts';
import { Timeline } from './timeline.ts';

const BALL = 0.2;
const HINTS: Readonly<Record<string, string>> = {
  pull: 'Drag a place of the shape. What you pulled once stays a handle; the ball can be dragged too.',
  hold: 'Click what should stay where it is.',
  paint: 'Paint a handle; begin on one to make it larger. Then pull it.',
  erase: 'Paint over handles to take them off.',
  view: 'Drag to turn, wheel or pinch to come nearer.',
};
const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const input = (name: string) => find<HTMLInputElement>(`input[name=${name}]`);
const button = (name: string) => find<HTMLButtonElement>(`button[name=${name}]`);
const [volume, obstacle, brush, file] = ['volume', 'obstacle', 'brush', 'file'].map(input) as [
  HTMLInputElement,
  HTMLInputElement,
  HTMLInputElement,
  HTMLInputElement,
];
const message = find<HTMLOutputElement>('output');

const stage = createStage({ x: 0, y: 0.55, z: 0 }, innerWidth < innerHeight ? 5.4 : 3.4);
stage.scene.background = new THREE.Color('#e9edf1');
const ball = new THREE.Mesh(
  new THREE.SphereGeometry(BALL, 48, 32),
  new THREE.MeshStandardMaterial({ color: '#b9a48a', roughness: 0.8 }),
);
ball.position.set(0.8, 0.95, 0);
ball.castShadow = true;
const cursor = new THREE.Mesh(
  new THREE.SphereGeometry(1, 32, 16),
  new THREE.MeshBasicMaterial({ color: '#ef7d16', transparent: true, opacity: 0.16, depthWrite: false }),
);
stage.scene.add(ball, cursor);

let editor: Editor, view: ShapeView;
let time = 0,
  playedFrom: number | undefined,
  spent = 0,
  isSame = false; // nothing changed since the last picture

const tool = () => find<HTMLInputElement>('input[name=tool]:checked').value;
const radius = () => Number(brush.value);
const obstacles = () =>
  obstacle.checked ? [{ shape: { sphere: { center: ball.position.toArray(), radius: BALL } } }] : [];
const timeline = new Timeline({
  seek: (to) => {
    playedFrom = undefined;
    time = to;
    show();
  },
  choose: (at) => {
    stop();
    time = at;
    editor.poseOf(at);
    view.paint();
    show();
  },
  move: (from, to) => {
    stop();
    editor.moveKeyframe(from, to);
    show();
  },
});

function open(mesh: ReturnType<typeof skinMesh>, name: string): void {
  const made = new Editor(mesh); // throws if nothing can be made of it; what was there stays
  if (view) view.dispose();
  editor = made;
  view = new ShapeView(editor);
  stage.scene.add(view.mesh);
  time = 0;
  stop();
  say(`${name}: ${mesh.positions.length / 3} vertices, ${editor.field.count} particles`);
  show();
}

function say(text: string, isWrong = false): void {
  message.value = text;
  message.classList.toggle('wrong', isWrong);
}

/** Back from the motion to the shape that is pulled. */
function stop(): void {
  playedFrom = undefined;
  if (editor) editor.motion = undefined;
}

function show(): void {
  isSame = false;
  const { motion, keyframes, grips } = editor,
    keys = keyframes.map((key) => key.time),
    { energy, volumeChange, miss } = editor.design.report(),
    wide = Math.min(Math.abs(volumeChange), 0.5);
  view.mesh.update(editor.present(motion && clamped(keys)));
  find('#volume').textContent = `${volumeChange < 0 ? '−' : '+'}${Math.abs(100 * volumeChange).toFixed(1)} %`;
  find('#energy').textContent = energy.toFixed(3);
  find('#miss').textContent = `${(1000 * miss).toFixed(1)} mm`;
  find('#spent').textContent = `${spent.toFixed(1)} ms`;
  Object.assign(find('.meter i').style, {
    left: `${50 + 100 * Math.min(volumeChange < 0 ? -wide : 0, 0)}%`,
    right: `${50 - 100 * (volumeChange > 0 ? wide : 0)}%`,
  });
  button('play').disabled = keyframes.length < 2;
  button('play').classList.toggle('playing', playedFrom !== undefined);
  button('unkey').disabled = !keys.includes(time);
  button('undo').disabled = editor.past.length === 0;
  button('redo').disabled = editor.future.length === 0;
  timeline.show(time, keys);
  Object.assign(document.body.dataset, {
    handles: grips.length,
    keyframes: keys.length,
    motion: motion ? 'solved' : '',
  });
}

const clamped = (keys: readonly number[]) => Math.min(Math.max(time, keys[0]!), keys.at(-1)!);

function pull(): void {
  const from = performance.now();
  editor.pull();
  spent = performance.now() - from;
  show();
}

const ray = new THREE.Raycaster();
function aim({ clientX, clientY }: PointerEvent): void {
  const { left, top, width, height } = stage.renderer.domElement.getBoundingClientRect();
  ray.setFromCamera(
    new THREE.Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height),
    stage.camera,
  );
}

/** What a pointer that is down does when it moves. */
let act: ((event: PointerEvent) => void) | undefined;

/** Follows the pointer in the plane of the picture through a place. */
function dragFrom(from: THREE.Vector3, moved: (by: THREE.Vector3) => void): typeof act {
  const normal = stage.camera.getWorldDirection(new THREE.Vector3()),
    plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, from);
  return () => {
    const to = ray.ray.intersectPlane(plane, new THREE.Vector3());
    if (to) moved(to.sub(from));
  };
}

/** What begins where the pointer went down; nothing where it hit nothing. */
function begin(shifted: boolean): typeof act {
  const chosen = shifted ? 'hold' : tool(),
    found = view.hit(ray);
  if (chosen === 'view') return undefined;
  if (!found) {
    const onBall = obstacle.checked && ray.intersectObject(ball)[0];
    if (!onBall) return undefined;
    const from = ball.position.clone();
    stop();
    return dragFrom(onBall.point, (by) => {
      ball.position.copy(from).add(by);
      isSame = false;
    });
  }
  stop();
  editor.keep();
  if (chosen === 'paint' || chosen === 'erase') return brushFrom(found.rest, chosen);
  const grip = editor.gripAt(found.rest),
    before = editor.grips[grip]!.translate;
  view.paint();
  pull();
  if (chosen === 'hold') return () => {};
  return dragFrom(found.now, ({ x, y, z }) => {
    editor.moveGrip(grip, [before[0] + x, before[1] + y, before[2] + z]);
    pull();
  });
}

function brushFrom(rest: [number, number, number], kind: 'paint' | 'erase'): typeof act {
  const strengths = editor.strengths();
  let grip: number | undefined;
  if (kind === 'paint' && strengths.some((s) => s > 0)) {
    const known = editor.grips.length;
    grip = editor.gripAt(rest); // the one that is there
    if (editor.grips.length > known) {
      editor.grips = editor.grips.slice(0, known);
      grip = undefined;
    }
  }
  const dab = (place: [number, number, number]) => {
    if (kind === 'paint') grip = editor.paint(place, radius(), grip);
    else editor.erase(place, radius());
    view.paint();
    show();
  };
  dab(rest);
  return () => {
    const found = view.hit(ray);
    if (found) dab(found.rest);
  };
}

const canvas = stage.renderer.domElement;
// Before the camera's own controls, which must not turn it while a shape is pulled.
canvas.addEventListener(
  'pointerdown',
  (event) => {
    if (!event.isPrimary || event.button > 0) return;
    aim(event);
    act = begin(event.shiftKey);
    if (!act) return;
    stage.controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
  },
  { capture: true },
);
canvas.addEventListener('pointermove', (event) => {
  if (!event.isPrimary) return;
  aim(event);
  const found = ['paint', 'erase'].includes(tool()) ? view.hit(ray) : undefined;
  isSame &&= !found && !cursor.visible;
  cursor.visible = found !== undefined;
  if (found) cursor.position.copy(found.now);
  cursor.scale.setScalar(radius() * editor.field.size);
  act?.(event);
});
for (const name of ['pointerup', 'pointercancel'] as const) {
  addEventListener(name, () => {
    if (act && ['paint', 'erase'].includes(tool())) pull();
    act = undefined;
    stage.controls.enabled = true;
  });
}

const download = (name: string, content: BlobPart, type: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** Times of the morph targets of the motion, s; none without one. */
function exportTimes(): number[] {
  const [first, last] = [editor.keyframes[0]?.time ?? 0, editor.keyframes.at(-1)?.time ?? 0],
    count = Math.ceil(10 * (last - first));
  return editor.motion ? Array.from({ length: count + 1 }, (_, k) => first + ((last - first) * k) / count) : [];
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  open: () => file.click(),
  keyframe: () => {
    stop();
    editor.keep();
    editor.addKeyframe(time);
    time = editor.keyframes.at(-1)!.time + 1;
    show();
  },
  unkey: () => {
    editor.keep();
    editor.removeKeyframe(time);
    show();
  },
  play: () => {
    if (playedFrom !== undefined) playedFrom = undefined;
    else {
      if (!editor.motion) {
        const from = performance.now(),
          { miss, strain, frames } = editor.solveMotion(obstacles());
        say(
          `Motion of ${frames.length} frames in ${(performance.now() - from).toFixed(0)} ms: keyframes off by ${(1000 * miss).toFixed(1)} mm, strain up to ${strain.toFixed(2)}`,
        );
      }
      playedFrom = performance.now();
    }
    show();
  },
  reset: () => {
    editor.keep();
    stop();
    editor.reset();
    time = 0;
    view.paint();
    show();
  },
  undo: () => {
    stop();
    editor.travel(editor.past, editor.future);
    view.paint();
    show();
  },
  redo: () => {
    stop();
    editor.travel(editor.future, editor.past);
    view.paint();
    show();
  },
  save: () => download('design.json', JSON.stringify(editor.saved(obstacles())), 'application/json'),
  export: async () => {
    const times = exportTimes(),
      animations = times.length > 0 ? [morphing(times)] : [],
      mesh = sculpted(view, editor.skin.mesh.triangles, times),
      glb = await new GLTFExporter().parseAsync(mesh, { binary: true, animations });
    download(times.length > 0 ? 'motion.glb' : 'shape.glb', glb as ArrayBuffer, 'model/gltf-binary');
  },
};
document.addEventListener('click', ({ target }) => ACTIONS[(target as HTMLElement).closest('button')?.name ?? '']?.());
const KEYS: Readonly<Record<string, string>> = { ' ': 'play', k: 'keyframe' };
document.addEventListener('keydown', (event) => {
  const undoing = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z',
    name = undoing ? (event.shiftKey ? 'redo' : 'undo') : KEYS[event.key],
    choice = document.querySelectorAll<HTMLInputElement>('input[name=tool]')[Number(event.key) - 1];
  if (choice) choice.click();
  if (!name || (event.key === ' ' && (event.target as HTMLElement).tagName === 'BUTTON')) return;
  event.preventDefault();
  if (!button(name).disabled) ACTIONS[name]!();
});
for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=tool]')) {
  choice.addEventListener('change', () => {
    find('.hint').textContent = HINTS[tool()]!;
    cursor.visible = false;
  });
}
volume.addEventListener('change', () => {
  editor.design.setWeights({ volume: volume.checked ? 30 : 0 });
  stop();
  pull();
});
obstacle.addEventListener('change', () => {
  stop();
  show();
});

async function read(dropped: File | undefined): Promise<void> {
  if (!dropped) return;
  try {
    const { triangleSet } = readMesh(new Uint8Array(await dropped.arrayBuffer()), dropped.name, 2_000_000),
      geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(triangleSet.positions), 3));
    geometry.setIndex(new THREE.BufferAttribute(triangleSet.triangles, 1));
    geometry.computeBoundingBox();
    const box = geometry.boundingBox!,
      middle = box.getCenter(new THREE.Vector3()),
      longest = Math.max(...box.getSize(new THREE.Vector3()).toArray());
    // It stands on the floor, 1.1 m in its longest direction.
    geometry.translate(-middle.x, -box.min.y, -middle.z).scale(1.1 / longest, 1.1 / longest, 1.1 / longest);
    open(welded(geometry), dropped.name);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}

function welded(geometry: THREE.BufferGeometry): ReturnType<typeof skinMesh> {
  const bare = new THREE.BufferGeometry()
      .setIndex(geometry.index)
      .setAttribute('position', geometry.attributes.position!),
    merged = mergeVertices(bare, 1e-6);
  merged.computeVertexNormals();
  return skinMesh(merged);
}

file.addEventListener('change', () => read(file.files?.[0]));
for (const name of ['dragover', 'dragleave', 'drop'] as const) {
  addEventListener(name, (event) => {
    event.preventDefault();
    document.body.classList.toggle('dropping', name === 'dragover');
    if (name === 'drop') void read(event.dataTransfer?.files[0]);
  });
}

const bar = new THREE.BoxGeometry(0.32, 1.1, 0.32, 8, 24, 8).translate(0, 0.55, 0);
open(welded(bar), 'A bar');
cursor.visible = false;
find('.hint').textContent = HINTS.pull!;
stage.start(() => {
  ball.visible = obstacle.checked;
  if (editor.unsolved && !editor.motion) pull(); // a drag shows what it has; later pictures go on
  if (playedFrom !== undefined && editor.motion) {
    const [first, last] = [editor.keyframes[0]!.time, editor.keyframes.at(-1)!.time];
    time = first + (((performance.now() - playedFrom) / 1000) % (last - first));
    show();
  }
  const was = isSame;
  isSame = true;
  return was ? 'same' : undefined;
});
addEventListener('resize', () => {
  isSame = false;
});
