// Turns a material of three.js into one that draws spheres: the mesh is one square per sphere that faces the camera, and each pixel finds
// where its ray meets the sphere, for the normal and for the depth. Lights, fog, tone mapping and environment stay those of the material,
// so spheres look like everything else in the scene. Exact in perspective and in parallel views; no limit on their size in pixels.

import {
  CustomBlending,
  DoubleSide,
  type Material,
  NormalBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
  ZeroFactor,
} from 'three';
import { ROW, type SphereUniforms } from './sphere-data.ts';

const VERTEX_HEAD = /* glsl */ `
uniform highp sampler2D spheres;
uniform highp sampler2D sphereColors;
flat varying vec3 vSphereCenter;
flat varying float vSphereRadius;
varying vec3 vFromCenter;
#define MARGIN 1.05
`;

/** Six vertices make two triangles of a square. In perspective the square is cut out of the cone around the sphere. */
const VERTEX_PLACE = /* glsl */ `
int sphereIndex = gl_VertexID / 6;
int sphereVertex = gl_VertexID % 6;
vec2 sphereCorner = vec2( sphereVertex == 1 || sphereVertex > 3 ? 1.0 : -1.0, sphereVertex % 3 == 2 || sphereVertex == 3 ? 1.0 : -1.0 );
ivec2 sphereTexel = ivec2( sphereIndex % ${ROW}, sphereIndex / ${ROW} );
vec4 sphere = texelFetch( spheres, sphereTexel, 0 );
float sphereScale = length( modelViewMatrix[ 0 ].xyz );
vSphereCenter = ( modelViewMatrix * vec4( sphere.xyz, 1.0 ) ).xyz;
vSphereRadius = sphere.w * sphereScale;
float sphereDistance2 = dot( vSphereCenter, vSphereCenter );
float beyondSphere2 = sphereDistance2 - vSphereRadius * vSphereRadius;
if ( projectionMatrix[ 2 ][ 3 ] == -1.0 ) {
	vec3 toCamera = - vSphereCenter * inversesqrt( sphereDistance2 );
	vec3 across = normalize( cross( abs( toCamera.y ) < 0.9 ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 ), toCamera ) );
	vec3 upward = cross( toCamera, across );
	float halfWidth = vSphereRadius * sqrt( sphereDistance2 / max( beyondSphere2, 1e-6 * sphereDistance2 ) );
	vFromCenter = MARGIN * halfWidth * ( sphereCorner.x * across + sphereCorner.y * upward );
} else {
	beyondSphere2 = 1.0;
	vFromCenter = MARGIN * vSphereRadius * vec3( sphereCorner, 0.0 );
}
transformed = sphere.xyz + vFromCenter * mat3( modelViewMatrix ) / ( sphereScale * sphereScale );
vec4 mvPosition = vec4( vSphereCenter + vFromCenter, 1.0 );
gl_Position = beyondSphere2 > 0.0 ? projectionMatrix * mvPosition : vec4( 0.0, 0.0, 2.0, 1.0 );
`;

const VERTEX_COLOR = /* glsl */ `
#ifdef USE_COLOR
	vColor.rgb = texelFetch( sphereColors, sphereTexel, 0 ).rgb;
#endif
`;

const FRAGMENT_HEAD = /* glsl */ `
uniform mat4 projectionMatrix;
flat varying vec3 vSphereCenter;
flat varying float vSphereRadius;
varying vec3 vFromCenter;
vec3 sphereNormal;
vec3 spherePoint;
#define vViewPosition ( - spherePoint )
`;

/** Everything is relative to the center, so that small spheres far away keep their shape. */
const FRAGMENT_HIT = /* glsl */ `
vec3 sphereRay = projectionMatrix[ 2 ][ 3 ] == -1.0 ? normalize( vSphereCenter + vFromCenter ) : vec3( 0.0, 0.0, -1.0 );
float sphereAlong = dot( vFromCenter, sphereRay );
float sphereInside = sphereAlong * sphereAlong - dot( vFromCenter, vFromCenter ) + vSphereRadius * vSphereRadius;
sphereNormal = ( vFromCenter - ( sphereAlong + sqrt( max( sphereInside, 0.0 ) ) ) * sphereRay ) / vSphereRadius;
#ifdef ALPHA_TO_COVERAGE
	float sphereCoverage = clamp( sphereInside / fwidth( sphereInside ) + 0.5, 0.0, 1.0 );
	if ( sphereCoverage == 0.0 ) discard;
#else
	if ( sphereInside < 0.0 ) discard;
#endif
spherePoint = vSphereCenter + vSphereRadius * sphereNormal;
vec4 sphereClip = projectionMatrix * vec4( spherePoint, 1.0 );
#if defined( USE_LOGARITHMIC_DEPTH_BUFFER ) || defined( USE_LOGDEPTHBUF )
	gl_FragDepth = vIsPerspective == 0.0 ? 0.5 * sphereClip.z + 0.5 : log2( 1.0 + sphereClip.w ) * logDepthBufFC * 0.5;
#elif defined( USE_REVERSED_DEPTH_BUFFER ) || defined( USE_REVERSEDEPTHBUF )
	gl_FragDepth = sphereClip.z / sphereClip.w;
#else
	gl_FragDepth = 0.5 * sphereClip.z / sphereClip.w + 0.5;
#endif
`;

const FRAGMENT_COVERAGE = /* glsl */ `
#ifdef ALPHA_TO_COVERAGE
	gl_FragColor.a *= sphereCoverage;
#endif
`;

const FRAGMENT_NORMAL = /* glsl */ `
float faceDirection = 1.0;
vec3 normal = sphereNormal;
vec3 nonPerturbedNormal = normal;
`;

/** Changes a material in place so that it draws the spheres of a ParticlesView; it is of no use for other objects afterwards. */
export function drawSpheres<M extends Material>(material: M, uniforms: SphereUniforms): M {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    patch(shader);
  };
  material.customProgramCacheKey = () => `${before.toString()} thixo spheres`;
  material.shadowSide ??= DoubleSide;
  return material;
}

/**
 * Smooth outlines where the canvas or the target has several samples per pixel: a pixel that a sphere covers in part gives it as many of
 * its samples. The alpha that says so must not reach an opaque canvas.
 */
export function smoothOutlines(material: Material, renderer: WebGLRenderer): void {
  const target = renderer.getRenderTarget();
  const several = target ? target.samples > 0 : renderer.getContextAttributes()?.antialias === true;
  if (material.transparent || material.alphaToCoverage === several) return;
  material.alphaToCoverage = several;
  material.blending = several ? CustomBlending : NormalBlending;
  material.blendSrc = OneFactor;
  material.blendDst = ZeroFactor;
  material.blendSrcAlpha = OneFactor;
  material.blendDstAlpha = OneMinusSrcAlphaFactor;
  material.needsUpdate = true;
}

function patch(shader: Pick<WebGLProgramParametersWithUniforms, 'vertexShader' | 'fragmentShader'>): void {
  const color = shader.vertexShader.includes('#include <color_vertex>') ? VERTEX_COLOR : '';
  shader.vertexShader = replace(shader.vertexShader, {
    'void main() {': `${VERTEX_HEAD}void main() {`,
    '#include <project_vertex>': VERTEX_PLACE + color,
  });
  shader.fragmentShader = replace(shader.fragmentShader, {
    'void main() {': `${FRAGMENT_HEAD}void main() {`,
    '#include <clipping_planes_fragment>': `${FRAGMENT_HIT}#include <clipping_planes_fragment>`,
  })
    .replace('#include <logdepthbuf_fragment>', '')
    .replace('#include <normal_fragment_begin>', FRAGMENT_NORMAL)
    .replace(/}\s*$/, `${FRAGMENT_COVERAGE}}`);
}

function replace(text: string, parts: Readonly<Record<string, string>>): string {
  for (const [part, by] of Object.entries(parts)) {
    if (!text.includes(part)) throw new Error(`ParticlesView cannot use this material: its shader has no ${part}.`);
    text = text.replace(part, by);
  }
  return text;
}
