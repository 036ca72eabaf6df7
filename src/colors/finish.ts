// What the surface of a substance looks like unless the scene says: water and honey are liquids, wax is glossy, dough is matte.

import type { Look, Scene } from '../scene/schema.ts';

/** What the outside of a substance is like. */
export type Finish = NonNullable<Look['finish']>;
type Input = Scene['substances'][string];
/** A material or a paper that a substance may begin with. */
export type Preset = NonNullable<Extract<Input, { preset?: unknown }>['preset']>;

/** The preset of a substance, if it has one. */
export function presetOf(substance: Input): Preset | undefined {
  return 'preset' in substance ? substance.preset : undefined;
}

/** Materials; presets named after papers, and substances without a preset, are glossy. */
const FINISHES: Partial<Readonly<Record<Preset, Finish>>> = {
  water: 'liquid',
  oil: 'liquid',
  syrup: 'liquid',
  honey: 'liquid',
  slime: 'liquid',
  lava: 'glossy',
  chocolate: 'glossy',
  toothpaste: 'glossy',
  wax: 'glossy',
  mud: 'matte',
  dough: 'matte',
  clay: 'matte',
  sponge: 'matte',
  flesh: 'matte',
  rubber: 'matte',
  jelly: 'wax',
  tin: 'metal',
};

/** The finish that suits a substance by itself. */
export function presetFinish(substance: Input): Finish {
  const preset = presetOf(substance);
  return (preset && FINISHES[preset]) ?? 'glossy';
}

/**
 * The finish of a scene: what it says, else what suits its substances. A scene is transparent only if all of its substances are, its
 * surface is drawn, and its colors do not stand for numbers, which could not be read through each other.
 */
export function finishOf(scene: Pick<Scene, 'look' | 'substances'>): Finish {
  const { finish, style = 'surface', colorBy } = scene.look;
  if (finish) return finish;
  const found = Object.values(scene.substances).map(presetFinish);
  if (found.length > 0 && found.every((f) => f === 'liquid') && style === 'surface' && colorBy === 'substance') {
    return 'liquid';
  }
  return found.length > 0 && found.every((f) => f === 'matte') ? 'matte' : 'glossy';
}
