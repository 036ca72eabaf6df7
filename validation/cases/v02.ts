// V2: a particle inside a close packing has 80 neighbors, and its density sum is 7 % too high. [card §3, V2; DC99 eq. 7]

import type { SceneInput } from '../../src/index.ts';
import { packingSum } from '../../src/substances/sph/lattice-sums.ts';
import { buildSimulation } from '../../src/world/build.ts';
import { type Check, defineCase, within, withinPart } from '../case.ts';
import { latticePoints, simulate, type Vec3 } from '../simulate.ts';

export const v02 = defineCase({
  number: 2,
  title: 'Operators on the lattice',
  proves: 'The search and the density pass agree with the paper about a close packing.',
  parameters: {
    edge: { value: 11, meaning: 'particles along each edge of the HCP block, odd' },
    spacing: { value: 0.1, meaning: 'distance of nearest particles, m' },
    smoothing: { value: 1.35, meaning: 'ξ = h/(m/ρ₀)^⅓' },
    restDensity: { value: 1000, meaning: 'ρ₀, kg/m³' },
  },
  async run({ edge, spacing, smoothing, restDensity }): Promise<Check[]> {
    const counts: Vec3 = [edge, edge, edge];
    const center = (counts[0] ** 3 - 1) / 2;
    const scene: SceneInput = {
      gravity: [0, 0, 0],
      substances: { s: { kernel: 'dc', density: 'summation', smoothing, restDensity } },
      bodies: [{ substance: 's', shape: { points: { positions: latticePoints('hcp', counts, spacing) } }, spacing }],
    };

    const simulation = await buildSimulation(scene, { threads: 1 });
    const { neighbors } = simulation.engine;
    neighbors.findNeighborsOf((id) => id === center);
    const found = neighbors.listOf(simulation.set.u32('id').indexOf(center)).length;
    simulation.set.team.stop();

    // A summed density is Σ m W over its value on the perfect packing, so that the packing has ρ₀: take that factor out again.
    let ratio = Number.NaN;
    await simulate(scene, 0, (world) => {
      ratio = world.fields.density[center]! / restDensity;
    });
    return [
      within('neighbors', found, 80, 0),
      within('Σ mW/ρ₀', ratio * packingSum('dc', smoothing, 3), 1.0696, 1e-3),
      withinPart('ρ/ρ₀ after calibration', ratio, 1, 1e-3),
    ];
  },
});
