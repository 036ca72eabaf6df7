// Motion design: the energy against finite differences, exact derivatives, turns, keyframes, obstacles and what is refused. [card §19]

import { describe, expect, it } from 'vitest';
import { MotionDesign, type MotionOptions, ShapeDesign } from '../../src/design/index.ts';
import { prepareKeyframes } from '../../src/design/keyframes.ts';
import { MOTION_WEIGHTS } from '../../src/design/motion-design.ts';
import { MotionEnergy } from '../../src/design/motion-energy.ts';
import { termsOf } from '../../src/design/motion-terms.ts';
import { clearanceOf } from '../../src/design/obstacle-field.ts';
import { pathThrough } from '../../src/design/rigid-path.ts';
import { NO_TARGETS, ShapeEnergy } from '../../src/design/shape-energy.ts';
import { TimeFrames } from '../../src/design/time-frames.ts';
import { ThixoError } from '../../src/problem.ts';
import { randomSigned } from '../../src/random/random.ts';
import { bar, slab } from './bars.ts';

const largest = (values: Iterable<number>) => Math.max(...Array.from(values, Math.abs));
const PLACE = [0.1, 0.3, 0.6];

describe('the energy of a motion', () => {
  it('has the gradient of its differences, with every term at work', () => {
    const field = bar([2, 2, 3]),
      keyframes = prepareKeyframes(field, [
        { time: 0, pose: {}, velocity: [1, 0, 0] },
        { time: 0.7, handles: [{ grip: { points: [0.1, 0.1, 0.2] }, translate: [0.2, 0, 0] }] },
        { time: 2, pose: { translate: [1, 1, 0], rotate: { axis: [1, 1, 0], degrees: 100 } }, velocity: [0, 2, 0] },
      ]),
      frames = new TimeFrames([0, 0.5, 0.7, 1.2, 2]),
      ball = { sphere: { center: [0.5, 0.4, 0.5], radius: 0.4 } } as const,
      setup = {
        field,
        keyframes,
        obstacles: [clearanceOf({ shape: ball, motion: { velocity: [0.1, 0.2, 0.3] } })],
        weights: { ...MOTION_WEIGHTS, keyframes: 10, acceleration: 0.1, obstacles: 10 },
        path: pathThrough(
          keyframes.map(({ time }) => time),
          keyframes.map(({ rigid }) => rigid),
          [0.1, 0.2, 0.3],
        ),
        shapeEnergy: new ShapeEnergy(field, NO_TARGETS, field.volumes, field.volumes, 2),
        radii: new Float64Array(field.count).fill(0.1),
        duration: 2,
      },
      energy = new MotionEnergy(field, frames.count, termsOf(setup, frames)),
      u = Float64Array.from({ length: energy.size }, (_, k) => 0.05 * randomSigned(5, 0, k)),
      g = new Float64Array(energy.size),
      step = 1e-5;
    expect(energy.gradientInto(g, u)).toBeCloseTo(energy.energy(u), 12);
    expect(Object.values(energy.parts(u)).every((part) => part > 1e-3)).toBe(true);
    const differences = u.map(
      (x, k) => (energy.energy(u.with(k, x + step)) - energy.energy(u.with(k, x - step))) / (2 * step),
    );
    expect(largest(differences.map((d, k) => d - g[k]!)) / largest(g)).toBeLessThan(1e-6);
  });
});

describe('a motion', () => {
  it.each(['apart', 'within'] as const)('has exact derivatives in time, rigid part %s', (rigid) => {
    const motion = new MotionDesign(bar(), {
      rigid,
      keyframes: [
        { time: 0, pose: {} },
        { time: 1, pose: { translate: [1, 0, 0], rotate: { axis: [0, 1, 0], degrees: 70 } }, velocity: [0, 0, 1] },
        { time: 1.5, pose: { translate: [1, 2, 0] } },
      ],
    });
    motion.solve({ frames: 6, tolerance: 1e-3 });
    const step = 1e-5;
    for (const time of [0.2, 0.51, 1.1, 1.37]) {
      const slope = (f: (time: number) => Float64Array) => {
        const [before, after] = [f(time - step), f(time + step)];
        return after.map((x, c) => (x - before[c]!) / (2 * step));
      };
      const v = slope((t) => motion.moved(PLACE, t)),
        a = slope((t) => motion.velocity(PLACE, t));
      for (let c = 0; c < 3; c++) {
        expect(motion.velocity(PLACE, time)[c]).toBeCloseTo(v[c]!, 6);
        expect(motion.acceleration(PLACE, time)[c]).toBeCloseTo(a[c]!, 4);
      }
    }
  });

  it('meets its keyframes to 1e-3 of the size: deformed, rigid and in part, with velocities', () => {
    const field = bar(),
      design = new ShapeDesign(field);
    design.setHandles([
      { grip: { region: slab(-1, 0.1) } },
      {
        grip: { region: slab(1.4, 2) },
        translate: [0.6, 0, -0.2],
        rotate: { axis: [0, 1, 0], degrees: 60 },
      },
    ]);
    design.solve();
    const motion = new MotionDesign(field, {
        keyframes: [
          { time: 0, pose: {}, velocity: [0, 0, 0] },
          { time: 1, pose: { displacements: design.state().displacements } },
          { time: 2, handles: [{ grip: { points: [0.25, 0.25, 0] }, translate: [2, 0, 0] }] },
          { time: 3, pose: { translate: [3, 0, 0], rotate: { axis: [0, 1, 0], degrees: 90 } } },
        ],
      }),
      { miss, converged, frames } = motion.solve(),
      bent = design.moved(field.positions),
      there = motion.moved(field.positions, 1);
    expect(converged).toBe(true);
    expect(frames.length).toBeLessThanOrEqual(13);
    expect(miss).toBeLessThan(1e-3 * field.size);
    expect(largest(there.map((x, k) => x - bent[k]!))).toBeLessThan(1e-3 * field.size);
    expect(largest(motion.moved([0.25, 0.25, 0], 2).map((x, a) => x - [2.25, 0.25, 0][a]!))).toBeLessThan(0.002);
    expect(largest(motion.velocity(PLACE, 0))).toBeLessThan(0.05);
  });

  it.each([
    { keyframes: 10_000, tip: 1.2 },
    { keyframes: 300, tip: 0.6 },
  ])('meets a deformed keyframe to 1e-3 of the size with a weight of $keyframes', ({ keyframes, tip }) => {
    const field = bar(),
      design = new ShapeDesign(field);
    design.setHandles([
      { grip: { region: slab(-1, 0.1) } },
      { grip: { region: slab(1.4, 2) }, translate: [tip, 0, -0.4], rotate: { axis: [0, 1, 0], degrees: 100 } },
    ]);
    design.solve();
    const motion = new MotionDesign(field, {
        keyframes: [
          { time: 0, pose: {} },
          { time: 0.5, pose: { displacements: design.state().displacements } },
          { time: 1, pose: {} },
        ],
        weights: { keyframes },
      }),
      { miss, parts } = motion.solve({ frames: 7, firstFrames: 7 });
    expect(miss).toBeLessThan(1e-3 * field.size);
    // What is told is the energy of the design, not that of the goals that brought it here.
    expect(parts.keyframes).toBeLessThan(keyframes * 3 * 1e-6);
  });

  it('turns without strain when the rigid part is apart, and shrinks on the way when it is not', () => {
    const turn = (rigid: 'apart' | 'within', degrees: number) =>
      new MotionDesign(bar([3, 3, 3]), {
        rigid,
        keyframes: [
          { time: 0, pose: {} },
          { time: 1, pose: { rotate: { axis: [1, 0, 0], degrees } } },
        ],
      });
    for (const degrees of [30, 90, 180]) {
      const motion = turn('apart', degrees);
      expect(motion.solve({ frames: 5 }).strain).toBeLessThan(1e-10);
      // The turn is steady: a tenth of the time is a tenth of the angle, by the cosine between two places.
      const direction = (time: number) => {
        const [a, b] = [motion.moved([0, 0, 0], time), motion.moved([0, 0, 0.5], time)];
        return b[2]! / 0.5 - a[2]! / 0.5;
      };
      expect(direction(0.5)).toBeCloseTo(Math.cos((0.5 * degrees * Math.PI) / 180), 3);
      expect(Math.abs(direction(0.3) - Math.cos((0.3 * degrees * Math.PI) / 180))).toBeLessThan(0.02);
    }
    expect(turn('within', 90).solve({ frames: 5, tolerance: 1e-3 }).strain).toBeGreaterThan(0.005);
  });

  it('goes through JSON to the last bit, and gives a usable motion on the way', () => {
    const options: MotionOptions = {
        keyframes: [
          { time: 0, pose: {}, velocity: [1, 0, 2] },
          { time: 1, pose: { translate: [1, 0, 0] } },
        ],
      },
      [first, second] = [new MotionDesign(bar([3, 3, 3]), options), new MotionDesign(bar([3, 3, 3]), options)],
      energies: number[] = [],
      steps = first.steps({ frames: 5 });
    for (let step = steps.next(); !step.done; step = steps.next()) energies.push(step.value.energy);
    expect(energies.length).toBeGreaterThan(0);
    second.restore(JSON.parse(JSON.stringify(first.state())));
    expect(second.state()).toEqual(first.state());
    expect(second.moved(PLACE, 0.3)).toEqual(first.moved(PLACE, 0.3));
  });
});

describe('obstacles', () => {
  const keyframes = [
      { time: 0, pose: {} },
      { time: 1, pose: { translate: [3, 0, 0] } },
    ] as const,
    field = bar([3, 3, 3]),
    ball = { sphere: { center: [1.75, 0.25, -0.3], radius: 0.4 } } as const,
    // The box around the particles, half a spacing wider: what a skin would be.
    skin = field.positions.map((x) => x + 0.4 * (x - 0.25));

  it.each([
    { name: 'a ball that rests', obstacle: { shape: ball } },
    {
      name: 'a ball that rises',
      obstacle: { shape: { sphere: { center: [1.75, 0.25, -0.8], radius: 0.4 } }, motion: { velocity: [0, 0, 1] } },
    },
    { name: 'a container', obstacle: { shape: { box: { min: [-9, -9, -0.2], max: [9, 9, 0.71] } }, inside: true } },
  ] as const)('$name: no vertex is inside at 100 times in every interval', ({ name, obstacle }) => {
    const velocity = name === 'a container' ? ([0, 0, 2] as const) : undefined,
      keys = keyframes.map((key) => ({ ...key, ...(velocity && { velocity }) })),
      kept = new MotionDesign(field, {
        keyframes: keys,
        obstacles: [obstacle],
        radius: 0.13,
        weights: { velocity: 0.1 },
      }),
      counted = new MotionDesign(field, { keyframes: keys, obstacles: [obstacle], weights: { obstacles: 0 } });
    counted.solve({ iterations: 50 });
    expect(counted.penetration(skin)).toBeGreaterThan(0.05);
    const { miss } = kept.solve({ frames: 11, iterations: 150 });
    expect(kept.penetration(skin)).toBe(0);
    expect(miss).toBeLessThan(1e-3 * 0.5);
  });

  it('that are out of the way change nothing: the distance is clamped (X47)', () => {
    const solve = (obstacles: MotionOptions['obstacles'] & object) => {
      const motion = new MotionDesign(field, { keyframes, obstacles });
      motion.solve();
      return motion.state();
    };
    expect(solve([{ shape: { sphere: { center: [1.5, 0.25, 9], radius: 1 } } }])).toEqual(solve([]));
  });

  it('are looked for at places beyond the field by rows of a skin', () => {
    const motion = new MotionDesign(field, { keyframes, obstacles: [{ shape: ball }], weights: { obstacles: 0 } }),
      // Particle 0 carries a place 1.35 m above the ball's path, and one on it.
      rows = { starts: Int32Array.of(0, 1, 2), particles: Int32Array.of(0, 0), values: Float64Array.of(1, 1) };
    motion.solve({ iterations: 20 });
    expect(() => motion.penetration([0, 0, 9])).toThrow(/not known/);
    expect(motion.penetrationRows(rows, [0, 0, 9, 0, 0, 9])).toBe(0);
    expect(motion.penetrationRows(rows, [0, 0.25, 9, 0, 0.25, -0.3])).toBeCloseTo(0.4, 2);
  });

  it('draw frames to where they are', () => {
    const motion = new MotionDesign(field, {
        keyframes,
        obstacles: [{ shape: ball }],
        weights: { acceleration: 1e-5 },
      }),
      { frames } = motion.solve({ frames: 9, iterations: 40 }),
      near = frames.filter((time) => Math.abs(motion.moved([0.25, 0.25, 0.25], time)[0]! - 1.75) < 0.9);
    expect(frames.length).toBe(9);
    expect(near.length).toBeGreaterThan(4);
  });
});

describe('what cannot be', () => {
  const refused = (options: MotionOptions) => {
    try {
      new MotionDesign(bar([2, 2, 2]), options);
    } catch (error) {
      if (error instanceof ThixoError) return error.problems.map(({ code, pointer }) => `${code} ${pointer}`.trim());
      throw error;
    }
    return [];
  };
  const still = { time: 0, pose: {} };

  it.each<{ what: string; options: MotionOptions; says: string[] }>([
    { what: 'one keyframe', options: { keyframes: [still] }, says: ['DESIGN_KEYFRAMES /keyframes'] },
    {
      what: 'keyframes at the same time',
      options: { keyframes: [still, { time: 1, pose: {} }, still] },
      says: ['DESIGN_KEYFRAMES /keyframes/2/time'],
    },
    {
      what: 'several at once',
      options: {
        keyframes: [
          { time: Number.NaN, pose: {} },
          { time: 1 },
          { time: 2, pose: { displacements: [1, 2] } },
          { time: 3, pose: {}, velocity: [0, 0, Infinity] },
        ],
      },
      says: [
        'DESIGN_KEYFRAMES /keyframes/0/time',
        'DESIGN_KEYFRAMES /keyframes/1',
        'DESIGN_KEYFRAMES /keyframes/2/pose/displacements',
        'DESIGN_KEYFRAMES /keyframes/3',
      ],
    },
    {
      what: 'a handle outside',
      options: { keyframes: [still, { time: 1, handles: [{ grip: { points: [7, 7, 7] } }] }] },
      says: ['DESIGN_OUTSIDE /keyframes/1/handles/0/grip/points/0'],
    },
    {
      what: 'an obstacle without size',
      options: {
        keyframes: [still, { time: 1, pose: {} }],
        obstacles: [{ shape: { sphere: { center: [0, 0, 0], radius: 0 } } }],
      },
      says: ['SHAPE_EMPTY /obstacles/0/shape/sphere/radius'],
    },
    {
      what: 'a weight below 0',
      options: { keyframes: [still, { time: 1, pose: {} }], weights: { velocity: -1 } },
      says: ['DESIGN_KEYFRAMES /weights/velocity'],
    },
  ])('$what is refused', ({ options, says }) => {
    expect(refused(options)).toEqual(says);
  });
});
