// What a scene may say of an elastic solid. [AW09 §7]

import * as z from 'zod';
import {
  about,
  DIMENSIONLESS,
  density,
  finite,
  fraction,
  nonNegative,
  part,
  positive,
  quantity,
  seconds,
  temperature,
} from '../../schema/field.ts';
import { ELASTIC_DEFAULTS } from './defaults.ts';

const PRESET_MEANINGS = {
  jelly: 'Gelatin dessert: 5 kPa; wobbles.',
  rubber: 'Soft rubber: 1 MPa; bounces.',
  sponge: 'Foam of polyurethane: 20 kPa, light; comes back slowly.',
  flesh: 'Muscle and fat: 15 kPa, damped.',
  clay: 'Modeling clay with some spring in it: keeps a print. Softer than the real thing.',
  glass: 'Brittle: breaks at 0.6 % strain. Far softer than the real thing, 70 GPa.',
  stone: 'Brittle, of uneven strength. Far softer than the real thing, some 30 GPa.',
  biscuit: 'Light and crumbly: breaks at 1 % strain.',
  bread: 'A loaf: soft, yields a little, and tears.',
  cheese: 'A firm cheese: yields, and breaks short.',
  tin: 'A metal that dents, springs back a little and hardens. Far softer than the real thing, 50 GPa.',
};

/** A number of a solid whose default a preset may change. */
function dial<T extends z.ZodType>(
  schema: T,
  unit: string,
  name: keyof typeof ELASTIC_DEFAULTS,
  text: string,
  effect: string,
  unit2D?: string,
) {
  return quantity(schema.optional(), unit, text, {
    effect,
    presetDefault: ELASTIC_DEFAULTS[name],
    ...(unit2D && { unit2D }),
  });
}

const modulus = positive.max(1e15);

export const elasticSchema = part(
  z.strictObject({
    model: about(z.enum(['elastic']), 'How the substance is simulated.', {
      meanings: { elastic: 'An elastic solid: springs back to its shape, unless it yields.' },
    }),
    preset: about(
      z
        .enum(['jelly', 'rubber', 'sponge', 'flesh', 'clay', 'tin', 'glass', 'stone', 'biscuit', 'bread', 'cheese'])
        .optional(),
      'A known solid; what else you say overrides it.',
      { meanings: PRESET_MEANINGS, defaultText: 'none' },
    ),
    restDensity: quantity(density.optional(), 'kg/m³', 'Density at rest.', {
      unit2D: 'kg/m²',
      effect: 'Larger values are heavier and move more slowly.',
      presetDefault: ELASTIC_DEFAULTS.restDensity,
    }),
    youngsModulus: dial(
      modulus,
      'Pa',
      'youngsModulus',
      "Young's modulus: stress over strain of a bar that is pulled.",
      'Larger values are stiffer and cost steps: four times the modulus means twice the steps. Jelly 5000, flesh 15000, rubber 1e6.',
      'N/m',
    ),
    poissonsRatio: dial(
      finite.gt(-1).lt(0.5),
      DIMENSIONLESS,
      'poissonsRatio',
      'How much thinner a bar gets over how much longer it is pulled.',
      '0 keeps its width, 0.5 would keep its volume. Values above 0.45 cost steps. Usual: 0.2 for foam, 0.3 for most solids, 0.45 for rubber and flesh, 0.49 for what must keep its volume.',
    ),
    volumeStiffness: dial(
      nonNegative.max(1e15),
      'Pa',
      'volumeStiffness',
      'Extra resistance to a change of volume, beside that of Poisson’s ratio.',
      'Larger values keep the volume better and cost steps.',
      'N/m',
    ),
    volumeShare: dial(
      fraction,
      DIMENSIONLESS,
      'volumeShare',
      'Part of the resistance to a change of volume that acts through the volume itself and not through the strain.',
      'Small deformations do not depend on it. 0 is as the paper prints it, but then parts that were turned inside out stay so. Below 0.4 some may.',
    ),
    stressDamping: dial(
      nonNegative.max(1e12),
      'Pa·s',
      'stressDamping',
      'Viscosity of the solid: damps changes of shape, never motion as a whole.',
      'Larger values stop vibrations sooner and may cost steps. Usual: a thousandth of the modulus and less.',
      'N·s/m',
    ),
    massDamping: dial(
      nonNegative.max(1e6),
      '1/s',
      'massDamping',
      'Rate at which all velocity decays, as in thick air.',
      'Larger values calm sooner, but slow falling bodies too.',
    ),
    gradient: about(z.enum(['mls', 'differences']).optional(), 'How gradients are found from neighbors.', {
      meanings: {
        mls: 'Derivatives of the shape functions of moving least squares: bends and twists as beam theory says.',
        differences:
          'Least squares over differences, as in the first point-based animation: bends too easily at large supports.',
      },
      presetDefault: ELASTIC_DEFAULTS.gradient,
    }),
    support: dial(
      finite.min(1.5).max(1.85),
      DIMENSIONLESS,
      'support',
      'How far neighbors reach, over the edge of the cube that a particle takes.',
      'Larger values have more neighbors, which cost time. More than 26 of them would make a body soft.',
    ),
    hourglass: dial(
      fraction,
      DIMENSIONLESS,
      'hourglass',
      'Resistance, over that of the modulus, to what strain does not feel: neighbors that do not move as one linear map.',
      'Larger values calm patterns of every second particle, and stiffen bodies that are few particles thick.',
    ),
    yieldStrain: quantity(positive.max(10).optional(), DIMENSIONLESS, 'Elastic strain beyond which it yields.', {
      effect: 'Smaller values dent sooner. Clay 0.02, metals 0.01 and less.',
      defaultText: "never yields, or the preset's",
    }),
    creep: dial(
      positive.max(1e9),
      '1/s',
      'creep',
      'How fast elastic strain becomes plastic beyond the yield strain.',
      'Larger values flow sooner. At 10 two thirds have flowed after a tenth of a second.',
    ),
    maxPlasticStrain: quantity(positive.max(100).optional(), DIMENSIONLESS, 'Largest plastic strain.', {
      effect:
        'Beyond it the body springs back. A body without a limit takes its present shape for its own from time to time.',
      defaultText: 'no limit',
    }),
    hardening: dial(
      nonNegative.max(100),
      DIMENSIONLESS,
      'hardening',
      'By how much the yield strain grows with the strain that has flowed.',
      'Larger values make bent parts harder to bend on. Metals 0.05.',
    ),
    plasticFlow: about(z.enum(['deviatoric', 'full']).optional(), 'What part of the strain flows.', {
      meanings: {
        deviatoric: 'Only the change of shape, so that the volume comes back.',
        full: 'All of it, as the paper prints it.',
      },
      presetDefault: ELASTIC_DEFAULTS.plasticFlow,
    }),
    friction: dial(
      nonNegative.max(2),
      DIMENSIONLESS,
      'friction',
      'Friction number μ, between solids and at obstacles: a body slides where the slope is steeper than μ.',
      'Larger values hold on steeper slopes. Ice 0.05, wood 0.4, rubber 0.9.',
    ),
    strength: quantity(modulus.optional(), 'Pa', 'Tension at which it breaks.', {
      unit2D: 'N/m',
      effect:
        'Larger values break later. A hundredth of the modulus breaks at 1 % strain: brittle things. Not for the implicit step.',
      defaultText: "never breaks, or the preset's",
    }),
    toughness: quantity(
      modulus.optional(),
      'J/m²',
      'Energy that a running crack takes for its area; needs `strength`.',
      {
        unit2D: 'J/m',
        effect:
          'Larger values stop cracks sooner. Without it a crack runs where the tension ahead passes the strength.',
        defaultText: 'none',
      },
    ),
    scatter: dial(
      finite.min(0).max(0.9),
      DIMENSIONLESS,
      'scatter',
      'By how much the strength differs from particle to particle, up or down.',
      'Larger values break at more places and less evenly. The weakest particle decides.',
    ),
    branching: quantity(
      finite.min(1.4).max(100).optional(),
      DIMENSIONLESS,
      'Tension ahead of a front, over the one at which it runs, at which the crack branches; needs `strength`.',
      {
        effect: 'Smaller values branch more. Less than 1.4 has no energy for two fronts.',
        defaultText: 'cracks do not branch',
      },
    ),
    discontinuity: about(
      z.enum(['visibility', 'transparency']).optional(),
      'What particles see of each other through a crack.',
      {
        meanings: {
          visibility: 'Nothing.',
          transparency:
            'Less and less, over 0.7 of a spacing behind its front: no weight jumps while it runs. Needs `strength`.',
        },
        presetDefault: ELASTIC_DEFAULTS.discontinuity,
      },
    ),
    breaksFrom: dial(seconds, 's', 'breaksFrom', 'No crack begins or runs before this time.', 'Needs `strength`.'),
    breaksUntil: quantity(seconds.optional(), 's', 'No crack begins or runs after this time; needs `strength`.', {
      defaultText: 'no end',
    }),
    smallestPiece: dial(
      nonNegative.max(1e6),
      'm',
      'smallestPiece',
      'No crack begins so near to the front of another one, or half as near to its faces.',
      'Larger values give fewer and larger pieces. Cracks that meet may still leave smaller ones. Less than three spacings is as three.',
    ),
    smallestParticle: quantity(
      positive.max(1e6).optional(),
      'm',
      'Particles that a crack leaves too few neighbors are split in seven, if those are no smaller than this; needs `strength`.',
      {
        effect: 'Smaller values sample cracks more finely, and cost steps. A third of the spacing allows one split.',
        defaultText: 'none are split',
      },
    ),
    cuttingResistance: dial(
      nonNegative.max(1e12),
      'J/m²',
      'cuttingResistance',
      'Energy that an obstacle with `cuts` needs for the area that it cuts; also the force on its edge, N/m.',
      'Larger values are dragged along more before the blade gets through. Jelly 5, cheese 20, meat 1000.',
      'J/m',
    ),
    heatCapacity: dial(
      positive.max(1e9),
      'J/(kg·K)',
      'heatCapacity',
      'Heat that warms one kilogram by one kelvin.',
      'Larger values warm and cool more slowly.',
    ),
    conductivity: dial(
      nonNegative.max(1e9),
      'W/(m·K)',
      'conductivity',
      'How well heat flows through the solid.',
      'Larger values even out temperatures sooner and may cost steps.',
    ),
    softening: about(
      z
        .strictObject({
          from: quantity(temperature, 'K', 'Begins to soften here.'),
          to: quantity(temperature, 'K', 'Is soft here; higher than `from`.'),
        })
        .optional(),
      'Temperatures between which it gets soft.',
      { defaultText: 'never softens' },
    ),
    softened: dial(
      fraction,
      DIMENSIONLESS,
      'softened',
      'Part of its stiffness and of its yield strain that is left when it is soft; needs `softening`.',
      'Smaller values are softer.',
    ),
    melting: about(
      z
        .strictObject({
          from: quantity(temperature, 'K', 'Begins to take up latent heat here.'),
          to: quantity(temperature, 'K', 'A particle warmer than this is melted; higher than `from`.'),
        })
        .optional(),
      'Temperatures between which the latent heat is absorbed; above, particles are those of `melted`.',
      { defaultText: 'never melts' },
    ),
    latentHeat: dial(
      nonNegative.max(1e9),
      'J/kg',
      'latentHeat',
      'Heat absorbed by melting and released by freezing; needs `melting`.',
      'Larger values melt more slowly. Ice 330000, wax 200000.',
    ),
    melted: about(
      z.string().optional(),
      'Name of the substance that it melts into, of smoothed particles; needs `melting`.',
      { defaultText: 'never melts' },
    ),
    grip: quantity(
      fraction.optional(),
      DIMENSIONLESS,
      'Part of the viscosity of liquids that acts between them and the solid.',
      { effect: '0: liquids slip along it. 1: they stick to it.', defaultText: '1 if it melts, else 0' },
    ),
    adhesion: dial(
      nonNegative.max(1e6),
      'Pa',
      'adhesion',
      'Tension that liquids bear at the solid before they come off.',
      'Larger values hold thicker films and drops. The weight of a film, density × 9.81 × thickness, is what it must bear.',
    ),
    freezing: quantity(
      temperature.optional(),
      'K',
      'Particles of `melted` that are colder become solid, in their present shape; needs `melted`.',
      { effect: 'No higher than `melting.to`.', defaultText: 'never freezes' },
    ),
  }),
  'elastic',
  'An elastic solid that springs back to its shape, and flows where it yields.',
  {
    snippets: {
      'substance, elastic': { model: 'elastic', preset: 'jelly' },
      'substance, elastic with own values': {
        model: 'elastic',
        restDensity: 1000,
        youngsModulus: 20000,
        poissonsRatio: 0.3,
      },
    },
  },
);
