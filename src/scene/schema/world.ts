// What acts on everything: force fields, the domain, the control of the step size.

import * as z from 'zod';
import {
  about,
  DIMENSIONLESS,
  direction,
  fineLength,
  finite,
  kind,
  LARGEST,
  length,
  nonNegative,
  part,
  perAxis,
  quantity,
  vec3,
} from '../../schema/field.ts';
import { motion } from './motion.ts';
import { window } from './period.ts';

const center = quantity(vec3.default([0, 0, 0]), 'm', 'Center of the field.');
const acts = window('it acts');
const moves = {
  motion: about(motion.optional(), 'How the field moves, as a whole.', { defaultText: 'none: it does not move' }),
  ...acts,
};

const uniform = kind(
  'uniform',
  z.strictObject({ acceleration: quantity(vec3, 'm/s²', 'Acceleration of every particle.'), ...acts }),
  'The same acceleration everywhere, as in a tilted or accelerating room.',
  { uniform: { uniform: { acceleration: [1, 0, 0] } } },
);
const spring = kind(
  'spring',
  z.strictObject({
    center,
    rate: quantity(
      finite.min(-1e12).max(1e12),
      '1/s²',
      'Pull toward the center per meter of distance: a = −rate · (x − center).',
      {
        effect: 'Larger values pull harder; negative values push away.',
      },
    ),
    ...moves,
  }),
  'Pulls toward a point, harder with distance.',
  { spring: { spring: { center: [0, 1, 0], rate: 10 } } },
);
const attractor = kind(
  'attractor',
  z.strictObject({
    center,
    strength: quantity(
      finite.min(-1e18).max(1e18),
      'm³/s²',
      'G·M of a = −strength · d/(|d|² + softening²)^(3/2), with d = x − center.',
      {
        effect: 'Larger values attract harder; negative values repel.',
      },
    ),
    softening: quantity(fineLength.default(0.1), 'm', 'Distance below which the attraction no longer grows.', {
      effect: 'Larger values are gentler near the center.',
    }),
    ...moves,
  }),
  'Attracts like a planet, harder near the center.',
  { attractor: { attractor: { center: [0, 1, 0], strength: 2, softening: 0.2 } } },
);
const vortex = kind(
  'vortex',
  z.strictObject({
    center,
    axis: about(direction, 'Axis of the swirl.'),
    rate: quantity(
      finite.min(-1e12).max(1e12),
      '1/s²',
      'Swirl per meter of distance: a = rate · (axis × (x − center)).',
      {
        effect: 'Larger values swirl faster; negative values swirl the other way.',
      },
    ),
    ...moves,
  }),
  'Swirls about an axis.',
  { vortex: { vortex: { axis: [0, 1, 0], rate: 5 } } },
);
const drag = kind(
  'drag',
  z.strictObject({
    rate: quantity(
      nonNegative.max(LARGEST),
      '1/s',
      'How fast the velocity approaches that of the wind: a = −rate · (v − wind).',
      {
        effect: 'Larger values brake harder. Usual: 0.1 to 5.',
      },
    ),
    wind: quantity(vec3.default([0, 0, 0]), 'm/s', 'Velocity of the surrounding air.'),
    ...acts,
  }),
  'Brakes every particle, or carries it with a wind.',
  { drag: { drag: { rate: 0.5, wind: [2, 0, 0] } } },
);
const reach = quantity(length, 'm', 'Reach R: nothing happens farther from the center than this.', {
  effect: 'The weight w = (1 − d²/R²)² falls from 1 at the center to 0 at this distance d.',
});
const grab = kind(
  'grab',
  z.strictObject({
    center,
    radius: reach,
    pull: quantity(
      nonNegative.max(1e5).default(100),
      'm/s²',
      'Pull of the spring at the reach R: a = w · (−pull/R · (x − center) − damping · (v − velocity of the center)).',
      { effect: 'Larger values grip harder. 100 lifts a lump against gravity.' },
    ),
    damping: quantity(
      nonNegative.max(1e4).optional(),
      '1/s',
      'How fast what is gripped takes the velocity of the grip.',
      {
        effect: 'Larger values carry along more firmly.',
        defaultText: '2 √(pull/R): no swinging',
      },
    ),
    ...moves,
  }),
  'Grips what is near a center, which usually moves, and takes it along: a damped spring.',
  {
    grab: {
      grab: {
        center: [0, 0.2, 0],
        radius: 0.1,
        motion: { keyframes: [{ time: 0.5 }, { time: 1, translate: [0, 0.3, 0] }] },
        from: 0.5,
        to: 1.5,
      },
    },
  },
);
const push = kind(
  'push',
  z.strictObject({
    center,
    radius: reach,
    acceleration: quantity(vec3, 'm/s²', 'Acceleration at the center: a = w · acceleration.'),
    ...moves,
  }),
  'Pushes what is near a center in one direction.',
  { push: { push: { center: [0, 0.2, 0], radius: 0.1, acceleration: [20, 0, 0], from: 0.5, to: 0.7 } } },
);

export const force = part(
  z.union([uniform, spring, attractor, vortex, drag, grab, push]),
  'force',
  'A field of accelerations added to gravity: an object with exactly one of the keys below.',
);

const LEAVE_MEANINGS = {
  remove: 'The particle vanishes and is counted as lost.',
  stop: 'The run stops with a report.',
};

export const domain = part(
  z.strictObject({
    min: quantity(vec3, 'm', 'Lower corner.'),
    max: quantity(vec3, 'm', 'Upper corner; each component larger than that of `min`.'),
    periodic: about(
      perAxis.default([false, false, false]),
      'Axes that wrap around: a particle that leaves on one side returns on the other.',
    ),
    onLeave: about(
      z.enum(['remove', 'stop']).default('remove'),
      'What happens when a particle leaves on an axis that does not wrap around.',
      { meanings: LEAVE_MEANINGS },
    ),
  }),
  'domain',
  'Where the simulation takes place. It has no walls; use obstacles for those.',
  { snippets: { domain: { min: [-2, -1, -2], max: [2, 3, 2] } } },
);

const SOLVER_MEANINGS = {
  auto: 'Solved implicitly in steps where they would otherwise limit the step size.',
  explicit: 'Computed once per step: steps shrink with density · h²/viscosity.',
  implicit: 'Solved implicitly in every step, by conjugate gradients: steps of any size are stable.',
};

const PRESSURE_MEANINGS = {
  explicit: 'From the density of each step: steps are so short that sound goes a third of h.',
  implicit:
    'Solved for at the end of each step: sound does not limit the step; for thin liquids whose density is summed.',
};

const ELASTIC_SOLVER_MEANINGS = {
  explicit: 'Steps as short as the sound of the solid asks for: exact vibrations; for soft bodies.',
  implicit: 'Steps of any length, 8 per frame unless `stepsPerFrame` says otherwise: for stiff bodies.',
};

const INTEGRATOR_MEANINGS = {
  stable: 'The new velocity moves the globule, which keeps the energy of bonds.',
  'miller-1989': 'As printed by Miller and Pearce, x + v dt + ½a dt²: gains energy unless damped; for comparison.',
};

export const time = part(
  z.strictObject({
    courant: quantity(
      finite.min(0.01).max(1).default(0.3),
      DIMENSIONLESS,
      'Part λ₁ of the smoothing length h that sound and particles may travel in one step.',
      { effect: 'Larger values are faster and less stable. Usual: 0.1 to 0.4.' },
    ),
    acceleration: quantity(
      finite.min(0.01).max(1).default(0.5),
      DIMENSIONLESS,
      'Part λ₂ of √(h/|a|) that a step may last, so forces cannot throw particles past each other.',
      { effect: 'Larger values are faster and less stable. Usual: 0.2 to 0.5.' },
    ),
    divergence: quantity(
      finite.min(0.0005).max(0.5).default(0.02),
      DIMENSIONLESS,
      'Largest relative change of density λ₃ in one step; the paper has 0.005.',
      { effect: 'Larger values are faster and less accurate in splashes. Usual: 0.005 to 0.05.' },
    ),
    stepsPerFrame: quantity(
      z
        .int()
        .min(1)
        .max(1 << 20)
        .optional(),
      'steps',
      'Smallest number of steps per frame, for a fixed step as in the papers. Particles with individual steps ignore it.',
      { effect: 'Larger values are slower and more accurate.', defaultText: 'as few as the criteria allow' },
    ),
    viscositySolver: about(
      z.enum(['auto', 'explicit', 'implicit']).default('auto'),
      'How viscous forces are integrated.',
      { meanings: SOLVER_MEANINGS },
    ),
    pressure: about(z.enum(['explicit', 'implicit']).optional(), 'How the pressure of smoothed substances is found.', {
      meanings: PRESSURE_MEANINGS,
      defaultText: 'explicit',
    }),
    elasticSolver: about(
      z.enum(['explicit', 'implicit']).optional(),
      'How elastic solids are stepped; implicit only in scenes of solids alone.',
      { meanings: ELASTIC_SOLVER_MEANINGS, defaultText: 'explicit' },
    ),
    elasticDamping: quantity(
      finite.min(0).max(1).optional(),
      DIMENSIONLESS,
      'Damping of implicit steps of elastic solids, by what the stiffness is in one step.',
      {
        effect: 'Larger values calm fast vibrations sooner. 0 keeps the energy of small ones.',
        defaultText: '0.02',
      },
    ),
    integrator: about(
      z.enum(['stable', 'miller-1989']).optional(),
      'How globules move; only for scenes without smoothed particles.',
      { meanings: INTEGRATOR_MEANINGS, defaultText: 'stable' },
    ),
    maxStepsPerFrame: quantity(
      z
        .int()
        .min(1)
        .max(1 << 20)
        .default(1 << 14),
      'steps',
      'Largest number of steps per frame. A run that needs more stops with a report.',
    ),
  }),
  'time',
  'How the step size is chosen. The defaults are safe. Smaller values are slower and more accurate.',
  { snippets: { time: { courant: 0.2 } } },
);
