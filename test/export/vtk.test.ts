// VTK files read back by a reader of our own; tools/clients reads them with VTK and meshio.

import { beforeAll, expect, test } from 'vitest';
import { type ExportFrame, FORMATS } from '../../src/export/index.ts';
import type { World } from '../../src/index.ts';
import { bytesOf, contextOf, dropFrames, planeFrames, textOf } from './frames.ts';
import { nothing } from './meshes.ts';
import { readVtk } from './vtk-file.ts';

let drop: { scene: World['scene']; frames: ExportFrame[] };
beforeAll(async () => {
  drop = await dropFrames();
});

test('a surface has triangles, normals, every field and its time', async () => {
  const { surface, time } = drop.frames[2]!;
  const { type, piece, arrays } = readVtk(
    await bytesOf('vtk', drop.frames.slice(2), await contextOf(drop.scene, 'surface', 1)),
  );
  expect(type).toBe('PolyData');
  expect(piece).toEqual({
    NumberOfPoints: `${surface!.positions.length / 3}`,
    NumberOfVerts: '0',
    NumberOfLines: '0',
    NumberOfStrips: '0',
    NumberOfPolys: `${surface!.elements.length / 3}`,
  });
  expect(arrays.get('Points/Points')).toEqual(surface!.positions);
  expect(arrays.get('PointData/normals')).toEqual(surface!.normals);
  for (const [name, { values }] of Object.entries(surface!.fields))
    expect(arrays.get(`PointData/${name}`)).toEqual(values);
  expect(arrays.get('Polys/connectivity')).toEqual(Int32Array.from(surface!.elements));
  expect(arrays.get('Polys/offsets')).toEqual(
    Int32Array.from({ length: surface!.elements.length / 3 }, (_, i) => 3 * i + 3),
  );
  expect(arrays.get('FieldData/TimeValue')).toEqual(Float64Array.of(time));
});

test('particles are vertex cells with every field', async () => {
  const { fields } = drop.frames[0]!;
  const { type, piece, arrays } = readVtk(
    await bytesOf('vtk', drop.frames, await contextOf(drop.scene, 'particles', 1)),
  );
  expect(type).toBe('UnstructuredGrid');
  expect(piece).toEqual({ NumberOfPoints: `${fields.count}`, NumberOfCells: `${fields.count}` });
  expect(arrays.get('Points/Points')).toEqual(fields.position);
  for (const name of ['velocity', 'density', 'mass', 'smoothingLength', 'id', 'substance'] as const) {
    expect(arrays.get(`PointData/${name}`)).toEqual(fields[name]);
  }
  expect(arrays.get('Cells/connectivity')).toEqual(Int32Array.from({ length: fields.count }, (_, i) => i));
  expect(arrays.get('Cells/types')).toEqual(new Uint8Array(fields.count).fill(1));
});

test('the outline of a 2D scene is made of lines', async () => {
  const { scene, frames } = await planeFrames();
  const { piece, arrays } = readVtk(await bytesOf('vtk', frames, await contextOf(scene, 'surface', 1)));
  expect(piece).toMatchObject({ NumberOfLines: '8', NumberOfPolys: '0' });
  expect(arrays.get('Lines/connectivity')).toEqual(Int32Array.from(frames[0]!.surface!.elements));
});

test('a surface without triangles is a file without cells', async () => {
  const frame = { ...drop.frames[0]!, surface: nothing(3) };
  const { piece, arrays } = readVtk(await bytesOf('vtk', [frame], await contextOf(drop.scene, 'surface', 1)));
  expect(piece).toMatchObject({ NumberOfPoints: '0', NumberOfPolys: '0' });
  expect(arrays.get('Points/Points')!.length).toBe(0);
});

test('the time series names every file with its time', async () => {
  const context = await contextOf(drop.scene, 'particles', 2);
  const files = [
    { frame: 0, time: 0, file: 'a--0&.vtu' },
    { frame: 1, time: 0.04, file: 'a--1.vtu' },
  ];
  const { name, bytes } = FORMATS.vtk.index!(files, context);
  expect(name).toBe('particles.pvd');
  const text = textOf(bytes);
  expect(text).toContain(
    '<DataSet timestep="0" part="0" file="a--0&amp;.vtu"/>\n<DataSet timestep="0.04" part="0" file="a--1.vtu"/>',
  );
  expect(text.match(/<!--[\s\S]*?-->/)![0]).toBe('<!-- Drop "A" - - <b> & /* more * / -->');
});
