// What an elastic solid is when neither the scene nor its preset says otherwise, and the solids that a person recognizes.

/** Default of every number of a solid, units as in the scene schema. */
export const ELASTIC_DEFAULTS = {
  restDensity: 1000,
  youngsModulus: 10000,
  poissonsRatio: 0.3,
  volumeStiffness: 0,
  volumeShare: 0.5,
  stressDamping: 0,
  massDamping: 0,
  hourglass: 0.05,
  gradient: 'mls',
  support: 1.8,
  creep: 10,
  hardening: 0,
  plasticFlow: 'deviatoric',
  friction: 0.5,
  scatter: 0.1,
  discontinuity: 'visibility',
  breaksFrom: 0,
  smallestPiece: 0,
  cuttingResistance: 0,
  heatCapacity: 2000,
  conductivity: 0,
  latentHeat: 0,
  softened: 0.1,
  adhesion: 0,
} as const;

/**
 * Solids by name. Moduli and densities are those of the real things, rounded, but for clay and tin, whose moduli are lowered so that steps
 * stay long; docs/elastic.md has the sources. Where nearly incompressible things have 0.49 to 0.4999, ν is 0.45: more would cost steps.
 */
export const ELASTIC_PRESETS = {
  jelly: { restDensity: 1050, youngsModulus: 5000, poissonsRatio: 0.45, stressDamping: 5, cuttingResistance: 5 },
  rubber: {
    ...{ restDensity: 930, youngsModulus: 1e6, poissonsRatio: 0.45, stressDamping: 50, friction: 0.9 },
    ...{ cuttingResistance: 2000 },
  },
  sponge: { restDensity: 40, youngsModulus: 20000, poissonsRatio: 0.2, stressDamping: 20, friction: 0.8 },
  flesh: { restDensity: 1050, youngsModulus: 15000, poissonsRatio: 0.45, stressDamping: 30, cuttingResistance: 1000 },
  clay: {
    restDensity: 1800,
    youngsModulus: 200000,
    poissonsRatio: 0.4,
    stressDamping: 200,
    yieldStrain: 0.02,
    creep: 50,
  },
  tin: {
    ...{ restDensity: 7300, youngsModulus: 2e7, poissonsRatio: 0.33, stressDamping: 2000 },
    ...{ yieldStrain: 0.01, creep: 500, hardening: 0.05, friction: 0.3 },
  },
  glass: {
    ...{ restDensity: 2500, youngsModulus: 5e6, poissonsRatio: 0.22, stressDamping: 50 },
    ...{ strength: 3e4, scatter: 0.1, friction: 0.4 },
  },
  stone: {
    ...{ restDensity: 2600, youngsModulus: 5e6, poissonsRatio: 0.2, stressDamping: 200 },
    ...{ strength: 3e4, scatter: 0.3, friction: 0.6 },
  },
  biscuit: {
    ...{ restDensity: 600, youngsModulus: 1e6, poissonsRatio: 0.2, stressDamping: 50 },
    ...{ strength: 1e4, scatter: 0.3, friction: 0.5 },
  },
  bread: {
    ...{ restDensity: 250, youngsModulus: 20000, poissonsRatio: 0.1, stressDamping: 10, yieldStrain: 0.1, creep: 20 },
    ...{ maxPlasticStrain: 0.3, strength: 4000, scatter: 0.3, cuttingResistance: 20, friction: 0.6 },
  },
  cheese: {
    ...{
      restDensity: 1100,
      youngsModulus: 200000,
      poissonsRatio: 0.4,
      stressDamping: 200,
      yieldStrain: 0.1,
      creep: 20,
    },
    ...{ maxPlasticStrain: 0.3, strength: 40000, scatter: 0.1, cuttingResistance: 20, friction: 0.4 },
  },
} as const;
