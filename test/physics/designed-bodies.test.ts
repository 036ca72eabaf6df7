// Designs in scenes: a solid that starts pulled, one that strives for a pulled shape, one that moves as keyframes say, and a pulled mesh as an obstacle.
// [docs/design.md, AW09 §8] References: the design itself, solved by the library; momentum; the scene without the design.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { OpenDesign, parseDesign, World } from '../../src/index.ts';
import { ThixoError } from '../../src/problem.ts';
import type { DesignInput } from '../../src/scene/design-schema.ts';
import { EXACT_TRIGONOMETRY } from '../../src/shapes/exact-trigonometry.ts';
import { placedTriangles } from '../../src/shapes/mesh-triangles.ts';
import type { Mesh } from '../../src/shapes/shape.ts';
import { packPath, pathInto, readPath } from '../../src/sources/points-path.ts';
import { temporaryFolder } from '../cli/harness.ts';
import { advance } from '../helpers/worlds.ts';

const low = { box: { min: [-1, -1, -1], max: [1, 0.05, 1] } } as const,
  high = { box: { min: [-1, 0.25, -1], max: [1, 1, 1] } } as const,
  handles = [
    { region: low },
    { region: high, translate: [0.08, -0.03, 0], rotate: { axis: [0, 0, 1], degrees: -40 } },
  ] as const,
  BAR: DesignInput = {
    ...{ design: 1, shape: { box: { min: [-0.05, 0, -0.05], max: [0.05, 0.3, 0.05] } }, sampling: { particles: 70 } },
    ...{ handles, poses: { bent: { handles } }, frameRate: 50, frames: { first: 4, most: 5 } },
    keyframes: [
      { time: 0, pose: {}, velocity: [0, 0, 0] },
      { time: 0.2, pose: { shape: 'bent' } },
      { time: 0.4, pose: { translate: [0.1, 0, 0] } },
    ],
  };

/** A scene of one body that a design makes, without gravity. */
function sceneWith(points: object, more: object = {}): object {
  return {
    ...{ duration: 1, gravity: [0, 0, 0], frameRate: 50 },
    substances: { gum: { model: 'elastic', preset: 'jelly', restDensity: 1050, youngsModulus: 1e5, massDamping: 4 } },
    bodies: [{ substance: 'gum', shape: { points: { design: 'bar.json', ...points } } }],
    ...more,
  };
}

function folderWith(scene: object): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'bar.json'), JSON.stringify(BAR));
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
  return join(folder, 'scene.json');
}

const load = async (scene: object) => (await loadScene(folderWith(scene))).input;

/** Particles of the bar, at rest and as its handles pull it, by the library. */
function barByHand() {
  const open = new OpenDesign(parseDesign(BAR)),
    shape = open.shapeOf();
  shape.solve();
  return { rest: open.field.positions, pulled: shape.moved(open.field.positions), open };
}

/** Positions in the order of ids. */
function placesOf({ fields }: { fields: { id: Uint32Array; position: Float32Array } }): Float64Array {
  const out = new Float64Array(fields.position.length);
  fields.id.forEach((id, i) => {
    for (let a = 0; a < 3; a++) out[3 * id + a] = fields.position[3 * i + a]!;
  });
  return out;
}

/** Root mean square of how much distances within two shapes differ, m: 0 whatever their places and turns. */
function shapeDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [sum, count] = [0, 0];
  const apart = (x: ArrayLike<number>, i: number, j: number) =>
    Math.hypot(x[3 * i]! - x[3 * j]!, x[3 * i + 1]! - x[3 * j + 1]!, x[3 * i + 2]! - x[3 * j + 2]!);
  for (let i = 0; 3 * i < a.length; i++) {
    for (let j = 0; j < i; j++, count++) sum += (apart(a, i, j) - apart(b, i, j)) ** 2;
  }
  return Math.sqrt(sum / count);
}

describe('a designed shape in a scene', () => {
  it('is where a solid starts, which springs back to its shape at rest', async () => {
    const { rest, pulled } = barByHand(),
      world = await World.create(await load(sceneWith({ as: 'start' })));
    expect(Math.max(...placesOf(world).map((x, k) => Math.abs(x - pulled[k]!)))).toBeLessThan(1e-6);
    const far = shapeDistance(pulled, rest);
    expect(far).toBeGreaterThan(0.005);
    advance(world, 50);
    expect(shapeDistance(placesOf(world), rest)).toBeLessThan(0.15 * far);
  });

  it('is the shape at rest that a solid strives for', async () => {
    const { rest, pulled } = barByHand(),
      world = await World.create(await load(sceneWith({ as: 'rest', pose: 'bent', translate: [1, 2, 3] })));
    expect(Math.max(...placesOf(world).map((x, k) => Math.abs(x - rest[k]! - [1, 2, 3][k % 3]!)))).toBeLessThan(1e-6);
    advance(world, 50);
    expect(shapeDistance(placesOf(world), pulled)).toBeLessThan(0.15 * shapeDistance(pulled, rest));
  });

  it('keeps what a resting solid has: momentum 0 and the mass of its volume', async () => {
    const world = await World.create(await load(sceneWith({ as: 'start' })));
    const mass = world.fields.mass.reduce((a, b) => a + b, 0);
    expect(mass / (1050 * 0.1 * 0.1 * 0.3)).toBeCloseTo(1, 6);
    advance(world, 5);
    const p = [0, 0, 0],
      { velocity, mass: m } = world.fields;
    velocity.forEach((v, k) => {
      p[k % 3]! += v * m[Math.floor(k / 3)]!;
    });
    const speed = Math.max(...velocity.map(Math.abs));
    expect(speed).toBeGreaterThan(0.1);
    expect(Math.hypot(...p) / (mass * speed)).toBeLessThan(1e-5);
  });

  it('is the mesh of an obstacle', async () => {
    const { open } = barByHand(),
      input = await load(
        sceneWith({ as: 'start' }, { obstacles: [{ shape: { mesh: { design: 'bar.json', translate: [5, 0, 0] } } }] }),
      ),
      { mesh } = (input.obstacles![0] as unknown as { shape: Mesh }).shape,
      { positions } = placedTriangles({ mesh } as Mesh, EXACT_TRIGONOMETRY),
      shape = open.shapeOf();
    shape.solve();
    expect(Object.keys(mesh).sort()).toEqual(['packed', 'translate']);
    // The corners of the bar, as the field moves them: each is a vertex of the mesh.
    for (const corner of [
      [-0.05, 0, -0.05],
      [0.05, 0.3, 0.05],
      [-0.05, 0.3, 0.05],
    ]) {
      const meant = shape.moved(corner).map((x, a) => x + [5, 0, 0][a]!);
      let nearest = Number.POSITIVE_INFINITY;
      for (let v = 0; v < positions.length; v += 3)
        nearest = Math.min(nearest, Math.hypot(...[0, 1, 2].map((a) => positions[v + a]! - meant[a]!)));
      expect(nearest).toBeLessThan(1e-5);
    }
  });
});

describe('a designed motion in a scene', () => {
  it('moves a solid as the keyframes say, within 2 % of its length, and pushes others away', async () => {
    const { open } = barByHand(),
      motion = open.motion(),
      ball = { substance: 'gum', shape: { sphere: { center: [0.14, 0.22, 0], radius: 0.04 } }, spacing: 0.025 },
      scene = sceneWith({ as: 'motion' }) as { bodies: object[] };
    motion.solve(open.motionSolve);
    const world = await World.create(await load({ ...scene, bodies: [...scene.bodies, ball] })),
      count = open.field.count;
    for (let frame = 1; frame <= 30; frame++) {
      advance(world, 1);
      const time = Math.min(frame / 50, 0.4),
        meant = motion.movedRows(open.field.atParticles, open.field.positions, time),
        found = placesOf(world).subarray(0, 3 * count),
        off = found.map((x, k) => Math.abs(x - meant[k]!)).reduce((a, b) => Math.max(a, b));
      expect(off).toBeLessThan(0.02 * 0.3);
    }
    const { velocity, id } = world.fields;
    let speed = 0;
    id.forEach((n, i) => {
      if (n >= count) speed = Math.max(speed, velocity[3 * i]!);
    });
    expect(speed).toBeGreaterThan(0.05);
  });

  it('has cubics between its frames: quadratics exactly, and their velocities', () => {
    const at = (t: number) => [1 + t, t * t, 2 - 3 * t],
      path = readPath(packPath(10, [0, 0.1, 0.2, 0.3, 0.4].map(at)), 1)!,
      [x, v] = [new Float64Array(3), new Float64Array(3)];
    for (const t of [0.1, 0.13, 0.25, 0.3]) {
      pathInto(x, v, path, 0, t);
      for (const [a, place] of at(t).entries()) expect(x[a]).toBeCloseTo(place, 6);
      for (const [a, rate] of [1, 2 * t, -3].entries()) expect(v[a]).toBeCloseTo(rate, 5);
    }
    pathInto(x, v, path, 0, 7);
    expect([...x, ...v].map((n) => Math.round(1e6 * n))).toEqual(
      [1.4, 0.16, 0.8, 0, 0, 0].map((n) => Math.round(1e6 * n)),
    );
    pathInto(x, v, readPath(packPath(10, [[1, 2, 3]]), 1)!, 0, 0.5);
    expect([...x, ...v]).toEqual([1, 2, 3, 0, 0, 0]);
  });

  it('goes on with the same bits after a restore', async () => {
    const input = await load(sceneWith({ as: 'motion' })),
      [whole, first] = [await World.create(input), await World.create(input)];
    advance(whole, 6);
    advance(first, 3);
    const second = await World.restore(first.snapshot());
    advance(second, 3);
    expect(second.hash()).toBe(whole.hash());
  });
});

describe('what cannot be', () => {
  const refused = async (scene: object) => {
    try {
      await loadScene(folderWith(scene));
    } catch (error) {
      if (error instanceof ThixoError)
        return error.problems.map(({ code, pointer, message, hint }) => ({
          code,
          pointer,
          told: message !== '' && hint !== '',
        }));
      throw error;
    }
    return [];
  };
  it.each([
    { what: 'a design that is not there', points: { design: 'no.json' }, code: 'ASSET_MISSING', at: 'design' },
    { what: 'a design outside of the folder', points: { design: '../bar.json' }, code: 'ASSET_OUTSIDE', at: 'design' },
    { what: 'a pose that is not there', points: { pose: 'bend' }, code: 'DESIGN_HANDLES', at: 'design' },
    { what: 'a scene instead of a design', points: { design: 'scene.json' }, code: 'SCENE_MISSING_KEY', at: 'design' },
  ])('$what', async ({ points, code, at }) => {
    const found = await refused(sceneWith(points));
    expect(found[0]).toEqual({ code, pointer: `/bodies/0/shape/points/${at}`, told: true });
  });

  it('a role that is none, and a path of another length, at their places', async () => {
    expect((await refused(sceneWith({ as: 'end' })))[0]!.pointer).toContain('/bodies/0/shape/points');
    const positions = [[0, 0, 0]],
      body = (points: object) => ({
        bodies: [{ substance: 'gum', spacing: 0.1, shape: { points: { positions, ...points } } }],
      });
    expect((await refused(sceneWith({}, body({ rest: [] }))))[0]).toMatchObject({
      code: 'SOURCE_LENGTHS',
      pointer: '/bodies/0/shape/points/rest',
    });
    expect((await refused(sceneWith({}, body({ path: { frameRate: 5, packed: 'AAAA' } }))))[0]).toMatchObject({
      code: 'SOURCE_LENGTHS',
      pointer: '/bodies/0/shape/points/path/packed',
    });
  });

  it('a liquid with a shape at rest', async () => {
    const found = await refused({ ...sceneWith({}), substances: { gum: { preset: 'water' } } });
    expect(found).toContainEqual({ code: 'SCENE_ELASTIC', pointer: '/bodies/0/shape/points', told: true });
  });
});
