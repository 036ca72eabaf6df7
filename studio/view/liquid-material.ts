// A liquid as it looks from outside without following light through it: deep in color where it is thick, glowing where it is seen edge-on and
// light comes through, and a room with a window that it reflects. Costs a few operations a pixel; real transmission draws the scene twice,
// and a filtered environment took 20 s to prepare without a graphics card.

import { MeshPhysicalMaterial } from 'three';

/** How much the color deepens in the middle, and how much of it shines at the edge. */
const DEEP = 0.45;
const GLOW = 0.3;

/** Light of a ceiling and of a window up on the left, which come along with the camera. */
const REFLECTED = `
  vec3 toEye = normalize(vViewPosition);
  float facing = abs(dot(normal, toEye));
  float edge = 1.0 - facing;
  vec3 bounced = reflect(-toEye, normal);
  float window = smoothstep(0.88, 0.97, dot(bounced, normalize(vec3(-0.5, 0.62, 0.6))));
  float ceiling = 0.35 * smoothstep(-0.3, 1.0, bounced.y);
  float mirrored = 0.04 + 0.96 * edge * edge * edge * edge * edge;
  totalEmissiveRadiance += ${GLOW} * edge * edge * diffuseColor.rgb + vec3(mirrored * ceiling + 0.3 * window);
  diffuseColor.rgb *= mix(vec3(1.0), diffuseColor.rgb, ${DEEP});`;

/** The material of an opaque liquid with the colors of its vertices. */
export function liquidMaterial(roughness: number): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({ roughness, clearcoat: 0.6 });
  material.onBeforeCompile = (shader) => {
    const { fragmentShader } = shader;
    shader.fragmentShader = fragmentShader.replace('#include <emissivemap_fragment>', REFLECTED);
  };
  return material;
}
