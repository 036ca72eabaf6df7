// What surfaces look like. A liquid looks as it does from outside, without following light through it: deep in color where it is thick,
// glowing where it is seen edge-on and light comes through, and with a room and a window that it reflects. That costs a few operations a
// pixel; real transmission draws the scene twice, and a filtered environment took 20 s to prepare without a graphics card.

import { MeshPhysicalMaterial } from 'three';
import type { Finish } from '../../src/colors/finish.ts';

const ROUGHNESS: Readonly<Record<Finish, number>> = {
  ...{ matte: 0.8, glossy: 0.3, liquid: 0.12, wax: 0.5, metal: 0.2, grain: 1, emissive: 0.6 },
};

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

/** The material of a surface; `isClear` if light goes through liquids, which are then so thick, m. */
export function surfaceMaterial(finish: Finish, isClear: boolean, size: number): MeshPhysicalMaterial {
  const roughness = ROUGHNESS[finish];
  if (finish !== 'liquid') return new MeshPhysicalMaterial({ roughness, clearcoat: finish === 'matte' ? 0 : 0.6 });
  if (!isClear) return liquidMaterial(roughness);
  const glass = { transmission: 0.75, thickness: size / 8, ior: 1.45, roughness: 0.05 };
  return new MeshPhysicalMaterial({ clearcoat: 0.6, ...glass });
}

/** An opaque liquid. */
function liquidMaterial(roughness: number): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({ roughness, clearcoat: 0.6 });
  material.onBeforeCompile = (shader) => {
    const { fragmentShader } = shader;
    shader.fragmentShader = fragmentShader.replace('#include <emissivemap_fragment>', REFLECTED);
  };
  return material;
}
