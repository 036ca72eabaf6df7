// What a scene may say of a smoothed substance: a preset, and numbers that override it.

import * as z from 'zod';
import { KERNEL_NAMES, type KernelName } from '../../kernels/kernels.ts';
import {
  about,
  count,
  DIMENSIONLESS,
  density,
  finite,
  fraction,
  LARGEST,
  nonNegative,
  part,
  positive,
  quantity,
  temperature,
} from '../../schema/field.ts';
import { DEFAULTS } from './defaults.ts';

/** The presets: those named after the papers they reproduce, then the materials. */
export const SPH_PRESETS = [
  'desbrun-1996',
  'desbrun-1999',
  'adams-2009',
  'paiva-2009',
  'paiva-2009-fast',
  'water',
  'oil',
  'honey',
  'syrup',
  'slime',
  'dough',
  'clay',
  'mud',
  'wax',
  'lava',
] as const;

const PRESET_MEANINGS: Readonly<Record<(typeof SPH_PRESETS)[number], string>> = {
  'desbrun-1996': 'The first smoothed particles (Desbrun and Cani 1996): soft, cohesive, summed density.',
  'desbrun-1999':
    'Smoothed particles of Desbrun and Cani 1999: cohesive, integrated density; a good base for your own.',
  'adams-2009': 'The fluid of the tutorial by Adams and Wicke 2009: steep pressure, splashes freely.',
  'paiva-2009': 'The viscoplastic fluid of Paiva and others 2009, with its wide support: solid until it is stressed.',
  'paiva-2009-fast': 'The same with a third of the neighbors: the one to work with.',
  water: 'Thin and lively; splashes and sprays.',
  oil: 'Floats on water, spreads calmly, hardly splashes.',
  honey: 'Sticky and slow; a thin stream of it coils.',
  syrup: 'Pours in an unbroken stream and settles flat within a second.',
  slime: 'Draws itself together into rounded blobs.',
  dough: 'Yields to pressing and sags slowly under its weight.',
  clay: 'The stiffest; keeps a dent for a while and sags over seconds.',
  mud: 'Heavy and thick; runs down a slope and tears rather than strings.',
  wax: 'Light; sags into drops like warm wax, but neither melts nor sets.',
  lava: 'Heavy; advances in thick lobes, but does not cool.',
};

const KERNEL_MEANINGS: Readonly<Record<KernelName, string>> = {
  dc: 'Desbrun and Cani: pointed at the center, so that close particles keep pushing; a good choice.',
  quartic: 'Paiva and others: bell-shaped quartic, slightly negative near its rim.',
  poly6: 'Müller and others: bell-shaped and cheap, but close particles hardly push each other and clump.',
  spiky: 'Müller and others: the same shape as dc.',
  'cubic-spline': 'Monaghan: the classic bell of the literature; may pair particles at high smoothing.',
  'wendland-c2': 'Wendland: bell-shaped, never pairs particles; good with a smoothing of 1.5 or more.',
};

const STATE_EQUATION_MEANINGS = {
  linear: 'P = k(ρ − ρ₀): soft and robust.',
  tait: 'P = (ρ₀k/γ)((ρ/ρ₀)^γ − 1): the more compressed, the stiffer.',
  'ideal-gas': 'P = kρ: always pushes outward and fills its container.',
};

const STRESS_MEANINGS = {
  morris: 'By differences of velocity, with the harmonic mean of both viscosities: smooth, and can be solved for.',
  central: 'Along the line between particles: stiff bodies can turn, shear is less exact; then all substances have it.',
  tensor: 'By the tensors of both particles, as printed by Paiva and others: blind to some modes, for comparison.',
};

const jump = quantity(nonNegative.max(1e9), DIMENSIONLESS, 'The same at every temperature.');
const jumpByTemperature = about(
  z.strictObject({
    solid: quantity(nonNegative.max(1e9), DIMENSIONLESS, 'Jump number up to `melting.from`.'),
    liquid: quantity(nonNegative.max(1e9), DIMENSIONLESS, 'Jump number from `melting.to` on.'),
  }),
  'By temperature, linear in between.',
);

const DENSITY_MEANINGS = {
  continuity: 'Integrated from its rate of change: free surfaces keep their density, small errors add up.',
  summation: 'Summed over the neighbors in every step: never drifts, but comes out too low at free surfaces.',
};

/** A number of a substance whose default a preset may change. */
function dial<T extends z.ZodType>(schema: T, unit: string, name: keyof typeof DEFAULTS, text: string, effect: string) {
  return quantity(schema.optional(), unit, text, { effect, presetDefault: DEFAULTS[name] });
}

export const sphSchema = part(
  z.strictObject({
    model: about(z.enum(['sph']).default('sph'), 'Family of methods that simulates the substance.', {
      meanings: { sph: 'Smoothed particles.' },
    }),
    preset: about(
      z.enum(SPH_PRESETS).optional(),
      'Starting values, of a material or from a paper; every other key overrides one of them.',
      { meanings: PRESET_MEANINGS, defaultText: 'none' },
    ),
    restDensity: quantity(density.optional(), 'kg/m³', 'Density ρ₀ at which the substance neither pushes nor pulls.', {
      unit2D: 'kg/m²',
      effect: 'Larger is heavier. Water 1000, clay 1800.',
      presetDefault: DEFAULTS.restDensity,
    }),
    kernel: about(
      z.enum(KERNEL_NAMES).optional(),
      'Smoothing function that weighs neighbors by their distance; the same for all substances of a scene.',
      { meanings: KERNEL_MEANINGS, presetDefault: DEFAULTS.kernel },
    ),
    smoothing: dial(
      finite.min(0.6).max(4),
      DIMENSIONLESS,
      'smoothing',
      'Smoothing length h over the size of a particle, (mass/ρ₀)^(1/dimension); particles feel each other up to 2h.',
      'Larger is smoother and slower: the number of neighbors grows with its cube. Usual: 1.2 to 1.6.',
    ),
    stateEquation: about(z.enum(['linear', 'tait', 'ideal-gas']).optional(), 'How pressure follows from density.', {
      meanings: STATE_EQUATION_MEANINGS,
      presetDefault: DEFAULTS.stateEquation,
    }),
    stiffness: dial(
      positive.max(1e15),
      'm²/s²',
      'stiffness',
      'Resistance to compression k = c², the square of the speed of sound.',
      'Larger keeps the volume better but costs steps: four times the stiffness, twice the steps. Usual: 10 to 10000; c about ten times the highest speed keeps density within 1 %.',
    ),
    exponent: dial(
      finite.min(1).max(20),
      DIMENSIONLESS,
      'exponent',
      'Exponent γ of the Tait equation; the other state equations do not use it.',
      'Larger resists strong compression more steeply. Usual: 7 for water.',
    ),
    density: about(z.enum(['continuity', 'summation']).optional(), 'How the density of a particle is found.', {
      meanings: DENSITY_MEANINGS,
      presetDefault: DEFAULTS.density,
    }),
    shepardInterval: dial(
      count,
      'steps',
      'shepardInterval',
      'Steps between two repairs of an integrated density by a weighted mean over the neighbors; 0 never repairs. The same for all substances that use it.',
      'Smaller removes noise sooner but blurs the density more. Usual: 0, or 20 to 50.',
    ),
    negativePressure: dial(
      fraction,
      DIMENSIONLESS,
      'negativePressure',
      'How much of a negative pressure is kept, which pulls a stretched substance together.',
      'At 0 it splashes and sprays; larger holds together. With a summed density it acts like surface tension, and 0.2 already pulls a block into a ball; 1 suits an integrated density.',
    ),
    artificialViscosity: dial(
      nonNegative.max(LARGEST),
      DIMENSIONLESS,
      'artificialViscosity',
      'Damping η of particles that approach each other; keeps the simulation stable.',
      'Larger is calmer and thicker, and costs steps: at 4 twice as many. Usual: 0.1 for water, 3 to 8 for syrup and honey, 12 to 30 for lava, dough and clay.',
    ),
    quadraticViscosity: dial(
      nonNegative.max(LARGEST),
      DIMENSIONLESS,
      'quadraticViscosity',
      'Additional damping β that acts only where particles approach each other fast.',
      'Larger keeps particles from passing through each other in hard impacts; above 2 it costs steps where they are fast. Usual: 0 to 2.',
    ),
    viscositySoundSpeed: quantity(
      positive.max(1e8).optional(),
      'm/s',
      'Speed c in the artificial viscosity, in place of the speed of sound.',
      { effect: 'Larger damps more.', defaultText: '√stiffness' },
    ),
    viscosity: dial(
      nonNegative.max(1e12),
      'Pa·s',
      'viscosity',
      'Dynamic viscosity μ, the thickness of the real substance.',
      'Larger flows more slowly and costs steps: they shrink with restDensity · h²/viscosity. Usual: 0 to 2000; water 0.001, motor oil 0.1, honey 10.',
    ),
    jumpNumber: about(
      z.union([jump, jumpByTemperature]).optional(),
      'Jump number J: how many times stiffer the substance is at rest than where it yields. Makes it viscoplastic.',
      { effect: 'Larger is more solid. Usual: 15 (soft) to 150 (stiff).', defaultText: 'none: a plain liquid' },
    ),
    powerIndex: dial(
      finite.min(0.1).max(1),
      DIMENSIONLESS,
      'powerIndex',
      'Power n of a viscoplastic substance: its stress grows with the n-th power of the rate of deformation.',
      'At 1 it flows like a liquid once it yields; smaller gets thinner the faster it flows.',
    ),
    yieldStress: dial(
      positive.max(1e12),
      'Pa',
      'yieldStress',
      'Stress τ₀ from which on a viscoplastic substance flows.',
      'Larger stands higher under its own weight. Usual: 10 to 100 for cream and paint, 200 toothpaste, 1000 and more clay.',
    ),
    consistency: dial(
      positive.max(1e12),
      'Pa·sⁿ',
      'consistency',
      'Consistency K of a viscoplastic substance: the stress beyond the yield stress at a rate of deformation of 1/s.',
      'Larger flows more slowly once it flows.',
    ),
    stressForm: about(z.enum(['morris', 'central', 'tensor']).optional(), 'How viscous stress becomes a force.', {
      meanings: STRESS_MEANINGS,
      presetDefault: DEFAULTS.stressForm,
    }),
    heatCapacity: dial(
      positive.max(1e9),
      'J/(kg·K)',
      'heatCapacity',
      'Heat that warms a kilogram by one kelvin.',
      'Larger warms and cools more slowly. Water 4200, wax 2500, rock 1000.',
    ),
    conductivity: dial(
      nonNegative.max(1e9),
      'W/(m·K)',
      'conductivity',
      'How well heat flows through the substance.',
      'Larger evens temperatures out sooner and may cost steps. Wax 0.25, water 0.6, rock 2, steel 50.',
    ),
    melting: about(
      z
        .strictObject({
          from: quantity(temperature, 'K', 'Solid up to here.'),
          to: quantity(temperature, 'K', 'Liquid from here on; higher than `from`.'),
        })
        .optional(),
      'Temperatures between which the jump number goes from solid to liquid, and the latent heat is taken up.',
      { defaultText: 'neither melts nor sets' },
    ),
    latentHeat: dial(
      nonNegative.max(1e9),
      'J/kg',
      'latentHeat',
      'Heat taken up by melting and given back by setting; needs `melting`.',
      'Larger melts more slowly. Wax 200000, rock 400000.',
    ),
    xsph: dial(
      fraction,
      DIMENSIONLESS,
      'xsph',
      'How far a particle moves with the mean velocity of its neighbors instead of its own (XSPH).',
      'Larger is more orderly and lets fewer particles slip through each other. Usual: 0 to 0.5.',
    ),
    xsphStored: about(
      z.boolean().optional(),
      'Whether the smoothed velocity of XSPH is kept instead of only moved with, which adds viscosity; the same for all substances of a scene.',
      { presetDefault: DEFAULTS.xsphStored },
    ),
  }),
  'smoothed',
  'A substance of smoothed particles: a preset, and what differs from it.',
  {
    snippets: {
      substance: { preset: 'honey' },
      'substance, own values': { preset: 'water', stiffness: 2500 },
      'substance that melts': {
        preset: 'paiva-2009-fast',
        restDensity: 900,
        yieldStress: 200,
        consistency: 20,
        jumpNumber: { solid: 150, liquid: 2 },
        conductivity: 0.25,
        heatCapacity: 2500,
        melting: { from: 320, to: 340 },
      },
    },
  },
);
