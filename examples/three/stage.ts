// What has nothing to do with Thixo: a renderer that fills the window, a camera one can move, light and a floor.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

export function createStage(target: THREE.Vector3Like, distance: number) {
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.shadowMap.enabled = true;
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.domElement.setAttribute('role', 'img');
  document.body.append(renderer.domElement);

  const scene = new THREE.Scene();
  scene.background = new THREE.Color('#dfe4ea');

  const sky = new THREE.HemisphereLight('#ffffff', '#b8aca0', 2.2);
  const lamp = new THREE.DirectionalLight('#ffe9d0', 1);
  lamp.position.set(3, 2, 4);
  const sun = new THREE.DirectionalLight('white', 2.6);
  sun.position.set(-2.5, 4, 2);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  Object.assign(sun.shadow.camera, { left: -2, right: 2, top: 2, bottom: -2 });
  const floor = new THREE.Mesh(new THREE.CircleGeometry(30, 64), new THREE.ShadowMaterial({ opacity: 0.3 }));
  floor.rotation.x = -Math.PI / 2;
  floor.receiveShadow = true;
  scene.add(sky, lamp, sun, floor);

  const camera = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.target.copy(target);
  controls.enableDamping = true;
  camera.position.copy(target).add(new THREE.Vector3(0.5, 0.35, 0.8).setLength(distance));

  const resize = () => {
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
    renderer.setSize(innerWidth, innerHeight);
  };
  addEventListener('resize', resize);
  resize();

  /** Calls `draw` with the seconds since the page began, then renders, again and again; not if it says that all is as it was. */
  const start = (draw: (seconds: number) => unknown) =>
    renderer.setAnimationLoop((milliseconds) => {
      const isSame = draw(milliseconds / 1000) === 'same';
      if (controls.update() || !isSame) renderer.render(scene, camera);
    });

  return { scene, camera, controls, renderer, start };
}
