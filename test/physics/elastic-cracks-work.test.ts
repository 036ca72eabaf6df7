// What cracks cost grows with the length of their fronts and with nothing else: work is counted, not timed.

import { afterEach, expect, test, vi } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { FacetGrid } from '../../src/substances/elastic/cracks/facet-grid.ts';
import { StartGrid } from '../../src/substances/elastic/cracks/start-grid.ts';
import { Tensions } from '../../src/substances/elastic/cracks/tension.ts';
import { pullApart } from '../helpers/flying-block.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

/** Numbers of a point of a front in the list. */
const POINT = 9;
/** Size of particles, m. */
const SPACING = 0.01;
/** By how much velocities grow along x, 1/s. */
const PULL = 12;

/** A block with a notch as large as half of it. */
function notchedBlock(edge: number): SceneInput {
  const half = 0.5 * SPACING * edge;
  return {
    ...{ gravity: [0, 0, 0], frameRate: 1000 },
    substances: { glass: { model: 'elastic', youngsModulus: 1e6, poissonsRatio: 0.2, strength: 2e4 } },
    bodies: [
      {
        ...{ substance: 'glass', spacing: SPACING, lattice: 'cubic' },
        shape: { box: { min: [-0.08, -half, -half], max: [0.08, half, half] } },
      },
    ],
    cuts: [{ shape: { disc: { center: [0, -half, 0], normal: [1, 0, 0], radius: 0.5 * half } } }],
  };
}

/** Nodes and facets that were looked at in places, over points of fronts and looks. */
async function workOf(edge: number): Promise<{ perPoint: number; points: number }> {
  let [work, points, looks] = [0, 0, 0];
  const { findWithin } = StartGrid.prototype,
    { crossesFacet } = FacetGrid.prototype,
    { begin } = Tensions.prototype;
  vi.spyOn(StartGrid.prototype, 'findWithin').mockImplementation(function (this: StartGrid, ...around) {
    const count = findWithin.apply(this, around);
    work += 1 + count;
    return count;
  });
  vi.spyOn(FacetGrid.prototype, 'crossesFacet').mockImplementation(function (this: FacetGrid, ...segment) {
    work++;
    return crossesFacet.apply(this, segment);
  });
  await withWorld(notchedBlock(edge), (world) => {
    const { lists } = inside(world).engine;
    work = 0; // that of the cut is none of a front
    vi.spyOn(Tensions.prototype, 'begin').mockImplementation(function (this: Tensions, least) {
      points += lists.crackFronts!.length / POINT;
      looks++;
      begin.call(this, least);
    });
    pullApart(world, PULL);
    advance(world, 8 + edge);
  });
  vi.restoreAllMocks();
  return { perPoint: work / points, points: points / looks };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('the work of a front is that of its points, however long it is', async () => {
  const works = [await workOf(8), await workOf(16), await workOf(24)],
    perPoint = works.map((work) => work.perPoint);
  expect(works[2]!.points / works[0]!.points).toBeGreaterThan(2.5);
  expect(Math.max(...perPoint) / Math.min(...perPoint)).toBeLessThan(1.25);
});
