// Pictures on surfaces in USD: texture coordinates as primvars:st, a preview surface for each picture, and which faces have it.

import { trianglesByTexture } from '../surface/scene-paint.ts';
import type { CompanionFile } from './format.ts';
import type { Geometry } from './geometry.ts';
import type { TextWriter } from './text-writer.ts';
import type { Attribute } from './usda-attributes.ts';

/** Texture coordinates of every point. */
export const ST: Attribute = {
  ...{ type: 'texCoord2f', name: 'primvars:st', perPoint: true, isTopology: true },
  write: (out, { uv }) => {
    for (let k = 0; uv && k < uv.length; k += 2)
      out
        .text(k > 0 ? ', (' : '(')
        .float(uv[k]!)
        .text(', ')
        .float(uv[k + 1]!)
        .text(')');
  },
};

/** How a mesh prim begins that has materials. */
export const BOUND_MESH =
  '    def Mesh "Surface" (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )\n    {\n        uniform token orientation = "rightHanded"\n        uniform token subdivisionScheme = "none"\n';

const materialName = (number: number): string => `Texture${number}`;

/** Binds the one picture to a whole mesh, if that is all there is; false if faces differ. */
export function bindWhole(out: TextWriter, { texture }: Geometry, textures: number): boolean {
  const number = texture?.[0];
  if (!number || number > textures || texture.some((each) => each !== number)) return false;
  out.text(`        rel material:binding = </World/Materials/${materialName(number)}>\n`);
  return true;
}

/** The faces of each picture: an attribute for the subset that has it. */
export function subsetFaces(number: number, textures: number): Attribute {
  return {
    ...{ type: 'int', name: 'indices', perPoint: false, isTopology: true },
    write: (out, { elements, texture = new Uint32Array(0) }) => {
      for (const [k, face] of trianglesByTexture(elements, texture, textures)[number]!.entries())
        out.text(k > 0 ? ', ' : '').integer(face);
    },
  };
}

/** How the subset of a picture begins; `indices` follow. */
export function beginSubset(out: TextWriter, number: number): void {
  out.text(`        def GeomSubset "${materialName(number)}" (
            prepend apiSchemas = ["MaterialBindingAPI"]
        )
        {
        uniform token elementType = "face"
        uniform token familyName = "materialBind"
        rel material:binding = </World/Materials/${materialName(number)}>
`);
}

/** Writes the materials. */
export function writeMaterials(out: TextWriter, textures: readonly CompanionFile[], roughness: number): void {
  if (textures.length === 0) return;
  out.text('\n    def Scope "Materials"\n    {\n');
  for (const [k, { name }] of textures.entries()) {
    const path = `/World/Materials/${materialName(k + 1)}`;
    out.text(`        def Material "${materialName(k + 1)}"
        {
            token outputs:surface.connect = <${path}/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor.connect = <${path}/Picture.outputs:rgb>
                float inputs:roughness = ${roughness}
                token outputs:surface
            }

            def Shader "Picture"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @./${name}@
                token inputs:sourceColorSpace = "sRGB"
                float2 inputs:st.connect = <${path}/Coordinates.outputs:result>
                token inputs:wrapS = "repeat"
                token inputs:wrapT = "repeat"
                float3 outputs:rgb
            }

            def Shader "Coordinates"
            {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }
        }
`);
  }
  out.text('    }\n');
}
