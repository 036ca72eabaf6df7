// Skins in views of three.js: the mesh of the scene, in its own colors, where the particles are.

import { expect, test } from 'vitest';
import { World } from '../../src/index.ts';
import { SurfaceView } from '../../src/three/index.ts';

test('a view of a world shows the skin of its body, and moves it', async () => {
  const positions = [-0.2, 0.3, 0, 0.2, 0.3, 0, 0, 0.7, 0],
    world = await World.create({
      substances: { toy: { model: 'globules', kind: 'solid' } },
      bodies: [
        {
          substance: 'toy',
          shape: { box: { min: [-0.2, 0.3, -0.2], max: [0.2, 0.7, 0.2] } },
          spacing: 0.1,
          velocity: [1, 0, 0],
          skin: { mesh: { positions, triangles: [0, 1, 2] } },
        },
      ],
    });
  const view = await SurfaceView.create(world),
    shown = (): number[] => [...view.geometry.getAttribute('position').array.slice(0, 9)];
  expect(view.geometry.drawRange.count).toBe(3);
  shown().forEach((c, k) => {
    expect(c).toBeCloseTo(positions[k]!, 6);
  });
  for (let k = 0; k < 5; k++) world.advance();
  view.update();
  // 0.2 s at 1 m/s for the middle of the skin; its corners also come closer, because bonds pull the body together.
  const [a, , , b, , , c] = shown();
  expect(Math.abs((a! + b! + c!) / 3 - 0.2)).toBeLessThan(0.02);
  view.dispose();
  world.dispose();
});
