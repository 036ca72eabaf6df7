// V41: plastic flow takes the new plastic strain, and a new reference shape keeps the axis of the stress. [card §15, V41; AW09 eq. 69, X36-X37]

import { World } from '../../src/index.ts';
import { isElastic } from '../../src/substances/elastic/parameters.ts';
import { carryPlastic } from '../../src/substances/elastic/renew-reference.ts';
import { type Solids, solidsOn } from '../../src/substances/elastic/solids.ts';
import { deform, packSolids } from '../../src/substances/elastic/step.ts';
import * as at from '../../src/wasm/layout.ts';
import { type Check, defineCase, within } from '../case.ts';
import { evaluateAt, inside, solidBlock } from '../elastic-block.ts';

export const v41 = defineCase({
  number: 41,
  title: 'Plastic flow',
  proves:
    'Plastic strain grows by the law of the card at any step, and stress turns with a body whose reference is renewed.',
  parameters: {
    strain: { value: 0.3, meaning: 'strain at which the body is held' },
    steps: { value: [1, 7], meaning: 'steps in which one second passes' },
  },
  async run({ strain, steps }): Promise<Check[]> {
    const checks: Check[] = [],
      more = { yieldStrain: 0.05, creep: Math.log(3), plasticFlow: 'full', maxPlasticStrain: 10 };
    for (const count of steps) {
      using world = await World.create(solidBlock({ across: 4, jitter: 0, gradient: 'mls', more }));
      flowAt(world, strain, 1, count);
      const plastic = inside(world).set.f64('plasticStretch')[0]!;
      checks.push(within(`ε_p after 1 s in ${count} steps`, plastic, (2 / 3) * strain, 1e-12));
    }
    checks.push(...(await hardened(strain)));
    const stretch = new Float64Array(3),
      shear = new Float64Array(3),
      F = Float64Array.from([0, -1, 0, 1.1, 0, 0, 0, 0, 1]); // pulled by 10 % along x, then turned by 90° about z
    const J = carryPlastic(F, stretch, shear),
      [lambda, mu] = [0.3 / (1.3 * 0.4), 1 / 2.6],
      sigma = stretch.map((e) => -2 * mu * e - lambda * (stretch[0]! + stretch[1]! + stretch[2]!));
    checks.push(
      within('volume of the new reference', J, 1.1, 1e-12),
      within('σ_yy/E of the rotated example', sigma[1]!, 0.117, 0.001),
      within('σ_xx/E', sigma[0]!, 0.05, 0.001),
    );
    return checks;
  },
});

/** Holds a block at a Green strain along x for some time (s). */
function flowAt(world: World, strain: number, time: number, steps: number): void {
  const { engine, scene, set } = inside(world),
    s: Solids = solidsOn({ engine, scene, finest: [], smoothing: [] }, engine.substances.filter(isElastic)),
    pull = Math.sqrt(1 + 2 * strain);
  evaluateAt(world, ([x, y, z]) => [pull * x, y, z]);
  for (let k = 0; k < steps; k++) {
    packSolids(s);
    set.shared.setReal(at.STEP, time / steps);
    deform(s);
  }
}

/** What is held flows until its elastic strain is the yield strain, plus that by which it has hardened: pulled, then pressed. */
async function hardened(strain: number): Promise<Check[]> {
  const [yieldStrain, hardening, tolerance] = [0.05, 0.2, 0.01],
    more = { yieldStrain, hardening, creep: 1, maxPlasticStrain: 10 }; // 2.5 thousandths of what is left flow in a step
  using world = await World.create(solidBlock({ across: 4, jitter: 0, gradient: 'mls', more }));
  const deviator = Math.sqrt(2 / 3),
    way = () => inside(world).set.f64('plasticStrain')[0]!,
    kept = (deviator * strain - yieldStrain) / (1 + hardening);
  flowAt(world, strain, 10, 4000);
  const checks = [within('‖Δε_p‖ summed, with hardening, pulled', way(), kept, tolerance * kept)];
  // Then −strain: kept + deviator strain − b = yield + hardening (kept + b), where b is the way back.
  const back = (kept + deviator * strain - yieldStrain - hardening * kept) / (1 + hardening);
  flowAt(world, -strain, 10, 4000);
  checks.push(within('‖Δε_p‖ summed, then pressed as far', way(), kept + back, tolerance * (kept + back)));
  return checks;
}
