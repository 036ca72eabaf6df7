// Cracks in space, as those in the plane: at which load a bar breaks, and where a notched one does, on any lattice.

import { expect, test } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { MODULUS, STRENGTH } from '../helpers/torn-plate.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

/** What bars differ in. */
interface TornBar {
  /** Particles across. */
  readonly across: number;
  /** Length, width and thickness, m. */
  readonly size: readonly [number, number, number];
  /** Of the lattice about z, °. */
  readonly turned?: number;
  readonly poissonsRatio?: number;
  readonly cuts?: SceneInput['cuts'];
}

/** A bar whose ends are pulled apart along x, by 4 % in 0.3 s. */
function tornBar({ across, size: [length, width, thick], turned = 0, poissonsRatio = 0, cuts }: TornBar): SceneInput {
  const dx = width / across,
    [c, s] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)],
    [most, layers] = [Math.ceil((length + width) / dx), Math.round(thick / dx)],
    positions: [number, number, number][] = [],
    pull = (side: number) => ({
      keyframes: [{ time: 0 }, { time: 0.3, translate: [side * 0.02 * length, 0, 0] as const }],
    });
  for (let i = -most; i <= most; i++)
    for (let j = -most; j <= most; j++) {
      const [u, v] = [(i + 0.5) * dx, (j + 0.5) * dx],
        [x, y] = [c * u - s * v, s * u + c * v];
      if (Math.abs(x) >= length / 2 || Math.abs(y) >= width / 2) continue;
      for (let k = 0; k < layers; k++) positions.push([x, y, (k + 0.5 - layers / 2) * dx]);
    }
  return {
    ...{ gravity: [0, 0, 0], frameRate: 200, time: { maxStepsPerFrame: 65536 } },
    substances: {
      bar: {
        ...{ model: 'elastic', youngsModulus: MODULUS, poissonsRatio, stressDamping: 100 },
        ...{ strength: STRENGTH, scatter: 0 },
      },
    },
    bodies: [{ substance: 'bar', spacing: dx, lattice: 'cubic', shape: { points: { positions } } }],
    ...(cuts && { cuts }),
    anchors: [
      { min: [-1, -1, -1], max: [-length / 2 + 1.2 * dx, 1, 1], motion: pull(-1) },
      { min: [length / 2 - 1.2 * dx, -1, -1], max: [1, 1, 1], motion: pull(1) },
    ],
  };
}

/** Mean stress of the middle of a bar, Pa: what is held at its ends has less. */
function meanStress(world: World): number {
  const { set } = inside(world),
    starts = set.f64('anchored'),
    middle = Array.from(set.f64('stress')).filter((_, i) => Math.abs(starts[3 * i]!) < 0.05);
  return middle.reduce((sum, x) => sum + x, 0) / middle.length;
}

test.each([5, 6, 7])('a bar of %i particles across breaks at its strength within a tenth', (across) =>
  withWorld(tornBar({ across, size: [0.16, 0.06, 0.06] }), (world) => {
    let [peak, frames] = [0, 0];
    for (; frames < 80; frames++) {
      advance(world, 1);
      const stress = meanStress(world);
      peak = Math.max(peak, stress);
      if (stress < 0.5 * peak) break;
    }
    expect(frames).toBeLessThan(80);
    expect(peak / STRENGTH).toBeGreaterThan(0.9);
    expect(peak / STRENGTH).toBeLessThan(1.1);
  }),
);

test.each([0, 17, 31])('a notched bar breaks through at the notch, flat, on a lattice turned by %i°', (turned) => {
  const cuts = [{ shape: { disc: { center: [0.02, -0.05, 0], normal: [1, 0, 0], radius: 0.03 } } }] as const;
  return withWorld(tornBar({ across: 10, turned, size: [0.2, 0.1, 0.04], poissonsRatio: 0.3, cuts }), (world) => {
    advance(world, 34);
    const list = inside(world).engine.lists.crackFacets!,
      corners: number[][] = [];
    for (let k = 0; k < list.length; k += 11) {
      expect(list[k + 1]).toBe(-1); // no other crack
      for (let c = k + 2; c < k + 11; c += 3) corners.push(list.slice(c, c + 3));
    }
    expect(Math.max(...corners.map(([, y]) => y!))).toBeGreaterThan(0.05 - 0.006); // its other side
    for (const [x] of corners) expect(Math.abs(x! - 0.02)).toBeLessThan(2 * 0.01);
    // Both sides went their way: nothing pulls any more.
    expect(Math.max(...world.fields.get('stress')!)).toBeLessThan(0.5 * STRENGTH);
  });
});
