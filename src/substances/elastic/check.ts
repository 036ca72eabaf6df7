// What elastic solids must agree on with the rest of a scene. Whether a body has enough layers is seen when it is filled (solids.ts).

import type { SubstanceParameters } from '../../engine/substance.ts';
import { below } from '../../pointer.ts';
import { type Problem, problem } from '../../problem.ts';
import type { Scene } from '../../scene/schema.ts';
import { type ElasticParameters, isElastic } from './parameters.ts';

/** Everything that is wrong with the solids of a scene. */
export function checkElastic(
  scene: Scene,
  solids: readonly ElasticParameters[],
  all: readonly SubstanceParameters[],
): Problem[] {
  if (solids.length === 0) return [];
  const isSolid = (substance: string) => solids.some(({ name }) => name === substance),
    problems: Problem[] = [];
  scene.bodies.forEach(({ substance, density }, k) => {
    if (density === undefined || !isSolid(substance)) return;
    const message = 'A solid starts in its shape at rest, so a body of it has no density of its own.';
    problems.push(refusal(`/bodies/${k}/density`, message, 'Remove it, or set the restDensity of the substance.'));
  });
  scene.emitters.forEach(({ substance }, k) => {
    if (!isSolid(substance)) return;
    const message = `"${substance}" is an elastic solid, which has a shape and cannot flow from an emitter.`;
    const hint = 'Make it a body, or let the emitter release another substance.';
    problems.push(refusal(`/emitters/${k}/substance`, message, hint));
  });
  if (scene.adaptivity) {
    const message = 'The particles of a solid neither split nor merge, so the scene cannot be adaptive.';
    problems.push(refusal('/adaptivity', message, 'Remove `adaptivity`, or the solid.'));
  }
  if (scene.domain?.periodic.some(Boolean)) {
    const message = 'A solid cannot reach around the ends of a periodic domain.';
    problems.push(refusal('/domain/periodic', message, 'Set `periodic` to false on all axes, or remove the solid.'));
  }
  return [
    ...problems,
    ...checkImplicit(scene, all),
    ...solids.flatMap((p) => [...checkSoftening(p), ...checkStrength(p, scene)]),
  ];
}

/** The implicit step is for solids alone. */
function checkImplicit({ time }: Scene, all: readonly SubstanceParameters[]): Problem[] {
  if (time.elasticSolver !== 'implicit') return [];
  const problems: Problem[] = [],
    other = all.find((p) => !isElastic(p));
  if (other) {
    const message = `"${other.name}" is no elastic solid, and the implicit step is for solids alone.`;
    problems.push(refusal('/time/elasticSolver', message, 'Remove `elasticSolver`, or the other substances.'));
  }
  return problems;
}

/** What refuses the settings of a solid. */
export function refusal(pointer: string, message: string, hint: string): Problem {
  return problem('SCENE_ELASTIC', pointer, message, hint);
}

/** Cracks need explicit steps, and something that they start with. */
function checkStrength({ name, strength, toughness }: ElasticParameters, { time }: Scene): Problem[] {
  const problems: Problem[] = [];
  if (strength !== undefined && time.elasticSolver === 'implicit') {
    const message = `"${name}" can break, which the implicit step does not allow.`;
    problems.push(refusal('/time/elasticSolver', message, 'Remove `elasticSolver`, or the strength of the substance.'));
  }
  if (strength === undefined && toughness !== undefined) {
    const message = `"${name}" has a toughness, but no strength at which cracks begin.`;
    problems.push(refusal(`${below('/substances', name)}/toughness`, message, 'Give it a strength (Pa) too.'));
  }
  return problems;
}

function checkSoftening({ name, softening }: ElasticParameters): Problem[] {
  if (!softening || softening.to > softening.from) return [];
  const message = `"${name}" softens from ${softening.from} K to ${softening.to} K.`;
  return [refusal(`${below(below('/substances', name), 'softening')}/to`, message, 'Make `to` higher than `from`.')];
}
