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
import { DEFAULTS, VORTICITY } from './defaults.ts';

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
  'chocolate',
  'toothpaste',
] as const;

const PRESET_MEANINGS: Readonly<Record<(typeof SPH_PRESETS)[number], string>> = {
  'desbrun-1996': 'The first smoothed particles (Desbrun and Cani 1996): soft, cohesive, summed density.',
  'desbrun-1999':
    'Smoothed particles of Desbrun and Cani 1999: cohesive, integrated density; a good base for your own.',
  'adams-2009': 'The fluid of the tutorial by Adams and Wicke 2009: steep pressure, splashes freely.',
  'paiva-2009': 'The viscoplastic fluid of Paiva and others 2009, with its wide support: solid until it is stressed.',
  'paiva-2009-fast': 'The same with a third of the neighbors; use this one to work.',
  water: 'Water at 20 °C: 0.001 Pa·s; splashes and sprays.',
  oil: 'Olive oil, 0.084 Pa·s; floats on water, hardly splashes.',
  honey: 'Liquid honey, 10 Pa·s; a thin stream of it coils.',
  syrup: 'Corn syrup, 3 Pa·s; pours in an unbroken stream.',
  slime: 'A thick, cohesive liquid of 50 Pa·s.',
  dough: 'Soft dough: yields above 600 Pa and flows slowly.',
  clay: 'Soft clay: yields above 1700 Pa; keeps a dent.',
  mud: 'Fine mud: yields above 50 Pa; runs down a slope and stops.',
  wax: 'Soft wax below its melting point: yields above 400 Pa; neither melts nor sets.',
  lava: 'Basalt of 1130 °C: yields above 100 Pa, 500 Pa·s; does not cool.',
  chocolate: 'Melted chocolate at 40 °C: yields above 10 Pa.',
  toothpaste: 'Toothpaste: yields above 200 Pa; a strand keeps its shape.',
};

const KERNEL_MEANINGS: Readonly<Record<KernelName, string>> = {
  dc: 'Desbrun and Cani: pointed at the center, so close particles keep pushing each other; a good choice.',
  quartic: 'Paiva and others: bell-shaped quartic, slightly negative near its rim.',
  poly6: 'Müller and others: bell-shaped and fast, but close particles hardly push each other and clump.',
  spiky: 'Müller and others: the same shape as dc.',
  'cubic-spline': 'Monaghan: the classic bell of the literature; may pair particles at high smoothing.',
  'wendland-c2': 'Wendland: bell-shaped, never pairs particles; good with a smoothing of 1.5 or more.',
};

const STATE_EQUATION_MEANINGS = {
  linear: 'P = k(ρ − ρ₀): soft and robust.',
  tait: 'P = (ρ₀k/γ)((ρ/ρ₀)^γ − 1): becomes stiffer under compression.',
  'ideal-gas': 'P = kρ: always pushes outward and fills its container.',
};

const STRESS_MEANINGS = {
  symmetric: 'The full stress η(∇v + ∇vᵀ): right in shear and stretching, 0 where a body turns.',
  morris:
    'From velocity differences alone: right in shear, half the resistance to stretching; stiff bodies cannot turn.',
  central: 'Along the line between particles: stiff bodies can rotate, shear is less exact. Applies to all substances.',
  tensor:
    'From the stress tensors of both particles, as printed by Paiva and others: misses some modes; for comparison.',
};

const PRESSURE_MEANINGS = {
  plain: 'Along the line between particles, as in the papers: under pressure they resist slow shear.',
  corrected: 'Corrected for how neighbors stand around: liquids yield to any shear.',
  auto: '`corrected` in scenes with smoothed substances of other densities, so that light ones rise; else `plain`.',
};

const jump = quantity(nonNegative.max(1e9), DIMENSIONLESS, 'The same at every temperature.');
const jumpByTemperature = about(
  z.strictObject({
    solid: quantity(nonNegative.max(1e9), DIMENSIONLESS, 'Jump number below `melting.from`.'),
    liquid: quantity(nonNegative.max(1e9), DIMENSIONLESS, 'Jump number above `melting.to`.'),
  }),
  'Depends on temperature; linear in between.',
);

const DENSITY_MEANINGS = {
  continuity: 'Integrated from its rate of change: free surfaces keep their density, but small errors add up.',
  summation: 'Summed over the neighbors in every step: never drifts, but comes out too low at free surfaces.',
};

/** A number of a substance whose default a preset may change. */
function dial<T extends z.ZodType>(schema: T, unit: string, name: keyof typeof DEFAULTS, text: string, effect: string) {
  return quantity(schema.optional(), unit, text, { effect, presetDefault: DEFAULTS[name] });
}

export const sphSchema = part(
  z.strictObject({
    model: about(z.enum(['sph']).default('sph'), 'How the substance is simulated.', {
      meanings: { sph: 'Smoothed particles.' },
    }),
    preset: about(
      z.enum(SPH_PRESETS).optional(),
      'Starting values of a material or from a paper; every other key overrides one of them.',
      { meanings: PRESET_MEANINGS, defaultText: 'none' },
    ),
    restDensity: quantity(density.optional(), 'kg/m³', 'Density ρ₀ at which the substance neither pushes nor pulls.', {
      unit2D: 'kg/m²',
      effect: 'Larger values are heavier. Water 1000, clay 1800.',
      presetDefault: DEFAULTS.restDensity,
    }),
    kernel: about(
      z.enum(KERNEL_NAMES).optional(),
      'Smoothing function that weights neighbors by distance; the same for all substances of a scene.',
      { meanings: KERNEL_MEANINGS, presetDefault: DEFAULTS.kernel },
    ),
    smoothing: dial(
      finite.min(0.6).max(4),
      DIMENSIONLESS,
      'smoothing',
      'Smoothing length h over the particle size (mass/ρ₀)^(1/dimension). Particles interact up to a distance of 2h.',
      'Larger values are smoother and slower: the number of neighbors grows with the cube. Usual: 1.2 to 1.6.',
    ),
    stateEquation: about(z.enum(['linear', 'tait', 'ideal-gas']).optional(), 'How pressure follows from density.', {
      meanings: STATE_EQUATION_MEANINGS,
      presetDefault: DEFAULTS.stateEquation,
    }),
    stiffness: dial(
      positive.max(1e15),
      'm²/s²',
      'stiffness',
      'Resistance to compression k = c², the square of the speed of sound. Materials choose it by `compressibility`, unless you give it.',
      'Larger values keep the volume better but cost steps: four times the stiffness means twice the steps. Usual: 10 to 10000. A c of ten times the highest speed keeps the density within 1 % under steady pressure.',
    ),
    compressibility: quantity(
      finite.min(1e-5).max(0.5).optional(),
      DIMENSIONLESS,
      'Part by which the density may change under the weight of the substance, and three times that in impacts. From it and from the heights, speeds, jets and moving solids of the scene follows the stiffness, unless that is given; ρ₀k is then the same for all such substances.',
      {
        effect:
          'Smaller values keep the volume better but cost steps: half of it means about twice the steps. Usual: 0.003 to 0.03.',
        defaultText: '0.01 for materials; else none, and `stiffness` counts',
      },
    ),
    exponent: dial(
      finite.min(1).max(20),
      DIMENSIONLESS,
      'exponent',
      'Exponent γ of the Tait equation; other state equations ignore it.',
      'Larger values resist strong compression more. Usual: 7 for water.',
    ),
    density: about(z.enum(['continuity', 'summation']).optional(), 'How the density of a particle is computed.', {
      meanings: DENSITY_MEANINGS,
      presetDefault: DEFAULTS.density,
    }),
    shepardInterval: dial(
      count,
      'steps',
      'shepardInterval',
      'Steps between two corrections of an integrated density by a weighted mean over the neighbors; 0 never corrects. The same for all substances that use it.',
      'Smaller values remove noise sooner but blur the density more. Usual: 0, or 20 to 50.',
    ),
    negativePressure: dial(
      fraction,
      DIMENSIONLESS,
      'negativePressure',
      'How much of a negative pressure is kept. Negative pressure pulls a stretched substance together.',
      'At 0 the substance splashes and sprays; larger values hold it together. With a summed density it acts like surface tension, and 0.2 already pulls a block into a ball. Use 1 with an integrated density.',
    ),
    pressureForce: about(
      z.enum(['plain', 'corrected', 'auto']).optional(),
      'How pressure becomes a force. `corrected` needs a summed density.',
      { meanings: PRESSURE_MEANINGS, presetDefault: DEFAULTS.pressureForce },
    ),
    artificialViscosity: dial(
      nonNegative.max(LARGEST),
      DIMENSIONLESS,
      'artificialViscosity',
      'Damping η of particles that approach each other; keeps the simulation stable.',
      'Larger values are calmer and thicker, and cost steps: twice as many at 4. It adds a viscosity of about artificialViscosity · h · c · restDensity/20, which `thixo check` shows. Usual: 0.03 to 0.5.',
    ),
    quadraticViscosity: dial(
      nonNegative.max(LARGEST),
      DIMENSIONLESS,
      'quadraticViscosity',
      'Additional damping β that acts only where particles approach each other fast.',
      'Larger values keep particles from passing through each other in hard impacts. Above 2 they cost steps where particles are fast. Usual: 0 to 2. Without effect where `time.pressure` is `implicit`.',
    ),
    soundDamping: dial(
      nonNegative.max(0.5),
      DIMENSIONLESS,
      'soundDamping',
      'Bulk viscosity over ρ c h: it damps sound and nothing else, so that a liquid that was filled in comes to rest.',
      'Larger values take sound away sooner. Usual: 0.25.',
    ),
    viscositySoundSpeed: quantity(
      positive.max(1e8).optional(),
      'm/s',
      'Speed c in the artificial viscosity, instead of the speed of sound.',
      { effect: 'Larger values damp more.', defaultText: '√stiffness' },
    ),
    viscosity: dial(
      nonNegative.max(1e12),
      'Pa·s',
      'viscosity',
      'Dynamic viscosity μ, the thickness of the real substance.',
      'Larger values flow more slowly and cost steps: steps shrink with restDensity · h²/viscosity. Usual: 0 to 2000; water 0.001, motor oil 0.1, honey 10.',
    ),
    surfaceTension: dial(
      nonNegative.max(LARGEST),
      'N/m',
      'surfaceTension',
      'Surface tension σ: the force with which the surface holds together, per length. It acts at any spacing of particles alike.',
      'Larger values make rounder drops and cost steps where particles are small: they shrink with √(restDensity · spacing³/surfaceTension). Water 0.072, oil 0.03, mercury 0.48.',
    ),
    contactAngle: dial(
      finite.min(0).max(180),
      'degrees',
      'contactAngle',
      'Contact angle θ: the angle, inside the liquid, at which its surface meets a wall. It acts where the substance has a `surfaceTension`.',
      'Smaller values wet walls: below 90 a drop spreads, above it beads. At 180 walls are not wetted. Water on clean glass 20, on plastic 80 to 100, on a lotus leaf 150.',
    ),
    vorticity: about(
      z
        .strictObject({
          transfer: quantity(
            nonNegative.max(10).default(VORTICITY.transfer),
            DIMENSIONLESS,
            'How strongly spin and flow act on each other: the viscosity ν_t between them over h c, c the speed of sound.',
            { effect: 'Larger values bind spin and flow more tightly, and cost steps. At 0 there is no spin.' },
          ),
          inertia: quantity(
            positive.max(1e6).default(VORTICITY.inertia),
            DIMENSIONLESS,
            'Moment of inertia of the eddies of a particle, over its mass and h².',
            { effect: 'With larger values whirls live longer, and are slower to start and to stop.' },
          ),
          viscosity: quantity(
            nonNegative.max(10).default(VORTICITY.viscosity),
            DIMENSIONLESS,
            'Viscosity by which spin spreads from particle to particle, over h c.',
            { effect: 'Larger values even out the spin.' },
          ),
        })
        .optional(),
      'Gives every particle a spin, for eddies that are too small for the particles: whirls that a coarse simulation would damp live longer.',
      { defaultText: 'none: particles do not spin' },
    ),
    jumpNumber: about(
      z.union([jump, jumpByTemperature]).optional(),
      'Jump number J: how many times stiffer the substance is at rest than where it yields. It makes the substance viscoplastic.',
      { effect: 'Larger values are more solid. Usual: 15 (soft) to 150 (stiff).', defaultText: 'none: a plain liquid' },
    ),
    powerIndex: dial(
      finite.min(0.1).max(1),
      DIMENSIONLESS,
      'powerIndex',
      'Power n of a viscoplastic substance: its stress grows with the n-th power of the rate of deformation.',
      'At 1 it flows like a plain liquid once it yields. Smaller values become thinner the faster it flows.',
    ),
    yieldStress: dial(
      positive.max(1e12),
      'Pa',
      'yieldStress',
      'Stress τ₀ above which a viscoplastic substance flows.',
      'With larger values a body stays higher under its own weight. Cream and paint 10 to 100, toothpaste 200, clay 1000 and more.',
    ),
    consistency: dial(
      positive.max(1e12),
      'Pa·sⁿ',
      'consistency',
      'Consistency K of a viscoplastic substance: the stress beyond the yield stress at a rate of deformation of 1/s.',
      'Larger values flow more slowly once it yields.',
    ),
    stressForm: about(
      z.enum(['symmetric', 'morris', 'central', 'tensor']).optional(),
      'How viscous stress becomes a force.',
      {
        meanings: STRESS_MEANINGS,
        presetDefault: DEFAULTS.stressForm,
      },
    ),
    heatCapacity: dial(
      positive.max(1e9),
      'J/(kg·K)',
      'heatCapacity',
      'Heat that warms one kilogram by one kelvin.',
      'Larger values warm and cool more slowly. Water 4200, wax 2500, rock 1000.',
    ),
    conductivity: dial(
      nonNegative.max(1e9),
      'W/(m·K)',
      'conductivity',
      'How well heat flows through the substance.',
      'Larger values even out temperatures sooner and may cost steps. Wax 0.25, water 0.6, rock 2, steel 50.',
    ),
    melting: about(
      z
        .strictObject({
          from: quantity(temperature, 'K', 'Solid up to here.'),
          to: quantity(temperature, 'K', 'Temperature at which it is liquid; higher than `from`.'),
        })
        .optional(),
      'Temperatures between which the jump number goes from solid to liquid and the latent heat is absorbed.',
      { defaultText: 'neither melts nor sets' },
    ),
    latentHeat: dial(
      nonNegative.max(1e9),
      'J/kg',
      'latentHeat',
      'Heat absorbed by melting and released by setting; needs `melting`.',
      'Larger values melt more slowly. Wax 200000, rock 400000.',
    ),
    xsph: dial(
      fraction,
      DIMENSIONLESS,
      'xsph',
      'How much a particle moves with the mean velocity of its neighbors instead of its own (XSPH).',
      'Larger values are more orderly and let fewer particles slip past each other. Usual: 0 to 0.5.',
    ),
    xsphStored: about(
      z.boolean().optional(),
      'Whether the smoothed velocity of XSPH is also stored, which adds viscosity. The same for all substances of a scene.',
      { presetDefault: DEFAULTS.xsphStored },
    ),
  }),
  'smoothed',
  'A substance of smoothed particles: a preset and what you change in it.',
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
