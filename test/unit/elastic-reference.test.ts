// The plain reference of elastic solids against closed forms, finite differences and the toolkit of approximations.

import { describe, expect, test } from 'vitest';
import { DifferenceGradients, MlsApproximation } from '../../src/meshless/index.ts';
import { linkNodes } from '../../src/substances/elastic/gradients.ts';
import { applied, block, mapped, shaken, totals, turn } from '../helpers/elastic-shapes.ts';
import {
  carriedPlastic,
  cauchy,
  deformation,
  elasticEnergy,
  elasticForces,
  firstStress,
  flow,
  greenStrain,
  IDENTITY,
  linksOf,
  type Matrix,
  norm,
  product,
  scaled,
} from '../reference/elastic.ts';

const MATERIAL = { youngsModulus: 1e4, poissonsRatio: 0.3, volumeStiffness: 2e3 };

const flat = (shape: ReturnType<typeof block>): Float64Array =>
  shape.dimension === 3 ? shape.reference : shape.reference.filter((_, n) => n % 3 < 2);

describe.each(['mls', 'differences'] as const)('%s', (gradient) => {
  test.each([2, 3] as const)('gradients in %iD are those of the toolkit', (dimension) => {
    const shape = block([4, 4, dimension === 3 ? 4 : 1], { gradient, dimension, jitter: 0.2 }),
      links = linksOf(shape),
      samples = { dimension, positions: flat(shape), supportRadius: shape.support };
    links.forEach((near, i) => {
      const place = flat(shape).subarray(dimension * i, dimension * i + dimension),
        found =
          gradient === 'mls'
            ? new MlsApproximation(samples, { order: 1 }).shape(place, 1)
            : new DifferenceGradients(samples).stencil(i),
        vectors = 'vectors' in found ? found.vectors : found.gradients;
      for (const { j, g } of near) {
        const n = found.indices.indexOf(j);
        for (let a = 0; a < dimension; a++) expect(vectors[dimension * n + a]).toBeCloseTo(g[a]!, 8);
      }
      expect(near.length).toBe([...found.indices].filter((j) => j !== i).length);
    });
  });

  test('a rotated and shifted body has no strain, no energy and no force', () => {
    const shape = block([4, 4, 4], { gradient, jitter: 0.15 }),
      links = linksOf(shape),
      R = turn([0.6, 0, 0.8], 2.1),
      x = mapped(shape, (X) => applied(R, X).map((c, a) => c + [3, -2, 5][a]!)),
      scale = MATERIAL.youngsModulus * 64 * 1e-3;
    for (let i = 0; i < 64; i++) expect(norm(greenStrain(deformation(shape, links, x, i)))).toBeLessThan(1e-12);
    expect(elasticEnergy(shape, links, MATERIAL, x)).toBeLessThan(1e-20 * scale);
  });

  test('forces are −∂E/∂x, and sum to nothing', () => {
    const shape = block([5, 5, 5], { gradient, jitter: 0.1 }),
      links = linksOf(shape),
      x = shaken(
        mapped(shape, ([a, b, c]) => [1.1 * a! + 0.1 * b!, b!, 0.95 * c!]),
        0.008,
        3,
      ),
      f = elasticForces(shape, links, MATERIAL, x),
      largest = Math.max(...f.map(Math.abs)),
      step = 1e-6;
    for (const n of [0, 17, 100, 186, 187, 188, 300, 374]) {
      const moved = (by: number) => {
        const y = x.slice();
        y[n]! += by;
        return elasticEnergy(shape, links, MATERIAL, y);
      };
      expect(Math.abs(-(moved(step) - moved(-step)) / (2 * step) - f[n]!)).toBeLessThan(1e-5 * largest);
    }
    const { force, torque } = totals(x, f);
    for (const c of [...force, ...torque]) expect(Math.abs(c)).toBeLessThan(1e-10 * largest);
  });
});

test('plastic flow takes the new plastic strain, and creep does not depend on the step', () => {
  const plasticity = { yieldStrain: 0.05, creep: 10, maxPlasticStrain: 1, deviatoric: false },
    strain: Matrix = [0.3, 0, 0, 0, 0, 0, 0, 0, 0],
    once = flow({ ...plasticity, creep: Math.log(3) }, strain, scaled(IDENTITY, 0), 1);
  expect(once[0]).toBeCloseTo(0.2, 14); // [card §15: ε_p = .2, ε_e = .1]
  let many: Matrix = scaled(IDENTITY, 0);
  for (let k = 0; k < 100; k++) many = flow(plasticity, strain, many, 1e-3);
  expect(many[0]).toBeCloseTo(flow(plasticity, strain, scaled(IDENTITY, 0), 0.1)[0]!, 12);
});

test('a new reference keeps the stress of a body that was stretched and turned', () => {
  const stretch: Matrix = [1.1, 0, 0, 0, 1, 0, 0, 0, 1],
    F = product(turn([0, 0, 1], Math.PI / 2), stretch),
    plastic = carriedPlastic(F, scaled(IDENTITY, 0)),
    material = { youngsModulus: 1, poissonsRatio: 0.3, volumeStiffness: 0 },
    before = cauchy(firstStress(material, F), F),
    after = cauchy(firstStress(material, IDENTITY, plastic), IDENTITY);
  // Largest along y after the turn, as printed on the card; the printed update of the paper has it along x. [X36]
  for (const [value, a] of [
    [0.055, 0],
    [0.156, 1],
    [0.055, 2],
  ] as const)
    expect(before[4 * a]).toBeCloseTo(value, 2);
  for (const [value, a] of [
    [0.05, 0],
    [0.117, 1],
    [0.05, 2],
  ] as const)
    expect(after[4 * a]).toBeCloseTo(value, 2);
});

test('links of a body that did not change are taken over, to the last bit', () => {
  const shape = block([5, 4, 4], { jitter: 0.1 }),
    one = shape.volume.length,
    count = 2 * one,
    nodes = (bend: number) => ({
      ...{ count, dimension: 3 as const, reaches: new Float64Array(count).fill(shape.support) },
      bodies: Uint32Array.from({ length: count }, (_, n) => n % 2), // bodies need not stand one after the other
      isMls: new Uint8Array(count).fill(1),
      places: Float64Array.from({ length: 3 * count }, (_, k) => {
        const [n, a] = [Math.floor(k / 3), k % 3],
          X = shape.reference[3 * (n >> 1) + a]!;
        return n % 2 === 1 && a === 0 ? X + bend * X * X : X;
      }),
    }),
    before = linkNodes(nodes(0)),
    fresh = linkNodes(nodes(20));
  expect(fresh.g).not.toEqual(before.g);
  expect(linkNodes(nodes(20), undefined, { links: before, isKept: (body) => body === 0 })).toEqual(fresh);
});
