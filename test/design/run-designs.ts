// Designs whose results must have the same bits everywhere, and a hash of them.

import { MotionDesign, ShapeDesign, sampledField } from '../../src/design/index.ts';
import { bar, slab } from './bars.ts';

/** FNV-1a of the bytes of numbers. */
function hashOf(values: ArrayLike<number>): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(Float64Array.from(values).buffer)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

/** Hashes of a pulled shape, of a sampled one, and of a motion with a turn and an obstacle. */
export function hashDesigns(): Record<string, string> {
  const shape = new ShapeDesign(bar());
  shape.setHandles([
    { grip: { region: slab(-1, 0.1) } },
    {
      grip: { region: slab(1.4, 2), falloff: 0.3 },
      translate: [0.5, 0.1, 0.2],
      rotate: { axis: [1, 2, 3], degrees: 50 },
    },
  ]);
  shape.solve();
  const sampled = new ShapeDesign(
    sampledField({ capsule: { from: [0, 0, 0], to: [0, 0, 2], radius: 0.5 } }, { count: 40 }),
  );
  sampled.setHandles([{ grip: { points: [0, 0, 0] } }, { grip: { points: [0, 0, 2] }, translate: [0.5, 0, 0.3] }]);
  sampled.solve();
  const motion = new MotionDesign(bar([3, 3, 3]), {
    keyframes: [
      { time: 0, pose: {} },
      { time: 1, pose: { translate: [2, 0, 0], rotate: { axis: [0, 1, 0], degrees: 120 } }, velocity: [0, 1, 0] },
    ],
    obstacles: [{ shape: { sphere: { center: [1.2, 0.3, -0.3], radius: 0.4 } }, motion: { velocity: [0, 0, 0.2] } }],
  });
  motion.solve({ frames: 6, iterations: 40 });
  return {
    shape: hashOf(shape.displacements),
    sampled: hashOf(sampled.displacements),
    motion: hashOf(motion.state().displacements),
    place: hashOf(motion.moved([0.1, 0.2, 0.3], 0.37)),
  };
}
