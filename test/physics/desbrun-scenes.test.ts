// The scenes of the paper's two measured figures have its numbers: particles, mass, and steps of the standard run. [DC99 §7.3, card §24, X8]

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { loadGalleryScene } from '../helpers/gallery.ts';

/** Frames that are tried: the body falls and has begun to deform, but CI is short. */
const CASES = [
  { name: 'fall-over-obstacle', particles: 105, mass: 20, steps: 128, dt: 3.125e-4, frames: 25 },
  { name: 'pour-into-box', particles: 1519, mass: 11.2e-3, steps: 171, dt: 0.04 / 171, frames: 3 }, // 256 in the paper, which halves
];

describe.each(CASES)('$name', ({ name, particles, mass, steps, dt, frames }) => {
  it(`starts with ${particles} particles of ${mass} kg and takes ${steps} steps in a frame`, async () => {
    const { adaptivity: _, ...standard } = (await loadGalleryScene(name)).scene;
    using world = await World.create(standard);
    expect(world.fields.count).toBe(particles);
    for (const m of world.fields.mass) expect(m / mass).toBeCloseTo(1, 4);
    for (let n = 0; n < frames; n++) {
      const report = world.advance();
      expect(report).toMatchObject({ ok: true, steps, particles });
      expect(report.dt.min).toBeCloseTo(dt, 9);
      expect(report.dt.max).toBeCloseTo(dt, 9);
    }
  });
});
