// What stands in a picture: the substance, solids, floors and containers, with their materials, and the stage they stand on.

import { linearColor, luminance, parseColor } from '../colors/color.ts';
import { finishOf, presetOf } from '../colors/finish.ts';
import { colorsOf, vertexValues } from '../colors/particle-colors.ts';
import { obstacleMeshes } from '../meshes/obstacle-meshes.ts';
import { quadMesh } from '../meshes/solid-mesh.ts';
import type { SurfaceMesh, TriangleMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { paintedWith } from '../surface/scene-paint.ts';
import { SKIN_FIELD } from '../surface/scene-skins.ts';
import type { Drawable, Material, Paint } from './drawable.ts';
import { lightsOf } from './lights.ts';
import { particleSpheres } from './particle-spheres.ts';
import type { Projection } from './projection.ts';
import type { RenderInput } from './render-input.ts';
import type { Stage } from './shade.ts';
import { smoothValues } from './smooth-values.ts';
import type { Spheres } from './spheres.ts';
import { texturesOf } from './texture.ts';
import { along, cornersOf, diagonalOf, dot, middleOf } from './vector.ts';

/** The things of a picture. */
export interface Cast {
  readonly stage: Stage;
  /** Everything that is not transparent. */
  readonly solid: readonly Drawable[];
  /** The transparent substance, numbered for itself. */
  readonly liquid: Drawable | undefined;
  /** Containers, numbered for themselves: only their far walls and edges are drawn. */
  readonly containers: readonly Drawable[];
}

const MATTE: Material = { kind: 'matte', gloss: 0, glow: 0 };
const GLOSSY: Material = { kind: 'glossy', gloss: 0.75, glow: 0 };
const LAVA: Material = { kind: 'glossy', gloss: 0.5, glow: 0.28 };
const SOLID: Material = { kind: 'matte', gloss: 0.15, glow: 0 };
const PLANE: Material = { kind: 'plane', gloss: 0, glow: 0 };
/** Linear color of solids. */
const SOLID_COLOR = Float32Array.of(0.42, 0.44, 0.47);
/** Rounds of smoothing of the colors of several substances, and of normals. */
const COLOR_ROUNDS = 6;
const NORMAL_ROUNDS = 3;
/** Where floors begin to fade, and where they are gone, over the diagonal of the scene. */
const FADE = [0.7, 2.4] as const;

/** Puts together what the picture of a frame shows. */
export function castOf(input: RenderInput, projection: Projection): Cast {
  const { scene, view } = input;
  const up = upOf(scene);
  const size = diagonalOf(view.bounds);
  const background = linearColor(parseColor(scene.look.background));
  const bright = luminance(background);
  const floor = background.map((c) => (bright > 0.2 ? 0.86 * c : 0.75 * c + 0.03)) as [number, number, number];
  const stage: Stage = {
    lights: lightsOf(projection, up),
    background,
    floor,
    middle: middleOf(view.bounds),
    fadeFrom: FADE[0] * size,
    fadeTo: FADE[1] * size,
  };
  const solid = new DrawableList();
  const liquid = new DrawableList();
  const containers = new DrawableList();
  addSubstance(input, solid, liquid);
  addObstacles(input, stage, solid, containers);
  return { stage, solid: solid.all, liquid: liquid.all[0], containers: containers.all };
}

/** Away from the floor: against gravity, or up in the picture if there is none. */
export function upOf({ gravity, camera }: Scene): Vec3 {
  return unit([0 - gravity[0], 0 - gravity[1], 0 - gravity[2]], unit(camera.up));
}

class DrawableList {
  readonly all: Drawable[] = [];
  private nextId = 1;

  add(
    part: { mesh?: TriangleMesh; spheres?: Spheres; flowing?: boolean; paint?: Paint | undefined },
    colors: Float32Array,
    material: Material,
  ): void {
    const count = part.mesh ? part.mesh.elements.length / 3 : (part.spheres?.count ?? 0);
    if (count === 0) return;
    const { mesh, spheres, flowing = false, paint } = part;
    const casts = material.kind !== 'plane';
    this.all.push({ firstId: this.nextId, count, mesh, spheres, colors, paint, material, flowing, casts });
    this.nextId += count;
  }
}

function addSubstance({ scene, fields, surface, range }: RenderInput, solid: DrawableList, liquid: DrawableList): void {
  const { style = 'surface' } = scene.look;
  const finish = finishOf(scene);
  const list = finish === 'liquid' ? liquid : solid;
  const isLava = Object.values(scene.substances).every((substance) => presetOf(substance) === 'lava');
  const material = finish === 'matte' ? MATTE : isLava ? LAVA : GLOSSY;
  if (style === 'surface' && surface) {
    const colors = colorsOf(scene, vertexValues(surface.fields), range);
    const isMixed = scene.look.colorBy === 'substance' && Object.keys(scene.substances).length > 1;
    const isSkin = surface.fields[SKIN_FIELD]?.values,
      mesh = {
        ...surface,
        normals: besideSkins(smoothValues(surface.normals, surface.elements, NORMAL_ROUNDS), surface.normals, isSkin),
      },
      smooth = isMixed ? besideSkins(smoothValues(colors, surface.elements, COLOR_ROUNDS), colors, isSkin) : colors;
    list.add({ mesh, paint: paintOf(scene, surface) }, smooth, material);
  } else {
    const spheres = particleSpheres(scene, fields);
    list.add({ spheres, flowing: style === 'globules' }, colorsOf(scene, fields, range), material);
  }
}

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

function addObstacles(input: RenderInput, stage: Stage, solid: DrawableList, containers: DrawableList): void {
  const { scene, time, fields, trig = EXACT_TRIGONOMETRY, view } = input;
  const { obstacles, ground } = scene.look;
  const { up } = stage.lights;
  const reach = (1.1 * stage.fadeTo) / Math.sqrt(3);
  const m = stage.middle;
  const extent = {
    min: [m[0] - reach, m[1] - reach, m[2] - reach],
    max: [m[0] + reach, m[1] + reach, m[2] + reach],
  } as const;
  const floor = Float32Array.from(stage.floor);
  let hasFloor = false;
  let lowest = Math.min(...cornersOf(view.bounds).map((corner) => dot(corner, up)));
  for (const { mesh, inside, plane, triangles } of obstacleMeshes(scene, time, trig, extent, fields.poses).filter(
    ({ shown }) => shown,
  )) {
    if (plane) {
      const free = inside ? turnedOver(mesh) : mesh;
      const isFloor = dot([free.normals[0]!, free.normals[1]!, free.normals[2]!], up) > 0.5;
      hasFloor ||= isFloor;
      if (obstacles || (ground && isFloor)) solid.add({ mesh: free }, floor, PLANE);
    } else if (obstacles) {
      (inside ? containers : solid).add({ mesh }, SOLID_COLOR, SOLID);
      if (triangles === 'open' && !inside) solid.add({ mesh: turnedOver(mesh) }, SOLID_COLOR, SOLID);
      // The ground must not cut a terrain that reaches below what is looked at.
      if (triangles && !inside) lowest = Math.min(lowest, lowestAlong(mesh.positions, up));
    }
  }
  if (!hasFloor && ground) {
    const gap = dot(scene.gravity, scene.gravity) > 0 ? 0 : 0.12 * diagonalOf(view.bounds);
    const center = along(m, lowest - gap - dot(m, up), up);
    solid.add({ mesh: quadMesh(center, up, 1.1 * stage.fadeTo) }, floor, PLANE);
  }
}

function lowestAlong(positions: Float32Array, up: Vec3): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < positions.length; k += 3)
    lowest = Math.min(lowest, positions[k]! * up[0] + positions[k + 1]! * up[1] + positions[k + 2]! * up[2]);
  return lowest;
}

/** A mesh seen from its other side. */
function turnedOver({ positions, normals, elements }: TriangleMesh): TriangleMesh {
  return { positions, normals: normals.map((c) => 0 - c), elements: elements.toReversed() };
}
