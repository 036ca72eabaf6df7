// Which foam a caller asks for, as a key: other settings, other foam.

import { settingsKey } from '../cache/derived.ts';
import { liquidsOf } from '../foam/liquid.ts';
import { FOAM_DEFAULTS, type FoamSettings } from '../foam/settings.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { usage } from './usage.ts';

/** Settings that a caller may leave out. */
export type FoamWish = { readonly [name in keyof FoamSettings]?: FoamSettings[name] | undefined };

/** Most new particles of a particle per second. */
export const MOST_RATE = 1e5;

/** The settings with defaults filled in. Throws USAGE for numbers that cannot be. */
export function foamSettings({ trappedAir, waveCrest, lifetime, buoyancy, drag }: FoamWish): FoamSettings {
  const settings = {
    trappedAir: trappedAir ?? FOAM_DEFAULTS.trappedAir,
    waveCrest: waveCrest ?? FOAM_DEFAULTS.waveCrest,
    lifetime: lifetime ?? FOAM_DEFAULTS.lifetime,
    buoyancy: buoyancy ?? FOAM_DEFAULTS.buoyancy,
    drag: drag ?? FOAM_DEFAULTS.drag,
  };
  requireBetween('trappedAir', settings.trappedAir, 0, MOST_RATE);
  requireBetween('waveCrest', settings.waveCrest, 0, MOST_RATE);
  requireBetween('buoyancy', settings.buoyancy, 0, 1000);
  requireBetween('drag', settings.drag, 0, 1);
  const [shortest, longest] = Array.isArray(settings.lifetime) ? settings.lifetime : [Number.NaN, Number.NaN];
  requireBetween('lifetime', shortest, 0, 1e6);
  requireBetween('lifetime', longest, shortest, 1e6);
  return settings;
}

function requireBetween(name: string, value: number, least: number, most: number): void {
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new ThixoError([usage(`${name} is ${value}.`, `Use a number from ${least} to ${most}.`)]);
}

/** Throws FOAM_NO_LIQUID for a scene that no foam can come from. */
export function requireLiquid(scene: Scene, name: string): void {
  const { dimension } = scene;
  if (dimension === 3 && liquidsOf(scene).size > 0) return;
  const message =
    dimension === 2 ? `${name} is a cache in 2D.` : `${name} has no liquid: none of its substances can foam.`;
  const hint =
    'Foam comes from liquids in 3D: substances of smoothed particles that are neither viscoplastic nor a gas.';
  throw new ThixoError([problem('FOAM_NO_LIQUID', '', message, hint)]);
}

/** A name for the foam of a scene with these settings. */
export function foamSettingsKey(scene: Scene, settings: FoamSettings): string {
  const { seed, gravity, domain, obstacles, substances, dimension } = scene;
  return settingsKey({ foam: settings, seed, gravity, domain, obstacles, substances, dimension });
}
