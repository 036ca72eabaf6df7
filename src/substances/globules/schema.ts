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
import { GLOBULE_DEFAULTS } from './defaults.ts';

const KIND_MEANINGS = {
  powder: 'Pushes and is damped only at contact: grains that bounce, trickle and pile up.',
  fluid: 'Pushes at contact, damped beyond it: flows together and comes to rest.',
  solid: 'Holds together by bonds that break when it is pulled apart.',
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
  to: quantity(temperature, 'K', 'Complete from here on; higher than `from`.'),
});

export const globulesSchema = part(
  z.strictObject({
    model: about(z.enum(['globules']), 'Family of methods that simulates the substance.', {
      meanings: { globules: 'Globules: particles with attraction and repulsion.' },
    }),
    kind: about(z.enum(['powder', 'fluid', 'solid']).optional(), 'What the globules do; sets both ranges.', {
      meanings: KIND_MEANINGS,
      defaultText: GLOBULE_DEFAULTS.kind,
    }),
    restDensity: quantity(density.optional(), 'kg/m³', 'Density of the close packing that the globules rest in.', {
      unit2D: 'kg/m²',
      effect: 'Larger is heavier. Sand 1600, sugar 900, snow 300.',
      defaultText: `${GLOBULE_DEFAULTS.restDensity}`,
    }),
    stiffness: dial(
      positive.max(1e15),
      'm²/s²',
      'stiffness',
      'Resistance to compression and stretching, c² with c about the speed of sound.',
      'Larger is harder and costs steps: four times the stiffness, twice the steps. c about ten times the highest speed keeps globules apart. Usual: 50 to 10000.',
    ),
    damping: dial(
      nonNegative.max(1e6),
      DIMENSIONLESS,
      'damping',
      'Damping ζ of the motion of two globules along the line between them: k_d = ζ restDensity c r₀^(dimension−1).',
      'Larger is calmer and, above 1, costs steps; about 1.5 is critical for two globules. Usual: 0.1 to 1.',
    ),
    range: quantity(
      finite.min(1).max(4).optional(),
      DIMENSIONLESS,
      'Range c_r of the force over the rest distance of two globules; beyond 1 they attract each other.',
      {
        effect: 'Larger holds together better and has more neighbors.',
        defaultText: '1; of a solid 2 in 2D and 1.5 in 3D',
      },
    ),
    dampingRange: quantity(
      finite.min(0.5).max(4).optional(),
      DIMENSIONLESS,
      'Range c_d of the damping over the rest distance.',
      { effect: 'Larger is more viscous and has more neighbors.', defaultText: '2, of a powder 1' },
    ),
    repulsionExponent: dial(
      exponent,
      DIMENSIONLESS,
      'repulsionExponent',
      'Exponent m of the repulsion 1/D^m; the same for all globules of a scene.',
      'Larger has a harder core.',
    ),
    attractionExponent: dial(
      exponent,
      DIMENSIONLESS,
      'attractionExponent',
      'Exponent n of the attraction 1/D^n, smaller than m; the same for all globules of a scene.',
      'Larger has shorter bonds.',
    ),
    radiusVariation: dial(
      finite.min(0).max(0.5),
      DIMENSIONLESS,
      'radiusVariation',
      'How much smaller than half the spacing radii are at most, by chance, as a part of it; those of a solid may be larger as well.',
      'Larger breaks up the regular packing, so that powder has no preferred directions. Usual: 0 to 0.2.',
    ),
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
      'Larger evens temperatures out sooner and may cost steps. Ice 2, water 0.6, rock 2.',
    ),
    melting: about(between.optional(), 'Temperatures between which bonds vanish: a solid becomes a fluid.', {
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
      'Temperatures between which a fluid becomes like powder, damped at contact only.',
      {
        defaultText: 'never crumbles',
      },
    ),
    latentHeat: dial(
      nonNegative.max(1e9),
      'J/kg',
      'latentHeat',
      'Heat taken up by melting and given back by freezing; needs `melting`.',
      'Larger melts more slowly. Ice 330000, wax 200000.',
    ),
  }),
  'globules',
  'A substance of globules: cheap and robust particles that attract and repel each other.',
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
