// Energy does not rise where links are cut. With fewer neighbors a node sees the same motion as another strain, often a larger one.
// Nodes whose energy rises lose a part of the volume that carries stress, so that the energy of all stays: they are damaged. [ADR 42]
//   V_i (1 − D_i) ← f V_i (1 − D_i),  f = 1 − (Σ E′ − Σ E)/Σ_{rising} E′

import type { Engine } from '../../../engine/engine.ts';
import { maxOverChunks } from '../../../engine/reports.ts';
import * as at from '../../../wasm/layout.ts';
import { CALM } from '../limits.ts';
import { isElastic } from '../parameters.ts';
import { elasticRow } from '../tables.ts';

/**
 * Finds the stress of some particles again. Nothing else changes, but for the largest stretch: where it counts, all are found again, so that
 * steps are those of a world that was restored.
 */
function stressAgain(set: Engine['set'], places: readonly number[]): void {
  const numbers = set.u32('node'),
    { u32, f64 } = set.shared,
    stresses = u32[at.AT_NODE_STRESS >> 2]! >>> 3,
    isSome = !(maxOverChunks(set, at.REPORT_STRETCH) > CALM);
  if (isSome) for (const i of places) f64[stresses + 10 * (numbers[i]! - 1) + 9] = Number.NaN;
  set.shared.setInt(at.ELASTIC_AGAIN, Number(isSome));
  set.team.run(at.PASS_ELASTIC_STRESS, set.chunks);
  set.shared.setInt(at.ELASTIC_AGAIN, 0);
}

/** Holds the energy of particles whose links are written anew by `renew`. */
export function holdEnergy(
  engine: Pick<Engine, 'set' | 'substances'>,
  places: readonly number[],
  renew: () => void,
): void {
  const { set, substances } = engine,
    before = places.map((i) => set.f64('elasticEnergy')[i]!);
  renew();
  substances.forEach((p, index) => {
    if (isElastic(p)) set.shared.setReal(elasticRow(index) + at.ELASTIC_CREEP, 0); // what flows has flowed
  });
  stressAgain(set, places);
  const energies = set.f64('elasticEnergy'), // the memory may have been laid out anew
    damage = set.f64('damage'),
    numbers = set.u32('node'),
    { u32, f64 } = set.shared,
    stresses = u32[at.AT_NODE_STRESS >> 2]! >>> 3;
  let [change, rising] = [0, 0];
  places.forEach((i, k) => {
    const rise = energies[i]! - before[k]!;
    change += rise;
    if (rise > 0) rising += energies[i]!;
  });
  if (!(change > 0)) return;
  const factor = 1 - change / rising;
  places.forEach((i, k) => {
    if (!(energies[i]! > before[k]!)) return;
    damage[i] = 1 - (1 - damage[i]!) * factor;
    energies[i]! *= factor;
    const row = stresses + 10 * (numbers[i]! - 1); // V P: the forces of this step
    for (let k = row; k < row + 9; k++) f64[k]! *= factor;
  });
}
