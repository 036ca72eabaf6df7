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
    ...checkBlades(scene),
    ...solids.flatMap((p) => [...checkSoftening(p), ...checkStrength(p, scene)]),
    ...checkPhases(solids, all),
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

/** Whatever melts needs a melt, of smoothed particles, whose heat content follows from that of one solid. */
function checkPhases(solids: readonly ElasticParameters[], all: readonly SubstanceParameters[]): Problem[] {
  return solids.flatMap((p) => {
    const at = (key: string) => below(below('/substances', p.name), key),
      { name, melting, melted, freezing } = p,
      melt = all.find((other) => other.name === melted);
    if (melted === undefined) {
      const key = freezing !== undefined ? 'freezing' : melting ? 'melting' : undefined;
      const message = `"${name}" has a ${key}, but does not say what it melts into.`;
      return key ? [refusal(at(key), message, `Add "melted" with the name of a liquid, or remove "${key}".`)] : [];
    }
    if (!melt) {
      const hint = `Add a substance "${melted}" of smoothed particles, or name one that is there.`;
      return [refusal(at('melted'), `"${name}" melts into "${melted}", which is no substance of the scene.`, hint)];
    }
    if (melt.model !== 'sph') {
      const message = `"${name}" melts into "${melted}", which is not made of smoothed particles.`;
      return [refusal(at('melted'), message, 'Name a substance with `model` "sph", which is what it is if left out.')];
    }
    if (!melting) {
      const message = `"${name}" melts into "${melted}", but does not say when.`;
      return [refusal(at('melted'), message, 'Add "melting": { "from": 320, "to": 340 } with temperatures in K.')];
    }
    if (freezing !== undefined && freezing > melting.to) {
      const message = `"${melted}" freezes at ${freezing} K, and "${name}" melts at ${melting.to} K.`;
      return [refusal(at('freezing'), message, 'Make `freezing` no higher than `melting.to`.')];
    }
    const other = solids.find((q) => q !== p && q.melted === melted);
    if (other && solids.indexOf(other) < solids.indexOf(p)) {
      const message = `"${name}" and "${other.name}" both melt into "${melted}".`;
      return [refusal(at('melted'), message, 'Give each of them a melt of its own: its heat follows from its solid.')];
    }
    return [];
  });
}

/** Cracks need explicit steps, and something that they start with. */
function checkStrength(p: ElasticParameters, { time, cuts, obstacles }: Scene): Problem[] {
  const problems: Problem[] = [],
    { name, strength, toughness, branching, smallestParticle, discontinuity } = p,
    isCut = cuts.length > 0 || obstacles.some((obstacle) => obstacle.cuts);
  if (strength !== undefined) {
    if (time.elasticSolver !== 'implicit') return [];
    const message = `"${name}" can break, which the implicit step does not allow.`;
    return [refusal('/time/elasticSolver', message, 'Remove `elasticSolver`, or the strength of the substance.')];
  }
  const idle = (key: string, what: string, hint: string) =>
    problems.push(refusal(`${below('/substances', name)}/${key}`, `"${name}" ${what}.`, hint));
  const alone = 'Give it a strength (Pa) too.',
    orCut = 'Give it a strength (Pa), or the scene cuts.';
  if (toughness !== undefined) idle('toughness', 'has a toughness, but no strength at which cracks begin', alone);
  if (branching !== undefined)
    idle('branching', 'says when its cracks branch, but has no strength at which they begin', alone);
  if (!isCut && discontinuity === 'transparency')
    idle('discontinuity', 'says how its particles see past cracks, but nothing cracks or cuts it', orCut);
  if (!isCut && smallestParticle !== undefined)
    idle('smallestParticle', 'says how small particles get beside cracks, but nothing cracks or cuts it', orCut);
  return problems;
}

/** Obstacles that cut need an edge, and explicit steps. */
function checkBlades({ obstacles, time, dimension }: Scene): Problem[] {
  return obstacles.flatMap(({ cuts, shape, inside }, k) => {
    if (!cuts) return [];
    const at = `/obstacles/${k}/cuts`,
      hasEdge = 'capsule' in shape || 'box' in shape || 'cylinder' in shape || (dimension === 2 && 'sphere' in shape);
    if (inside || !hasEdge) {
      const message = inside ? 'A container has no edge that cuts.' : 'This shape has no edge that cuts.';
      const hint = 'Use a capsule as a wire, or a thin box as a blade; in 2D also a sphere. Or remove `cuts`.';
      return [refusal(at, message, hint)];
    }
    if (time.elasticSolver !== 'implicit') return [];
    const message = 'A blade cuts, which the implicit step does not allow.';
    return [refusal(at, message, 'Remove `elasticSolver`, or `cuts` of the obstacle.')];
  });
}

function checkSoftening({ name, softening }: ElasticParameters): Problem[] {
  if (!softening || softening.to > softening.from) return [];
  const message = `"${name}" softens from ${softening.from} K to ${softening.to} K.`;
  return [refusal(`${below(below('/substances', name), 'softening')}/to`, message, 'Make `to` higher than `from`.')];
}
