// What is drawn of the substances: one surface with one material, or, where the scene says what single ones look like, one part for each.

import { type Color, linearColor, parseColor } from '../colors/color.ts';
import { presetOf } from '../colors/finish.ts';
import { colorsOf, vertexValues } from '../colors/particle-colors.ts';
import { areSeparate, type PatternLook, type SurfaceLook, substanceLooks } from '../colors/surface-looks.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import { restDistances } from '../substances/rest-distances.ts';
import { paintedWith } from '../surface/scene-paint.ts';
import { joinedSurfaces, SKIN_FIELD } from '../surface/scene-skins.ts';
import { chosenFields } from '../world/piece-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { Dye, Paint } from './drawable.ts';
import type { DrawableList } from './drawable-list.ts';
import { LAVA, type Material, materialOf } from './material.ts';
import { particleSpheres } from './particle-spheres.ts';
import { dice, Pattern } from './pattern.ts';
import type { RenderInput } from './render-input.ts';
import { restOfParticles, restOfVertices } from './rest-places.ts';
import type { Smoke } from './smoke.ts';
import { smoothValues } from './smooth-values.ts';
import { partOfSurface } from './surface-part.ts';
import { texturesOf } from './texture.ts';
import { diagonalOf } from './vector.ts';

/** Rounds of smoothing of the colors of several substances, and of normals. */
const COLOR_ROUNDS = 6;
const NORMAL_ROUNDS = 3;
/** Radius of a grain over half the spacing: the largest, and how much smaller others are. */
const GRAIN = [0.98, 0.35] as const;
/** Radius of a ball of smoke over the distance of its particles, and how thick its middle is if it is half transparent. */
const SMOKE_REACH = 1.6;
const SMOKE_THICKNESS = 0.35;
/** How much cooler plates of crust are than the cracks between them, over the temperature. */
const CRUST_COOLS = 0.4;
/** A pattern whose look names no size is so large, over the diagonal of the picture. */
const PATTERN_SIZE = 0.05;

/** Puts the substances of a frame into the lists, and returns those that are smoke. */
export function addSubstances(input: RenderInput, solid: DrawableList, liquid: DrawableList): Smoke[] {
  const looks = substanceLooks(input.scene);
  if (areSeparate(input.scene)) addSeparate(input, looks, solid, liquid);
  else addTogether(input, looks, solid, liquid);
  return looks.flatMap((look, k) => (look.style === 'smoke' ? [smokeOf(input, look, membersOf(input, k))] : []));
}

/** The particles of one substance. */
function membersOf({ fields }: RenderInput, substance: number): WorldFields {
  const members: number[] = [];
  for (let i = 0; i < fields.count; i++) if (fields.substance[i] === substance) members.push(i);
  return chosenFields(fields, members);
}

/** Particles as soft balls that reach over their neighbors. */
function smokeOf({ scene, range }: RenderInput, { transparency }: SurfaceLook, fields: WorldFields): Smoke {
  const radii = restDistances(scene, fields).map((apart) => SMOKE_REACH * apart);
  const thickness = (SMOKE_THICKNESS * (1 - transparency)) / Math.max(transparency, 0.01);
  return { count: fields.count, centers: fields.position, radii, colors: colorsOf(scene, fields, range), thickness };
}

/** All substances alike: one part. */
function addTogether(input: RenderInput, looks: SurfaceLook[], solid: DrawableList, liquid: DrawableList): void {
  const { scene, surface, fields } = input;
  const look = looks[0];
  if (!look) return;
  const isLava = Object.values(scene.substances).every((substance) => presetOf(substance) === 'lava');
  const isHot = look.finish === 'emissive' && fields.temperature !== undefined;
  const material = isLava && look.finish === 'glossy' ? LAVA : materialOf(look, isHot);
  const list = look.finish === 'liquid' ? liquid : solid;
  if (look.style === 'smoke') return;
  if (look.style === 'surface' && surface) addSurface(input, surface, look, material, list);
  else addSpheres(input, fields, look, material, list);
}

/** One part for each substance. Liquids share one: light passes them together. */
function addSeparate(input: RenderInput, looks: SurfaceLook[], solid: DrawableList, liquid: DrawableList): void {
  const { scene, surface, fields } = input;
  const clear: SurfaceMesh[] = [];
  for (const [k, look] of looks.entries()) {
    const isHot = look.finish === 'emissive' && fields.temperature !== undefined;
    if (look.style === 'surface' && surface) {
      const part = partOfSurface(surface, k);
      if (look.finish === 'liquid') clear.push(part);
      else addSurface(input, part, look, materialOf(look, isHot), solid);
      continue;
    }
    if (look.style === 'smoke') continue;
    addSpheres(input, membersOf(input, k), look, materialOf(look, isHot), solid);
  }
  const [first] = looks.filter(({ finish, style }) => finish === 'liquid' && style === 'surface');
  if (first && clear.length > 0)
    addSurface({ ...input, scene }, joinedSurfaces(clear), first, materialOf(first), liquid);
}

function addSurface(
  input: RenderInput,
  surface: SurfaceMesh,
  look: SurfaceLook,
  material: Material,
  list: DrawableList,
): void {
  const { scene, range } = input;
  const colors = colorsOf(scene, vertexValues(surface.fields), range);
  const isMixed = scene.look.colorBy === 'substance' && Object.keys(scene.substances).length > 1 && !areSeparate(scene);
  const isSkin = surface.fields[SKIN_FIELD]?.values;
  const smooth = isMixed ? besideSkins(smoothValues(colors, surface.elements, COLOR_ROUNDS), colors, isSkin) : colors;
  const rounded = besideSkins(smoothValues(surface.normals, surface.elements, NORMAL_ROUNDS), surface.normals, isSkin);
  const heat = look.finish === 'emissive' ? surface.fields['temperature']?.values : undefined;
  list.add(
    {
      mesh: { ...surface, normals: rounded },
      paint: paintOf(scene, surface),
      dye: dyeOf(input, look, colors, () => input.first && restOfVertices(surface, input.fields, input.first)),
      heat: heat instanceof Float32Array ? heat : undefined,
    },
    smooth,
    material,
  );
}

function addSpheres(
  input: RenderInput,
  fields: WorldFields,
  look: SurfaceLook,
  material: Material,
  list: DrawableList,
): void {
  const { scene, range } = input;
  const colors = colorsOf(scene, fields, range);
  const spheres = particleSpheres(scene, fields);
  const heat = look.finish === 'emissive' ? fields.temperature : undefined;
  const dye =
    look.style === 'grains'
      ? undefined
      : dyeOf(input, look, colors, () => input.first && restOfParticles(fields, input.first));
  if (look.style === 'grains') makeGrains(scene, fields, spheres.radii, colors);
  list.add({ spheres, flowing: look.style === 'globules', dye, heat }, colors, material);
}

/** Makes grains of particles: no two are of the same size and color. The id decides, so that none flickers. */
function makeGrains(scene: Scene, fields: WorldFields, radii: Float32Array, colors: Float32Array): void {
  const apart = restDistances(scene, fields);
  for (let i = 0; i < fields.count; i++) {
    const id = fields.id[i]!;
    radii[i] = 0.5 * apart[i]! * (GRAIN[0] - GRAIN[1] * dice(id, 1, 0));
    const shade = 0.72 + 0.4 * dice(id, 2, 0);
    const warm = 0.06 * (dice(id, 3, 0) - 0.5);
    colors[3 * i]! *= shade + warm;
    colors[3 * i + 1]! *= shade;
    colors[3 * i + 2]! *= shade - warm;
  }
}

/** The pattern of a look: its own, or the speckles of what is grainy. */
function dyeOf(
  { view }: RenderInput,
  look: SurfaceLook,
  colors: Float32Array,
  rest: () => Float32Array | undefined,
): Dye | undefined {
  const found = patternOf(look, [colors[0] ?? 0, colors[1] ?? 0, colors[2] ?? 0], diagonalOf(view.bounds));
  return found && { ...found, rest: rest() };
}

/** The pattern of a look over a linear color, in a picture that shows `size` meters. */
export function patternOf(
  { pattern, finish }: SurfaceLook,
  first: Color,
  size: number,
): Pick<Dye, 'pattern' | 'second' | 'cools'> | undefined {
  const usual = PATTERN_SIZE * size;
  if (pattern) {
    const cools = pattern.kind === 'crust' ? CRUST_COOLS : 0;
    return { pattern: new Pattern(pattern, usual), second: secondOf(pattern, first), cools };
  }
  if (finish !== 'grain') return undefined;
  return { pattern: new Pattern({ kind: 'speckles', axis: [0, 1, 0] }, usual), second: darker(first, 0.5) };
}

function secondOf({ color }: PatternLook, first: Color): Color {
  return color ? linearColor(parseColor(color)) : darker(first, 0.35);
}

const darker = (color: Color, by: number): Color => [by * color[0], by * color[1], by * color[2]];

/** The pictures on a surface, if its colors do not show something else. */
function paintOf(scene: Scene, { fields }: SurfaceMesh): Paint | undefined {
  const found = paintedWith(scene, fields);
  return found?.texture && { uv: found.uv, texture: found.texture, textures: texturesOf(scene) };
}

/** Smoothed values of a surface; skins keep what they have. */
function besideSkins(smooth: Float32Array, given: Float32Array, isSkin?: ArrayLike<number>): Float32Array {
  for (let v = 0; isSkin && v < isSkin.length; v++) {
    if (isSkin[v]! > 0) smooth.set(given.subarray(3 * v, 3 * v + 3), 3 * v);
  }
  return smooth;
}
