// Pieces of broken bodies: closed and manifold in the eyes of manifold-3d, with faces that fit, volumes that add up, and nothing that depends on
// threads. Volumes: 1 %, stated before the first run.

import { beforeAll, describe, expect, it } from 'vitest';
import { meshVolume, type SceneInput, World } from '../../src/index.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import { BrokenBodies, type PieceMesh } from '../../src/surface/pieces/broken-bodies.ts';
import { SceneSurface } from '../../src/surface/scene-surface.ts';
import { emptyMesh } from '../../src/surface/surface-engine.ts';
import { loadTrigonometry } from '../../src/threads/trigonometry.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { createJudge, faultsOf, type Judge } from '../helpers/mesh-judge.ts';
import { weldedPiece } from '../helpers/piece-meshes.ts';

let judge: Judge, trig: Trigonometry;
beforeAll(async () => {
  [judge, trig] = [await createJudge(), await loadTrigonometry()];
});

const STONE = { model: 'elastic', youngsModulus: 1e7, restDensity: 2600 } as const;
const BALL = (4 / 3) * Math.PI * 1e-3;

/** A ball of stone in seven cells, just above the floor. */
const cells = (more: Partial<SceneInput> = {}): SceneInput => ({
  substances: { stone: STONE },
  bodies: [
    {
      substance: 'stone',
      shape: { sphere: { center: [0, 0.11, 0], radius: 0.1 } },
      spacing: 0.025,
      velocity: [0, -2, 0],
    },
  ],
  cuts: [{ shape: { cells: { min: [-0.1, 0.01, -0.1], max: [0.1, 0.21, 0.1], count: 7 } } }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  frameRate: 200,
  surface: { voxel: 0.5 },
  ...more,
});

/** A block in two halves. */
const halves = (more: Partial<SceneInput> = {}): SceneInput => ({
  ...{ substances: { stone: STONE }, gravity: [0, 0, 0], surface: { voxel: 0.5 } },
  bodies: [{ substance: 'stone', spacing: 0.1, shape: { box: { min: [0, 0, 0], max: [0.8, 0.6, 0.6] } } }],
  cuts: [{ shape: { plane: { point: [0.37, 0, 0], normal: [1, 0, 0] } } }],
  ...more,
});

const piecesOf = (world: World, fields: WorldFields = world.fields): PieceMesh[] =>
  BrokenBodies.of(world.scene, world.fields, trig)!.piecesAt(fields);

/** The fields of a world as values. */
const plain = ({
  count,
  id,
  position,
  velocity,
  mass,
  density,
  smoothingLength,
  substance,
}: WorldFields): WorldFields => ({
  ...{ count, id, position, velocity, mass, density, smoothingLength, substance },
});

const total = (pieces: readonly PieceMesh[]): number =>
  pieces.reduce((sum, piece) => sum + judge(weldedPiece(piece)).volume, 0);

const faults = (pieces: readonly PieceMesh[]): string[] =>
  pieces.flatMap((piece) => faultsOf(weldedPiece(piece), judge).filter((fault) => !fault.includes('degenerate')));

const bytesOf = ({ positions, normals, elements }: SurfaceMesh): string =>
  Buffer.concat([positions, normals, elements].map((a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength))).toString(
    'base64',
  );

const inner = (piece: PieceMesh): number[] =>
  [...piece.mesh.fields.inner!.values].flatMap((flag, v) => (flag === 1 ? [v] : []));
const place = ({ mesh }: PieceMesh, v: number): string => [...mesh.positions.subarray(3 * v, 3 * v + 3)].join();

describe('pieces of a ball in cells', () => {
  it('are closed in every frame and add up to the ball', async () => {
    const world = await World.create(cells()),
      broken = BrokenBodies.of(world.scene, world.fields, trig)!;
    for (let frame = 0; frame < 5; frame++) {
      const pieces = broken.piecesAt(world.fields);
      expect(pieces.length).toBe(new Set(world.fields.part).size);
      expect(pieces.length).toBeGreaterThan(5);
      expect(faults(pieces)).toEqual([]);
      expect(Math.abs(total(pieces) / BALL - 1)).toBeLessThan(0.01);
      world.advance();
    }
    world.dispose();
  });

  it('have faces that fit at the start: each inner vertex is one of another piece', async () => {
    const world = await World.create(cells()),
      pieces = piecesOf(world),
      owners = new Map<string, Set<number>>();
    for (const piece of pieces)
      for (const v of inner(piece))
        owners.set(place(piece, v), (owners.get(place(piece, v)) ?? new Set()).add(piece.part));
    expect(owners.size).toBeGreaterThan(500);
    expect([...owners.values()].filter(({ size }) => size < 2)).toEqual([]);
    for (const { mesh } of pieces) {
      expect(mesh.fields.uv).toMatchObject({ components: 2 });
      expect(mesh.fields.uv!.values.length).toBe((2 / 3) * mesh.positions.length);
    }
    world.dispose();
  });

  it('have the same bytes with any number of threads, and again', async () => {
    const made = [];
    for (const threads of [1, 2]) {
      const world = await World.create(cells(), { threads });
      world.advance();
      made.push(piecesOf(world).map(({ part, mesh }) => `${part} ${bytesOf(mesh)}`));
      world.dispose();
    }
    expect(made[0]).toEqual(made[1]);
  });

  it('are what the surface of the scene shows', async () => {
    const world = await World.create(cells()),
      surface = new SceneSurface(world.scene, world.fields, trig).at(world.fields, ({ count }) => {
        expect(count).toBe(0);
        return emptyMesh(3);
      });
    expect(surface.elements.length).toBe(piecesOf(world).reduce((sum, { mesh }) => sum + mesh.elements.length, 0));
    world.dispose();
  });
});

describe('inner faces', () => {
  const flat = (roughness: number, seed = 1): SceneInput => halves({ seed, look: { inside: { roughness } } });
  /** How far inner vertices are from the plane, m. */
  const heights = async (scene: SceneInput): Promise<number[]> => {
    const world = await World.create(scene),
      pieces = piecesOf(world),
      found = pieces.flatMap((piece) => inner(piece).map((v) => piece.mesh.positions[3 * v]! - 0.37));
    expect(pieces.map(({ part }) => part)).toHaveLength(2);
    world.dispose();
    return found;
  };

  it('lie on the cut', async () => {
    const far = (await heights(flat(0))).map(Math.abs).sort((a, b) => a - b);
    expect(far.length).toBeGreaterThan(100);
    expect(far[Math.floor(0.9 * far.length)]).toBeLessThan(0.001); // 1 % of the spacing
    expect(far.at(-1)).toBeLessThan(0.03); // the rim
  });

  it('are rough by the seed', async () => {
    const [one, again, other] = [await heights(flat(0.3)), await heights(flat(0.3)), await heights(flat(0.3, 2))];
    const rms = Math.sqrt(one.reduce((sum, x) => sum + x * x, 0) / one.length);
    expect(rms).toBeGreaterThan(0.003);
    expect(rms).toBeLessThan(0.03);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

describe('any labels', () => {
  it('give closed pieces, down to single particles, in their place or scattered', async () => {
    const world = await World.create(halves()),
      { count, id } = world.fields,
      broken = BrokenBodies.of(world.scene, world.fields, trig)!;
    for (const kinds of [2, 5, 1000]) {
      // By a fixed mixture of the numbers: neighbors are of different parts.
      const groups = Array.from({ length: count }, (_, i) => (i * 2654435761) % kinds),
        part = Uint32Array.from(groups, (group) => 1 + id[groups.indexOf(group)]!),
        fields = { ...plain(world.fields), part },
        pieces = broken.piecesAt(fields);
      expect(pieces).toHaveLength(new Set(part).size);
      expect(faults(pieces)).toEqual([]);
      expect(Math.abs(total(pieces) / 0.288 - 1)).toBeLessThan(0.01);
      const position = world.fields.position.map((x, k) => x + 0.3 * part[Math.floor(k / 3)]!),
        apart = broken.piecesAt({ ...fields, position });
      expect(faults(apart)).toEqual([]);
      expect(Math.abs(total(apart) / 0.288 - 1)).toBeLessThan(0.01);
    }
    world.dispose();
  });
});

describe('pieces in the plane', () => {
  it('are closed outlines whose areas add up', async () => {
    const world = await World.create({
        ...halves({ dimension: 2, cuts: [{ shape: { cells: { min: [0, 0, 0], max: [0.8, 0.6, 0], count: 5 } } }] }),
        bodies: [{ substance: 'stone', spacing: 0.05, shape: { box: { min: [0, 0, 0], max: [0.8, 0.6, 0] } } }],
      }),
      pieces = piecesOf(world);
    expect(pieces).toHaveLength(5);
    let area = 0;
    for (const piece of pieces) {
      const { elements, positions } = weldedPiece(piece),
        ends = new Int32Array(positions.length / 3);
      for (let k = 0; k < elements.length; k += 2) {
        const [a, b] = [3 * elements[k]!, 3 * elements[k + 1]!];
        ends[elements[k]!]!++;
        ends[elements[k + 1]!]!--;
        area += 0.5 * (positions[a]! * positions[b + 1]! - positions[b]! * positions[a + 1]!);
      }
      expect([...new Set(ends)]).toEqual([0]);
    }
    expect(Math.abs(area / 0.48 - 1)).toBeLessThan(0.01);
    world.dispose();
  });
});

describe('parts', () => {
  it('are named by the smallest id, stay through a snapshot, and are pieces', async () => {
    const world = await World.create(halves());
    const { part, id, position, piece } = world.fields as WorldFields & { part: Uint32Array; piece: Uint32Array };
    for (let i = 0; i < id.length; i++) {
      const side = (n: number): boolean => position[3 * n]! < 0.37;
      expect(part[i]).toBe(1 + id.findIndex((_, n) => side(n) === side(i)));
      expect(piece[i] === piece[0]).toBe(part[i] === part[0]);
    }
    const before = part.slice(),
      other = await World.restore(world.snapshot());
    expect(other.fields.part).toEqual(before);
    other.dispose();
    world.dispose();
  });

  it('are nothing where nothing can break', async () => {
    const world = await World.create(halves({ cuts: [] }));
    expect(world.fields.part).toBeUndefined();
    expect(BrokenBodies.of(world.scene, world.fields, trig)).toBeUndefined();
    world.dispose();
  });
});

it('a volume of our own agrees with the judge', async () => {
  const world = await World.create(halves());
  for (const piece of piecesOf(world))
    expect(Math.abs(meshVolume(piece.mesh) / judge(weldedPiece(piece)).volume - 1)).toBeLessThan(0.002);
  world.dispose();
});
