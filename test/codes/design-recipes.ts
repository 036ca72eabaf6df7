// Examples of the codes of design files.

import { bake } from '../../src/cache/bake.ts';
import { loadScene } from '../../src/cache/scene-file.ts';
import { animateDesign } from '../../src/make/animate-design.ts';
import type { Problem } from '../../src/problem.ts';
import { type ActRecipe, inFolder } from './recipe.ts';

const scene = {
  dimension: 2,
  duration: 0.04,
  substances: { water: { preset: 'water' } },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0.5, 0], radius: 0.1 } }, spacing: 0.05 }],
};

/** A ball that goes a meter, past an obstacle or into it. */
const design = (end: number) => ({
  design: 1,
  shape: { sphere: { center: [0, 0, 0], radius: 0.2 } },
  sampling: { particles: 12 },
  weights: { keyframes: 1e8, obstacles: 1 },
  frames: { first: 2, most: 3 },
  keyframes: [
    { time: 0, pose: {} },
    { time: 0.2, pose: { translate: [end, 0, 0] } },
  ],
  obstacles: [{ shape: { sphere: { center: [2, 0, 0], radius: 0.3 } } }],
});

/** The warnings of a motion. */
async function warningsOf(end: number): Promise<Problem[]> {
  return await inFolder({ 'ball.json': JSON.stringify(design(end)) }, async (cwd) => {
    const found: Problem[] = [];
    await animateDesign('ball.json', { cwd, onEvent: (told) => void (told.event === 'warning' && found.push(told)) });
    return found;
  });
}

/** A scene is simulated into a folder, beside or over a designed motion. */
function simulatedInto(folder: string): Promise<unknown> {
  const files = { 'ball.json': JSON.stringify(design(1)), 'drop.json': JSON.stringify(scene) };
  return inFolder(files, async (cwd) => {
    await animateDesign('ball.json', { cwd, output: 'out/ball', frames: 1 });
    await bake(await loadScene(`${cwd}/drop.json`), `${cwd}/${folder}`);
  });
}

export const DESIGN_RECIPES = {
  DESIGN_INEXACT: { pointer: '/obstacles', fail: () => warningsOf(2), pass: () => warningsOf(1) },
  CACHE_DESIGNED: { fail: () => simulatedInto('out/ball'), pass: () => simulatedInto('out/drop') },
} as const satisfies Readonly<Record<string, ActRecipe>>;
