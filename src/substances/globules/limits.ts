// The step that globules allow. [card §11, X41]
//   dt ≤ 0.4 · 2/ω,  ω² = z k (1/M_i + 1/M_j),  k the largest |dF/dD| of all pairs;  z = 3 in 2D and 4 in 3D: 6k/M and 8k/M of a close packing
//   dt ≤ 0.4 · 2/(z k_d s_d (1/M_i + 1/M_j))

import type { ParticleSet } from '../../particles/particle-set.ts';
import * as at from '../../wasm/layout.ts';
import { type StepLimit, tighten } from '../sph/limits.ts';

/** Part of the linear limit of stability: the core of the force gets stiffer while two globules approach. Lost at 0.9. [card §11] */
const SAFETY = 0.4;

/** Tightens a limit by what the last pair pass of globules found. */
export function limitGlobules({ shared }: ParticleSet, groups: number, limit: StepLimit, dimension: 2 | 3): void {
  const { f32, u32 } = shared,
    reports = u32[at.AT_GROUP_REPORT >> 2]!,
    z = dimension === 3 ? 4 : 3;
  let stiffness = 0,
    damping = 0;
  for (let group = 0; group < groups; group++) {
    const report = reports + group * at.GROUP_BYTES;
    stiffness = Math.max(stiffness, f32[(report + at.GROUP_STIFFNESS) >>> 2]!);
    damping = Math.max(damping, f32[(report + at.GROUP_DAMPING) >>> 2]!);
  }
  tighten(limit, 'stiffness', (2 * SAFETY) / Math.sqrt(z * stiffness));
  tighten(limit, 'damping', (2 * SAFETY) / (z * damping));
}
