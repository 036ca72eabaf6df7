// What globules must agree on, with each other and with the rest of a scene.

import type { SubstanceParameters } from '../../engine/substance.ts';
import { below } from '../../pointer.ts';
import { type Problem, problem } from '../../problem.ts';
import type { Scene } from '../../scene/schema.ts';
import { type GlobuleParameters, isAtRest } from './parameters.ts';

/** Everything that is wrong with the globules of a scene, which are not all of its substances. */
export function checkGlobules(
  scene: Scene,
  globules: readonly GlobuleParameters[],
  all: readonly SubstanceParameters[],
): Problem[] {
  const problems = globules.flatMap((p) => [
    ...checkLaw(p, globules[0]!),
    ...checkPacking(p, scene.dimension),
    ...checkCrumbling(p),
  ]);
  scene.bodies.forEach(({ substance, density }, k) => {
    if (density === undefined || !globules.some(({ name }) => name === substance)) return;
    const message = 'Globules have no density of their own; it follows from their packing.';
    problems.push(refusal(`/bodies/${k}/density`, message, 'Remove it, or set the restDensity of the substance.'));
  });
  if (globules.length > 0 && scene.adaptivity) {
    const message = 'Globules neither split nor merge, so the scene cannot be adaptive.';
    problems.push(
      refusal('/adaptivity', message, 'Remove `adaptivity`, or use smoothed particles for all substances.'),
    );
  }
  if (scene.time.integrator === 'miller-1989' && all.length > globules.length) {
    const message = 'The printed integrator moves only globules, but the scene has smoothed particles.';
    problems.push(refusal('/time/integrator', message, 'Remove `integrator`.'));
  }
  return problems;
}

function refusal(pointer: string, message: string, hint: string): Problem {
  return problem('SCENE_GLOBULES', pointer, message, hint);
}

/** Exponents that attract at short range, or that differ between substances. */
function checkLaw(p: GlobuleParameters, first: GlobuleParameters): Problem[] {
  const { repulsionExponent: m, attractionExponent: n } = p,
    at = (key: string): string => below(below('/substances', p.name), key);
  if (n >= m) {
    const message = `"${p.name}" attracts with 1/D^${n} and repels with 1/D^${m}: its globules would fall into each other.`;
    return [refusal(at('attractionExponent'), message, `Make attractionExponent smaller than ${m}.`)];
  }
  if (m === first.repulsionExponent && n === first.attractionExponent) return [];
  const message = `"${p.name}" has the exponents ${m} and ${n}, "${first.name}" has ${first.repulsionExponent} and ${first.attractionExponent}.`;
  const key = m === first.repulsionExponent ? 'attractionExponent' : 'repulsionExponent';
  return [refusal(at(key), message, 'Give all globules of a scene the same exponents.')];
}

/** Bonds so long that no packing is at rest: everything would fall into everything. */
function checkPacking(p: GlobuleParameters, dimension: 2 | 3): Problem[] {
  if (p.attractionExponent >= p.repulsionExponent || isAtRest(p, dimension)) return [];
  const message = `Bonds of "${p.name}" are so long (range ${p.range}) that no packing of its globules is at rest.`;
  const hint = 'Lower the range. Solids need 1.1 to 1.6 in 3D, and up to 2 in 2D.';
  return [refusal(below(below('/substances', p.name), 'range'), message, hint)];
}

/** Powder before fluid, or no way between the two temperatures. */
function checkCrumbling({ name, melting, crumbling }: GlobuleParameters): Problem[] {
  const at = below(below('/substances', name), 'crumbling');
  if (!crumbling) return [];
  if (!(crumbling.to > crumbling.from)) {
    const message = `"${name}" crumbles from ${crumbling.from} K to ${crumbling.to} K.`;
    return [problem('HEAT_MELTING', `${at}/to`, message, 'Make `to` higher than `from`.')];
  }
  if (!melting || crumbling.from >= melting.to) return [];
  const message = `"${name}" would crumble at ${crumbling.from} K, before it has melted at ${melting.to} K.`;
  return [problem('HEAT_MELTING', `${at}/from`, message, `Let it crumble at ${melting.to} K or above.`)];
}
