// Spray, foam and bubbles as soft white balls, drawn as smoke is. Spray is small and bright, foam wide and dense, bubbles are faint.

import { BUBBLE, FOAM, type FoamParticles, SPRAY } from '../foam/foam-particles.ts';
import type { Smoke } from './smoke.ts';

/** How each kind is drawn: radius over that of the particle, and how much the middle of a ball hides. */
const LOOKS = [
  { kind: SPRAY, reach: 1, thickness: 1.5 },
  { kind: FOAM, reach: 1.5, thickness: 0.6 },
  { kind: BUBBLE, reach: 1, thickness: 0.25 },
] as const;

/** The balls of a frame, a list for each kind that there is. */
export function foamBalls({ count, kind, position, radius }: FoamParticles): Smoke[] {
  return LOOKS.flatMap((look) => {
    const members = Array.from({ length: count }, (_, k) => k).filter((k) => kind[k] === look.kind);
    if (members.length === 0) return [];
    return {
      count: members.length,
      centers: members.flatMap((k) => [position[3 * k]!, position[3 * k + 1]!, position[3 * k + 2]!]),
      radii: Float32Array.from(members, (k) => look.reach * radius[k]!),
      colors: new Float32Array(3 * members.length).fill(1),
      thickness: look.thickness,
    };
  });
}
