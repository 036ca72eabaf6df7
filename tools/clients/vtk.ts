// VTK, on which ParaView stands, and meshio read our files.

import { type Client, near, same, sameBox, sameVolume } from './check.ts';
import { askPython, hasPython } from './programs.ts';
import type { Box, Sample } from './sample.ts';

interface VtkData {
  readonly points: number;
  readonly cells: number;
  /** Of a surface; null for other data. */
  readonly lines: number | null;
  /** m³ */
  readonly volume: number | null;
  readonly box: Box;
  readonly arrays: Readonly<Record<string, { readonly components: number; readonly sum: number }>>;
  readonly vectors: string | null;
  readonly time: number | null;
  readonly timestep?: number;
}

const FIELDS = ['density', 'id', 'mass', 'piece', 'smoothingLength', 'substance', 'velocity'];

export const VTK: Client = {
  name: 'VTK',
  debian: 'python3-vtk9',
  heavy: false,
  isThere: () => hasPython('vtkmodules.vtkIOXML, vtkmodules.vtkIOPLY'),
  checks: {
    'surface.pvd: .vtp in time, every field': (sample) => {
      const series = readWithVtk<VtkData[]>(sample, 'surface.pvd');
      same('frames', series.length, sample.frames.length);
      for (const [k, { vertices, triangles, surfaceBox, volume, time }] of sample.frames.entries()) {
        const found = series[k]!;
        same('points and cells', [found.points, found.cells], [vertices, triangles]);
        same('times', [found.timestep, found.time], [time, time]);
        same('arrays', Object.keys(found.arrays).sort(), [...FIELDS, 'normals'].sort());
        same('vectors', found.vectors, 'velocity');
        sameBox('surface', found.box, surfaceBox);
        sameVolume(found.volume ?? undefined, volume);
      }
    },
    'particles.pvd: .vtu in time, every field': (sample) => {
      const series = readWithVtk<VtkData[]>(sample, 'particles.pvd');
      same('frames', series.length, sample.frames.length);
      for (const [k, { particles, particleBox, time, densitySum }] of sample.frames.entries()) {
        const found = series[k]!;
        same('points and cells', [found.points, found.cells], [particles, particles]);
        same('times', [found.timestep, found.time], [time, time]);
        same('arrays', Object.keys(found.arrays).sort(), FIELDS);
        same('components of velocity', found.arrays.velocity!.components, 3);
        near('sum of density', found.arrays.density!.sum, densitySum, 1e-9 * densitySum);
        sameBox('particles', found.box, particleBox);
      }
    },
    'outline.pvd: lines': (sample) => {
      const [found] = readWithVtk<VtkData[]>(sample, 'outline.pvd');
      const { points, box } = sample.outline;
      same('points, cells and lines', [found!.points, found!.cells, found!.lines], [points, points, points]);
      sameBox('outline', found!.box, box);
    },
    'PLY surface': (sample) => readSurface(sample, 'surface-5.ply'),
    'OBJ surface': (sample) => readSurface(sample, 'surface-5.obj'),
    'STL surface': (sample) => readSurface(sample, 'surface-5.stl'),
  },
};

function readWithVtk<T>(sample: Sample, name: string): T {
  return askPython<T[]>('read_vtk.py', sample.file(name))[0]!;
}

function readSurface(sample: Sample, name: string): void {
  const { vertices, triangles, surfaceBox, volume } = sample.frames.at(-1)!;
  const { points, cells, box, volume: found } = readWithVtk<VtkData>(sample, name);
  same('points and triangles', [points, cells], [vertices, triangles]);
  sameBox('surface', box, surfaceBox);
  sameVolume(found ?? undefined, volume);
}

interface MeshioData {
  readonly points: number;
  readonly cells: Readonly<Record<string, number>>;
  /** Inside of the triangles, m³. */
  readonly volume: number;
  readonly box: Box;
  readonly arrays: Readonly<Record<string, readonly number[]>>;
}

export const MESHIO: Client = {
  name: 'meshio',
  debian: 'python3-meshio',
  heavy: false,
  isThere: () => hasPython('meshio'),
  checks: {
    '.vtu particles, every field': (sample) => {
      const { particles, particleBox } = sample.frames.at(-1)!;
      const found = readWithMeshio(sample, 'particles-5.vtu');
      same('points and cells', [found.points, found.cells], [particles, { vertex: particles }]);
      same('arrays', Object.keys(found.arrays).sort(), FIELDS);
      same('shape of velocity', found.arrays.velocity, [particles, 3]);
      sameBox('particles', found.box, particleBox);
    },
    'PLY surface, every field': (sample) => {
      const { vertices, triangles, surfaceBox, volume } = sample.frames.at(-1)!;
      const found = readWithMeshio(sample, 'surface-5.ply');
      same('points and cells', [found.points, found.cells], [vertices, { triangle: triangles }]);
      const names = [
        'density',
        'id',
        'mass',
        'nx',
        'ny',
        'nz',
        'piece',
        'smoothingLength',
        'substance',
        'vx',
        'vy',
        'vz',
      ];
      same('arrays', Object.keys(found.arrays).sort(), names);
      sameBox('surface', found.box, surfaceBox);
      sameVolume(found.volume, volume);
    },
    'OBJ surface': (sample) => {
      const { vertices, triangles, volume } = sample.frames.at(-1)!;
      const found = readWithMeshio(sample, 'surface-5.obj');
      same('points and cells', [found.points, found.cells], [vertices, { triangle: triangles }]);
      sameVolume(found.volume, volume);
    },
  },
};

const readWithMeshio = (sample: Sample, name: string): MeshioData =>
  askPython<MeshioData[]>('read_meshio.py', sample.file(name))[0]!;
