// Examples of what is wrong with skins.

import type { ProblemCode } from '../../src/codes.ts';
import { type SceneInput, World } from '../../src/index.ts';
import { bindSkin } from '../../src/skin/bind-skin.ts';
import type { SkinMesh } from '../../src/skin/skin-mesh.ts';
import { bindSkins, skinnedSurface } from '../../src/surface/scene-skins.ts';
import { emptyMesh } from '../../src/surface/surface-engine.ts';
import { chosenFields } from '../../src/world/piece-fields.ts';
import type { ActRecipe } from './recipe.ts';

/** Particles at the corners of a cube of 0.5 m, and a skin of one vertex above them. */
const CORNERS = Float64Array.from({ length: 24 }, (_, k) => 0.5 * ((Math.floor(k / 3) >> (k % 3)) & 1));
const pointSkin = (y: number): SkinMesh => ({
  positions: Float64Array.of(0, y, 0),
  normals: Float64Array.of(0, 1, 0),
  triangles: new Uint32Array(0),
});

const skinned = (changes: SceneInput): SceneInput => ({
  substances: { toy: { model: 'globules', kind: 'solid' } },
  bodies: [
    {
      substance: 'toy',
      shape: { box: { min: [0, 0, -0.2], max: [0.4, 0.4, 0.2] } },
      spacing: 0.1,
      skin: { mesh: { positions: [0, 0, 0, 0.4, 0, 0, 0, 0.4, 0], triangles: [0, 1, 2] } },
    },
  ],
  ...changes,
});

/** Makes the skin where only every so manyth particle is left. */
async function skinOf(every: number): Promise<void> {
  const world = await World.create(skinned({}));
  const { scene, fields } = world,
    skins = bindSkins(scene, fields, { sin: Math.sin, cos: Math.cos }),
    left = Array.from({ length: fields.count }, (_, i) => i).filter((i) => i % every === 0);
  skinnedSurface(skins, chosenFields(fields, left), () => emptyMesh(3));
  world.dispose();
}

export const SKIN_RECIPES = {
  SKIN_UNSUITED: {
    pointer: '/bodies/0/skin',
    fail: () => World.create(skinned({ dimension: 2 })),
    pass: async () => (await World.create(skinned({}))).dispose(),
  },
  SKIN_LOST: { pointer: '/bodies/0/skin', fail: () => skinOf(2), pass: () => skinOf(1) },
  SKIN_OFF_BODY: { fail: () => bindSkin(pointSkin(3), CORNERS), pass: () => bindSkin(pointSkin(1), CORNERS) },
} as const satisfies Partial<Record<ProblemCode, ActRecipe>>;
