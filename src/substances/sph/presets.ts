// The papers as presets: each is a choice of terms and numbers of the one SPH family. A substance is what the scene says, over
// the preset, over the defaults.

import type { SPH_PRESETS, SubstanceInput } from '../../scene/schema.ts';
import { DEFAULTS } from './defaults.ts';
import type { SphParameters } from './parameters.ts';

type PresetName = (typeof SPH_PRESETS)[number];

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
  /** The non-adaptive part of 1999: continuity density, linear artificial viscosity. [DC99 §2-3, eq. 23 with X1] */
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
  water: { restDensity: 1000, stiffness: 900, negativePressure: 0, artificialViscosity: 0.2 },
  oil: { restDensity: 920, stiffness: 900, negativePressure: 0, artificialViscosity: 0.2, viscosity: 5 },
  syrup: { restDensity: 1350, stiffness: 900, artificialViscosity: 0.2, viscosity: 40 },
  honey: { restDensity: 1420, stiffness: 900, artificialViscosity: 0.2, viscosity: 150 },
  slime: { restDensity: 1050, stiffness: 600, artificialViscosity: 0.5, viscosity: 60 },
  dough: { restDensity: 1150, stiffness: 900, artificialViscosity: 1, viscosity: 1000 },
  clay: { restDensity: 1900, stiffness: 900, artificialViscosity: 1, viscosity: 2000 },
  mud: { restDensity: 1700, stiffness: 900, negativePressure: 0.2, artificialViscosity: 0.5, viscosity: 100 },
  wax: { restDensity: 900, stiffness: 900, artificialViscosity: 0.5, viscosity: 300 },
  lava: { restDensity: 2600, stiffness: 900, artificialViscosity: 0.5, viscosity: 600 },
};

/** Fills in what the scene leaves out. */
export function sphParameters(name: string, input: SubstanceInput): SphParameters {
  const { model: _, preset, ...given } = input;
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const merged = { ...DEFAULTS, ...(preset ? PRESETS[preset] : {}), ...known };
  const soundSpeed = Math.sqrt(merged.stiffness);
  return { viscositySoundSpeed: soundSpeed, ...merged, name } as SphParameters;
}
