// three.js reads our files with its own loaders.

import { readFileSync } from 'node:fs';
import { type BufferGeometry, Group, type Mesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import { type Client, same, sameBox, sameVolume } from './check.ts';
import { type Box, boxAround, type Sample } from './sample.ts';

export const THREE: Client = {
  name: 'three.js',
  heavy: false,
  isThere: () => true,
  checks: {
    'PLY surface': (sample) => {
      const { vertices, triangles, surfaceBox, volume } = sample.frames.at(-1)!;
      const geometry = new PLYLoader().parse(bufferOf(sample, 'surface-5.ply'));
      same('vertices', geometry.getAttribute('position').count, vertices);
      same('indices', geometry.index!.count, 3 * triangles);
      sameBox('surface', boxOf(geometry), surfaceBox);
      sameVolume(volumeOf(geometry), volume);
    },
    'PLY particles': (sample) => {
      const { particles, particleBox } = sample.frames.at(-1)!;
      const geometry = new PLYLoader().parse(bufferOf(sample, 'particles-5.ply'));
      same('points', geometry.getAttribute('position').count, particles);
      sameBox('particles', boxOf(geometry), particleBox);
    },
    'OBJ surface': (sample) => {
      const { triangles, surfaceBox, volume } = sample.frames.at(-1)!;
      const { geometry } = new OBJLoader().parse(textOf(sample, 'surface-5.obj')).children[0] as Mesh;
      same('corners', geometry.getAttribute('position').count, 3 * triangles);
      sameBox('surface', boxOf(geometry), surfaceBox);
      sameVolume(volumeOf(geometry), volume);
    },
    'STL surface': (sample) => {
      const { triangles, surfaceBox, volume } = sample.frames.at(-1)!;
      const geometry = new STLLoader().parse(bufferOf(sample, 'surface-5.stl'));
      same('corners', geometry.getAttribute('position').count, 3 * triangles);
      sameBox('surface', boxOf(geometry), surfaceBox);
      sameVolume(volumeOf(geometry), volume);
    },
    'glTF surface, animated': async (sample) => {
      const { scene, animations } = await new GLTFLoader().parseAsync(bufferOf(sample, 'surface.glb'), '');
      for (const { frame, vertices, surfaceBox, volume } of sample.frames) {
        const { geometry } = scene.getObjectByName(`surface_${frame}`) as Mesh;
        same('vertices', geometry.getAttribute('position').count, vertices);
        sameBox('surface', boxOf(geometry), surfaceBox);
        sameVolume(volumeOf(geometry), volume);
      }
      same('frames', Math.round(animations[0]!.duration * sample.frameRate), sample.frames.length);
    },
    'glTF particles, animated': async (sample) => {
      const { scene } = await new GLTFLoader().parseAsync(bufferOf(sample, 'particles.glb'), '');
      const { geometry } = scene.getObjectByName('particles') as Mesh;
      same('points', geometry.getAttribute('position').count, sample.frames[0]!.particles);
      same('morph targets', geometry.morphAttributes.position!.length, sample.frames.length - 1);
    },
    'USDA surface, first frame': (sample) => {
      const { triangles, surfaceBox, volume } = sample.frames[0]!;
      const root: Object3D = new USDLoader().parse(textOf(sample, 'surface.usda')) ?? new Group();
      const { geometry } = root.getObjectByName('Surface') as Mesh;
      same('corners', geometry.getAttribute('position').count, 3 * triangles);
      sameBox('surface', boxOf(geometry), surfaceBox);
      sameVolume(volumeOf(geometry), volume);
    },
  },
};

function bufferOf(sample: Sample, name: string): ArrayBuffer {
  return new Uint8Array(readFileSync(sample.file(name))).buffer;
}

const textOf = (sample: Sample, name: string): string => readFileSync(sample.file(name), 'utf8');

const boxOf = (geometry: BufferGeometry): Box => boxAround(geometry.getAttribute('position').array);

/** Volume inside of triangles, m³. */
function volumeOf(geometry: BufferGeometry): number {
  const positions = geometry.getAttribute('position');
  const count = geometry.index?.count ?? positions.count;
  const corner = (k: number) => new Vector3().fromBufferAttribute(positions, geometry.index?.getX(k) ?? k);
  let sum = 0;
  for (let k = 0; k < count; k += 3) sum += corner(k).dot(corner(k + 1).cross(corner(k + 2)));
  return sum / 6;
}
