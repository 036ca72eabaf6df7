// .glb files: no complaint of the validator, and read back by three.

import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type BufferGeometry, Mesh, type Object3D, type Points, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportContext, ExportFrame } from '../../src/export/index.ts';
import type { SceneInput, World } from '../../src/index.ts';
import { bufferOf, bytesOf, contextOf, DROP, dropFrames, framesOf, planeFrames } from './frames.ts';
import { nothing } from './meshes.ts';
import { solidOf } from './solid.ts';

let drop: { scene: World['scene']; frames: ExportFrame[] };
beforeAll(async () => {
  drop = await dropFrames();
});

/** Reads a .glb after the validator has found nothing to say. */
async function read(frames: readonly ExportFrame[], context: ExportContext): Promise<GLTF> {
  const bytes = await bytesOf('gltf', frames, context);
  const { issues } = await validateBytes(bytes);
  expect(issues.messages).toEqual([]);
  return new GLTFLoader().parseAsync(bufferOf(bytes), '');
}

const valuesOf = (geometry: BufferGeometry, name: string) => geometry.getAttribute(name).array;

/** Sets everything to where it is at a time (s). */
function showAt({ scene, animations }: GLTF, time: number): void {
  const mixer = new AnimationMixer(scene);
  for (const clip of animations) mixer.clipAction(clip).play();
  mixer.setTime(time);
  scene.updateMatrixWorld(true);
}

const found = <T extends Object3D>({ scene }: GLTF, name: string): T => scene.getObjectByName(name) as T;

describe('a surface', () => {
  test('is a mesh per frame with its fields, of which one is seen at a time', async () => {
    const gltf = await read(drop.frames, await contextOf(drop.scene, 'surface', drop.frames.length));
    expect(gltf.animations[0]!.duration).toBeCloseTo(drop.frames.length / 25, 6);
    for (const { frame, surface } of drop.frames) {
      const { geometry } = found<Mesh>(gltf, `surface_${frame}`);
      expect(valuesOf(geometry, 'position')).toEqual(surface!.positions);
      expect(valuesOf(geometry, 'normal')).toEqual(surface!.normals);
      expect(valuesOf(geometry, '_velocity')).toEqual(surface!.fields.velocity!.values);
      expect(valuesOf(geometry, '_smoothing_length')).toEqual(surface!.fields.smoothingLength!.values);
      expect(Array.from(valuesOf(geometry, '_id'))).toEqual(Array.from(surface!.fields.id!.values));
      expect(Array.from(geometry.index!.array)).toEqual(Array.from(surface!.elements));
      await solidOf(valuesOf(geometry, 'position') as Float32Array, geometry.index!.array);
      showAt(gltf, (frame + 0.5) / 25);
      const seen = drop.frames.filter((other) => found(gltf, `surface_${other.frame}`).scale.x === 1);
      expect(seen.map((other) => other.frame)).toEqual([frame]);
    }
  });

  test('of one frame has no animation of its own, and one without triangles has no mesh', async () => {
    const context = await contextOf({ ...drop.scene, obstacles: [] }, 'surface', 1);
    const [first] = drop.frames as [ExportFrame];
    expect((await read([first], context)).animations).toEqual([]);
    const none = await read([{ ...first, surface: nothing(3) }], context);
    expect(none.scene.getObjectByName('surface_0')).toBeUndefined();
    const gone = await read([first, { ...drop.frames[1]!, surface: nothing(3) }], { ...context, frameCount: 2 });
    showAt(gone, 1.5 / 25);
    expect(found(gone, 'surface_0').scale.x).toBe(0);
  });

  test('in the plane is made of lines', async () => {
    const { scene, frames } = await planeFrames();
    const gltf = await read(frames, await contextOf(scene, 'surface', frames.length));
    const lines = found<Mesh>(gltf, 'surface_1');
    expect(lines.type).toBe('LineSegments');
    expect(valuesOf(lines.geometry, 'position')).toEqual(frames[1]!.surface!.positions);
  });

  test('has the colors of its speeds in linear light', async () => {
    const look = {
      ...drop.scene.look,
      colorBy: 'speed' as const,
      colors: ['#000000', '#ffffff'],
      range: [0, 2] as const,
    };
    const gltf = await read(drop.frames, await contextOf({ ...drop.scene, look }, 'surface', drop.frames.length));
    const { geometry } = found<Mesh>(gltf, 'surface_0');
    const colors = geometry.getAttribute('color');
    const velocity = drop.frames[0]!.surface!.fields.velocity!.values;
    for (const k of [0, 5, 11]) {
      const speed = Math.hypot(...velocity.subarray(3 * k, 3 * k + 3));
      // A gradient from black to white is straight in the cube root of light.
      expect(colors.getX(k)).toBeCloseTo((speed / 2) ** 3, 2);
      expect(colors.getW(k)).toBe(1);
    }
  });
});

describe('particles', () => {
  test('that stay the same are points that move smoothly', async () => {
    const gltf = await read(drop.frames, await contextOf(drop.scene, 'particles', drop.frames.length));
    const points = found<Points>(gltf, 'particles');
    expect(points.type).toBe('Points');
    expect(valuesOf(points.geometry, 'position')).toEqual(drop.frames[0]!.fields.position);
    expect(Array.from(valuesOf(points.geometry, '_id'))).toEqual(Array.from(drop.frames[0]!.fields.id));
    const [, second, third] = drop.frames as [ExportFrame, ExportFrame, ExportFrame];
    const place = new Vector3();
    for (const [time, weight] of [
      [1 / 25, 0],
      [1.5 / 25, 0.5],
      [2 / 25, 1],
    ] as const) {
      showAt(gltf, time);
      for (const i of [0, 7, 20]) {
        Mesh.prototype.getVertexPosition.call(points as unknown as Mesh, i, place);
        for (const [k, x] of place.toArray().entries()) {
          const [a, b] = [second.fields.position[3 * i + k]!, third.fields.position[3 * i + k]!];
          expect(x).toBeCloseTo((1 - weight) * a + weight * b, 6);
        }
      }
    }
  });

  test('that come and go are points per frame, with every field', async () => {
    const emitters: SceneInput['emitters'] = [
      {
        substance: 'water',
        shape: { disc: { center: [-0.4, 0.5, 0], normal: [1, 0, 0], radius: 0.1 } },
        speed: 2,
        spacing: 0.06,
      },
    ];
    const { scene, frames } = await framesOf({ ...DROP, emitters }, () => undefined);
    expect(frames[3]!.fields.count).toBeGreaterThan(frames[0]!.fields.count);
    const gltf = await read(frames, await contextOf(scene, 'particles', frames.length));
    const { geometry } = found<Points>(gltf, 'particles_3');
    expect(valuesOf(geometry, 'position')).toEqual(frames[3]!.fields.position);
    expect(valuesOf(geometry, '_density')).toEqual(frames[3]!.fields.density);
  });
});

describe('the surroundings', () => {
  test('obstacles move as in the scene', async () => {
    const gltf = await read(drop.frames, await contextOf(drop.scene, 'surface', drop.frames.length));
    showAt(gltf, 2 / 25);
    const paddle = found<Mesh>(gltf, 'obstacle1');
    const angle = ((300 * 2) / 25) * (Math.PI / 180);
    const corner = new Vector3(0.55, 0.3, 0.15).applyMatrix4(paddle.matrixWorld);
    expect(corner.x).toBeCloseTo(0.5 + 0.05 * Math.cos(angle) - 0.1 * Math.sin(angle), 5);
    expect(corner.y).toBeCloseTo(0.2 + 0.05 * Math.sin(angle) + 0.1 * Math.cos(angle), 5);
    expect(corner.z).toBeCloseTo(0.15, 6);
    paddle.geometry.computeBoundingBox();
    expect(paddle.geometry.boundingBox!.max.toArray().map((x) => Math.round(100 * x))).toEqual([55, 30, 15]);
    expect(found(gltf, 'obstacle0').matrixWorld.elements[13]).toBe(0);
  });

  test('the camera looks where the view says', async () => {
    const view = { position: [3, 2, 1], target: [0, 0.5, 0], up: [0, 1, 0], fieldOfView: 35 } as const;
    const gltf = await read(drop.frames, await contextOf(drop.scene, 'surface', drop.frames.length, { view }));
    gltf.scene.updateMatrixWorld(true);
    const [camera] = gltf.cameras;
    const middle = new Vector3(0, 0.5, 0).project(camera!);
    expect(middle.x).toBeCloseTo(0, 5);
    expect(middle.y).toBeCloseTo(0, 5);
    expect(new Vector3(0, 0.6, 0).project(camera!).y).toBeGreaterThan(0.01);
  });

  test('a scene whose z points up stands upright', async () => {
    const scene = { ...drop.scene, camera: { ...drop.scene.camera, up: [0, 0, 1] as const } };
    const gltf = await read(drop.frames, await contextOf(scene, 'surface', drop.frames.length));
    gltf.scene.updateMatrixWorld(true);
    const up = new Vector3(0, 0, 1).applyMatrix4(found(gltf, 'surface_0').matrixWorld);
    expect(up.y).toBeCloseTo(1, 6);
  });
});

test('a sequence without frames is a valid file', async () => {
  const gltf = await read([], await contextOf({ ...drop.scene, obstacles: [] }, 'particles', 0));
  expect(gltf.animations).toEqual([]);
});
