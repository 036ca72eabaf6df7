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
  friction: 0,
} as const;

/** Friction μ of each kind: only grains rub unless the scene says so. */
export const GLOBULE_FRICTION = { powder: 0.5, fluid: 0, solid: 0 } as const;

const LOOSE = { powder: { range: 1, dampingRange: 1 }, fluid: { range: 1, dampingRange: 2 } } as const;

/**
 * Ranges c_r of the force and c_d of the damping, over the rest distance of two globules, by dimension and kind. [MP89 eq. 3-4, X40] The paper
 * is about the plane: in space bonds of twice the rest distance pull a solid together to 0.76 r₀, where no close packing is stable.
 */
export const GLOBULE_KINDS = {
  2: { ...LOOSE, solid: { range: 2, dampingRange: 2 } },
  3: { ...LOOSE, solid: { range: 1.5, dampingRange: 2 } },
} as const;
