// The colors of substances: what the scene says, else what the material is known by, else a palette. Whatever is chosen, no two
// substances get colors that a color-blind person takes for one, as long as there are few enough of them.

import type { Scene } from '../scene/schema.ts';
import { type Color, linearColor, parseColor } from './color.ts';
import { type Preset, presetOf } from './finish.ts';
import { distance, type Oklab, oklabOf } from './oklab.ts';

/** Colors that also color-blind people can tell apart, in the order in which substances get them. */
export const SUBSTANCE_COLORS: readonly string[] = [
  '#3f86d6', // blue
  '#e8a02d', // orange
  '#27906d', // green
  '#d487b4', // pink
  '#b4481e', // rust
  '#8ccbee', // sky
  '#f2e36b', // yellow
  '#5f5f6e', // slate
];

/** What a material looks like; presets named after papers have no look of their own. */
const MATERIAL_COLORS: Partial<Readonly<Record<Preset, string>>> = {
  water: '#4088d9',
  oil: '#d9b833',
  honey: '#e68c14',
  syrup: '#a85a14',
  slime: '#7db33c',
  dough: '#edd9ad',
  clay: '#b3714d',
  jelly: '#c2263f',
  rubber: '#3a3d42',
  sponge: '#e3c55b',
  flesh: '#d69a86',
  tin: '#b4b8be',
  mud: '#6b4f33',
  wax: '#c4433c',
  lava: '#f2590d',
  chocolate: '#5a3420',
  toothpaste: '#a9d8d2',
};

/** How far apart colors must look in OKLab, to people with and without color blindness. */
const APART = 0.08;

/**
 * The sRGB color of every substance, in the order of the scene.
 * @example substanceColors(scene)[fields.substance[0]]
 */
export function substanceColors(scene: Pick<Scene, 'substances' | 'look'>): Color[] {
  const given = scene.look.colorBy === 'substance' ? (scene.look.colors ?? []) : [];
  const chosen: string[] = [];
  for (const [k, [name, substance]] of Object.entries(scene.substances).entries()) {
    const own = scene.look.substances?.[name]?.color;
    const preset = presetOf(substance),
      material = preset && MATERIAL_COLORS[preset];
    const wanted = [...(material ? [material] : []), ...SUBSTANCE_COLORS];
    const free = wanted.filter((color) => chosen.every((other) => difference(color, other) >= APART));
    chosen.push(own ?? given[k] ?? free[0] ?? SUBSTANCE_COLORS[k % SUBSTANCE_COLORS.length]!);
  }
  return chosen.map(parseColor);
}

/** How different two colors `#rrggbb` look in OKLab to whoever sees the least difference, color-blind or not. */
export function difference(a: string, b: string): number {
  const [p, q] = [linearColor(parseColor(a)), linearColor(parseColor(b))];
  return Math.min(...SIGHTS.map((see) => distance(see(p), see(q))));
}

/** What is seen of linear light: all, or what is left without red or green cones (Viénot, Brettel and Mollon 1999). */
const SIGHTS: readonly ((color: Color) => Oklab)[] = [
  oklabOf,
  seenBy(0.11238, 0.88762, 0.00401),
  seenBy(0.29275, 0.70725, -0.02234),
];

/** Red and green look the same, as the mix r, g; blue keeps itself, but for a part of their difference. */
function seenBy(r: number, g: number, shift: number): (color: Color) => Oklab {
  return (color) => {
    const yellow = r * color[0] + g * color[1];
    return oklabOf([yellow, yellow, Math.max(0, shift * (color[0] - color[1]) + color[2])]);
  };
}
