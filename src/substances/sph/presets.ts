// The papers and the materials as presets: each is a choice of terms and numbers of the one SPH family. A substance is what the
// scene says, over the preset, over the defaults.

import type { output } from 'zod';
import { DEFAULTS } from './defaults.ts';
import type { SphParameters } from './parameters.ts';
import type { SPH_PRESETS, sphSchema } from './schema.ts';

type PresetName = (typeof SPH_PRESETS)[number];

/**
 * What all materials share, so that any two can be in one scene. c = 21 m/s is ten times the speed of a fall from 0.25 m. A summed
 * density never drifts, and walls are counted in it (ADR 12). At a free surface it lacks what is not there, and ζ acts on that lack
 * as a surface tension: 0 sprays, 0.2 rounds a block off. Thickness is artificial viscosity: unlike the laminar term it lets a thin stream turn, so that honey coils; and as ν ≈ η h c/20
 * grows with the particles, a body of some thousand of them looks alike from 0.1 to 2 m. It makes steps 1 + η/4 times shorter.
 * [card §4, X7] There is no yield stress yet: wax, dough and clay are very thick liquids.
 */
const MATERIAL = {
  kernel: 'dc',
  smoothing: 1.35,
  stateEquation: 'linear',
  compressibility: 0.01,
  density: 'summation',
  quadraticViscosity: 0,
  viscosity: 0,
} as const;

/** What the two presets of the viscoplastic fluid share. [PV09 §2-4, X14, X19] */
const PAIVA = {
  kernel: 'quartic',
  stateEquation: 'linear',
  stiffness: 450,
  density: 'continuity',
  negativePressure: 1,
  artificialViscosity: 0.2,
  quadraticViscosity: 0,
  jumpNumber: 50,
  powerIndex: 0.5,
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
  /** Splashes and sprays; almost no viscosity. */
  water: { ...MATERIAL, restDensity: 1000, negativePressure: 0, artificialViscosity: 0.1 },
  /** Floats on water, spreads calmly, hardly splashes. */
  oil: { ...MATERIAL, restDensity: 920, negativePressure: 0, artificialViscosity: 0.8 },
  /** Pours in an unbroken stream and settles flat within a second. */
  syrup: { ...MATERIAL, restDensity: 1350, negativePressure: 0.05, artificialViscosity: 3 },
  /** Heavy and thick, runs down a slope, tears rather than strings. */
  mud: { ...MATERIAL, restDensity: 1600, negativePressure: 0.01, artificialViscosity: 4 },
  /** Draws itself together into rounded blobs. */
  slime: { ...MATERIAL, restDensity: 1050, negativePressure: 0.2, artificialViscosity: 5 },
  /** Sticky and slow; a thin stream of it coils. */
  honey: { ...MATERIAL, restDensity: 1420, negativePressure: 0.1, artificialViscosity: 8 },
  /** Molten rock: heavy, advances in thick lobes; without cooling. */
  lava: { ...MATERIAL, restDensity: 2600, negativePressure: 0.05, artificialViscosity: 12 },
  /** Warm wax: light, sags into drops; without melting. */
  wax: { ...MATERIAL, restDensity: 900, negativePressure: 0.05, artificialViscosity: 16 },
  /** Yields to pressing and sags slowly under its weight. */
  dough: { ...MATERIAL, restDensity: 1100, negativePressure: 0.05, artificialViscosity: 22 },
  /** The stiffest: keeps a dent, sags over seconds. */
  clay: { ...MATERIAL, restDensity: 1800, negativePressure: 0.02, artificialViscosity: 30 },
};

/** Fills in what the scene leaves out. */
export function sphParameters(name: string, input: output<typeof sphSchema>): SphParameters {
  const { preset, ...given } = input;
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    merged = { ...DEFAULTS, ...(preset ? PRESETS[preset] : {}), ...known },
    viscositySoundSpeed = Math.sqrt(merged.stiffness);
  if ('stiffness' in known) delete merged.compressibility; // whoever gives a number means it
  return { viscositySoundSpeed, ...merged, name } as SphParameters;
}
