// POV-Ray scenes that render as they are: `povray frame.pov`. Surfaces are mesh2 with normals, particles are spheres. POV-Ray counts
// left-handed; a camera whose right is −x shows our right-handed world as it is.

import { type Color, linearColor, parseColor } from '../colors/color.ts';
import { finishOf } from '../colors/finish.ts';
import { particleRadii } from '../colors/particle-radii.ts';
import { obstacleMeshes } from '../meshes/obstacle-meshes.ts';
import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import type { Problem } from '../problem.ts';
import type { Bounds } from '../shapes/bounds.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { cameraOf, focalLength } from './camera.ts';
import { colorList, rangeOfFrame, SOLID_COLOR } from './coloring.ts';
import { diagonalOf, extentOf } from './extent.ts';
import type { ExportContext, ExportFrame, FramesFormat } from './format.ts';
import { type Geometry, geometryOf } from './geometry.ts';
import { refusal, refuseFoam, throwIf } from './refusal.ts';
import { commentText } from './text.ts';
import { TextWriter } from './text-writer.ts';

/** POV-Ray: one scene per frame with camera, light and obstacles. */
export const POV: FramesFormat = {
  kind: 'frames',
  title: 'POV-Ray 3.7 scene with camera, light and obstacles',
  extension: () => 'pov',
  refuse,
  encode: encodePov,
};

function refuse({ scene, what }: Pick<ExportContext, 'scene' | 'what'>): Problem | undefined {
  if (what === 'foam') return refuseFoam({ what });
  if (what === 'particles' || scene.dimension === 3) return undefined;
  return refusal(
    'POV-Ray has no lines, and the surface of a 2D scene consists of lines.',
    'Export particles, or use `obj`.',
  );
}

/** The POV-Ray scene of a frame. */
export function encodePov(frame: ExportFrame, context: ExportContext): Uint8Array {
  throwIf(refuse(context));
  const geometry = geometryOf(frame, context);
  const extent = extentOf(frame, context);
  const out = new TextWriter();
  out.text(`// ${commentText(context.title)}, frame ${frame.frame}, time ${frame.time} s; meters\n`);
  out.text('// Render with: povray +I<this file> +W1280 +H720 +A0.2 -D\n\n#version 3.7;\n');
  writeSurroundings(out, context, extent);
  writeObstacles(out, frame, context, extent);
  if (geometry.corners === 1) writeSpheres(out, frame.fields, geometry, context);
  else writeMesh(out, geometry, context, extent);
  return out.take();
}

const vector = (v: ArrayLike<number>): string => `<${v[0]}, ${v[1]}, ${v[2]}>`;

function writeSurroundings(out: TextWriter, context: ExportContext, extent: Bounds): void {
  const { scene, trig } = context;
  const { position, target, up, right, back, fieldOfView, height } = cameraOf(context, extent);
  const lens =
    height === undefined
      ? `  direction <0, 0, ${focalLength(fieldOfView, trig)}>\n  right -x*image_width/image_height\n  up y`
      : `  orthographic\n  right -x*${height}*image_width/image_height\n  up y*${height}`;
  const size = diagonalOf(extent);
  const away = (r: number, u: number, b: number): Vec3 => [
    target[0] + size * (r * right[0] + u * up[0] + b * back[0]),
    target[1] + size * (r * right[1] + u * up[1] + b * back[1]),
    target[2] + size * (r * right[2] + u * up[2] + b * back[2]),
  ];
  out.text(`global_settings { assumed_gamma 1.0 max_trace_level 48 adc_bailout 0.02 ambient_light rgb 1 }\n
background { color rgb ${vector(linearColor(parseColor(scene.look.background)))} }\n
camera {\n${lens}\n  location ${vector(position)}\n  sky ${vector(up)}\n  look_at ${vector(target)}\n}\n
light_source { ${vector(away(-3, 5, 4))} color rgb 0.9
  area_light ${vector(scaled(right, size))}, ${vector(scaled(up, size))}, 3, 3 adaptive 1\n}
light_source { ${vector(away(5, 2, 3))} color rgb 0.25 shadowless }\n\n`);
}

const scaled = ([x, y, z]: Vec3, by: number): Vec3 => [x * by, y * by, z * by];

function writeObstacles(
  out: TextWriter,
  { time, fields }: ExportFrame,
  { scene, trig }: ExportContext,
  extent: Bounds,
): void {
  if (!scene.look.obstacles) return;
  for (const { mesh, inside, shown } of obstacleMeshes(scene, time, trig, extent, fields.poses)) {
    if (!shown) continue;
    if (mesh.elements.length === 0) continue;
    out.text('mesh2 {\n');
    writeVertices(out, mesh);
    writeFaces(out, mesh.elements);
    const clear = inside ? ', 0.94' : '';
    out.text(`  texture { pigment { color rgb${inside ? 't' : ''} ${vector(SOLID_COLOR).replace('>', `${clear}>`)} }`);
    out.text(` finish { ambient 0.2 diffuse 0.7 } }\n${inside ? '  no_shadow\n' : ''}}\n\n`);
  }
}

function writeSpheres(out: TextWriter, fields: WorldFields, geometry: Geometry, context: ExportContext): void {
  const { list, at } = colorList(context, geometry, rangeOfFrame(context, geometry));
  writeTextures(out, list, 'glossy');
  const radii = particleRadii(context.scene, fields);
  for (let i = 0; i < geometry.count; i++) {
    out
      .text('sphere { <')
      .vector(geometry.positions, 3 * i, ', ')
      .text('>, ')
      .float(radii[i]!);
    out.text(' texture { Look').integer(at[i]!).text(' } }\n');
  }
}

function writeMesh(out: TextWriter, geometry: Geometry, context: ExportContext, extent: Bounds): void {
  if (geometry.elements.length === 0 || !geometry.normals) return;
  const { list, at } = colorList(context, geometry, rangeOfFrame(context, geometry));
  const finish = finishOf(context.scene);
  writeTextures(out, list, finish);
  out.text('mesh2 {\n');
  writeVertices(out, { ...geometry, normals: geometry.normals });
  if (list.length > 1) {
    out.text(`  texture_list { ${list.length},`);
    for (const k of list.keys()) out.text(` texture { Look${k} }`);
    out.text(' }\n');
    writeFaces(out, geometry.elements, at, finish !== 'liquid');
  } else {
    writeFaces(out, geometry.elements);
    out.text('  texture { Look0 }\n');
  }
  if (finish === 'liquid') out.text(`  interior { ior 1.33 ${absorption(list, extent)} }\n`);
  out.text('}\n');
}

/** A single liquid is darker where it is thick; of several each tints the light where it comes in and goes out. */
function absorption(list: readonly Color[], extent: Bounds): string {
  if (list.length > 1) return '';
  const depth = 0.04 * diagonalOf(extent);
  return `fade_distance ${depth} fade_power 1001 fade_color rgb ${vector(list[0] ?? SOLID_COLOR)}`;
}

const FINISHES = {
  matte: 'finish { ambient 0.2 diffuse 0.75 }',
  glossy: 'finish { ambient 0.2 diffuse 0.7 specular 0.5 roughness 0.01 }',
  wax: 'finish { ambient 0.3 diffuse 0.65 specular 0.2 roughness 0.05 }',
  metal: 'finish { ambient 0.1 diffuse 0.3 specular 0.8 roughness 0.02 metallic reflection { 0.6 metallic } }',
  grain: 'finish { ambient 0.2 diffuse 0.75 }',
  emissive: 'finish { ambient 1 diffuse 0.3 }',
  liquid:
    'finish { ambient 0 diffuse 0.03 specular 0.8 roughness 0.002 reflection { 0.02, 1 fresnel on } conserve_energy }',
} as const;

function writeTextures(out: TextWriter, list: readonly Color[], finish: keyof typeof FINISHES): void {
  const tint = list.length > 1 ? 0.6 : 0.1;
  for (const [k, color] of list.entries()) {
    const filter = [0, 1, 2].map((c) => 1 - tint + tint * color[c]!);
    const pigment = finish === 'liquid' ? `rgbf <${filter.join(', ')}, 0.97>` : `rgb ${vector(color)}`;
    out.text(`#declare Look${k} = texture { pigment { color ${pigment} } ${FINISHES[finish]} }\n`);
  }
  out.text('\n');
}

function writeVertices(out: TextWriter, { positions, normals }: TriangleMesh): void {
  for (const [name, values] of [
    ['vertex_vectors', positions],
    ['normal_vectors', normals],
  ] as const) {
    out.text(`  ${name} { ${values.length / 3}`);
    for (let k = 0; k < values.length; k += 3) out.text(',\n<').vector(values, k, ', ').text('>');
    out.text('\n  }\n');
  }
}

/**
 * Triangles; with `at`, also the texture of the first corner, or of all three to blend them. POV-Ray follows reflection and refraction of
 * every texture that is blended, which for liquids never ends.
 */
function writeFaces(out: TextWriter, elements: Uint32Array, at?: Uint16Array, blend = false): void {
  out.text(`  face_indices { ${elements.length / 3}`);
  for (let k = 0; k < elements.length; k += 3) {
    const [a, b, c] = [elements[k]!, elements[k + 1]!, elements[k + 2]!];
    out.text(',\n<').integer(a).text(', ').integer(b).text(', ').integer(c).text('>');
    if (at) out.text(', ').integer(at[a]!);
    if (at && blend) out.text(', ').integer(at[b]!).text(', ').integer(at[c]!);
  }
  out.text('\n  }\n');
}
