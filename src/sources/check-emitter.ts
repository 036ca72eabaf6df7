// Finds emitters that the schema accepts but that cannot work, and those that will never release anything.

import { type Problem, problem } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { expectedSites, makeJetLayers, triedSites } from './jet-layers.ts';
import { jetDirection, makeOpening } from './opening.ts';
import type { EmitterSettings, Space } from './source.ts';
import { dot, normalize } from './vector.ts';

/** Most particles in one layer: more is a spacing given in the wrong unit. */
const MAX_LAYER = 1 << 18;
/** Most sites that are looked at for one layer: an opening that is long and thin needs many for few particles. */
const MAX_TRIED = 1 << 20;

/** Every problem of an emitter that stands at `pointer` in the scene. Warnings are for emitters that stay silent. */
export function checkEmitter(emitter: EmitterSettings, pointer: string, space: Space): Problem[] {
  const placement = checkPlacement(emitter, `${pointer}/shape`, space);
  return [
    ...checkFlow(emitter, pointer),
    ...checkWindow(emitter, pointer),
    ...checkDirection(emitter, pointer, space),
    ...placement,
    ...(placement.length > 0 ? [] : checkOpening(emitter, pointer, space)),
  ];
}

function checkFlow({ speed, flowRate }: EmitterSettings, pointer: string): Problem[] {
  if (speed === undefined && flowRate === undefined) {
    const message = 'The emitter has neither a speed nor a flow rate.';
    return [problem('EMITTER_SPEED', pointer, message, 'Give `speed` (m/s) or `flowRate` (m³/s; m²/s in 2D).')];
  }
  if (speed !== undefined && flowRate !== undefined) {
    const message = 'The emitter has both a speed and a flow rate; one follows from the other.';
    return [problem('EMITTER_SPEED', `${pointer}/flowRate`, message, 'Remove `speed` or `flowRate`.')];
  }
  if ((speed ?? flowRate) !== 0) return [];
  const key = speed === 0 ? 'speed' : 'flowRate';
  return [warning('EMITTER_STILL', `${pointer}/${key}`, 'Nothing ever leaves the emitter.', `Give a positive ${key}.`)];
}

function checkWindow({ from, to }: EmitterSettings, pointer: string): Problem[] {
  if (to === undefined || to >= from) return [];
  const message = `The emitter ends (${to} s) before it starts (${from} s).`;
  return [problem('EMITTER_WINDOW', `${pointer}/to`, message, 'Make `to` later than `from`, or remove it.')];
}

/** Shapes out of place or inside out. A box may be flat, as long as it is not flat across the jet. */
function checkPlacement({ shape }: EmitterSettings, pointer: string, { dimension }: Space): Problem[] {
  if ('box' in shape) return checkShape(shape, pointer, dimension).filter(({ code }) => code !== 'SHAPE_EMPTY');
  if (dimension === 3 || shape.disc.center[2] === 0) return [];
  const message = 'The opening is not in the plane z = 0 of a 2D world.';
  return [problem('SHAPE_OFF_PLANE', `${pointer}/disc/center/2`, message, 'Set z to 0, or set dimension to 3.')];
}

function checkDirection({ shape, direction }: EmitterSettings, pointer: string, { dimension }: Space): Problem[] {
  if ('box' in shape) {
    if (direction) return checkJet(direction, `${pointer}/direction`, dimension);
    const hint = 'Give `direction`, for example [0, -1, 0].';
    return [problem('EMITTER_DIRECTION', pointer, 'A box has no direction in which it emits.', hint)];
  }
  const problems = checkJet(shape.disc.normal, `${pointer}/shape/disc/normal`, dimension);
  if (problems.length > 0 || !direction || sameDirection(direction, shape.disc.normal)) return problems;
  const message = 'A disc emits along its normal, but `direction` differs from it.';
  return [problem('EMITTER_DIRECTION', `${pointer}/direction`, message, 'Remove `direction`, or rotate the disc.')];
}

function checkJet(v: Vec3, pointer: string, dimension: 2 | 3): Problem[] {
  if (!normalize(v)) {
    const hint = 'Give a vector such as [0, -1, 0].';
    return [problem('EMITTER_DIRECTION', pointer, 'The direction of the jet is zero.', hint)];
  }
  if (dimension === 3 || v[2] === 0) return [];
  const message = 'The jet leaves the plane z = 0 of a 2D world.';
  return [problem('EMITTER_DIRECTION', pointer, message, 'Set its z to 0, or set dimension to 3.')];
}

function sameDirection(a: Vec3, b: Vec3): boolean {
  const unitA = normalize(a);
  const unitB = normalize(b);
  return unitA !== null && unitB !== null && dot(unitA, unitB) > 1 - 1e-9;
}

function checkOpening(emitter: EmitterSettings, pointer: string, space: Space): Problem[] {
  const direction = jetDirection(emitter, space.dimension);
  if (!direction) return [];
  const opening = makeOpening(emitter, direction, space);
  const at = `${pointer}/shape`;
  if (!(opening.area > 0)) {
    const message = 'The opening of the emitter has no size across the jet.';
    return [problem('EMITTER_EMPTY', at, message, 'Enlarge it, or change `direction`.')];
  }
  const sites = expectedSites(opening, emitter.spacing, space.dimension);
  if (sites > MAX_LAYER) {
    const message = `Every layer of the jet would have about ${Math.round(sites)} particles; the most is ${MAX_LAYER}.`;
    return [problem('SOURCE_TOO_MANY', `${pointer}/spacing`, message, 'Use a larger spacing or a smaller opening.')];
  }
  if (triedSites(opening, emitter.spacing, space.dimension) > MAX_TRIED) {
    const message = `The box around the opening is more than ${MAX_TRIED} times larger than a particle.`;
    const hint = 'Use a larger spacing, a box that is short along the jet, or several shorter openings.';
    return [problem('SOURCE_TOO_MANY', `${pointer}/spacing`, message, hint)];
  }
  if (makeJetLayers(opening, emitter.spacing, 1, space.dimension)) return [];
  const message = 'The opening is smaller than one particle: nothing will be released.';
  return [warning('SOURCE_EMPTY', `${pointer}/spacing`, message, 'Use a smaller spacing or a larger opening.')];
}

function warning(code: Problem['code'], pointer: string, message: string, hint: string): Problem {
  return { ...problem(code, pointer, message, hint), severity: 'warning' };
}
