// Blender imports our files; one start reads them all.

import { type Client, near, same, sameBox, sameVolume } from './check.ts';
import { outputOf, runs, scriptPath } from './programs.ts';
import { type Box, PADDLE_SPEED, type Sample } from './sample.ts';

interface BlenderMesh {
  readonly vertices: number;
  readonly edges: number;
  readonly faces: number;
  /** m³ */
  readonly volume: number;
  readonly box: Box;
}

/** Answers of Blender by folder of the sample: it is started once. */
const answers = new Map<string, Readonly<Record<string, unknown>>>();

export const BLENDER: Client = {
  name: 'Blender',
  debian: 'blender',
  heavy: true,
  isThere: () => runs('blender', ['--version']),
  checks: {
    'PLY surface': (sample) => requireSurface(sample, 'PLY surface'),
    'PLY particles': (sample) => {
      const { vertices, box } = ask<BlenderMesh>(sample, 'PLY particles');
      same('vertices', vertices, sample.frames.at(-1)!.particles);
      sameBox('particles', box, sample.frames.at(-1)!.particleBox);
    },
    'OBJ surface': (sample) => requireSurface(sample, 'OBJ surface'),
    'PLY outline': (sample) => requireOutline(sample, 'PLY outline'),
    'OBJ outline': (sample) => requireOutline(sample, 'OBJ outline'),
    'STL surface': (sample) => requireSurface(sample, 'STL surface'),
    'glTF surface: one mesh at a time, moving paddle': (sample) => {
      const found = ask<(BlenderMesh & { name: string; paddle: number })[]>(sample, 'glTF surface');
      for (const { frame, time, vertices, triangles, surfaceBox, volume } of sample.frames) {
        const mesh = found[frame]!;
        same('name', mesh.name, `surface ${frame}`);
        same('vertices and faces', [mesh.vertices, mesh.faces], [vertices, triangles]);
        sameBox('surface', mesh.box, upright(surfaceBox));
        sameVolume(mesh.volume, volume);
        near('turn of the paddle', mesh.paddle, (PADDLE_SPEED * time * Math.PI) / 180, 1e-5);
      }
    },
    'glTF particles: shape keys': (sample) => requireParticles(sample, 'glTF particles', upright),
    'PC2 particles: mesh cache modifier': (sample) => requireParticles(sample, 'PC2 particles', (box) => box),
  },
};

function ask<T>(sample: Sample, name: string): T {
  const found = answers.get(sample.folder) ?? startBlender(sample);
  answers.set(sample.folder, found);
  const answer = found[name] as T & { readonly error?: string };
  if (answer === undefined) throw new Error('Blender said nothing about it');
  if (answer.error) throw new Error(answer.error);
  return answer;
}

function startBlender({ folder, frames, frameRate }: Sample): Readonly<Record<string, unknown>> {
  const words = [
    '--background',
    '--factory-startup',
    '--python-exit-code',
    '1',
    '--python',
    scriptPath('read_blender.py'),
  ];
  const text = outputOf('blender', [...words, '--', folder, `${frames.length}`, `${frameRate}`]);
  const lines = text.split('\n').filter((line) => line.startsWith('RESULT '));
  return Object.assign({}, ...lines.map((line) => JSON.parse(line.slice('RESULT '.length)) as object));
}

function requireSurface(sample: Sample, name: string): void {
  const { vertices, triangles, surfaceBox, volume } = sample.frames.at(-1)!;
  const found = ask<BlenderMesh>(sample, name);
  same('vertices and faces', [found.vertices, found.faces], [vertices, triangles]);
  sameBox('surface', found.box, surfaceBox);
  sameVolume(found.volume, volume);
}

function requireOutline(sample: Sample, name: string): void {
  const { points, box } = sample.outline;
  const found = ask<BlenderMesh>(sample, name);
  same('vertices and edges', [found.vertices, found.edges], [points, points]);
  sameBox('outline', found.box, box);
}

function requireParticles(sample: Sample, name: string, placed: (box: Box) => Box): void {
  const found = ask<{ vertices: number; box: Box }[]>(sample, name);
  for (const { frame, particles, particleBox } of sample.frames) {
    same('vertices', found[frame]!.vertices, particles);
    sameBox(`particles of frame ${frame}`, found[frame]!.box, placed(particleBox));
  }
}

/** A box after y has become up in Blender, whose z is up: (x, y, z) → (x, −z, y). */
function upright([x0, y0, z0, x1, y1, z1]: Box): Box {
  return [x0!, -z1!, y0!, x1!, -z0!, y1!];
}
