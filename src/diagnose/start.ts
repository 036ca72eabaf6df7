// What is worth a warning before the first step: bodies in obstacles, in each other, outside the domain, or in the wrong units.

import type { ParticleSet } from '../particles/particle-set.ts';
import { type Problem, problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import * as at from '../wasm/layout.ts';
import { type Suspects, tooClose, wrongUnits } from './causes.ts';

/** A center nearer to a mesh than this part of its smoothing length has no side yet. */
const ON_TRIANGLE = 0.005;

/**
 * Particles whose centers are on the wrong side of an obstacle: the first step would throw them to its surface, but a mesh keeps them where
 * they are. Centers on a triangle count as well.
 */
export function insideObstacles(set: ParticleSet, { obstacles }: Scene): Problem[] {
  const records = set.shared.u32[at.OBSTACLES >> 2]!,
    positions = set.address('position'),
    { wasm } = set.team,
    lengths = set.f64('smoothingLength');
  return obstacles.flatMap(({ shape }, k) => {
    const ofTriangles = 'mesh' in shape || 'heightfield' in shape;
    let inside = 0;
    for (let i = 0; i < set.count; i++) {
      const point = positions + 24 * i;
      if (
        wasm.isOnWrongSide(records, k, point) ||
        (ofTriangles && wasm.isNearMesh(records, k, point, ON_TRIANGLE * lengths[i]!))
      )
        inside++;
    }
    if (inside === 0) return [];
    const fate = ofTriangles ? 'will stay there' : 'will be moved to its surface',
      message = `${inside} of ${set.count} particles start on the wrong side of obstacle ${k} and ${fate}.`;
    return [warning('INSIDE_OBSTACLE', `/obstacles/${k}`, message, 'Move the body or the obstacle.')];
  });
}

/** The other warnings, when the first evaluation is done and `removed` particles are gone with it. */
export function startWarnings(
  s: Pick<Suspects, 'set' | 'scene' | 'substances'>,
  gap: number,
  removed: number,
): Problem[] {
  const found: Problem[] = [];
  if (removed > 0) {
    const message = `${removed} particles start outside the domain or in a sink and were removed.`;
    found.push(warning('BODY_OUTSIDE', '/bodies', message, 'Move the body inside, or enlarge the domain.'));
  }
  if (gap < tooClose(s.substances)) {
    const message = `Particles overlap at the start: two are ${(100 * gap).toFixed(0)} % of their size apart.`;
    found.push(warning('START_OVERLAP', '/bodies', message, 'Move the bodies apart or lower jitter.'));
  }
  const units = wrongUnits(s);
  if (units) found.push({ ...units, severity: 'warning' });
  return found;
}

function warning(code: Problem['code'], pointer: string, message: string, hint: string): Problem {
  return { ...problem(code, pointer, message, hint), severity: 'warning' };
}
