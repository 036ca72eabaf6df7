// What a globule substance is when the scene does not say otherwise; the scene schema shows these values too.

/** Default of every number of a globule substance, units as in the scene schema; the ranges follow from its kind. */
export const GLOBULE_DEFAULTS = {
  kind: 'fluid',
  restDensity: 1000,
  stiffness: 400,
  damping: 0.5,
  repulsionExponent: 5,
  attractionExponent: 3,
  radiusVariation: 0,
  heatCapacity: 1000,
  conductivity: 0,
  latentHeat: 0,
} as const;

/** Ranges c_r of the force and c_d of the damping, over the rest distance of two globules. [MP89 eq. 3-4, X40] */
export const GLOBULE_KINDS = {
  powder: { range: 1, dampingRange: 1 },
  fluid: { range: 1, dampingRange: 2 },
  solid: { range: 2, dampingRange: 2 },
} as const;
