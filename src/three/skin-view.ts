// A skin that the graphics card deforms: weights and displacements are textures, and the vertex shader adds them up. [AW09 §7.2, §8.1] Per picture only the
// displacements of the particles are sent, 16 bytes each. The sums are those of assembly/skin/deform.ts.

import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  type Material,
  Mesh,
  MeshDepthMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  RGBAFormat,
} from 'three';
import type { BoundSkin } from '../skin/bind-skin.ts';

/** Texels per row. */
const ROW = 4096;

/** How a skin is shown. */
export interface SkinViewOptions {
  /** Any material of three.js that is not flat shaded; changed in place, and yours to dispose of. Default: a white MeshStandardMaterial. */
  readonly material?: Material | undefined;
}

type Uniforms = Readonly<Record<'skinWeights' | 'skinMoves', { value: DataTexture }>>;

/**
 * A mesh whose vertices follow particles, on the graphics card.
 * @example
 * const skin = new SkinView(bindSkin(mesh, field.positions));
 * skin.update(field.positions.map((x, k) => x + design.displacements[k]));
 */
export class SkinView extends Mesh<BufferGeometry, Material> {
  readonly skin: BoundSkin;
  readonly #uniforms: Uniforms;
  readonly #own: Material | undefined;

  constructor(skin: BoundSkin, { material }: SkinViewOptions = {}) {
    const own = material ? undefined : new MeshStandardMaterial({ vertexColors: skin.mesh.colors !== undefined }),
      uniforms: Uniforms = {
        skinWeights: { value: texture(weightsOf(skin)) },
        skinMoves: { value: texture(new Float32Array(4 * skin.particleCount)) },
      },
      depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking }),
      drawn = material ?? own!;
    for (const each of [drawn, depth]) followSkin(each, uniforms, widestRow(skin), skin.normals === 'exact');
    super(geometryOf(skin), drawn);
    this.skin = skin;
    this.#uniforms = uniforms;
    this.#own = own;
    this.customDepthMaterial = depth; // for shadows
    this.frustumCulled = false; // three.js knows only where the vertices were at rest
  }

  /** Shows the skin with the particles where they are now: x, y, z of each, m. */
  update(present: ArrayLike<number>): void {
    const { value } = this.#uniforms.skinMoves,
      moves = value.image.data as Float32Array,
      { reference, particleCount } = this.skin;
    for (let i = 0; i < particleCount; i++) {
      for (let a = 0; a < 3; a++) moves[4 * i + a] = present[3 * i + a]! - reference[3 * i + a]!;
    }
    value.needsUpdate = true;
  }

  /** Frees what the graphics card holds; a material of yours stays. */
  override dispose(): void {
    this.geometry.dispose();
    this.customDepthMaterial?.dispose();
    this.#own?.dispose();
    for (const { value } of Object.values(this.#uniforms)) value.dispose();
  }
}

/** Most weights of a vertex. */
function widestRow({ starts }: BoundSkin): number {
  let widest = 1;
  for (let v = 1; v < starts.length; v++) widest = Math.max(widest, starts[v]! - starts[v - 1]!);
  return widest;
}

/** Particle, W, ∇W·a and ∇W·b of every weight; as many for each vertex, −1 where there is none. */
function weightsOf(skin: BoundSkin): Float32Array {
  const { starts, particles, values, slopes } = skin,
    width = widestRow(skin),
    vertices = starts.length - 1,
    weights = new Float32Array(4 * width * vertices).fill(-1);
  for (let v = 0; v < vertices; v++) {
    for (let n = starts[v]!; n < starts[v + 1]!; n++) {
      weights.set([particles[n]!, values[n]!, slopes[2 * n]!, slopes[2 * n + 1]!], 4 * (width * v + n - starts[v]!));
    }
  }
  return weights;
}

function texture(texels: Float32Array): DataTexture {
  const rows = Math.max(1, Math.ceil(texels.length / 4 / ROW)),
    data = new Float32Array(4 * ROW * rows);
  data.set(texels);
  const made = new DataTexture(data, ROW, rows, RGBAFormat, FloatType);
  made.needsUpdate = true;
  return made;
}

function geometryOf({ mesh, directions }: BoundSkin): BufferGeometry {
  const geometry = new BufferGeometry(),
    count = mesh.positions.length / 3,
    direction = (side: number) =>
      Float32Array.from({ length: 3 * count }, (_, k) => directions[6 * Math.floor(k / 3) + 3 * side + (k % 3)]!),
    set = (name: string, values: Float32Array) => geometry.setAttribute(name, new BufferAttribute(values, 3));
  set('position', Float32Array.from(mesh.positions));
  set('normal', Float32Array.from(mesh.normals));
  set('skinA', direction(0));
  set('skinB', direction(1));
  if (mesh.colors) set('color', mesh.colors);
  geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
  return geometry;
}

/** Changes a material in place so that its vertices follow a skin. */
function followSkin(material: Material, uniforms: Uniforms, width: number, isExact: boolean): void {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', `${HEAD}void main() {${sums(width)}`)
      .replace('#include <beginnormal_vertex>', `vec3 objectNormal = normalize( ${isExact ? EXACT : CHEAP} );`)
      .replace('#include <begin_vertex>', 'vec3 transformed = skinX;');
  };
  const key = material.customProgramCacheKey.bind(material);
  material.customProgramCacheKey = () => `${key()} skin ${width} ${isExact}`;
}

const HEAD = /* glsl */ `
uniform highp sampler2D skinWeights;
uniform highp sampler2D skinMoves;
attribute vec3 skinA;
attribute vec3 skinB;
`;
const EXACT = 'cross( skinFa, skinFb )';
const CHEAP = 'skinFa';

const sums = (width: number): string => /* glsl */ `
vec3 skinX = position, skinFa = skinA, skinFb = skinB;
for ( int n = 0; n < ${width}; n ++ ) {
	int at = gl_VertexID * ${width} + n;
	vec4 w = texelFetch( skinWeights, ivec2( at % ${ROW}, at / ${ROW} ), 0 );
	if ( w.x < 0.0 ) break;
	vec3 u = texelFetch( skinMoves, ivec2( int( w.x ) % ${ROW}, int( w.x ) / ${ROW} ), 0 ).xyz;
	skinX += w.y * u;
	skinFa += w.z * u;
	skinFb += w.w * u;
}
`;
