// Syrup runs over a ball and down a pillar, simulated in this page.

import { World } from 'thixo';
import { ObstaclesView, ParticlesView, SurfaceView } from 'thixo/three';
import { MeshPhysicalMaterial } from 'three';
import { createStage } from './stage.ts';

const world = await World.create({
  frameRate: 60,
  substances: { syrup: { preset: 'syrup' } },
  emitters: [
    {
      substance: 'syrup',
      shape: { disc: { center: [0, 1.15, 0], normal: [0, -1, 0], radius: 0.08 } },
      speed: 0.8,
      spacing: 0.055,
      jitter: 0.2,
    },
  ],
  obstacles: [
    { shape: { sphere: { center: [0, 0.55, 0], radius: 0.22 } }, tangentRestitution: 0.5 },
    { shape: { cylinder: { from: [0, 0, 0], to: [0, 0.33, 0], radius: 0.36 } }, tangentRestitution: 0.5 },
  ],
  sinks: [{ shape: { box: { min: [-2, -1, -2], max: [2, 0.03, 2] } } }], // what reaches the floor is gone
});

// Two ways to show the substance. Any material of three.js will do.
const surface = await SurfaceView.create(world, {
  surface: { voxel: 0.5 },
  material: new MeshPhysicalMaterial({ roughness: 0.15 }),
});
const particles = new ParticlesView(world, { colorBy: 'speed' });
surface.castShadow = particles.castShadow = true;

const stage = createStage({ x: 0, y: 0.55, z: 0 }, 2.6);
stage.scene.add(surface, particles, new ObstaclesView(world.scene));

const form = document.querySelector('form')!;
const output = form.querySelector('output')!;
stage.start((seconds) => {
  if (world.time < seconds) world.advance(); // one frame at most: on a slow machine it runs slowly
  surface.visible = new FormData(form).get('show') === 'surface';
  particles.visible = !surface.visible;
  if (surface.visible) surface.update();
  else particles.update();
  output.value = `${world.fields.count} particles, ${world.time.toFixed(1)} s`;
});
