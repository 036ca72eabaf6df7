// Turns a material of three.js into one that draws spheres: the mesh is one square per sphere that faces the camera, and each pixel finds
// where its ray meets the sphere, for the normal and for the depth. Lights, fog, tone mapping and environment stay those of the material,
// so spheres look like everything else in the scene. Exact in perspective and in parallel views; no limit on their size in pixels.
// Without a graphics card the processor says which sphere each pixel shows (visible-spheres.ts): then there is one rectangle for all.

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
import type { VisibleUniforms } from './visible-texture.ts';

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

/** The corners of the rectangle in which there are any spheres. */
const RECTANGLE_HEAD = /* glsl */ `
uniform vec4 sphereRectangle;
`;

const RECTANGLE_PLACE = /* glsl */ `
transformed = vec3( 0.0 );
vec4 mvPosition = vec4( 0.0, 0.0, - 1.0, 1.0 );
gl_Position = vec4( gl_VertexID == 1 || gl_VertexID > 3 ? sphereRectangle.z : sphereRectangle.x, gl_VertexID % 3 == 2 || gl_VertexID == 3 ? sphereRectangle.w : sphereRectangle.y, 0.0, 1.0 );
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

/** What reaches the fragments of a square on its own is looked up for each pixel. */
const RECTANGLE_FRAGMENT_HEAD = /* glsl */ `
uniform mat4 projectionMatrix;
uniform mat4 modelViewMatrix;
uniform highp sampler2D spheres;
uniform highp sampler2D sphereColors;
uniform highp usampler2D sphereNumbers;
uniform vec4 sphereView;
vec3 vSphereCenter;
float vSphereRadius;
vec3 vFromCenter;
vec3 sphereNormal;
vec3 spherePoint;
#define vViewPosition ( - spherePoint )
#define vClipPosition ( - spherePoint )
#define vFogDepth ( - spherePoint.z )
`;

const RECTANGLE_LOOK = /* glsl */ `
vec2 spherePixel = gl_FragCoord.xy - sphereView.xy;
int sphereNumber = int( texelFetch( sphereNumbers, ivec2( spherePixel ), 0 ).r ) - 1;
if ( sphereNumber < 0 ) discard;
ivec2 sphereTexel = ivec2( sphereNumber % ${ROW}, sphereNumber / ${ROW} );
vec4 sphere = texelFetch( spheres, sphereTexel, 0 );
vSphereCenter = ( modelViewMatrix * vec4( sphere.xyz, 1.0 ) ).xyz;
vSphereRadius = sphere.w * length( modelViewMatrix[ 0 ].xyz );
spherePixel = 2.0 * spherePixel / sphereView.zw - 1.0;
spherePixel = projectionMatrix[ 2 ][ 3 ] == -1.0
	? - vSphereCenter.z * ( spherePixel + projectionMatrix[ 2 ].xy ) / vec2( projectionMatrix[ 0 ].x, projectionMatrix[ 1 ].y )
	: ( spherePixel - projectionMatrix[ 3 ].xy ) / vec2( projectionMatrix[ 0 ].x, projectionMatrix[ 1 ].y );
vFromCenter = vec3( spherePixel - vSphereCenter.xy, 0.0 );
`;

const RECTANGLE_COLOR = /* glsl */ `
#ifdef USE_COLOR
	diffuseColor.rgb *= texelFetch( sphereColors, sphereTexel, 0 ).rgb;
#endif
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
#elif ! defined( SPHERES_FOUND )
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

/**
 * Changes a material in place so that it draws the spheres of a ParticlesView; it is of no use for other objects afterwards.
 * @param found which sphere each pixel shows, if the processor finds that
 */
export function drawSpheres<M extends Material>(material: M, uniforms: SphereUniforms, found?: VisibleUniforms): M {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms, found);
    if (found) patchRectangle(shader);
    else patch(shader);
  };
  material.customProgramCacheKey = () => `${before.toString()} thixo spheres${found ? ' found' : ''}`;
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

type Shader = Pick<WebGLProgramParametersWithUniforms, 'vertexShader' | 'fragmentShader'>;

function patchRectangle(shader: Shader): void {
  shader.vertexShader = replace(shader.vertexShader, {
    'void main() {': `${RECTANGLE_HEAD}void main() {`,
    '#include <project_vertex>': RECTANGLE_PLACE,
  });
  patchFragments(shader, `#define SPHERES_FOUND\n${RECTANGLE_FRAGMENT_HEAD}`, RECTANGLE_LOOK + FRAGMENT_HIT);
  shader.fragmentShader = shader.fragmentShader.replace('#include <color_fragment>', RECTANGLE_COLOR);
}

function patch(shader: Shader): void {
  const color = shader.vertexShader.includes('#include <color_vertex>') ? VERTEX_COLOR : '';
  shader.vertexShader = replace(shader.vertexShader, {
    'void main() {': `${VERTEX_HEAD}void main() {`,
    '#include <project_vertex>': VERTEX_PLACE + color,
  });
  patchFragments(shader, FRAGMENT_HEAD, FRAGMENT_HIT);
}

function patchFragments(shader: Shader, head: string, hit: string): void {
  shader.fragmentShader = replace(shader.fragmentShader, {
    'void main() {': `${head}void main() {`,
    '#include <clipping_planes_fragment>': `${hit}#include <clipping_planes_fragment>`,
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
