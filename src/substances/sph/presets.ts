// The papers and the materials as presets: each is a choice of terms and numbers of the one SPH family. A substance is what the
// scene says, over the preset, over the defaults.

import type { output } from 'zod';
import { DEFAULTS } from './defaults.ts';
import type { SphParameters } from './parameters.ts';
import type { SPH_PRESETS, sphSchema } from './schema.ts';

type PresetName = (typeof SPH_PRESETS)[number];

/**
 * What all materials share, so that any two can be in one scene. The speed of sound follows from the scene. A summed density never drifts,
 * and walls are counted in it (ADR 12). At a free surface it lacks what is not there, and ζ acts on that lack as a surface tension: 0
 * sprays, 0.2 rounds a block off. Thickness is that of the real substance, in SI; docs/materials.md has the sources. Artificial viscosity is
 * there for stability only: of its two parts the linear one vanishes with h, ν ≈ ηhc/20, the other with the speed of approach too.
 * [card §4, §9] See ADR 32.
 */
const MATERIAL = {
  kernel: 'dc',
  smoothing: 1.35,
  stateEquation: 'linear',
  compressibility: 0.01,
  density: 'summation',
  negativePressure: 0,
  artificialViscosity: 0.05,
  dampingGivesWay: true,
  quadraticViscosity: 1,
  soundDamping: 0.25,
  stressForm: 'central', // a thread that stretches holds together: with the symmetric form honey breaks before it coils
} as const;

/** Thin liquids: no lattice under pressure may hold up what is lighter. [ADR 38] */
const THIN = { ...MATERIAL, pressureForce: 'auto' } as const;

/** Materials that yield: below the yield stress they creep with a viscosity of (J + 1) τ₀/γ̇₁. */
const YIELDING = { ...MATERIAL, jumpNumber: 1000, stressForm: 'symmetric' } as const;

/** What the two presets of the viscoplastic fluid share. [PV09 §2-4, X14, X19] */
const PAIVA = {
  kernel: 'quartic',
  stateEquation: 'linear',
  stiffness: 450,
  density: 'continuity',
  negativePressure: 1,
  artificialViscosity: 0.2,
  quadraticViscosity: 0,
  soundDamping: 0.25,
  jumpNumber: 50,
  powerIndex: 0.5,
  stressForm: 'morris',
  xsph: 0.5,
} as const;

export const PRESETS: Readonly<Record<PresetName, Partial<SphParameters>>> = {
  /** Smoothed particles of 1996 as the slides tell it: summed density, P = k(ρ−ρ₀), Π with μ². [SL03 slides 19-31, DC96] */
  'desbrun-1996': {
    kernel: 'dc',
    smoothing: 1.35,
    stateEquation: 'linear',
    stiffness: 10,
    density: 'summation',
    negativePressure: 1,
    artificialViscosity: 1,
    quadraticViscosity: 2,
    viscositySoundSpeed: 2, // the slides' dial c, not √k (X11)
  },
  /** Smoothed particles of 1999: continuity density, linear artificial viscosity. [DC99 §2-3, eq. 23 with X1] */
  'desbrun-1999': {
    kernel: 'dc',
    smoothing: 1.35,
    stateEquation: 'linear',
    stiffness: 1000,
    density: 'continuity',
    negativePressure: 1,
    artificialViscosity: 1,
    quadraticViscosity: 0,
  },
  /** The tutorial's fluid: summed density, Tait pressure, XSPH as its viscosity. [AW09 §6, eq. 47, 54; X27-X29] */
  'adams-2009': {
    kernel: 'spiky',
    smoothing: 1.35,
    stateEquation: 'tait',
    stiffness: 400,
    exponent: 7,
    density: 'summation',
    negativePressure: 0,
    artificialViscosity: 0.1,
    viscosity: 0,
    xsph: 0.1,
  },
  /** The viscoplastic fluid with its support of four spacings, 250 neighbors. [PV09, X14] */
  'paiva-2009': { ...PAIVA, smoothing: 2 },
  /** The same with 80 neighbors: density within 0.1 %, gradients within 6 %. [card §9] */
  'paiva-2009-fast': { ...PAIVA, smoothing: 1.3 },
  /** At 20 °C. [KSW78] */
  water: { ...THIN, restDensity: 1000, viscosity: 0.001 },
  /** Olive oil at 20 °C. [Ste96] */
  oil: { ...THIN, restDensity: 915, viscosity: 0.084 },
  /** Corn syrup at 25 °C. */
  syrup: { ...MATERIAL, restDensity: 1380, viscosity: 3, negativePressure: 0.02 },
  /** Liquid honey at 20 to 25 °C: 5 to 20 Pa·s by its moisture. [Ste96, YSK06] */
  honey: { ...MATERIAL, restDensity: 1420, viscosity: 10, negativePressure: 0.02 },
  /** Polyvinyl alcohol and borax; here a thick liquid that holds together. */
  slime: { ...MATERIAL, restDensity: 1030, viscosity: 50, negativePressure: 0.05 },
  /** Couverture at 40 °C. [Ste96] */
  chocolate: { ...YIELDING, restDensity: 1270, yieldStress: 10, consistency: 4, powerIndex: 0.8 },
  /** Fine mud, half of its volume water. [CP94] */
  mud: { ...YIELDING, restDensity: 1600, yieldStress: 50, consistency: 15, powerIndex: 0.4 },
  /** Basalt of 1130 °C. [SWPO68] */
  lava: { ...YIELDING, restDensity: 2600, yieldStress: 100, consistency: 500, powerIndex: 1 },
  /** [AP18] */
  toothpaste: { ...YIELDING, restDensity: 1300, yieldStress: 200, consistency: 60, powerIndex: 0.5 },
  /** Paraffin a little below its melting point, soft as butter; neither melts nor sets. */
  wax: { ...YIELDING, restDensity: 900, yieldStress: 400, consistency: 200, powerIndex: 0.5 },
  /** Soft wheat dough. */
  dough: { ...YIELDING, restDensity: 1150, yieldStress: 600, consistency: 1500, powerIndex: 0.4 },
  /** Soft clay near its liquid limit: a shear strength of 1.7 kPa. [WW78] */
  clay: { ...YIELDING, restDensity: 1800, yieldStress: 1700, consistency: 700, powerIndex: 0.4 },
};

/** Fills in what the scene leaves out. */
export function sphParameters(name: string, input: output<typeof sphSchema>): SphParameters {
  const { preset, ...given } = input;
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    merged = { ...DEFAULTS, ...(preset ? PRESETS[preset] : {}), ...known },
    viscositySoundSpeed = Math.sqrt(merged.stiffness);
  if ('stiffness' in known) delete merged.compressibility; // whoever gives a number means it
  if ('artificialViscosity' in known) delete merged.dampingGivesWay;
  return { viscositySoundSpeed, ...merged, name } as SphParameters;
}
