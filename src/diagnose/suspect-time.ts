// Settings of time and space that let a run fail: long frames, few steps, large steps, a printed integrator, a domain.

import { below } from '../pointer.ts';
import type { Fix } from '../problem.ts';
import { allFamilies, familiesIn, familyOf } from '../substances/families.ts';
import { type Failure, round3, type Suspects, type Suspicion } from './suspicion.ts';
import type { Yardstick } from './yardstick.ts';

/** Fewer frames per second make a frame long. */
const SLOWEST_RATE = 10;
const USUAL_RATE = 25;
const DEFAULT_STEPS = 1 << 14;
const MOST_STEPS = 1 << 20;

/** Factors under `time`: what is still safe, and the default. */
const FACTORS = {
  courant: { most: 0.4, usual: 0.3 },
  acceleration: { most: 0.6, usual: 0.5 },
  divergence: { most: 0.1, usual: 0.02 },
} as const;

/** What to do where a criterion asks for too many steps. */
const CRITERIA: Readonly<Record<string, string>> = {
  sound: 'Lower the stiffness, use a larger spacing, or raise time.maxStepsPerFrame.',
  viscosity: 'Lower the viscosity, use a larger spacing, or raise time.maxStepsPerFrame.',
  speed: 'Something is very fast: check velocities, emitters and gravity, or raise time.maxStepsPerFrame.',
  acceleration: 'Something is pushed very hard: check stiffness and overlaps, or raise time.maxStepsPerFrame.',
  pressure: 'Something is pressed very hard: check speeds, overlaps and what moves, or raise time.maxStepsPerFrame.',
  divergence: 'Something is compressed very fast: check speeds, forces and what moves, or raise time.maxStepsPerFrame.',
  heat: 'Lower the conductivity, use a larger spacing, or raise time.maxStepsPerFrame.',
};

function criterionHint(criterion: string): string {
  const own = allFamilies().map(({ criteria }) => criteria?.[criterion]);
  return CRITERIA[criterion] ?? own.find((hint) => hint !== undefined) ?? 'Raise time.maxStepsPerFrame.';
}

/** A frame that needs more steps than it may have. */
export function manySteps({ scene }: Suspects, { limit }: Failure): Suspicion[] {
  if (!limit) return [];
  const { frameRate, time } = scene,
    most = time.maxStepsPerFrame,
    needed = 1 / (frameRate * limit.dt),
    found: Suspicion[] = [];
  if (frameRate < SLOWEST_RATE)
    found.push({
      code: 'FRAME_TOO_LONG',
      pointer: '/frameRate',
      message: `At ${frameRate} frames per second a frame lasts ${round3(1 / frameRate)} s and needs about ${needed.toPrecision(2)} steps; the most is ${most}.`,
      hint: 'Raise frameRate: it says how often a frame is kept, not how accurate it is.',
      excess: (10 * SLOWEST_RATE) / frameRate,
      cures: [{ pointer: '/frameRate', value: USUAL_RATE }],
    });
  const enough = Math.min(MOST_STEPS, Math.max(DEFAULT_STEPS, 4 * most));
  if (most < MOST_STEPS)
    found.push({
      code: 'STEP_TOO_SMALL',
      pointer: '/time/maxStepsPerFrame',
      message: `The ${limit.criterion} criterion requires steps of ${limit.dt.toExponential(2)} s: more than ${most} per frame.`,
      hint: criterionHint(limit.criterion),
      excess: most < DEFAULT_STEPS / 4 ? DEFAULT_STEPS / most : 0.5,
      cures: [{ pointer: '/time/maxStepsPerFrame', value: enough }],
    });
  return found;
}

/** Factors beyond what is stable. */
export function largeSteps({ scene: { time } }: Suspects): Suspicion[] {
  const odd = (['courant', 'acceleration', 'divergence'] as const).filter((key) => time[key] > FACTORS[key].most);
  if (odd.length === 0) return [];
  const key = odd[0]!,
    fixes = odd.map((name): Fix => ({ pointer: `/time/${name}`, value: FACTORS[name].usual })),
    usual = Object.fromEntries(odd.map((name) => [name, FACTORS[name].usual]));
  return [
    {
      code: 'STEP_TOO_LARGE',
      pointer: `/time/${key}`,
      message: `Steps are too large for the stiffness or the speed: time.${key} is ${time[key]}.`,
      hint: 'Leave it out to use the default.',
      excess: Math.max(...odd.map((name) => (4 * time[name]) / FACTORS[name].most)),
      cures: odd.length > 1 ? [{ pointer: '/time', value: { ...time, ...usual } }] : fixes,
    },
  ];
}

/** Particles that left a domain nobody may leave, or went farther than the search can follow. */
export function leftDomain({ scene }: Suspects, { whole, size }: Yardstick, { symptom }: Failure): Suspicion[] {
  if (symptom !== 'left' && symptom !== 'strayed') return [];
  const { domain } = scene,
    corner = (of: readonly number[], sign: number) => of.map((x) => round3(x + sign * 10 * size)),
    wide = { min: corner(whole.min, -1), max: corner(whole.max, 1) };
  return [
    {
      code: 'LEFT_DOMAIN',
      pointer: '/domain',
      message: 'A particle left the domain.',
      hint: 'Enlarge the domain, close it with obstacles, or set domain.onLeave to "remove".',
      excess: Number.MAX_VALUE,
      cures: [domain ? { pointer: '/domain/onLeave', value: 'remove' } : { pointer: '/domain', value: wide }],
    },
  ];
}

/** What a family knows of its own: asked before and after the general ones. */
export function familyCauses(s: Suspects): Suspicion[] {
  return familiesIn(s.substances).flatMap(({ family }) => {
    const first = family.firstCause?.(s),
      last = family.lastCause?.(s);
    return [
      ...(first ? [{ ...first, excess: 500, cures: [] }] : []),
      ...(last ? [{ ...last, excess: 100, cures: [{ pointer: last.pointer, value: 'stable' }] }] : []),
    ];
  });
}

/** What is left when nothing in particular is wrong: more damping, shorter steps, more stiffness. */
export function unstable({ scene, set, substances }: Suspects, { index }: Failure): Suspicion[] {
  const kind = index >= 0 && index < set.count ? set.u32('substance')[index]! : 0,
    p = substances[kind];
  if (!p) return [];
  const cause = familyOf(p).unstable(p),
    damping = 'damping' in p ? 'damping' : 'artificialViscosity',
    place = (key: string) => below(below('/substances', p.name), key);
  return [
    {
      ...cause,
      excess: 0.4,
      cures: [
        { pointer: place(damping), value: 1 },
        { pointer: '/time/courant', value: round3(scene.time.courant / 3) },
        { pointer: place('stiffness'), value: round3(10 * p.stiffness) },
      ],
    },
  ];
}
