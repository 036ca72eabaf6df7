// What is worth a warning before the first step: bodies in obstacles, in each other, outside the domain, or in the wrong units.

import type { ParticleSet } from '../particles/particle-set.ts';
import { assignmentOf, withValue } from '../pointer.ts';
import { type Fix, type Problem, problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import * as at from '../wasm/layout.ts';
import { tooClose } from './causes.ts';
import { closingContainers } from './suspect-closing.ts';
import { blockedEmitters } from './suspect-emitters.ts';
import { heavyGravity } from './suspect-forces.ts';
import { bodiesInEachOther, bodiesInObstacles, placesOf, smallContainers } from './suspect-places.ts';
import type { Suspects, Suspicion } from './suspicion.ts';
import { measureScene, soundIn } from './yardstick.ts';

/** A center nearer to a mesh than this part of its smoothing length has no side yet. */
const ON_TRIANGLE = 0.005;
/** A fall through its own size to this many times the speed of sound crushes a body. */
const CRUSHED = 1.7;

/**
 * Particles whose centers are on the wrong side of an obstacle: the first step would throw them to its surface, but a mesh keeps them where
 * they are. Centers on a triangle count as well.
 */
export function insideObstacles(set: ParticleSet, scene: Scene): Problem[] {
  const records = set.shared.u32[at.OBSTACLES >> 2]!,
    positions = set.address('position'),
    { wasm } = set.team,
    lengths = set.f64('smoothingLength');
  const isOfTriangles = ({ shape }: Scene['obstacles'][number]) => 'mesh' in shape || 'heightfield' in shape,
    mine = new Float64Array(scene.obstacles.length);
  scene.obstacles.forEach((obstacle, k) => {
    const ofTriangles = isOfTriangles(obstacle);
    for (let i = 0; i < set.count; i++) {
      const point = positions + 24 * i;
      if (
        wasm.isOnWrongSide(records, k, point) ||
        (ofTriangles && wasm.isNearMesh(records, k, point, ON_TRIANGLE * lengths[i]!))
      )
        mine[k]!++;
    }
  });
  const counts = set.part?.totals(mine) ?? mine;
  return scene.obstacles.flatMap((obstacle, k) => {
    const inside = counts[k]!,
      ofTriangles = isOfTriangles(obstacle);
    if (inside === 0) return [];
    const fate = ofTriangles ? 'will stay there' : 'will be moved to its surface',
      message = `${inside} of ${set.everywhere} particles start on the wrong side of obstacle ${k} and ${fate}.`;
    const found = warning('INSIDE_OBSTACLE', `/obstacles/${k}`, message, 'Move the body or the obstacle.');
    return [withFix(found, wayOut(scene, k, wasm))];
  });
}

/** A move or a larger container that leaves no body in obstacle k, as far as their boxes tell. */
function wayOut(scene: Scene, k: number, trig: Trigonometry): Fix | undefined {
  const look = (at: Scene) => bodiesInObstacles(placesOf(at, trig)),
    found = look(scene),
    cures = bodiesInObstacles(placesOf(scene, trig), k).flatMap((cause) => cause.cures);
  return cures.find(({ pointer, value }) => look(withValue(scene, pointer, value)).length < found.length);
}

/**
 * All warnings, when the first evaluation is done and `removed` particles are gone with it.
 * @param inside what `insideObstacles` said before it
 */
export function startWarnings(
  s: Pick<Suspects, 'set' | 'scene' | 'substances'>,
  inside: readonly Problem[],
  gap: number,
  removed: number,
): Problem[] {
  const odd = oddPlaces(s),
    isSmall = ({ pointer }: Problem) => odd.some((other) => other.pointer === `${pointer}/shape`),
    found = inside.filter((problem) => !isSmall(problem)); // that the container is too small says more
  if (removed > 0) {
    const message = `${removed} particles start outside the domain or in a sink and were removed.`;
    found.push(warning('BODY_OUTSIDE', '/bodies', message, 'Move the body inside, or enlarge the domain.'));
  }
  if (gap < tooClose(s.substances) && !odd.some(({ code }) => code === 'START_OVERLAP')) {
    const message = `Particles overlap at the start: two are ${(100 * gap).toFixed(0)} % of their size apart.`;
    found.push(warning('START_OVERLAP', '/bodies', message, 'Move the bodies apart or lower jitter.'));
  }
  return [...found, ...odd, ...crushing(s)];
}

/** Bodies, containers and emitters where they cannot be, each with a change that a second look finds right. */
function oddPlaces({ set, scene }: Pick<Suspects, 'set' | 'scene'>): Problem[] {
  const trig = set.team.wasm,
    look = (at: Scene): Suspicion[] => {
      const places = placesOf(at, trig);
      return [
        ...bodiesInEachOther(places),
        ...smallContainers(places),
        ...closingContainers(places),
        ...blockedEmitters(places),
      ];
    },
    found = look(scene);
  return found.map((cause) => {
    const fix = cause.cures.find(({ pointer, value }) => look(withValue(scene, pointer, value)).length < found.length);
    return withFix(warning(cause.code, cause.pointer, cause.message, cause.hint), fix);
  });
}

/** A weight that crushes the substance: wrong units, or far too soft. */
function crushing(s: Pick<Suspects, 'set' | 'scene' | 'substances'>): Problem[] {
  const yardstick = measureScene(s.scene, s.set.team.wasm),
    sound = Math.max(0, ...s.substances.map(soundIn));
  if (s.set.everywhere === 0 || yardstick.fall < CRUSHED * sound) return [];
  return heavyGravity(s, yardstick).map(({ code, pointer, message, hint, cures: [fix] }) =>
    withFix(warning(code, pointer, message, hint), fix),
  );
}

/** A problem with the change that helps, if there is one. */
function withFix(problem: Problem, fix: Fix | undefined): Problem {
  return fix ? { ...problem, hint: `${problem.hint} For example ${assignmentOf(fix)}.`, fix } : problem;
}

function warning(code: Problem['code'], pointer: string, message: string, hint: string): Problem {
  return { ...problem(code, pointer, message, hint), severity: 'warning' };
}
