// PC2 and USDA read back: PC2 by a few lines from its description, USDA by three.

import type { Mesh, Object3D } from 'three';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportFrame } from '../../src/export/index.ts';
import type { World } from '../../src/index.ts';
import { bytesOf, contextOf, DROP, dropFrames, framesOf, planeFrames, textOf } from './frames.ts';
import { nothing } from './meshes.ts';

let drop: { scene: World['scene']; frames: ExportFrame[] };
beforeAll(async () => {
  drop = await dropFrames();
});

describe('PC2', () => {
  test('holds the positions of all frames behind its header', async () => {
    const { frames, scene } = drop;
    const bytes = await bytesOf('pc2', frames, await contextOf(scene, 'particles', frames.length));
    const view = new DataView(bytes.buffer);
    const { count } = frames[0]!.fields;
    expect(textOf(bytes.subarray(0, 12))).toBe('POINTCACHE2\0');
    expect([view.getInt32(12, true), view.getInt32(16, true)]).toEqual([1, count]);
    expect([view.getFloat32(20, true), view.getFloat32(24, true)]).toEqual([0, 1]);
    expect(view.getInt32(28, true)).toBe(frames.length);
    expect(bytes.length).toBe(32 + 12 * count * frames.length);
    for (const [k, { fields }] of frames.entries()) {
      const at = 32 + 12 * count * k;
      expect(new Float32Array(bytes.slice(at, at + 12 * count).buffer)).toEqual(fields.position);
    }
  });

  test('refuses what does not stay the same', async () => {
    const { frames, scene } = drop;
    const { fields } = frames[1]!;
    const fewer = { ...fields, count: fields.count - 1, id: fields.id.slice(1), position: fields.position.slice(3) };
    const gone = [frames[0]!, { ...frames[1]!, fields: fewer }];
    const context = await contextOf(scene, 'particles', 2);
    await expect(bytesOf('pc2', gone, context)).rejects.toThrow('particles came or went between frames 0 and 1');
    await expect(bytesOf('pc2', frames, { ...context, what: 'surface' })).rejects.toThrow(
      'a surface has different ones in every frame',
    );
    const shape = { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } } as const;
    const emitters = [{ substance: 'water', shape, speed: 1, spacing: 0.06 }] as const;
    const emitting = await framesOf({ ...DROP, duration: 0, emitters: [...emitters] }, () => undefined);
    await expect(bytesOf('pc2', emitting.frames, { ...context, scene: emitting.scene })).rejects.toThrow('emitters');
  });

  test('does not promise frames that do not come', async () => {
    const context = await contextOf(drop.scene, 'particles', drop.frames.length + 1);
    await expect(bytesOf('pc2', drop.frames, context)).rejects.toThrow('announced');
  });
});

/** The time samples of an attribute: time code → numbers. */
function samplesOf(text: string, attribute: string): Map<number, number[]> {
  const start = text.indexOf(`${attribute}.timeSamples = {\n`);
  expect(start, attribute).toBeGreaterThan(0);
  const lines = text.slice(start, text.indexOf('}', start)).split('\n').slice(1, -1);
  return new Map(
    lines.map((line) => {
      const [, code, list] = /^ *(\d+): \[(.*)\],$/.exec(line)!;
      return [Number(code), [...list!.matchAll(/[-+.\de]+/g)].map(([number]) => Math.fround(Number(number)))];
    }),
  );
}

describe('USDA', () => {
  test('holds a surface with fields for every frame', async () => {
    const text = textOf(await bytesOf('usda', drop.frames, await contextOf(drop.scene, 'surface', drop.frames.length)));
    const expectSamples = (attribute: string, of: (frame: ExportFrame) => ArrayLike<number>) => {
      const samples = samplesOf(text, attribute);
      expect([...samples.keys()]).toEqual(drop.frames.map(({ frame }) => frame));
      for (const frame of drop.frames) expect(samples.get(frame.frame)).toEqual(Array.from(of(frame)));
    };
    expectSamples('point3f[] points', ({ surface }) => surface!.positions);
    expectSamples('normal3f[] normals', ({ surface }) => surface!.normals);
    expectSamples('vector3f[] velocities', ({ surface }) => surface!.fields.velocity!.values);
    expectSamples('int[] faceVertexIndices', ({ surface }) => surface!.elements);
    expectSamples('int[] faceVertexCounts', ({ surface }) => new Array(surface!.elements.length / 3).fill(3));
    expectSamples('float[] primvars:density', ({ surface }) => surface!.fields.density!.values);
    expectSamples('int[] primvars:id', ({ surface }) => surface!.fields.id!.values);
    expect(text).toContain('upAxis = "Y"');
    expect(text).toContain('metersPerUnit = 1\n');
    expect(text).toContain(`endTimeCode = ${drop.frames.length - 1}\n`);
    expect(text).toContain('timeCodesPerSecond = 25\n');
    expect(text).toContain(String.raw`doc = "Drop \"A\" - - <b> & /* more * /"`);
  });

  test('counts on by one from the first frame, also where frames are left out', async () => {
    const [, second, , fourth] = drop.frames as [ExportFrame, ExportFrame, ExportFrame, ExportFrame];
    const context = await contextOf(drop.scene, 'surface', 2, { frameRate: 12.5 });
    const text = textOf(await bytesOf('usda', [second, fourth], context));
    expect([...samplesOf(text, 'point3f[] points').keys()]).toEqual([1, 2]);
    expect(text).toContain('startTimeCode = 1\n');
    expect(text).toContain('endTimeCode = 2\n');
    expect(text).toContain('timeCodesPerSecond = 12.5\n');
  });

  test('is understood by three', async () => {
    const bytes = await bytesOf('usda', drop.frames, await contextOf(drop.scene, 'surface', drop.frames.length));
    const root = new USDLoader().parse(textOf(bytes)) as Object3D;
    const { geometry } = root.getObjectByName('Surface') as Mesh;
    const { positions, elements } = drop.frames[0]!.surface!;
    const corners = Float32Array.from(elements, (vertex) => positions[3 * vertex]!);
    const read = geometry.getAttribute('position');
    expect(read.count).toBe(elements.length);
    for (const [k, x] of corners.entries()) expect(read.getX(k)).toBe(x);
    expect((root.getObjectByName('Obstacle1') as Mesh).geometry.getAttribute('position').count).toBe(36);
    expect(root.getObjectByName('Camera')!.type).toBe('PerspectiveCamera');
  });

  test('holds particles with widths, ids and velocities', async () => {
    const text = textOf(
      await bytesOf('usda', drop.frames, await contextOf(drop.scene, 'particles', drop.frames.length)),
    );
    const { fields } = drop.frames[3]!;
    expect(text).toContain('def Points "Particles"');
    expect(samplesOf(text, 'point3f[] points').get(3)).toEqual(Array.from(fields.position));
    expect(samplesOf(text, 'int64[] ids').get(3)).toEqual(Array.from(fields.id));
    expect(samplesOf(text, 'vector3f[] velocities').get(3)).toEqual(Array.from(fields.velocity));
    const widths = samplesOf(text, 'float[] widths').get(3)!;
    expect(widths[5]).toBeCloseTo((fields.mass[5]! / 1000) ** (1 / 3), 6); // at rest density
    const [x0, , , x1] = samplesOf(text, 'float3[] extent').get(3)! as [number, number, number, number];
    const xs = Array.from(fields.position.filter((_, k) => k % 3 === 0));
    expect(x0).toBeCloseTo(Math.min(...xs) - Math.max(...widths) / 2, 6);
    expect(x1).toBeCloseTo(Math.max(...xs) + Math.max(...widths) / 2, 6);
  });

  test('holds the outline of a 2D scene as closed curves', async () => {
    const { scene, frames } = await planeFrames();
    const text = textOf(await bytesOf('usda', frames, await contextOf(scene, 'surface', frames.length)));
    expect(text).toContain('uniform token wrap = "periodic"');
    expect(samplesOf(text, 'int[] curveVertexCounts').get(1)).toEqual([9]);
    expect(samplesOf(text, 'point3f[] points').get(1)).toEqual(Array.from(frames[1]!.surface!.positions));
  });

  test('turns obstacles by a matrix whose rows are the axes', async () => {
    const text = textOf(await bytesOf('usda', drop.frames, await contextOf(drop.scene, 'surface', drop.frames.length)));
    const [line] = text.slice(text.indexOf('xformOp:transform.timeSamples')).match(/ 2: .*/)!;
    const m = [...line.slice(3).matchAll(/[-+.\de]+/g)].map(Number);
    const angle = ((300 * 2) / 25) * (Math.PI / 180);
    expect(m[0]).toBeCloseTo(Math.cos(angle), 9);
    expect(m[1]).toBeCloseTo(Math.sin(angle), 9);
    // p = (0.5, 0.2, 0) is the pivot: (p, 1) M = p.
    expect(0.5 * m[0]! + 0.2 * m[4]! + m[12]!).toBeCloseTo(0.5, 9);
    expect(0.5 * m[1]! + 0.2 * m[5]! + m[13]!).toBeCloseTo(0.2, 9);
  });

  test('holds frames without anything, and no frames at all', async () => {
    const context = await contextOf(drop.scene, 'surface', 1);
    const empty = textOf(await bytesOf('usda', [{ ...drop.frames[0]!, surface: nothing(3) }], context));
    expect(samplesOf(empty, 'point3f[] points').get(0)).toEqual([]);
    expect(textOf(await bytesOf('usda', [], { ...context, frameCount: 0 }))).toContain('def Mesh "Surface"');
  });
});
