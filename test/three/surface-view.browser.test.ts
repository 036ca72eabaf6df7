// SurfaceView in a real browser: its geometry is the mesh, its picture is that of the same mesh without it.

import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  OrthographicCamera,
} from 'three';
import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { surfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import { SurfaceView } from '../../src/three/index.ts';
import { SIZE, Stage, sceneOfTwo } from './stage.ts';

const BALL = {
  gravity: [0, -1, 0],
  substances: { honey: { preset: 'honey' } },
  bodies: [{ substance: 'honey', shape: { sphere: { center: [0, 0, 0], radius: 1 } }, spacing: 0.2 }],
  look: { colors: ['#ff8000'] },
} as const;

const DISC = { ...BALL, dimension: 2 } as const;

function camera(): OrthographicCamera {
  const made = new OrthographicCamera(-2, 2, 2, -2, 0.1, 20);
  made.position.set(0, 0, 5);
  return made;
}

/** What a view shows: the used part of its buffers. */
function shown({ geometry }: SurfaceView): Pick<SurfaceMesh, 'positions' | 'normals' | 'elements'> {
  const elements = geometry.index!.array.slice(0, geometry.drawRange.count) as Uint32Array,
    vertices = elements.reduce((most, k) => Math.max(most, k + 1), 0);
  const used = (name: string): Float32Array => geometry.getAttribute(name).array.slice(0, 3 * vertices) as Float32Array;
  return { positions: used('position'), normals: used('normal'), elements };
}

describe('the surface of a world', () => {
  it('is the mesh that the surfacer builds, frame after frame', async () => {
    using world = await World.create(BALL);
    const view = await SurfaceView.create(world, { surface: { voxel: 0.6, smoothing: 2 } }),
      surfacer = await Surfacer.create();
    for (let frame = 0; frame < 3; frame++) {
      const { positions, normals, elements } = surfacer.build(world.fields, {
        ...surfaceOptions(world.scene),
        voxel: 0.6,
        smoothing: 2,
      });
      expect(elements.length).toBeGreaterThan(900);
      expect(shown(view)).toEqual({ positions, normals, elements });
      expect(view.geometry.boundingBox!.max.y - view.geometry.boundingBox!.min.y).toBeCloseTo(2, 0);
      world.advance();
      view.update();
    }
    view.dispose();
    surfacer.dispose();
  });

  it('looks like the same mesh without a view, in the color of the substance', async () => {
    using world = await World.create(BALL);
    const view = await SurfaceView.create(world),
      stage = new Stage();
    const { positions, normals, elements } = shown(view);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    geometry.setIndex(new BufferAttribute(elements, 1));
    const plain = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.1, color: '#ff8000' }));
    const lights = [new AmbientLight(0xffffff, 0.4), new DirectionalLight(0xffffff, 2)];
    const expected = stage.picture(camera(), plain, ...lights),
      pixels = stage.picture(camera(), view, ...lights);
    const off = pixels.reduce((most, value, k) => Math.max(most, Math.abs(value - expected[k]!)), 0);
    expect(off).toBeLessThanOrEqual(1);
    const covered = Array.from({ length: SIZE * SIZE }, (_, k) => pixels[4 * k]!).filter((red) => red > 0).length;
    expect(Math.abs(covered / ((Math.PI * SIZE * SIZE) / 16) - 1)).toBeLessThan(0.1);
    view.dispose();
    stage.dispose();
  });

  it('has the colors of pieces, or is gray where it cannot know them', async () => {
    const [body] = BALL.bodies,
      drop = { ...body, shape: { sphere: { center: [3, 0, 0], radius: 0.5 } } } as const;
    using world = await World.create({ ...BALL, bodies: [body, drop] });
    const options = { colorBy: 'piece', colors: ['#0000ff', '#ff0000'] } as const,
      view = await SurfaceView.create(world, options);
    const colors = (): Set<string> => {
      const { positions } = shown(view),
        of = view.geometry.getAttribute('color').array;
      return new Set(
        Array.from({ length: positions.length / 3 }, (_, v) =>
          [positions[3 * v]! > 2 ? 'drop' : 'ball', ...of.slice(3 * v, 3 * v + 3)].join(' '),
        ),
      );
    };
    expect(colors()).toEqual(new Set(['ball 0 0 1', 'drop 1 0 0']));
    const surfacer = await Surfacer.create();
    view.show(surfacer.build(world.fields, surfaceOptions(world.scene)));
    expect(colors()).toEqual(new Set(['ball 0.5 0.5 0.5', 'drop 0.5 0.5 0.5']));
    surfacer.dispose();
    view.dispose();
  });

  it('takes any material and leaves it alone afterwards', async () => {
    using world = await World.create(BALL);
    let disposed = false;
    const material = new MeshBasicMaterial();
    material.addEventListener('dispose', () => {
      disposed = true;
    });
    const view = await SurfaceView.create(world, { material });
    expect(view.material).toBe(material);
    view.dispose();
    expect(disposed).toBe(false);
  });

  it('is an outline in 2D, as wide as it is told', async () => {
    using world = await World.create(DISC);
    const stage = new Stage(),
      view = await SurfaceView.create(world, { material: new MeshBasicMaterial(), outline: 0.25 });
    const pixels = stage.picture(camera(), view),
      red = (x: number): number => pixels[4 * (SIZE * (SIZE / 2) + Math.floor(((x + 2) / 4) * SIZE))]!;
    expect([-1.3, -0.9, -0.5, 0, 0.5, 0.9, 1.3].map((x) => red(x) > 0)).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
    const covered = Array.from({ length: SIZE * SIZE }, (_, k) => pixels[4 * k]!).filter((value) => value > 0).length;
    const ring = Math.PI * (1 - 0.75 ** 2);
    expect(Math.abs(covered / ((ring * SIZE * SIZE) / 16) - 1)).toBeLessThan(0.15);
    view.dispose();
    stage.dispose();
  });
});

describe('a given mesh', () => {
  const triangle = (count: number): SurfaceMesh => ({
    dimension: 3,
    positions: Float32Array.from({ length: 9 * count }, (_, k) => k / 7),
    normals: Float32Array.from({ length: 9 * count }, (_, k) => (k % 3 === 2 ? 1 : 0)),
    elements: Uint32Array.from({ length: 3 * count }, (_, k) => k),
    fields: { substance: { components: 1, values: Uint32Array.from({ length: 3 * count }, (_, k) => k % 2) } },
  });

  it('is shown in buffers that stay until a mesh needs more', () => {
    const view = new SurfaceView(sceneOfTwo());
    const buffers = () =>
      [...['position', 'normal', 'color'].map((name) => view.geometry.getAttribute(name)), view.geometry.index!].map(
        ({ array }) => array,
      );
    const same = (before: ReturnType<typeof buffers>) => buffers().every((array, k) => array === before[k]);
    view.show(triangle(4));
    const first = buffers();
    for (const count of [2, 4, 1]) {
      view.show(triangle(count));
      const { positions, normals, elements } = triangle(count);
      expect(shown(view)).toEqual({ positions, normals, elements });
      expect(same(first)).toBe(true);
    }
    view.show(triangle(5));
    expect(same(first)).toBe(false);
    const second = buffers();
    view.show(triangle(6));
    expect(same(second)).toBe(true);
  });

  it('is drawn anew', () => {
    const view = new SurfaceView(sceneOfTwo({ colors: ['#ffffff', '#ffffff'] }), { material: new MeshBasicMaterial() }),
      stage = new Stage();
    const corner = (x: number): SurfaceMesh => ({
      ...triangle(1),
      positions: Float32Array.from([x, 0, 0, x + 1, 0, 0, x, 1, 0]),
    });
    const covered = (): number[] => {
      const pixels = stage.picture(camera(), view);
      return [0.3, 0.7].map((part) => pixels[4 * (SIZE * Math.floor(0.45 * SIZE) + Math.floor(part * SIZE))]!);
    };
    view.show(corner(0.6));
    expect(covered()).toEqual([0, 255]);
    view.show(corner(-1));
    expect(covered()).toEqual([255, 0]);
    view.dispose();
    stage.dispose();
  });

  it('has the colors of its substances, as linear light', () => {
    const view = new SurfaceView(sceneOfTwo());
    view.show(triangle(1));
    expect([...view.geometry.getAttribute('color').array.slice(0, 6)]).toEqual([1, 0, 0, 0, 0, 1]);
  });

  it('cannot be updated from a world that the view does not know', () => {
    expect(() => new SurfaceView(sceneOfTwo()).update()).toThrow('SurfaceView.create');
  });
});
