// Shape design: the energy against finite differences, rigid motions, sampling, states and what is refused. [card §18]

import { describe, expect, it } from 'vitest';
import { couplings } from '../../src/design/couplings.ts';
import { EnvelopeMatrix } from '../../src/design/envelope.ts';
import { ShapeDesign, ShapeField } from '../../src/design/index.ts';
import { ShapeEnergy } from '../../src/design/shape-energy.ts';
import { MlsApproximation } from '../../src/meshless/index.ts';
import { ThixoError } from '../../src/problem.ts';
import { randomSigned } from '../../src/random/random.ts';
import { bar, gridPositions, slab } from './bars.ts';

const noise = (count: number, size: number, seed = 1) =>
  Float64Array.from({ length: count }, (_, k) => size * randomSigned(seed, 0, k));
const largest = (values: Iterable<number>) => Math.max(...Array.from(values, Math.abs));

/** The energy of a small bar with uneven weights. */
function someEnergy(): { energy: ShapeEnergy; u: Float64Array } {
  const field = bar([2, 3, 4]),
    points = [0.1, 0.2, 0.3, 0.2, 0.4, 0.7];
  const targets = {
    rows: field.rowsAt(points),
    displacements: noise(6, 0.3, 2),
    weights: Float64Array.of(3, 5),
  };
  const weights = noise(field.count, 0.5, 3);
  return {
    energy: new ShapeEnergy(
      field,
      targets,
      weights.map((x) => 1 + x),
      weights.map((x) => 2 - x),
      2,
    ),
    u: noise(3 * field.count, 0.05, 4),
  };
}

describe('the energy of a shape', () => {
  it('has the gradient of its differences', () => {
    const { energy, u } = someEnergy(),
      g = new Float64Array(u.length),
      step = 1e-5;
    expect(energy.gradientInto(g, u)).toBeCloseTo(energy.energy(u), 12);
    const differences = u.map(
      (x, k) => (energy.energy(u.with(k, x + step)) - energy.energy(u.with(k, x - step))) / (2 * step),
    );
    expect(largest(differences.map((d, k) => d - g[k]!)) / largest(g)).toBeLessThan(1e-6);
  });

  it('has the matrix of Gauss and Newton: that of differences of the gradient where residuals are 0', () => {
    const { energy } = someEnergy(),
      size = energy.size,
      rest = new Float64Array(size),
      step = 1e-5;
    energy.targets = { ...energy.targets, displacements: new Float64Array(6) };
    const H = EnvelopeMatrix.ofGraph(couplings(energy.field, energy.targets));
    energy.addHessian(H, rest);
    for (let k = 0; k < size; k += 7) {
      const [more, less] = [new Float64Array(size), new Float64Array(size)];
      energy.gradientInto(more, rest.with(k, step));
      energy.gradientInto(less, rest.with(k, -step));
      const column = more.map((x, n) => (x - less[n]!) / (2 * step));
      expect(largest(column.map((x, n) => x - entry(H, n, k)))).toBeLessThan(1e-5 * largest(column));
    }
  });

  it('is 0 for any rigid motion', () => {
    const { energy } = someEnergy(),
      { positions } = energy.field,
      [c, s] = [0.6, 0.8],
      u = positions.map((x, k) => {
        const [px, py] = [positions[k - (k % 3)]!, positions[k - (k % 3) + 1]!];
        return [c * px - s * py + 1, s * px + c * py - 2, x + 3][k % 3]! - x;
      }),
      { rigidity, volume } = energy.parts(u);
    expect(rigidity + volume).toBeLessThan(1e-24);
  });
});

/** Number (row, column) of a symmetric matrix in its envelope. */
function entry(H: EnvelopeMatrix, row: number, column: number): number {
  const [j, k] = [Math.floor(row / 3), Math.floor(column / 3)];
  if (!H.isLower(j, k)) return entry(H, column, row);
  const r = H.rank[j]!,
    s = H.rank[k]! - H.first[r]!;
  if (s < 0) return 0;
  return H.values[H.starts[r]! + (row % 3) * 3 * (r - H.first[r]! + 1) + 3 * s + (column % 3)]!;
}

describe('Cholesky in an envelope', () => {
  it('solves what it was made from, in the order of nodes', () => {
    // A ring with a chord: the envelope has gaps that fill.
    const graph = Array.from({ length: 9 }, (_, n) => [n, (n + 1) % 9, (n + 8) % 9]);
    graph[2]!.push(6);
    graph[6]!.push(2);
    const A = EnvelopeMatrix.ofGraph(graph),
      x = noise(27, 1, 9),
      b = new Float64Array(27);
    graph.forEach((others, j) => {
      for (const k of others) {
        if (!A.isLower(j, k)) continue;
        const part = noise(9, 1, 10 * Math.min(j, k) + Math.max(j, k));
        if (j !== k) A.addBlock(j, k, ...(Array.from(part) as Nine));
        else A.addBlock(j, j, 20, part[0]!, part[1]!, part[0]!, 21, part[2]!, part[1]!, part[2]!, 22);
      }
    });
    for (let row = 0; row < 27; row++) for (let k = 0; k < 27; k++) b[row]! += entry(A, row, k) * x[k]!;
    const L = A.alike(),
      found = new Float64Array(27);
    expect(L.factor(A, 0)).toBe(true);
    L.solve(b, found, new Float64Array(27));
    expect(largest(found.map((value, k) => value - x[k]!))).toBeLessThan(1e-13);
    A.addBlock(4, 4, -40, 0, 0, 0, -40, 0, 0, 0, -40);
    expect(L.factor(A, 0)).toBe(false);
  });
});

type Nine = [number, number, number, number, number, number, number, number, number];

describe('a design', () => {
  const top = { grip: { region: slab(1.4, 2) } },
    floor = { grip: { region: slab(-1, 0.1) } };

  it.each([
    { degrees: 10, axis: [0, 0, 1] },
    { degrees: 90, axis: [1, 2, 3] },
    { degrees: 180, axis: [0, 1, 0] },
  ] as const)('follows handles that turn by $degrees° as one, to 1e-10', ({ degrees, axis }) => {
    const move = { rotate: { axis, degrees }, pivot: [0.1, 0.2, 0.3], translate: [1, -2, 0.5] } as const,
      design = new ShapeDesign(bar());
    design.setHandles([floor, top]);
    design.solve();
    expect(largest(design.displacements)).toBeLessThan(1e-12);
    // From rest in one go, and from a shape that is bent already.
    for (const before of [[], [floor, { ...top, translate: [0.3, 0, 0] as const }]]) {
      design.reset();
      design.setHandles(before.length > 0 ? before : [floor, top]);
      if (before.length > 0) design.solve();
      if (before.length > 0 && degrees > 90) continue; // half a turn in one go is a fold, see docs/design.md
      design.setHandles([
        { ...floor, ...move },
        { ...top, ...move },
      ]);
      if (before.length === 0) design.reset();
      const report = design.solve({ tolerance: 1e-12, iterations: 400 });
      expect(report.miss).toBeLessThan(1e-10);
      expect(report.volumeChange).toBeLessThan(1e-10);
    }
  });

  it('finds the same shape by every method', () => {
    const [first, ...others] = (['levenberg-marquardt', 'factored', 'plain'] as const).map((method) => {
      const design = new ShapeDesign(bar(), { handles: 100, volume: 3 });
      design.setHandles([floor, { ...top, translate: [0.5, 0.2, 0.1], rotate: { axis: [0, 1, 0], degrees: 40 } }]);
      const { energy, converged } = design.solve({ method, iterations: 3000, tolerance: 1e-11 });
      expect(converged).toBe(true);
      return { energy, design };
    });
    for (const { energy, design } of others) {
      expect(energy / first!.energy).toBeCloseTo(1, 8);
      expect(largest(design.displacements.map((u, k) => u - first!.design.displacements[k]!))).toBeLessThan(1e-4);
    }
  });

  it('has weights that mean the same at any sampling and any size', () => {
    const changes = (
      [
        [3, 0.25],
        [5, 0.125],
        [5, 12.5],
      ] as const
    ).map(([across, spacing]) => {
      const unit = (spacing * (across - 1)) / 0.5,
        design = new ShapeDesign(bar([across, across, 3 * across - 2], spacing));
      design.setHandles([
        { grip: { region: slab(-1, 0.3 * unit) } },
        { grip: { region: slab(1.2 * unit, 2 * unit) }, translate: [0, 0, 0.6 * unit] },
      ]);
      return design.solve().volumeChange;
    });
    expect(changes[2]).toBeCloseTo(changes[1]!, 6);
    expect(Math.abs(changes[1]! - changes[0]!)).toBeLessThan(0.02);
  });

  it('gives usable shapes on the way, and the same in the end', () => {
    const whole = new ShapeDesign(bar()),
      bits = new ShapeDesign(bar()),
      handles = [floor, { ...top, translate: [0.6, 0, 0.3] as const }];
    whole.setHandles(handles);
    bits.setHandles(handles);
    const energies: number[] = [];
    const steps = bits.steps();
    for (let step = steps.next(); !step.done; step = steps.next()) energies.push(step.value.energy);
    whole.solve();
    expect(energies.length).toBeGreaterThan(3);
    expect(energies).toEqual([...energies].sort((a, b) => b - a));
    expect(bits.displacements).toEqual(whole.displacements);
  });

  it('guesses a steady drag: fewer steps to the same shape, also after a turn of the hand', () => {
    const shift = (event: number) => (event <= 12 ? 0.03 * event : 0.36 - 0.03 * (event - 12)),
      at = (event: number) => [floor, { ...top, translate: [shift(event), 0, 0.01 * event] as const }],
      [dragged, fresh] = [new ShapeDesign(bar()), new ShapeDesign(bar())],
      steps = { dragged: 0, fresh: 0 };
    for (let event = 1; event <= 20; event++) {
      for (const [name, design] of Object.entries({ dragged, fresh }) as ['dragged' | 'fresh', ShapeDesign][]) {
        design.setHandles(at(event));
        if (name === 'fresh') design.restore({ ...design.state() }); // forgets what it was, keeps the shape
        steps[name] += design.solve({ tolerance: 1e-10 }).iterations;
      }
      const apart = largest(dragged.displacements.map((x, k) => x - fresh.displacements[k]!));
      expect(apart).toBeLessThan(1e-4);
    }
    expect(steps.dragged).toBeLessThan(0.8 * steps.fresh);
  });

  it('goes through JSON to the last bit, and back and forth in its history', () => {
    const design = new ShapeDesign(bar()),
      pull = (z: number) => {
        design.keep();
        design.setHandles([floor, { ...top, translate: [0, 0, z] }]);
        design.solve();
        return design.state();
      },
      [first, second] = [pull(0.2), pull(0.4)],
      other = new ShapeDesign(bar());
    other.restore(JSON.parse(JSON.stringify(second)));
    expect(other.state()).toEqual(second);
    expect([design.undo(), design.state()]).toEqual([true, first]);
    expect([design.redo(), design.state()]).toEqual([true, second]);
    expect([design.undo(), design.undo(), design.undo()]).toEqual([true, true, false]);
    expect(largest(design.displacements)).toBe(0);
  });

  it('holds a painted set, and a region with a rim, softly', () => {
    const design = new ShapeDesign(bar());
    design.setHandles([
      floor,
      { grip: { region: slab(1.4, 2), falloff: 0.6 }, translate: [0.3, 0, 0] },
      { grip: { particles: [30, 31], strengths: [1, 0.2] } },
    ]);
    design.solve();
    const x = (i: number) => design.moved(design.field.positions)[3 * i]! - design.field.positions[3 * i]!;
    expect(x(60)).toBeGreaterThan(0.25);
    expect(x(49)).toBeGreaterThan(0.1);
    expect(Math.abs(x(30))).toBeLessThan(0.03);
  });

  it('tells F at any place', () => {
    const design = new ShapeDesign(bar(), { handles: 1e6 });
    design.setHandles([floor, { ...top, translate: [0, 0, 0.5] }]);
    design.solve();
    const step = 1e-5,
      at = [0.2, 0.3, 0.8],
      F = design.deformationGradient(at);
    for (let a = 0; a < 3; a++) {
      const [more, less] = [1, -1].map((sign) => design.moved(at.with(a, at[a]! + sign * step)));
      for (let c = 0; c < 3; c++) expect((more![c]! - less![c]!) / (2 * step)).toBeCloseTo(F[3 * c + a]!, 7);
    }
  });
});

describe('what cannot be', () => {
  const refused = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (error instanceof ThixoError) return error.problems.map(({ code, pointer }) => `${code} ${pointer}`.trim());
      throw error;
    }
    return [];
  };
  const design = () => new ShapeDesign(bar());
  const field = (positions: readonly number[]) =>
    new ShapeField(new MlsApproximation({ dimension: 3, positions, supportRadius: 1 }));

  it.each<{ what: string; act: () => void; says: string[] }>([
    { what: 'one particle', act: () => field([0, 0, 0]), says: ['DESIGN_PARTICLES'] },
    { what: 'a flat shape', act: () => field(gridPositions([4, 4, 1], 0.3)), says: ['DESIGN_OUTSIDE'] },
    {
      what: 'a lone particle',
      act: () => field([...gridPositions([3, 3, 3], 0.3), 9, 9, 9]),
      says: ['DESIGN_OUTSIDE'],
    },
    { what: 'no volume', act: () => new ShapeField(bar().source, new Float64Array(63)), says: ['DESIGN_PARTICLES'] },
    {
      what: 'a handle outside',
      act: () => design().setHandles([{ grip: { points: [5, 5, 5] } }]),
      says: ['DESIGN_OUTSIDE /handles/0/grip/points/0'],
    },
    {
      what: 'a region outside',
      act: () => design().setHandles([{ grip: { region: slab(7, 8) } }]),
      says: ['DESIGN_OUTSIDE /handles/0/grip/region'],
    },
    {
      what: 'contradictory handles',
      act: () =>
        design().setHandles([
          { grip: { region: slab(-1, 0.3) } },
          { grip: { region: slab(0.2, 2) }, translate: [0, 0, 1] },
        ]),
      says: ['DESIGN_HANDLES /handles/1'],
    },
    {
      what: 'several at once',
      act: () =>
        design().setHandles([
          { grip: { particles: [63] } },
          { grip: { points: [0, 0, 0] }, weight: 0 },
          { grip: { points: [0, 0, 0] }, to: [1, 1] },
          { grip: { points: [0, 0, 0] }, translate: [0, Number.NaN, 0] },
        ]),
      says: [
        'DESIGN_HANDLES /handles/0/grip/particles',
        'DESIGN_HANDLES /handles/1/weight',
        'DESIGN_HANDLES /handles/2/to',
        'DESIGN_HANDLES /handles/3',
      ],
    },
    {
      what: 'a weight below 0',
      act: () => new ShapeDesign(bar(), { volume: -1 }),
      says: ['DESIGN_HANDLES /weights/volume'],
    },
  ])('$what is refused', ({ act, says }) => {
    expect(refused(act)).toEqual(says);
  });

  it('what agrees is no contradiction', () => {
    expect(
      refused(() => design().setHandles([{ grip: { region: slab(-1, 0.3) } }, { grip: { region: slab(-1, 0.6) } }])),
    ).toEqual([]);
  });
});
