// A small canvas for the tests of views: renders and reads pixels back; and particles made up for a scene.

import { type Camera, type Object3D, Scene as ThreeScene, WebGLRenderer, type WebGLRendererParameters } from 'three';
import { type Scene, sceneSchema, type WorldFields } from '../../src/index.ts';

/** Width and height of the canvas, pixels. */
export const SIZE = 96;

/** A renderer that can be asked for pixels. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new ThreeScene();

  constructor(parameters: WebGLRendererParameters = {}) {
    this.renderer = new WebGLRenderer({ preserveDrawingBuffer: true, ...parameters });
    this.renderer.setSize(SIZE, SIZE, false);
    this.renderer.setClearColor(0x000000);
  }

  /** Red, green, blue and alpha of every pixel, 0 to 255, rows from the top. */
  picture(camera: Camera, ...objects: Object3D[]): Uint8Array {
    this.scene.add(...objects);
    this.renderer.render(this.scene, camera);
    this.scene.remove(...objects);
    const gl = this.renderer.getContext(),
      upward = new Uint8Array(4 * SIZE * SIZE),
      pixels = new Uint8Array(4 * SIZE * SIZE);
    gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, upward);
    for (let row = 0; row < SIZE; row++) {
      pixels.set(upward.subarray(4 * SIZE * (SIZE - 1 - row), 4 * SIZE * (SIZE - row)), 4 * SIZE * row);
    }
    return pixels;
  }

  dispose(): void {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** A scene of two substances, of 1000 and 500 kg/m³. */
export function sceneOfTwo(look: Record<string, unknown> = {}, dimension: 2 | 3 = 3): Scene {
  return sceneSchema.parse({
    dimension,
    gravity: [0, 0, 0],
    substances: { heavy: { restDensity: 1000 }, light: { restDensity: 500 } },
    look: { colors: ['#ff0000', '#0000ff'], ...look },
  });
}

/** A particle that was made up. */
export interface Given {
  readonly position: readonly [number, number, number];
  /** Edge of the cube it fills at rest, m. */
  readonly spacing: number;
  readonly substance?: 0 | 1;
  readonly velocity?: readonly [number, number, number];
}

/** The fields of given particles. */
export function fieldsOf(given: readonly Given[]): WorldFields {
  const density = ({ substance = 0 }: Given): number => [1000, 500][substance]!;
  return {
    count: given.length,
    position: Float32Array.from(given.flatMap(({ position }) => position)),
    velocity: Float32Array.from(given.flatMap(({ velocity = [0, 0, 0] }) => velocity)),
    density: Float32Array.from(given, density),
    mass: Float32Array.from(given, (p) => density(p) * p.spacing ** 3),
    smoothingLength: Float32Array.from(given, ({ spacing }) => 1.3 * spacing),
    id: Uint32Array.from(given, (_, k) => k),
    substance: Uint32Array.from(given, ({ substance = 0 }) => substance),
  };
}
