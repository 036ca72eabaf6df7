import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, Emitter } from '../../src/scene/schema.ts';
import { checkEmitter } from '../../src/sources/check-emitter.ts';
import { type EmitterState, emitUntil, initialEmitterState, type Jet, makeJet } from '../../src/sources/emitter.ts';
import { type FilledBody, fillBody } from '../../src/sources/fill-body.ts';
import { fitLattice, makeLattice, siteCount, visitSites, volumePerParticle } from '../../src/sources/lattice.ts';
import type { SourceContext } from '../../src/sources/source.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const DENSITY = 1000;
const SPACE: SourceContext = { dimension: 3, trig: Math, seed: 1 };
const PLANE: SourceContext = { dimension: 2, trig: Math, seed: 1 };
const MANY = 1_000_000;

function makeBody(settings: Partial<Body> & Pick<Body, 'shape' | 'spacing'>): Body {
  return { substance: 'water', jitter: 0, velocity: [0, 0, 0], angularVelocity: [0, 0, 0], ...settings };
}

function fill(settings: Parameters<typeof makeBody>[0], context = SPACE, index = 0): FilledBody {
  return fillBody(makeBody(settings), index, DENSITY, MANY, context);
}

function count({ positions }: FilledBody): number {
  return positions.length / 3;
}

const boxOf = (...size: [number, number, number]): Body['shape'] => ({ box: { min: [0, 0, 0], max: size } });

/** Smallest and largest coordinate on an axis. */
function extent(positions: Float64Array, axis: number): [number, number] {
  const values = Array.from(positions).filter((_, n) => n % 3 === axis);
  return [Math.min(...values), Math.max(...values)];
}

/** All distances from particle n to the others. */
function distancesFrom(positions: ArrayLike<number>, n: number): number[] {
  const distances: number[] = [];
  for (let m = 0; m < positions.length / 3; m++) {
    if (m === n) continue;
    const d = [0, 1, 2].map((axis) => positions[3 * m + axis]! - positions[3 * n + axis]!);
    distances.push(Math.hypot(d[0]!, d[1]!, d[2]!));
  }
  return distances;
}

function nearestDistance(positions: ArrayLike<number>): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < positions.length / 3; n++) {
    for (const d of distancesFrom(positions, n)) nearest = Math.min(nearest, d);
  }
  return nearest;
}

describe('lattices', () => {
  it.each([
    ['cubic', 3, 0.001],
    ['hcp', 3, 0.001 / Math.SQRT2],
    ['cubic', 2, 0.01],
    ['hexagonal', 2, (0.01 * Math.sqrt(3)) / 2],
  ] as const)('%s in %iD gives a particle %f of space', (name, dimension, volume) => {
    expect(volumePerParticle(makeLattice(name, dimension, 0.1)) / volume).toBeCloseTo(1, 14);
  });

  // Number of neighbors by squared distance over spacing squared, from the crystallography of each lattice.
  it.each([
    ['cubic', 3, { 1: 6, 2: 12, 3: 8 }],
    ['hcp', 3, { 1: 12, 2: 6, 2.6667: 2, 3: 18 }], // the 2 at √(8/3) tell HCP from FCC
    ['cubic', 2, { 1: 4, 2: 4, 4: 4 }],
    ['hexagonal', 2, { 1: 6, 3: 6, 4: 6 }],
  ] as const)(
    '%s in %iD has the right shells of neighbors around every interior particle',
    (lattice, dimension, shells) => {
      const context = dimension === 3 ? SPACE : PLANE;
      const { positions } = fill({ shape: boxOf(0.8, 0.8, 0.8), spacing: 0.1, lattice }, context);
      let interior = 0;
      for (let n = 0; n < positions.length / 3; n++) {
        const center = [0, 1, 2].slice(0, dimension).map((axis) => positions[3 * n + axis]!);
        if (center.some((c) => c < 0.25 || c > 0.55)) continue;
        interior++;
        const squares = distancesFrom(positions, n).map((d) => (d / 0.1) ** 2);
        for (const [square, expected] of Object.entries(shells)) {
          expect(squares.filter((s) => Math.abs(s - Number(square)) < 1e-4)).toHaveLength(expected);
        }
        expect(Math.min(...squares)).toBeCloseTo(1, 9);
      }
      expect(interior).toBeGreaterThan(3);
    },
  );

  it('follows the formula of the card up to a translation', () => {
    const a = 0.1;
    const block = fitLattice(makeLattice('hcp', 3, a), { min: [0, 0, 0], max: [0.3, 0.3, 0.3] });
    const sites: number[][] = [];
    visitSites(block, (x, y, z) => sites.push([x, y, z]) > 0);
    const [ni, nj, nk] = block.counts;
    let n = 0;
    for (let k = 0; k < nk; k++) {
      for (let j = 0; j < nj; j++) {
        for (let i = 0; i < ni; i++) {
          const card = [i + ((j + k) % 2) / 2, (Math.sqrt(3) / 2) * (j + (k % 2) / 3), Math.sqrt(2 / 3) * k];
          const site = sites[n++]!;
          card.forEach((c, axis) => {
            expect(site[axis]! - block.origin[axis]!).toBeCloseTo(a * c, 12);
          });
        }
      }
    }
    expect(n).toBe(sites.length);
  });

  it('stops visiting when told to', () => {
    const block = fitLattice(makeLattice('cubic', 3, 0.1), { min: [0, 0, 0], max: [1, 1, 1] });
    let visited = 0;
    visitSites(block, () => ++visited < 7);
    expect(visited).toBe(7);
    expect(siteCount(block)).toBe(1000);
  });
});

describe('fillBody: how many, where, how heavy', () => {
  it('gives a cubic meter at spacing 0.1 exactly 1000 particles, half a spacing from the faces', () => {
    const filled = fill({ shape: boxOf(1, 1, 1), spacing: 0.1, lattice: 'cubic' });
    expect(count(filled)).toBe(1000);
    expect(filled.problems).toEqual([]);
    for (const axis of [0, 1, 2]) {
      const [low, high] = extent(filled.positions, axis);
      expect(low).toBeCloseTo(0.05, 12);
      expect(high).toBeCloseTo(0.95, 12);
    }
    expect(filled.mass * 1000).toBeCloseTo(DENSITY, 9);
  });

  it('neither loses nor adds a layer of a commensurate box, whatever the rounding', fuzzed, () => {
    const whole = fc.integer({ min: 1, max: 9 });
    const shift = fc.double({ min: -1000, max: 1000, noNaN: true });
    const spacing = fc.double({ min: 1e-3, max: 10, noNaN: true });
    const root = Math.sqrt;
    const cases = [
      ['cubic', 3, [1, 1, 1]],
      ['hcp', 3, [1, root(3) / 2, root(2 / 3)]],
      ['cubic', 2, [1, 1, 0]],
      ['hexagonal', 2, [1, root(3) / 2, 0]],
    ] as const;
    holds(
      fc.property(
        fc.constantFrom(...cases),
        fc.tuple(whole, whole, whole),
        shift,
        spacing,
        ([lattice, d, pitch], n, at, a) => {
          const corner = [at, at / 3, d === 3 ? -at / 7 : 0] as const;
          const top = corner.map((c, axis) => c + n[axis]! * pitch[axis]! * a);
          const shape = { box: { min: corner, max: top as [number, number, number] } };
          const filled = fill({ shape, spacing: a, lattice }, d === 3 ? SPACE : PLANE);
          expect(count(filled)).toBe(n[0] * n[1] * (d === 3 ? n[2] : 1));
          // Exactly the mass of the box: the lattice tiles it.
          const volume = n.slice(0, d).reduce((product, c, axis) => product * c * pitch[axis]! * a, 1);
          expect((count(filled) * filled.mass) / (DENSITY * volume)).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  it.each([
    ['cubic', 3],
    ['hcp', 3],
    ['cubic', 2],
    ['hexagonal', 2],
  ] as const)('keeps the mass of round and turned shapes: %s in %iD', (lattice, dimension) => {
    const context = dimension === 3 ? SPACE : PLANE;
    const axis = [0, 0, 1] as const;
    const shapes: [Body['shape'], number, number][] = [
      [{ sphere: { center: [1, 2, 0], radius: 0.5 } }, (4 / 3) * Math.PI * 0.125, Math.PI * 0.25],
      [{ capsule: { from: [0, 0, 0], to: [0, 1, 0], radius: 0.3 } }, Math.PI * 0.09 * 1.4, 0.6 + Math.PI * 0.09],
      [{ cylinder: { from: [0, 0, 0], to: [1, 0, 0], radius: 0.3 } }, Math.PI * 0.09, 0.6],
      [{ box: { center: [0, 0, 0], size: [1, 0.7, 0.8], rotation: { axis, degrees: 31 } } }, 0.56, 0.7],
    ];
    for (const [shape, volume, area] of shapes) {
      const filled = fill({ shape, spacing: 0.04, lattice }, context);
      const ratio = (count(filled) * filled.mass) / (DENSITY * (dimension === 3 ? volume : area));
      expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
    }
  });

  it('fills a sphere symmetrically and strictly inside', () => {
    const { positions } = fill({
      shape: { sphere: { center: [3, 0, -1], radius: 0.25 } },
      spacing: 0.05,
      lattice: 'cubic',
    });
    const sum = [0, 0, 0];
    for (let n = 0; n < positions.length; n++) sum[n % 3]! += positions[n]! / (positions.length / 3);
    expect(sum[0]).toBeCloseTo(3, 10);
    expect(sum[1]).toBeCloseTo(0, 10);
    expect(sum[2]).toBeCloseTo(-1, 10);
    for (let n = 0; n < positions.length; n += 3) {
      expect(Math.hypot(positions[n]! - 3, positions[n + 1]!, positions[n + 2]! + 1)).toBeLessThan(0.25);
    }
  });

  it('takes as many layers as come nearest to a size that is no multiple of the spacing', () => {
    const layers = (size: number) => count(fill({ shape: boxOf(size, 0.1, 0.1), spacing: 0.1, lattice: 'cubic' }));
    expect([0.96, 1.04, 1.06, 1.14].map(layers)).toEqual([10, 10, 11, 11]);
  });

  it('decides a tie alike wherever the box stands: the lower count', () => {
    for (let n = 0; n < 100; n++) {
      const x = n * 0.7;
      const shape = { box: { min: [x, 0, 0], max: [x + 1.05, 0.1, 0.1] } } as const;
      expect(count(fill({ shape, spacing: 0.1, lattice: 'cubic' }))).toBe(10);
    }
  });

  it('uses HCP in 3D and the hexagonal lattice in 2D unless told otherwise', () => {
    expect(fill({ shape: boxOf(1, 1, 1), spacing: 0.1 }).mass).toBeCloseTo(DENSITY * 0.001 * Math.SQRT1_2, 12);
    expect(fill({ shape: boxOf(1, 1, 0), spacing: 0.1 }, PLANE).mass).toBeCloseTo(
      (DENSITY * 0.01 * Math.sqrt(3)) / 2,
      12,
    );
  });

  it('keeps z = 0 in 2D, with jitter and spin, and ignores how thick the shape is', () => {
    for (const thickness of [0, 0.4, 7]) {
      const settings = { spacing: 0.1, jitter: 0.3, angularVelocity: [0, 0, 2], lattice: 'cubic' } as const;
      const filled = fill({ shape: boxOf(1, 1, thickness), ...settings }, PLANE);
      expect(count(filled)).toBe(100);
      expect(extent(filled.positions, 2)).toEqual([0, 0]);
      expect(extent(filled.velocities, 2)).toEqual([0, 0]);
    }
  });
});

describe('fillBody: jitter and motion', () => {
  const box = { shape: boxOf(1, 1, 1), spacing: 0.1, lattice: 'cubic' } as const;

  it('displaces within ± jitter · spacing, evenly and on every axis alike', () => {
    const still = fill(box).positions;
    const moved = fill({ ...box, jitter: 0.25 }).positions;
    const shifts = Array.from(moved, (x, n) => (x - still[n]!) / 0.025);
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThanOrEqual(1 + 1e-12);
    for (const axis of [0, 1, 2]) {
      const along = shifts.filter((_, n) => n % 3 === axis);
      const mean = along.reduce((sum, s) => sum + s, 0) / along.length;
      const variance = along.reduce((sum, s) => sum + s * s, 0) / along.length;
      expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(1 / 3 / 1000));
      expect(variance).toBeGreaterThan(0.3);
      expect(variance).toBeLessThan(0.37);
    }
    expect(shifts[0]).not.toBe(shifts[1]);
  });

  it('repeats itself, and changes with the seed and the body', () => {
    const jittered = { ...box, jitter: 0.2 };
    const first = fill(jittered).positions;
    expect(fill(jittered).positions).toEqual(first);
    expect(fill(jittered, { ...SPACE, seed: 2 }).positions).not.toEqual(first);
    expect(fill(jittered, SPACE, 1).positions).not.toEqual(first);
  });

  it('moves as a rigid body: v + ω × (x − center of mass)', () => {
    const velocity = [1, -2, 3] as const;
    const { positions, velocities } = fill({ ...box, velocity, angularVelocity: [0.5, -1, 2] });
    for (let n = 0; n < positions.length; n += 3) {
      const [x, y, z] = [positions[n]! - 0.5, positions[n + 1]! - 0.5, positions[n + 2]! - 0.5];
      expect(velocities[n]).toBeCloseTo(1 + (-1 * z - 2 * y), 10);
      expect(velocities[n + 1]).toBeCloseTo(-2 + (2 * x - 0.5 * z), 10);
      expect(velocities[n + 2]).toBeCloseTo(3 + (0.5 * y + 1 * x), 10);
    }
  });
});

describe('fillBody: points', () => {
  const positions = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 2, 0],
  ] as const;

  it('takes positions as they are and the mass from the spacing and the lattice', () => {
    const filled = fill({ shape: { points: { positions: [...positions] } }, spacing: 0.2, velocity: [1, 2, 3] });
    expect([...filled.positions]).toEqual(positions.flat());
    expect([...filled.velocities]).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect(filled.mass).toBeCloseTo((DENSITY * 0.008) / Math.SQRT2, 12);
  });

  it('lets explicit velocities replace that of the body', () => {
    const velocities = [...positions].reverse();
    const filled = fill({
      shape: { points: { positions: [...positions], velocities } },
      spacing: 0.2,
      velocity: [9, 9, 9],
    });
    expect([...filled.velocities]).toEqual(velocities.flat());
  });

  it('works with one point, and warns of none', () => {
    const one = fill({ shape: { points: { positions: [[1, 2, 3]] } }, spacing: 0.1, angularVelocity: [1, 1, 1] });
    expect([...one.velocities]).toEqual([0, 0, 0]);
    const none = fill({ shape: { points: { positions: [] } }, spacing: 0.1 });
    expect(none.problems).toMatchObject([
      { code: 'SOURCE_EMPTY', severity: 'warning', pointer: '/bodies/0/shape/points' },
    ]);
  });
});

describe('fillBody: refusals', () => {
  const points = (p: readonly (readonly [number, number, number])[], v?: typeof p): Body['shape'] => ({
    points: { positions: [...p], velocities: v && [...v] },
  });
  it.each<[string, Parameters<typeof makeBody>[0], SourceContext, string, string]>([
    [
      'a plane',
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, spacing: 1 },
      SPACE,
      'SOURCE_UNBOUNDED',
      '/shape',
    ],
    ['too many', { shape: boxOf(1, 1, 1), spacing: 0.005 }, SPACE, 'SOURCE_TOO_MANY', '/spacing'],
    ['absurdly many', { shape: boxOf(1, 1, 1), spacing: 1e-12 }, SPACE, 'SOURCE_TOO_MANY', '/spacing'],
    ['HCP in 2D', { shape: boxOf(1, 1, 0), spacing: 0.1, lattice: 'hcp' }, PLANE, 'SOURCE_LATTICE', '/lattice'],
    [
      'hexagonal in 3D',
      { shape: boxOf(1, 1, 1), spacing: 0.1, lattice: 'hexagonal' },
      SPACE,
      'SOURCE_LATTICE',
      '/lattice',
    ],
    ['a box inside out', { shape: boxOf(1, -1, 1), spacing: 0.1 }, SPACE, 'SHAPE_INVERTED', '/shape/box/max/1'],
    [
      'unequal lengths',
      { shape: points([[0, 0, 0]], []), spacing: 1 },
      SPACE,
      'SOURCE_LENGTHS',
      '/shape/points/velocities',
    ],
    [
      'points off the plane',
      {
        shape: points([
          [0, 0, 0],
          [0, 0, 1],
        ]),
        spacing: 1,
      },
      PLANE,
      'SOURCE_OFF_PLANE',
      '/shape/points/positions/1/2',
    ],
    [
      'velocity off the plane',
      { shape: boxOf(1, 1, 0), spacing: 1, velocity: [0, 0, 1] },
      PLANE,
      'SOURCE_OFF_PLANE',
      '/velocity/2',
    ],
    [
      'spin off the plane',
      { shape: boxOf(1, 1, 0), spacing: 1, angularVelocity: [1, 0, 0] },
      PLANE,
      'SOURCE_OFF_PLANE',
      '/angularVelocity',
    ],
  ])('refuses %s', (_, settings, context, code, place) => {
    const filled = fill(settings, context, 4);
    expect(filled.problems).toMatchObject([{ code, severity: 'error', pointer: `/bodies/4${place}` }]);
    expect(filled.problems[0]!.hint).not.toBe('');
    expect(count(filled)).toBe(0);
  });

  it('counts exactly: a fill of as many as allowed is not refused, one more is', () => {
    const body = makeBody({ shape: boxOf(1, 1, 1), spacing: 0.1, lattice: 'cubic' });
    expect(fillBody(body, 0, DENSITY, 1000, SPACE).positions).toHaveLength(3000);
    expect(fillBody(body, 0, DENSITY, 999, SPACE).problems).toMatchObject([{ code: 'SOURCE_TOO_MANY' }]);
    const three = makeBody({
      shape: points([
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ]),
      spacing: 1,
    });
    expect(fillBody(three, 0, DENSITY, 2, SPACE).problems).toMatchObject([{ code: 'SOURCE_TOO_MANY' }]);
  });

  it('does not search a vast empty box for a thin slanted body', () => {
    const shape = { capsule: { from: [0, 0, 0], to: [1000, 1000, 1000], radius: 0.001 } } as const;
    expect(fill({ shape, spacing: 0.01 }).problems).toMatchObject([
      { code: 'SOURCE_TOO_MANY', message: expect.stringContaining('lattice sites') },
    ]);
  });

  it('warns when nothing fits', () => {
    const filled = fill({ shape: boxOf(0.04, 1, 1), spacing: 0.1 });
    expect(filled.problems).toMatchObject([
      { code: 'SOURCE_EMPTY', severity: 'warning', pointer: '/bodies/0/spacing' },
    ]);
    expect(count(filled)).toBe(0);
  });
});

interface Released {
  readonly positions: number[];
  readonly velocities: number[];
  readonly masses: number[];
}

function makeEmitterSettings(settings: Partial<Emitter> & Pick<Emitter, 'shape' | 'spacing'>): Emitter {
  return { substance: 'water', jitter: 0, from: 0, ...settings };
}

/** Asks a jet at the given times; positions are those at the last of them. */
function emitAt(jet: Jet, times: readonly number[], state: EmitterState = initialEmitterState()): Released {
  const out: Released = { positions: [], velocities: [], masses: [] };
  const end = times.at(-1)!;
  for (const time of times) {
    emitUntil(jet, state, time, (x, y, z, vx, vy, vz, mass) => {
      const rest = end - time;
      out.positions.push(x + vx * rest, y + vy * rest, z + vz * rest);
      out.velocities.push(vx, vy, vz);
      out.masses.push(mass);
    });
  }
  return out;
}

const total = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0);

const disc = (radius: number): Emitter['shape'] => ({ disc: { center: [1, 2, 0], normal: [3, 4, 0], radius } });
const turnedBox: Emitter['shape'] = {
  box: { center: [0, 1, 0], size: [0.5, 0.3, 0.2], rotation: { axis: [0, 0, 1], degrees: 20 } },
};

/** Emitters of every kind, with the area (length in 2D) of their openings. */
const JETS: [string, Emitter, SourceContext, number][] = [
  ['disc', makeEmitterSettings({ shape: disc(0.2), spacing: 0.05, speed: 2 }), SPACE, Math.PI * 0.04],
  ['small disc', makeEmitterSettings({ shape: disc(0.05), spacing: 0.05, speed: 0.7 }), SPACE, Math.PI * 0.0025],
  ['disc in 2D', makeEmitterSettings({ shape: disc(0.2), spacing: 0.03, speed: 2 }), PLANE, 0.4],
  [
    'flat box',
    makeEmitterSettings({
      shape: boxOf(0.4, 0, 0.3) as Emitter['shape'],
      direction: [0, -2, 0],
      spacing: 0.05,
      flowRate: 0.12,
    }),
    SPACE,
    0.12,
  ],
  [
    'box cut at a slant', // across (1, 1, 0): an edge of 0.3 by the diagonal of a 0.2 square
    makeEmitterSettings({
      shape: boxOf(0.2, 0.2, 0.3) as Emitter['shape'],
      direction: [1, 1, 0],
      spacing: 0.04,
      speed: 1,
    }),
    SPACE,
    0.3 * 0.2 * Math.SQRT2,
  ],
  [
    'cube cut along its diagonal', // a regular hexagon with sides of edge/√2
    makeEmitterSettings({
      shape: boxOf(0.4, 0.4, 0.4) as Emitter['shape'],
      direction: [1, 1, 1],
      spacing: 0.05,
      speed: 1,
    }),
    SPACE,
    ((3 * Math.sqrt(3)) / 2) * 0.08,
  ],
  [
    'turned box in 2D', // the jet leaves at right angles to the edge of 0.5
    makeEmitterSettings({
      shape: turnedBox,
      direction: [-Math.sin(Math.PI / 9), Math.cos(Math.PI / 9), 0],
      spacing: 0.05,
      flowRate: 0.5,
    }),
    PLANE,
    0.5,
  ],
];

describe.each(JETS)('emitter: %s', (_, settings, context, area) => {
  const { dimension } = context;
  const speed = settings.speed ?? settings.flowRate! / area;
  const jet = makeJet(settings, 0, DENSITY, context);
  const layer = settings.spacing * (dimension === 3 ? Math.sqrt(2 / 3) : Math.sqrt(3) / 2);
  const layerMass = DENSITY * area * layer;

  it('has nothing to complain about', () => {
    expect(checkEmitter(settings, '/emitters/0', context)).toEqual([]);
  });

  it('releases ρ₀ · flow rate · time, never off by more than half a layer', () => {
    const state = initialEmitterState();
    let mass = 0;
    for (let step = 0; step <= 200; step++) {
      const time = step * 0.0037;
      emitUntil(jet, state, time, (_x, _y, _z, _vx, _vy, _vz, m) => {
        mass += m;
      });
      expect(Math.abs(mass - DENSITY * area * speed * time)).toBeLessThan(layerMass * (0.5 + 1e-6));
    }
    expect(mass).toBeGreaterThan(4 * layerMass);
  });

  it('packs the jet like a lattice: nearest distance a, and the mass of a particle near that of its lattice site', () => {
    const { positions, masses } = emitAt(jet, [(6 * layer) / speed]);
    expect(nearestDistance(positions)).toBeGreaterThan(0.999 * settings.spacing);
    expect(nearestDistance(positions)).toBeLessThan(1.001 * settings.spacing);
    const siteMass =
      DENSITY * volumePerParticle(makeLattice(dimension === 3 ? 'hcp' : 'hexagonal', dimension, settings.spacing));
    for (const mass of masses) {
      expect(mass / siteMass).toBeGreaterThan(0.75);
      expect(mass / siteMass).toBeLessThan(1.35);
      expect(mass / masses[0]!).toBeCloseTo(1, 12);
    }
  });

  it('sends every particle along the jet, layer behind layer', () => {
    const { positions, velocities } = emitAt(jet, [(5.2 * layer) / speed]);
    const given = 'disc' in settings.shape ? settings.shape.disc.normal : settings.direction!;
    const direction = given.map((c) => c / Math.hypot(...given));
    for (let n = 0; n < positions.length; n += 3) {
      for (const axis of [0, 1, 2]) expect(velocities[n + axis]).toBeCloseTo(speed * direction[axis]!, 12);
    }
    // Layers stand (0.5 + age) intervals downstream of the opening: the last of five is 0.7 layers out, the first 4.7.
    const along = positions.reduce<number[]>((list, x, n) => {
      if (n % 3 === 0)
        list.push(x * direction[0]! + positions[n + 1]! * direction[1]! + positions[n + 2]! * direction[2]!);
      return list;
    }, []);
    const shape = settings.shape;
    const box = 'box' in shape ? shape.box : undefined;
    const center = 'disc' in shape ? shape.disc.center : 'min' in box! ? box.max.map((c) => c / 2) : box!.center;
    const start = center[0]! * direction[0]! + center[1]! * direction[1]! + center[2]! * direction[2]!;
    const depths = along.map((s) => (s - start) / layer);
    expect(Math.min(...depths)).toBeCloseTo(0.7, 9);
    expect(Math.max(...depths)).toBeCloseTo(4.7, 9);
    for (const depth of depths) expect(Math.abs(depth - 0.7 - Math.round(depth - 0.7))).toBeLessThan(1e-9);
  });

  it('does not depend on how often it is asked', fuzzed, () => {
    const end = (4.3 * layer) / speed;
    const once = emitAt(jet, [end]);
    holds(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (parts) => {
        const times = [...parts.map((p) => p * end).sort((a, b) => a - b), end];
        const often = emitAt(jet, times);
        expect(often.masses).toEqual(once.masses);
        expect(often.velocities).toEqual(once.velocities);
        const deviation = often.positions.map((x, n) => Math.abs(x - once.positions[n]!));
        expect(Math.max(...deviation)).toBeLessThan(1e-12);
      }),
    );
  });

  it('continues from a saved state', () => {
    const [half, end] = [(2.3 * layer) / speed, (4.3 * layer) / speed];
    const whole = initialEmitterState();
    emitUntil(jet, whole, half, () => {});
    const saved = JSON.parse(JSON.stringify(whole)) as EmitterState;
    const again = makeJet(settings, 0, DENSITY, context);
    expect(emitAt(again, [end], saved)).toEqual(emitAt(jet, [end], whole));
    expect(saved).toEqual(whole);
  });
});

describe('emitUntil', () => {
  const settings = makeEmitterSettings({ shape: disc(0.1), spacing: 0.05, speed: 1 });
  const layer = 0.05 * Math.sqrt(2 / 3);
  const release = (changes: Partial<Emitter>, times: number[]) =>
    emitAt(makeJet({ ...settings, ...changes }, 0, DENSITY, SPACE), times).masses.length;
  const perLayer = release({}, [0.6 * layer]);

  it('releases a first layer half an interval after the start', () => {
    expect(perLayer).toBeGreaterThan(10);
    expect(release({}, [0.4 * layer])).toBe(0);
  });

  it('keeps to its window: whole intervals release exactly their mass', () => {
    const window = { from: 0.5, to: 0.5 + 8 * layer };
    expect(release(window, [0.5])).toBe(0);
    expect(release(window, [0.5 + 7.4 * layer])).toBe(7 * perLayer);
    expect(release(window, [100])).toBe(8 * perLayer);
    const { masses } = emitAt(makeJet({ ...settings, ...window }, 0, DENSITY, SPACE), [100]);
    expect(total(masses)).toBeCloseTo(DENSITY * Math.PI * 0.01 * 8 * layer, 9);
    expect(release({ from: 1, to: 1 }, [100])).toBe(0);
  });

  it('stops at exactly its most particles, in the middle of a layer', () => {
    const most = 2 * perLayer + 3;
    expect(release({ maxParticles: most }, [1])).toBe(most);
    expect(release({ maxParticles: most }, [0.1, 0.1, 0.5, 0.7, 1])).toBe(most);
    expect(release({ maxParticles: 0 }, [1])).toBe(0);
  });

  it('loses layers the world has no room for, and goes on when there is room again', () => {
    const jet = makeJet(settings, 0, DENSITY, SPACE);
    const state = initialEmitterState();
    let released = 0;
    const add = () => {
      released++;
    };
    expect(emitUntil(jet, state, 3 * layer, add, 2 * perLayer + 1)).toBe(2 * perLayer);
    expect(emitUntil(jet, state, 6 * layer, add, 0)).toBe(0);
    expect(emitUntil(jet, state, 7 * layer, add)).toBe(perLayer);
    expect(released).toBe(3 * perLayer);
    expect(state).toEqual({ layers: 7, particles: 3 * perLayer });
  });

  it('stacks A B A B: every other layer lies on the same spots', () => {
    const { positions } = emitAt(
      makeJet(
        { ...settings, shape: { disc: { center: [0, 0, 0], normal: [0, 0, 1], radius: 0.1 } } },
        0,
        DENSITY,
        SPACE,
      ),
      [4 * layer],
    );
    const spots = [0, 1, 2, 3].map((k) => {
      const start = 3 * perLayer * k;
      return Array.from({ length: perLayer }, (_, n) => [positions[start + 3 * n]!, positions[start + 3 * n + 1]!]);
    });
    for (const [x, y] of spots.flat()) expect(Math.hypot(x!, y!)).toBeLessThan(0.1);
    expect(spots[2]).toEqual(spots[0]);
    expect(spots[3]).toEqual(spots[1]);
    expect(spots[1]).not.toEqual(spots[0]);
  });

  it('jitters within bounds, from a stream of its own, keeping to the plane in 2D', () => {
    const jittered = { ...settings, jitter: 0.2 };
    const still = emitAt(makeJet(settings, 0, DENSITY, SPACE), [0.3]).positions;
    const moved = emitAt(makeJet(jittered, 0, DENSITY, SPACE), [0.3]).positions;
    const shifts = moved.map((x, n) => (x - still[n]!) / 0.01);
    expect(Math.max(...shifts)).toBeGreaterThan(0.9);
    expect(Math.min(...shifts)).toBeLessThan(-0.9);
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThanOrEqual(1 + 1e-9);
    expect(emitAt(makeJet(jittered, 1, DENSITY, SPACE), [0.3]).positions).not.toEqual(moved);
    expect(emitAt(makeJet(jittered, 0, DENSITY, { ...SPACE, seed: 2 }), [0.3]).positions).not.toEqual(moved);
    const flat = emitAt(makeJet(jittered, 0, DENSITY, PLANE), [0.3]).positions;
    expect(flat.filter((_, n) => n % 3 === 2).every((z) => z === 0)).toBe(true);
  });

  it('tiles a rectangle of whole rows exactly', () => {
    for (const [columns, rows] of [
      [4, 4],
      [5, 4],
      [4, 5],
      [7, 3],
    ] as const) {
      const shape = boxOf(columns * 0.05, 0.1, rows * 0.05 * (Math.sqrt(3) / 2)) as Emitter['shape'];
      const jet = makeJet({ ...settings, shape, direction: [0, 1, 0] }, 0, DENSITY, SPACE);
      const { masses } = emitAt(jet, [2 * layer]);
      expect(masses).toHaveLength(2 * columns * rows);
      expect(masses[0]).toBeCloseTo((DENSITY * 0.05 ** 3) / Math.SQRT2, 12);
    }
  });

  it('stays silent without speed or room in the opening', () => {
    expect(release({ speed: 0 }, [100])).toBe(0);
    expect(release({ speed: undefined, flowRate: 0 }, [100])).toBe(0);
    expect(release({ spacing: 10 }, [100])).toBe(0);
  });
});

describe('checkEmitter', () => {
  const good = makeEmitterSettings({ shape: disc(0.1), spacing: 0.05, speed: 1 });
  const box = boxOf(1, 0, 1) as Emitter['shape'];
  const above = { disc: { center: [0, 0, 1], normal: [0, 1, 0], radius: 1 } } as const;
  const across = { disc: { center: [0, 0, 0], normal: [0, 1, 1], radius: 1 } } as const;
  it.each<[string, Partial<Emitter>, SourceContext, string, string, string]>([
    ['neither speed nor flow rate', { speed: undefined }, SPACE, 'EMITTER_SPEED', 'error', ''],
    ['both speed and flow rate', { flowRate: 1 }, SPACE, 'EMITTER_SPEED', 'error', '/flowRate'],
    ['speed 0', { speed: 0 }, SPACE, 'EMITTER_STILL', 'warning', '/speed'],
    ['flow rate 0', { speed: undefined, flowRate: 0 }, SPACE, 'EMITTER_STILL', 'warning', '/flowRate'],
    ['an end before the start', { from: 2, to: 1 }, SPACE, 'EMITTER_WINDOW', 'error', '/to'],
    ['a box without direction', { shape: box }, SPACE, 'EMITTER_DIRECTION', 'error', ''],
    ['a disc with another direction', { direction: [0, 0, 1] }, SPACE, 'EMITTER_DIRECTION', 'error', '/direction'],
    ['a jet out of the plane', { shape: across }, PLANE, 'EMITTER_DIRECTION', 'error', '/shape/disc/normal'],
    ['a box seen edge on', { shape: box, direction: [1, 0, 0] }, SPACE, 'EMITTER_EMPTY', 'error', '/shape'],
    [
      'a box inside out',
      { shape: boxOf(-1, 1, 1) as Emitter['shape'], direction: [0, 1, 0] },
      SPACE,
      'SHAPE_INVERTED',
      'error',
      '/shape/box/max/0',
    ],
    ['a disc above the plane', { shape: above }, PLANE, 'SHAPE_OFF_PLANE', 'error', '/shape/disc/center/2'],
    ['a disc without size', { shape: disc(0) }, SPACE, 'EMITTER_EMPTY', 'error', '/shape'],
    ['a disc without size in 2D', { shape: disc(0) }, PLANE, 'EMITTER_EMPTY', 'error', '/shape'],
    ['an opening below the spacing', { spacing: 1 }, SPACE, 'SOURCE_EMPTY', 'warning', '/spacing'],
    ['a layer of millions', { spacing: 1e-6 }, SPACE, 'SOURCE_TOO_MANY', 'error', '/spacing'],
  ])('finds %s', (_, changes, context, code, severity, place) => {
    const problems = checkEmitter({ ...good, ...changes }, '/emitters/2', context);
    expect(problems).toMatchObject([{ code, severity, pointer: `/emitters/2${place}` }]);
  });

  it('finds everything at once', () => {
    const problems = checkEmitter({ ...good, flowRate: 1, from: 2, to: 1, shape: disc(0) }, '', SPACE);
    expect(problems.map((p) => p.code)).toEqual(['EMITTER_SPEED', 'EMITTER_WINDOW', 'EMITTER_EMPTY']);
  });

  it('accepts a disc that repeats its normal', () => {
    expect(checkEmitter({ ...good, direction: [0.6, 0.8, 0] }, '', SPACE)).toEqual([]);
  });
});
