// Heat over one step: conduction between particles, then what regions, walls and surroundings give and take. [card §10]

import * as at from '../wasm/layout.ts';
import type { Booking } from './booking.ts';
import type { Engine } from './engine.ts';
import { applyHeatQuantum, settleHeatQuantum } from './quanta.ts';
import { sumOverChunks } from './reports.ts';

/** New temperatures after the step whose length stands in the context block. Records and lists must be those of the particles now. */
export function conductHeat({ set, neighbors, quanta, loop }: Engine, { heat }: Booking): void {
  const { team, chunks } = set;
  do {
    applyHeatQuantum(set, quanta);
    team.run(at.PASS_PACK_HEAT, chunks);
    neighbors.runPairs(at.PASS_CONDUCT + loop); // Q_i = Σ V_i V_j [4 k_i k_j/(k_i+k_j)] (T_j − T_i) F,  n_i = Σ V_j ∇W̄
  } while (!settleHeatQuantum(set, neighbors.groups, quanta));
  team.run(at.PASS_WARM, chunks); //         H ← H + dt (Q + sources)/m,  T = T(H)
  sumOverChunks(set, at.REPORT_HEAT, heat);
}
