// Mesh files of scenes: read, mended, packed, checked, kept in snapshots, drawn.

import { describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { ThixoError, World } from '../../src/index.ts';
import { obstacleMeshes } from '../../src/meshes/obstacle-meshes.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { differences } from '../../src/scene/physics.ts';
import { unpackTriangles } from '../../src/shapes/triangle-set.ts';
import { temporaryFolder, thixo, writeFiles } from '../cli/harness.ts';
import { ball } from '../export/meshes.ts';

const VERTICES = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';
const SOUND = `${VERTICES}f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;
const FLIPPED = SOUND.replace('f 1 2 4', 'f 1 4 2');
const OPEN = SOUND.replace('f 2 3 4\n', '');
const WATER = { water: { preset: 'water' } };

async function problemsOf(promise: Promise<unknown>): Promise<ThixoError['problems']> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ThixoError) return error.problems;
  throw error ?? new Error('nothing was refused');
}

function folderWith(scene: object, files: Record<string, string>): string {
  const folder = temporaryFolder();
  writeFiles(folder, { 'scene.json': scene, ...files });
  return folder;
}

const obstacle = (mesh: object): object => ({ obstacles: [{ shape: { mesh } }] });
const body = (mesh: object): object => ({
  substances: WATER,
  bodies: [{ substance: 'water', shape: { mesh }, spacing: 0.1 }],
});

describe('a mesh file', () => {
  it('becomes packed text, with its placement', async () => {
    const folder = folderWith(obstacle({ file: 'a.obj', scale: 2, translate: [0, 1, 0] }), { 'a.obj': SOUND });
    const shape = (await loadScene(folder)).scene.obstacles[0]!.shape as { mesh: { packed: string } };
    expect(shape.mesh).toEqual({ packed: expect.any(String), scale: 2, translate: [0, 1, 0] });
    expect(unpackTriangles(shape.mesh.packed)).toMatchObject({
      triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    });
  });

  it('far out or too fine for where it is says so, and not that it is empty', async () => {
    const moved = (by: number, size: number): string => {
      const place = (_: string, ...c: string[]) => `v ${[0, 1, 2].map((a) => by + size * Number(c[a])).join(' ')}`;
      return SOUND.replaceAll(/v (\S+) (\S+) (\S+)/g, place);
    };
    const far = folderWith(obstacle({ file: 'a.obj' }), { 'a.obj': moved(1e8, 1) });
    expect(await problemsOf(loadScene(far))).toMatchObject([
      {
        code: 'MESH_INVALID',
        pointer: '/obstacles/0/shape/mesh/file',
        message: 'Coordinate x of vertex 0 is 100000000.',
      },
    ]);
    const fine = folderWith(obstacle({ file: 'a.obj' }), { 'a.obj': moved(9e5, 0.001) });
    expect(await problemsOf(loadScene(fine))).toMatchObject([
      { code: 'MESH_INVALID', message: expect.stringMatching(/^No triangle of "a.obj" has an area; it has 4/) },
    ]);
  });

  it('is mended, and says so; or taken as it is', async () => {
    const mended = await loadScene(folderWith(obstacle({ file: 'a.obj' }), { 'a.obj': FLIPPED }));
    expect(mended.scene.obstacles[0]!.shape).toMatchObject({ mesh: { repaired: '1 triangle turned over' } });
    const folder = folderWith(
      { ...body({ file: 'b.obj' }), ...obstacle({ file: 'a.obj', translate: [5, 0, 0] }) },
      { 'a.obj': FLIPPED, 'b.obj': SOUND },
    );
    const { code, stderr } = await thixo(['check', folder]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /scene\.json:\d+:\d+ \/obstacles\/0\/shape\/mesh: warning MESH_REPAIRED\s+The mesh was repaired: 1 triangle turned over/,
    );
    const asIs = await loadScene(folderWith(obstacle({ file: 'a.obj', repair: false }), { 'a.obj': FLIPPED }));
    expect(Object.keys((asIs.scene.obstacles[0]!.shape as { mesh: object }).mesh)).toEqual(['packed']);
  });

  it.each<[what: string, scene: object, text: string, expected: object]>([
    [
      'is wrong',
      obstacle({ file: 'a.obj' }),
      `${SOUND}f 1 2 9\n`,
      { code: 'ASSET_INVALID', pointer: '/obstacles/0/shape/mesh/file', place: expect.stringMatching(/a\.obj:9:1$/) },
    ],
    [
      'is missing',
      obstacle({ file: 'b.obj' }),
      SOUND,
      { code: 'ASSET_MISSING', pointer: '/obstacles/0/shape/mesh/file', hint: expect.stringContaining('"a.obj"') },
    ],
    [
      'is of another kind',
      obstacle({ file: 'scene.json' }),
      SOUND,
      { code: 'ASSET_INVALID', hint: expect.stringContaining('.obj, .stl, .ply, .gltf, .glb') },
    ],
    [
      'is open, in a body',
      body({ file: 'a.obj' }),
      OPEN,
      { code: 'MESH_OPEN', severity: 'error', pointer: '/bodies/0/shape/mesh' },
    ],
    [
      'is open, in a sink',
      { sinks: [{ shape: { mesh: { file: 'a.obj' } } }] },
      OPEN,
      { code: 'MESH_OPEN', pointer: '/sinks/0/shape/mesh' },
    ],
    [
      'is open, in a heat region',
      { heatRegions: [{ shape: { mesh: { file: 'a.obj' } }, power: 1 }] },
      OPEN,
      { code: 'MESH_OPEN', pointer: '/heatRegions/0/shape/mesh' },
    ],
    ['is empty', obstacle({ file: 'a.obj' }), '# nothing\n', { code: 'SHAPE_EMPTY' }],
    [
      'has an odd key',
      obstacle({ file: 'a.obj', repair: 'no' }),
      SOUND,
      { code: 'SCENE_UNKNOWN_KEY', pointer: '/obstacles/0/shape/mesh/repair' },
    ],
  ])('that %s is refused', async (_what, scene, text, expected) => {
    expect(await problemsOf(loadScene(folderWith(scene, { 'a.obj': text })))).toMatchObject([expected]);
  });

  it('may have no more triangles than the limit, alone or together', async () => {
    const two = { obstacles: [{ shape: { mesh: { file: 'a.obj' } } }, { shape: { mesh: { file: 'a.obj' } } }] };
    const load = (triangles: number) =>
      loadScene(folderWith(two, { 'a.obj': SOUND }), { limits: { ...DEFAULT_LIMITS, triangles } });
    expect((await load(8)).scene.obstacles).toHaveLength(2);
    expect(await problemsOf(load(7))).toMatchObject([{ code: 'LIMIT_TRIANGLES', pointer: '/obstacles/1/shape' }]);
    expect((await problemsOf(load(3))).map(({ code }) => code)).toContain('LIMIT_TRIANGLES');
  });
});

describe('a file of heights', () => {
  const scene = { obstacles: [{ shape: { heightfield: { file: 'h.txt', min: [0, 0], max: [1, 1] } } }] };

  it('becomes rows', async () => {
    const folder = folderWith(scene, { 'h.txt': '# north\n0, 1, 2\n\n3 4 5e-1 # south\n' });
    expect((await loadScene(folder)).scene.obstacles[0]!.shape).toMatchObject({
      heightfield: {
        heights: [
          [0, 1, 2],
          [3, 4, 0.5],
        ],
        depth: 1,
      },
    });
  });

  it.each([
    ['0 1\n2 x\n', /line 2: "x" is not a number/],
    ['0 1\n2\n', /line 2: The line has 1 heights; the lines before have 2/],
  ])('that is wrong is refused: %j', async (text, message) => {
    const [found] = await problemsOf(loadScene(folderWith(scene, { 'h.txt': text })));
    expect(found).toMatchObject({
      code: 'ASSET_INVALID',
      message: expect.stringMatching(message),
      place: expect.stringMatching(/h\.txt:2:1/),
    });
  });
});

describe('a world with meshes', () => {
  it('goes on from a snapshot, and its physics knows the mesh', async () => {
    const folder = folderWith(
      {
        ...body({ file: 'a.obj', translate: [0, 0.3, 0] }),
        ...obstacle({ file: 'a.obj', scale: [3, -0.2, 3], translate: [-1, 0, -1] }),
        duration: 0.2,
      },
      { 'a.obj': SOUND },
    );
    const { input, scene } = await loadScene(folder);
    using world = await World.create(input);
    expect(world.warnings).toEqual([]);
    world.advance();
    using other = await World.restore(world.snapshot());
    world.advance();
    other.advance();
    expect(other.hash).toBe(world.hash);
    expect(other.scene).toEqual(world.scene);
    const moved = await loadScene(folder, { set: ['obstacles[0].shape.mesh.translate=[0,0,0]'] });
    expect(differences(scene, scene)).toEqual([]);
    expect(differences(scene, moved.scene).map(({ pointer }) => pointer)).toEqual([
      '/obstacles/0/shape/mesh/translate/0',
      '/obstacles/0/shape/mesh/translate/2',
    ]);
  });

  it('is drawn with smooth sides and sharp edges', async () => {
    const extent = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
    const drawn = async (text: string) => {
      const { scene } = await loadScene(
        folderWith(obstacle({ file: 'a.obj', translate: [1, 2, 3] }), { 'a.obj': text }),
      );
      return obstacleMeshes(scene, 0, Math, extent)[0]!;
    };
    const sharp = await drawn(SOUND);
    expect(sharp).toMatchObject({ plane: false, inside: false, triangles: 'closed' });
    expect(sharp.mesh.positions.length / 3).toBe(12);
    expect([...sharp.mesh.positions.subarray(0, 3)]).toEqual([1, 2, 3]);
    expect((await drawn(OPEN)).triangles).toBe('open');
    const { positions, elements, normals } = ball(12, 1);
    const text = [...Array(positions.length / 3).keys()].map((v) => `v ${positions.slice(3 * v, 3 * v + 3).join(' ')}`);
    const faces = [...Array(elements.length / 3).keys()].map(
      (t) => `f ${[...elements.slice(3 * t, 3 * t + 3)].map((v) => v + 1).join(' ')}`,
    );
    const round = (await drawn([...text, ...faces].join('\n'))).mesh;
    expect(round.positions.length).toBe(positions.length);
    for (const [k, c] of round.normals.entries()) expect(c).toBeCloseTo(normals[k]!, 1);
  });
});
