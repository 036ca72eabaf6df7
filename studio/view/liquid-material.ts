// A liquid as it looks from outside without following light through it: deep in color where it is thick, and glowing where it is seen edge-on
// and light comes through. Costs a few operations a pixel; real transmission draws the scene twice.

import { MeshPhysicalMaterial } from 'three';

/** How much the color deepens in the middle, and how much of it shines at the edge. */
const DEEP = 0.45;
const GLOW = 0.5;

/** The material of an opaque liquid with the colors of its vertices. */
export function liquidMaterial(roughness: number): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({ roughness, clearcoat: 1, clearcoatRoughness: 0.04 });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <emissivemap_fragment>',
      `#include <emissivemap_fragment>
      float edge = 1.0 - abs(dot(normal, normalize(vViewPosition)));
      totalEmissiveRadiance += ${GLOW} * edge * edge * diffuseColor.rgb;
      diffuseColor.rgb *= mix(vec3(1.0), diffuseColor.rgb, ${DEEP});`,
    );
  };
  return material;
}
