// How much a scene may ask for before it is refused: one table for the checks, for `--limits` and for the docs. The numbers bound work
// and memory, so that a scene from a stranger cannot take the machine down; each can be raised by whoever trusts the scene.

import { problem, ThixoError } from '../problem.ts';
import { didYouMean } from './suggest.ts';

/** One limit: its unit, its number when nobody says otherwise, and what it bounds. */
export interface Limit {
  readonly unit: string;
  readonly default: number;
  readonly text: string;
}

/** Every limit. A scene that writes its particles out needs four values for each, hence the million; files of points are not counted. */
export const LIMITS = {
  sceneBytes: { unit: 'bytes', default: 8_000_000, text: 'Size of the scene file.' },
  sceneDepth: { unit: 'levels', default: 64, text: 'Nesting of objects and lists in the scene file.' },
  sceneValues: { unit: 'values', default: 1_000_000, text: 'Objects, lists, numbers and strings in the scene file.' },
  stringLength: { unit: 'characters', default: 65_536, text: 'Length of a key or string in the scene file.' },
  particles: { unit: 'particles', default: 20_000_000, text: 'Particles at the same time.' },
  triangles: { unit: 'triangles', default: 2_000_000, text: 'Triangles of all meshes and heightfields together.' },
  objects: {
    unit: 'objects',
    default: 10_000,
    text: 'Bodies, emitters, sinks, obstacles, forces and heat regions together.',
  },
  frames: { unit: 'frames', default: 100_000, text: 'Frames of a run.' },
  assetBytes: { unit: 'bytes', default: 64_000_000, text: 'Size of each file that the scene names.' },
  memory: {
    unit: 'bytes',
    default: 0,
    text: 'Memory of a run; 0 means three quarters of the memory of the machine, or of its container if that has less.',
  },
  disk: {
    unit: 'bytes',
    default: 0,
    text: 'Expected size of the frames of a run; 0 means nine tenths of what is free.',
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** A number for every limit, in the units of the table. */
export type Limits = { readonly [K in keyof typeof LIMITS]: number };

const NAMES = Object.keys(LIMITS) as (keyof Limits)[];

/** The limits when nobody says otherwise. */
export const DEFAULT_LIMITS: Limits = Object.freeze(
  Object.fromEntries(NAMES.map((name) => [name, LIMITS[name].default])) as unknown as Limits,
);

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };
const NUMBER = /^(?<digits>\d+(?:\.\d*)?(?:[eE]\+?\d+)?)\s*(?<factor>[kMGTP]?)B?$/;

/**
 * The limits with some of them changed, as the command line writes them: `particles=5e6,memory=8GB`. Throws USAGE.
 * @example parseLimits('frames=1e6').frames // 1000000
 */
export function parseLimits(text: string): Limits {
  const changed: Record<string, number> = {};
  const problems = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const [name = '', ...rest] = part.split('=').map((piece) => piece.trim());
      const value = readAmount(rest.join('='));
      if (!Object.hasOwn(LIMITS, name)) {
        const hint = `${didYouMean(name, NAMES)}The limits are: ${NAMES.join(', ')}.`;
        return [problem('USAGE', '', `There is no limit "${name}".`, hint)];
      }
      if (value === undefined) {
        const hint = `Write a number such as ${name}=${LIMITS[name as keyof Limits].default || '8e9'}.`;
        return [problem('USAGE', '', `The limit ${name} needs a number, not "${rest.join('=')}".`, hint)];
      }
      changed[name] = value;
      return [];
    });
  if (problems.length > 0) throw new ThixoError(problems);
  return Object.freeze({ ...DEFAULT_LIMITS, ...changed });
}

/** A whole number that is not negative, with an optional k, M, G, T or P; undefined if the text is none. */
function readAmount(text: string): number | undefined {
  const found = NUMBER.exec(text)?.groups;
  if (!found) return undefined;
  const value = Math.floor(Number(found.digits) * FACTORS[found.factor ?? '']!);
  return Number.isSafeInteger(value) ? value : undefined;
}
