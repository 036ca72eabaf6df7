// What a substance is when neither the scene nor its preset says otherwise; the scene schema shows these values too.

/** What `vorticity` is where a scene says no more than that. [ADR 69] */
export const VORTICITY = { transfer: 0.05, inertia: 10, viscosity: 0 } as const;

/** Default of every number and choice of an SPH substance, units as in the scene schema; `viscositySoundSpeed` is √stiffness. */
export const DEFAULTS = {
  restDensity: 1000,
  kernel: 'dc',
  smoothing: 1.35,
  stateEquation: 'linear',
  stiffness: 1000,
  exponent: 7,
  density: 'continuity',
  shepardInterval: 0,
  negativePressure: 1,
  pressureForce: 'plain',
  artificialViscosity: 0.5,
  quadraticViscosity: 0,
  soundDamping: 0,
  viscosity: 0,
  surfaceTension: 0,
  contactAngle: 180,
  powerIndex: 0.5,
  yieldStress: 1,
  consistency: 1,
  stressForm: 'symmetric',
  heatCapacity: 1000,
  conductivity: 0,
  latentHeat: 0,
  xsph: 0,
  xsphStored: false,
} as const;
