// Substances with odd numbers: far too stiff, far too thick, far from each other in density.

import { below } from '../pointer.ts';
import type { Fix } from '../problem.ts';
import { familyOf } from '../substances/families.ts';
import type { Substance } from '../substances/substance.ts';
import { type Failure, round3, type Suspects, type Suspicion } from './suspicion.ts';
import { affordableSound, isAutomatic, soundIn, USUAL_STEPS, type Yardstick } from './yardstick.ts';

/** Sound this many times faster than what moves is wasted. */
const FAST_SOUND = 30;
const TEN = 10;
/** Densities of substances that touch should not differ by more. */
const MOST_RATIO = 10;
/** A body may start so much denser than at rest. */
const MOST_COMPRESSED = 1.2;
const USUAL_COMPRESSIBILITY = 0.01;
const LEAST_COMPRESSIBILITY = 0.002;

/** Criteria that the stiffness sets. */
const BY_STIFFNESS: readonly string[] = ['sound', 'stiffness', 'damping'];

/** Sound that is far faster than anything in the scene asks for steps that are too short. */
export function stiffSubstances(s: Suspects, y: Yardstick, { limit }: Failure): Suspicion[] {
  if (!limit || !BY_STIFFNESS.includes(limit.criterion)) return [];
  const moving = Math.max(y.fall, y.fastest) || y.size;
  return s.substances
    .filter((p) => !isAutomatic(p))
    .map((p) => {
      const pointer = at(p, 'stiffness'),
        easy = Math.min(TEN * moving, affordableSound(s, USUAL_STEPS), soundIn(p) / 2);
      return {
        code: 'TOO_STIFF',
        pointer,
        message: `Sound in "${p.name}" moves at ${soundIn(p).toPrecision(3)} m/s, far faster than anything in the scene, and every step must resolve it.`,
        hint: 'Lower the stiffness: a speed of sound of ten times the highest speed is enough.',
        excess: soundIn(p) / (FAST_SOUND * moving),
        cures: [{ pointer, value: round3(easy * easy) }],
      };
    });
}

/** A compressibility that is far smaller than needed makes sound that follows from the scene as fast. */
export function hardSubstances({ substances }: Suspects, { limit }: Failure): Suspicion[] {
  if (!limit || !BY_STIFFNESS.includes(limit.criterion)) return [];
  return substances.filter(isAutomatic).map((p) => {
    const pointer = at(p, 'compressibility'),
      { compressibility } = p as unknown as { readonly compressibility: number };
    return {
      code: 'TOO_STIFF',
      pointer,
      message: `A compressibility of ${compressibility} makes sound in "${p.name}" move at ${soundIn(p).toPrecision(3)} m/s, and every step must resolve it.`,
      hint: `Raise the compressibility: ${USUAL_COMPRESSIBILITY} is usual.`,
      excess: LEAST_COMPRESSIBILITY / compressibility,
      cures: [{ pointer, value: USUAL_COMPRESSIBILITY }],
    };
  });
}

/** Numbers that their family knows to be dangerous. */
export function oddDials(s: Suspects, { limit }: Failure): Suspicion[] {
  return s.substances.flatMap((p) =>
    Object.entries(familyOf(p).dials ?? {}).flatMap(([key, { most, safe, criterion }]) => {
      const value = (p as unknown as Readonly<Record<string, number>>)[key] ?? 0;
      if (!(value > most)) return [];
      const pointer = at(p, key),
        isBinding = limit?.criterion === criterion,
        cures: Fix[] = [{ pointer, value: safe }];
      if (key === 'viscosity' && s.scene.time.viscositySolver === 'explicit')
        cures.unshift({ pointer: '/time/viscositySolver', value: 'auto' });
      return {
        code: 'STEP_TOO_SMALL',
        pointer,
        message: `The ${key} of "${p.name}" is ${value}, and usual values are up to ${most}: every step must resolve it.`,
        hint: `Lower the ${key}.`,
        excess: (value / most) * (isBinding ? 1 : 0.1),
        cures,
      };
    }),
  );
}

/** The lighter of two substances is thrown about by the heavier one. */
export function unlikeDensities({ substances, scene }: Suspects): Suspicion[] {
  const used = substances.filter(({ name }) =>
      [...scene.bodies, ...scene.emitters].some((one) => one.substance === name),
    ),
    [lightest, ...rest] = [...used].sort((a, b) => a.restDensity - b.restDensity),
    heaviest = rest.at(-1);
  if (!lightest || !heaviest) return [];
  const ratio = heaviest.restDensity / lightest.restDensity,
    pointer = at(lightest, 'restDensity'),
    stiffer: Fix[] = isAutomatic(lightest)
      ? []
      : [{ pointer: at(lightest, 'stiffness'), value: round3(heaviest.stiffness * ratio) }];
  if (!(ratio > MOST_RATIO)) return [];
  return [
    {
      code: 'DENSITY_RATIO',
      pointer,
      message: `"${heaviest.name}" is ${ratio.toPrecision(3)} times as dense as "${lightest.name}", which it throws about.`,
      hint: `Bring the rest densities within a factor of ${MOST_RATIO}, or make the lighter one stiffer by the same ratio.`,
      excess: (3 * ratio) / MOST_RATIO,
      cures: [
        { pointer, value: round3(heaviest.restDensity / 4) },
        { pointer, value: round3(heaviest.restDensity / 2) },
        ...stiffer,
      ],
    },
  ];
}

/** Bodies that start compressed burst. */
export function compressedBodies({ scene, substances }: Suspects): Suspicion[] {
  return scene.bodies.flatMap(({ density, substance }, k) => {
    const { restDensity } = substances.find((p) => p.name === substance)!,
      ratio = density === undefined ? 1 : Math.max(density / restDensity, restDensity / density);
    if (!(ratio > MOST_COMPRESSED)) return [];
    const pointer = `/bodies/${k}/density`;
    return {
      code: 'BODY_DENSITY',
      pointer,
      message: `Body ${k} starts with a density of ${density}, and that of "${substance}" at rest is ${restDensity}.`,
      hint: 'Leave the density out, or bring it near the rest density.',
      excess: (10 * ratio) / MOST_COMPRESSED,
      cures: [{ pointer, value: restDensity }],
    };
  });
}

function at({ name }: Substance, key: string): string {
  return below(below('/substances', name), key);
}
