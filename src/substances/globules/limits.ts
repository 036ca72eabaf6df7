// The step that globules allow. [card §11, X41]
//   dt ≤ 0.4 · 2/ω,  ω² = z k (1/M_i + 1/M_j),  k the largest |dF/dD| of all pairs;  z = 3 in 2D and 4 in 3D: 6k/M and 8k/M of a close packing
//   dt ≤ 0.4 · 2/(z k_d s_d (1/M_i + 1/M_j))

import type { Engine } from '../../engine/engine.ts';
import { maxOverGroups } from '../../engine/reports.ts';
import { type StepLimit, tighten } from '../../engine/step-limit.ts';
import * as at from '../../wasm/layout.ts';

/** Part of the linear limit of stability: the core of the force gets stiffer while two globules approach. Lost at 0.9. [card §11] */
const SAFETY = 0.4;

/** Tightens a limit by what the last pair pass of globules found. */
export function limitGlobules({ set, neighbors: { groups }, dimension }: Engine, limit: StepLimit): void {
  const z = dimension === 3 ? 4 : 3;
  tighten(limit, 'stiffness', (2 * SAFETY) / Math.sqrt(z * maxOverGroups(set, groups, at.GROUP_STIFFNESS)));
  tighten(limit, 'damping', (2 * SAFETY) / (z * maxOverGroups(set, groups, at.GROUP_DAMPING)));
}

/** What to do where one of these binds the step too tightly. */
export const GLOBULE_CRITERIA: Readonly<Record<string, string>> = {
  stiffness:
    'Globules are very stiff or pressed together hard: lower the stiffness, stop buried emitters, use a larger spacing, or raise time.maxStepsPerFrame.',
  damping: 'Lower the damping of the globules, use a larger spacing, or raise time.maxStepsPerFrame.',
};
