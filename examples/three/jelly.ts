// A jelly that is simulated in a worker and pulled with the pointer.

import { startWorld } from 'thixo/worker';
import * as THREE from 'three';
import { createStage } from './stage.ts';

const live = await startWorld({
  frameRate: 60,
  substances: { jelly: { model: 'elastic', youngsModulus: 3000 } },
  bodies: [{ substance: 'jelly', shape: { box: { min: [-0.2, 0, -0.2], max: [0.2, 0.3, 0.2] } }, spacing: 0.05 }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0 }],
});

const stage = createStage({ x: 0, y: 0.2, z: 0 }, 1.6),
  balls = new THREE.InstancedMesh(
    new THREE.SphereGeometry(0.03, 16, 12),
    new THREE.MeshStandardMaterial({ color: '#d8344a' }),
    4096,
  ),
  place = new THREE.Matrix4();
balls.castShadow = true;
balls.frustumCulled = false;
stage.scene.add(balls);
live.on('frame', ({ particles, fields }) => {
  const x = fields.position!;
  balls.count = particles;
  for (let k = 0; k < particles; k++) balls.setMatrixAt(k, place.setPosition(x[3 * k]!, x[3 * k + 1]!, x[3 * k + 2]!));
  balls.instanceMatrix.needsUpdate = true;
  balls.computeBoundingSphere();
});

// A drag that begins on the jelly pulls it, in the plane that faces the camera; any other turns the view.
const ray = new THREE.Raycaster(),
  plane = new THREE.Plane(),
  point = new THREE.Vector3(),
  canvas = stage.renderer.domElement;
let grip: ReturnType<typeof live.grab> | undefined;
const aim = ({ clientX, clientY }: PointerEvent) =>
  ray.setFromCamera(new THREE.Vector2((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight), stage.camera);
canvas.addEventListener(
  'pointerdown',
  (event) => {
    aim(event);
    const [hit] = ray.intersectObject(balls);
    if (!hit) return;
    stage.controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
    plane.setFromNormalAndCoplanarPoint(stage.camera.getWorldDirection(new THREE.Vector3()), hit.point);
    grip = live.grab([hit.point.x, hit.point.y, hit.point.z], { radius: 0.15, pull: 300 });
  },
  { capture: true },
);
canvas.addEventListener('pointermove', (event) => {
  aim(event);
  if (grip && ray.ray.intersectPlane(plane, point)) grip.moveTo([point.x, point.y, point.z]);
});
canvas.addEventListener('pointerup', () => {
  grip?.end();
  grip = undefined;
  stage.controls.enabled = true;
});
stage.start(() => undefined);
