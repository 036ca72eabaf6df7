// Which sphere each pixel shows, where a shader finds it: one number per pixel of the picture or of a shadow.

import {
  type Camera,
  DataTexture,
  Matrix4,
  type Object3D,
  RedIntegerFormat,
  UnsignedIntType,
  Vector4,
  type WebGLRenderer,
} from 'three';
import { VisibleSpheres } from './visible-spheres.ts';

/** The uniforms of the shader. */
export interface VisibleUniforms {
  readonly sphereNumbers: { value: DataTexture };
  /** Where the picture is drawn, pixels: x, y, width and height. */
  readonly sphereView: { readonly value: Vector4 };
  /** Where there are spheres: left, bottom, right and top, from -1 to 1. */
  readonly sphereRectangle: { readonly value: Vector4 };
}

export class VisibleTexture {
  readonly uniforms: VisibleUniforms = {
    sphereNumbers: { value: texture(new Uint32Array(1), 1, 1) },
    sphereView: { value: new Vector4() },
    sphereRectangle: { value: new Vector4() },
  };
  private readonly visible = new VisibleSpheres();

  /** Finds what the target that is drawn next shows of the spheres of an object. */
  find(spheres: Float32Array, count: number, object: Object3D, camera: Camera, renderer: WebGLRenderer): void {
    const { sphereNumbers, sphereView, sphereRectangle } = this.uniforms,
      { x, y, z: width, w: height } = renderer.getCurrentViewport(VIEW),
      { visible } = this,
      { bounds } = visible,
      before = visible.numbers;
    MODEL_VIEW.multiplyMatrices(camera.matrixWorldInverse, object.matrixWorld);
    visible.find(spheres, count, MODEL_VIEW, camera.projectionMatrix, width, height);
    if (visible.numbers !== before) {
      sphereNumbers.value.dispose();
      sphereNumbers.value = texture(visible.numbers, width, height);
    }
    sphereNumbers.value.needsUpdate = true;
    sphereView.value.set(x, y, width, height);
    sphereRectangle.value.set(
      (2 * bounds.left) / width - 1,
      (2 * bounds.bottom) / height - 1,
      (2 * (bounds.right + 1)) / width - 1,
      (2 * (bounds.top + 1)) / height - 1,
    );
  }

  dispose(): void {
    this.uniforms.sphereNumbers.value.dispose();
  }
}

function texture(numbers: Uint32Array, width: number, height: number): DataTexture {
  const made = new DataTexture(numbers, width, height, RedIntegerFormat, UnsignedIntType);
  made.internalFormat = 'R32UI';
  return made;
}

const VIEW = new Vector4();
const MODEL_VIEW = new Matrix4();
