// What a scene may say of a globule substance. [MP89]

import * as z from 'zod';
import {
  about,
  DIMENSIONLESS,
  density,
  finite,
  nonNegative,
  part,
  positive,
  quantity,
  temperature,
} from '../../schema/field.ts';
import { GLOBULE_DEFAULTS, GLOBULE_FRICTION } from './defaults.ts';

const KIND_MEANINGS = {
  powder: 'Pushes and brakes only at contact: grains that bounce, trickle and pile up.',
  fluid: 'Pushes at contact and brakes before it: flows together and comes to rest.',
  solid: 'Held together by bonds that break when it is pulled apart.',
};

/** A number of a globule substance. */
function dial<T extends z.ZodType>(
  schema: T,
  unit: string,
  name: keyof typeof GLOBULE_DEFAULTS,
  text: string,
  effect: string,
) {
  return quantity(schema.optional(), unit, text, { effect, defaultText: `${GLOBULE_DEFAULTS[name]}` });
}

const exponent = z.int().min(2).max(12);

const between = z.strictObject({
  from: quantity(temperature, 'K', 'Begins here.'),
  to: quantity(temperature, 'K', 'Temperature at which it is complete; higher than `from`.'),
});

export const globulesSchema = part(
  z.strictObject({
    model: about(z.enum(['globules']), 'How the substance is simulated.', {
      meanings: { globules: 'Globules: particles with attraction and repulsion.' },
    }),
    kind: about(z.enum(['powder', 'fluid', 'solid']).optional(), 'How the globules behave; sets both ranges.', {
      meanings: KIND_MEANINGS,
      defaultText: GLOBULE_DEFAULTS.kind,
    }),
    restDensity: quantity(density.optional(), 'kg/m³', 'Density of the globules in a close packing at rest.', {
      unit2D: 'kg/m²',
      effect: 'Larger values are heavier. Sand 1600, sugar 900, snow 300.',
      defaultText: `${GLOBULE_DEFAULTS.restDensity}`,
    }),
    stiffness: dial(
      positive.max(1e15),
      'm²/s²',
      'stiffness',
      'Resistance to compression and stretching: c², where c is about the speed of sound.',
      'Larger values are harder and cost steps: four times the stiffness means twice the steps. A c of about ten times the highest speed keeps globules apart. Usual: 50 to 10000.',
    ),
    damping: dial(
      nonNegative.max(1e6),
      DIMENSIONLESS,
      'damping',
      'Damping ζ of the relative motion of two globules along the line between them: k_d = ζ restDensity c r₀^(dimension−1).',
      'Larger values are calmer and, above 1, cost steps. About 1.5 is critical damping for two globules. Usual: 0.1 to 1.',
    ),
    range: quantity(
      finite.min(1).max(4).optional(),
      DIMENSIONLESS,
      'Range c_r of the force, over the rest distance of two globules. Above 1 they attract each other.',
      {
        effect: 'Larger values hold together better and have more neighbors.',
        defaultText: '1; for a solid 2 in 2D and 1.5 in 3D',
      },
    ),
    dampingRange: quantity(
      finite.min(0.5).max(4).optional(),
      DIMENSIONLESS,
      'Range c_d of the damping, over the rest distance.',
      { effect: 'Larger values are more viscous and have more neighbors.', defaultText: '2; for a powder 1' },
    ),
    repulsionExponent: dial(
      exponent,
      DIMENSIONLESS,
      'repulsionExponent',
      'Exponent m of the repulsion 1/D^m; the same for all globules of a scene.',
      'Larger values make the core harder.',
    ),
    attractionExponent: dial(
      exponent,
      DIMENSIONLESS,
      'attractionExponent',
      'Exponent n of the attraction 1/D^n, smaller than m; the same for all globules of a scene.',
      'Larger values make bonds shorter.',
    ),
    radiusVariation: dial(
      finite.min(0).max(0.5),
      DIMENSIONLESS,
      'radiusVariation',
      'How much radii vary at random: 0.1 makes them up to 10 % smaller than half the spacing. Radii of a solid may also be larger.',
      'Larger values break up the regular packing, so powder has no preferred directions. Usual: 0 to 0.2.',
    ),
    friction: quantity(
      nonNegative.max(2).optional(),
      DIMENSIONLESS,
      'Friction number μ of grains, among each other and at obstacles: they slide where the force along a contact exceeds μ times the force across it.',
      {
        effect: 'Larger values make steeper heaps; at 0 grains slide freely, as in the paper. Usual: 0.2 to 0.8.',
        defaultText: `${GLOBULE_FRICTION.powder} for a powder, else 0`,
      },
    ),
    restitution: quantity(
      finite.min(0.05).max(1).optional(),
      DIMENSIONLESS,
      'Part of their speed with which two globules that hit each other part again; takes the place of `damping`.',
      { effect: '0.1 hardly bounces, 1 loses nothing. Sand 0.3, glass 0.9.', defaultText: 'follows from `damping`' },
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
      'Larger values even out temperatures sooner and may cost steps. Ice 2, water 0.6, rock 2.',
    ),
    melting: about(between.optional(), 'Temperatures between which bonds vanish and a solid becomes a fluid.', {
      defaultText: 'never melts',
    }),
    meltedStiffness: quantity(positive.max(1e15).optional(), 'm²/s²', 'Stiffness of the melt.', {
      defaultText: 'that of the solid',
    }),
    meltedDamping: quantity(nonNegative.max(1e6).optional(), DIMENSIONLESS, 'Damping of the melt.', {
      defaultText: 'that of the solid',
    }),
    crumbling: about(
      between.optional(),
      'Temperatures between which a fluid becomes like powder, with damping only at contact.',
      {
        defaultText: 'never crumbles',
      },
    ),
    latentHeat: dial(
      nonNegative.max(1e9),
      'J/kg',
      'latentHeat',
      'Heat absorbed by melting and released by freezing; needs `melting`.',
      'Larger values melt more slowly. Ice 330000, wax 200000.',
    ),
  }),
  'globules',
  'A substance of globules: fast, robust particles that attract and repel each other.',
  {
    snippets: {
      'substance, powder': { model: 'globules', kind: 'powder', restDensity: 1600, radiusVariation: 0.15 },
      'substance, solid that melts': {
        model: 'globules',
        kind: 'solid',
        restDensity: 900,
        conductivity: 2,
        melting: { from: 270, to: 276 },
      },
    },
  },
);
