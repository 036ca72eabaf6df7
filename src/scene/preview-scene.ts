// The same scene with the finest level left out: fast enough to tune it. Seven particles become one, as when they merge. [card §5]
// It works on scenes that are not checked yet and leaves what it does not understand to the checks.

import { rootOf } from '../math/roots.ts';
import { type Problem, problem } from '../problem.ts';
import { allFamilies, FAMILIES } from '../substances/families.ts';
import { adaptivity } from './schema/adaptivity.ts';
import type { Scene } from './schema.ts';
import { isObject } from './schema-tree.ts';

/** Particles of the finest level that become one. */
const MERGED = 7;

/** How much larger the particles of a preview are, in length: 7^(1/dimension). */
export function previewFactor(dimension: 2 | 3): number {
  return rootOf(MERGED, dimension);
}

/**
 * The scene of a preview: spacings times 7^(1/dimension), one level of adaptivity less, and artificial viscosity such that ν ≈ ηhc/20 stays what it was.
 * Bodies whose points are given one by one stay as they are.
 */
export function previewScene(input: unknown): unknown {
  if (!isObject(input)) return input;
  const factor = previewFactor(input.dimension === 2 ? 2 : 3),
    changed: Record<string, unknown> = { ...input };
  if (Array.isArray(input.bodies))
    changed.bodies = input.bodies.map((body) => (isPoints(body) ? body : coarser(body, factor)));
  if (Array.isArray(input.emitters))
    changed.emitters = input.emitters.map((emitter) => fewer(coarser(emitter, factor)));
  if (isObject(input.substances)) {
    const thinned = Object.entries(input.substances).map(([name, given]) => [name, ofPreview(given, factor)]);
    changed.substances = Object.fromEntries(thinned);
  }
  if (isObject(input.adaptivity)) changed.adaptivity = lessLevels(input.adaptivity);
  return changed;
}

/** A warning for every body that a preview cannot make coarser. */
export function previewWarnings({ bodies }: Pick<Scene, 'bodies'>): Problem[] {
  return bodies.flatMap((body, k) => {
    if (!isPoints(body)) return [];
    const message = 'The points of this body are given one by one: the preview keeps all of them.';
    const hint = 'Leave --preview out, or try the scene with fewer points.';
    return [{ ...problem('PREVIEW_POINTS', `/bodies/${k}/shape`, message, hint), severity: 'warning' as const }];
  });
}

/** A problem of a preview; if it is one of a spacing, it says why that is not the one in the file. */
export function previewProblem<P extends Problem>(p: P): P {
  if (!/^\/(bodies|emitters)\/\d+\/spacing$/.test(p.pointer)) return p;
  return { ...p, hint: `${p.hint} For the preview it was made larger; leave --preview out for the one of the scene.` };
}

function isPoints(body: unknown): boolean {
  return isObject(body) && isObject(body.shape) && 'points' in body.shape;
}

/** Samples of a body in a preview, at least. */
const LEAST_SAMPLES = 8;

function coarser(source: unknown, factor: number): unknown {
  if (!isObject(source)) return source;
  if (typeof source.particles === 'number')
    return { ...source, particles: Math.max(LEAST_SAMPLES, Math.round(source.particles / (factor * factor * factor))) };
  if (typeof source.spacing !== 'number') return source;
  return { ...source, spacing: source.spacing * factor };
}

/** An emitter that releases the same volume. */
function fewer(emitter: unknown): unknown {
  if (!isObject(emitter) || typeof emitter.maxParticles !== 'number') return emitter;
  return { ...emitter, maxParticles: Math.ceil(emitter.maxParticles / MERGED) };
}

function ofPreview(substance: unknown, factor: number): unknown {
  if (!isObject(substance)) return substance;
  const { model } = substance,
    family = allFamilies().find((other) => other.model === (model ?? FAMILIES[0].model));
  return family?.preview?.(substance, factor) ?? substance;
}

function lessLevels(settings: Readonly<Record<string, unknown>>): unknown {
  const { levels = adaptivity.parse({}).levels } = settings;
  return typeof levels === 'number' ? { ...settings, levels: Math.max(0, levels - 1) } : settings;
}
