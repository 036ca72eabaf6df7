// POV-Ray scenes as text; tools/clients renders them.

import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportContext, ExportFrame } from '../../src/export/index.ts';
import type { World } from '../../src/index.ts';
import { bytesOf, contextOf, dropFrames, planeFrames, textOf } from './frames.ts';
import { nothing } from './meshes.ts';

let drop: { scene: World['scene']; frames: ExportFrame[] };
beforeAll(async () => {
  drop = await dropFrames();
});

async function povOf(what: ExportContext['what'], more: Partial<ExportContext> = {}, place = 0): Promise<string> {
  return textOf(await bytesOf('pov', drop.frames.slice(place), await contextOf(drop.scene, what, 1, more)));
}

/** The numbers in the n-th block of a name. */
function numbersIn(text: string, block: string, n: number): number[] {
  const found = [...text.matchAll(new RegExp(`${block} \\{ ([^}]*)\\}`, 'g'))][n]![1]!;
  return [...found.matchAll(/[-+.\de]+/g)].map(([number]) => Math.fround(Number(number)));
}

describe('a surface', () => {
  test('has all vertices, normals and triangles after those of the obstacles', async () => {
    const text = await povOf('surface');
    const { positions, normals, elements } = drop.frames[0]!.surface!;
    expect(text.match(/mesh2/g)).toHaveLength(4);
    expect(numbersIn(text, 'vertex_vectors', 3)).toEqual([positions.length / 3, ...positions]);
    expect(numbersIn(text, 'normal_vectors', 3)).toEqual([normals.length / 3, ...normals]);
    expect(numbersIn(text, 'face_indices', 3)).toEqual([elements.length / 3, ...elements]);
    expect(text).toContain('interior { ior 1.33 fade_distance');
  });

  test('of several colors names one for each corner, and for each face if it is a liquid', async () => {
    const { elements } = drop.frames[0]!.surface!;
    for (const [finish, perFace] of [
      ['matte', 6],
      ['liquid', 4],
    ] as const) {
      const look = { ...drop.scene.look, colorBy: 'density' as const, finish };
      const text = await povOf('surface', { scene: { ...drop.scene, look } });
      expect(text.match(/#declare Look/g)).toHaveLength(64);
      expect(numbersIn(text, 'face_indices', 3)).toHaveLength(1 + (perFace * elements.length) / 3);
    }
  });

  test('without triangles leaves the rest of the scene', async () => {
    const frame = { ...drop.frames[0]!, surface: nothing(3) };
    const text = textOf(await bytesOf('pov', [frame], await contextOf(drop.scene, 'surface', 1)));
    expect(text.match(/mesh2/g)).toHaveLength(3);
    expect(text).toContain('camera {');
  });

  test('in the plane is refused', async () => {
    const { scene, frames } = await planeFrames();
    await expect(bytesOf('pov', frames, await contextOf(scene, 'surface', 1))).rejects.toThrow('EXPORT_IMPOSSIBLE');
  });
});

test('particles are spheres of half the spacing', async () => {
  const text = await povOf('particles');
  const { position, count, mass } = drop.frames[0]!.fields;
  const spheres = [...text.matchAll(/^sphere \{ <(.*), (.*), (.*)>, (.*) texture \{ Look0 \} \}$/gm)];
  expect(spheres).toHaveLength(count);
  expect(spheres.flatMap(([, x, y, z]) => [x, y, z].map((c) => Math.fround(Number(c))))).toEqual(Array.from(position));
  expect(Number(spheres[0]![4])).toBeCloseTo(0.5 * (mass[0]! / 1000) ** (1 / 3), 6); // at rest density
});

test('obstacles are where they are at the time of the frame', async () => {
  const at = (place: number) => povOf('surface', {}, place).then((text) => numbersIn(text, 'vertex_vectors', 1));
  const [start, later] = [await at(0), await at(2)];
  expect(start[0]).toBe(later[0]);
  expect(start).not.toEqual(later);
  expect(await povOf('surface', { scene: { ...drop.scene, look: { ...drop.scene.look, obstacles: false } } })).toMatch(
    /^(?:(?!mesh2)[\s\S])*mesh2(?:(?!mesh2)[\s\S])*$/,
  );
});

test('the camera is that of the view, in perspective or parallel', async () => {
  const view = { position: [3, 2, 1], target: [0, 0.5, 0], up: [0, 1, 0], fieldOfView: 90 } as const;
  const perspective = await povOf('surface', { view });
  expect(perspective).toContain('location <3, 2, 1>');
  expect(perspective).toContain('look_at <0, 0.5, 0>');
  expect(perspective).toMatch(/direction <0, 0, 0\.5\d*>|direction <0, 0, 0\.49999\d*>/);
  expect(perspective).toContain('right -x*image_width/image_height');
  expect(await povOf('surface', { view: { ...view, height: 2 } })).toContain(
    'right -x*2*image_width/image_height\n  up y*2',
  );
});
