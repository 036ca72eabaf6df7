// ParticlesView in a real browser: every pixel against rays that are followed one by one, the light against that on an ordinary sphere.

import {
  AmbientLight,
  type Camera,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshMatcapMaterial,
  MeshNormalMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  MeshToonMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Ray,
  Raycaster,
  Sphere,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { colorMap } from '../../src/colors/color-map.ts';
import { ParticlesView } from '../../src/three/index.ts';
import { fieldsOf, type Given, SIZE, Stage, sceneOfTwo } from './stage.ts';

const stages: Stage[] = [];

function stage(...parameters: ConstructorParameters<typeof Stage>): Stage {
  const made = new Stage(...parameters);
  stages.push(made);
  return made;
}

afterEach(() => {
  for (const made of stages.splice(0)) made.dispose();
});

const CAMERAS: Readonly<Record<string, () => Camera>> = {
  perspective: () => placed(new PerspectiveCamera(60, 1, 0.5, 20)),
  parallel: () => placed(new OrthographicCamera(-2, 2, 2, -2, 0.5, 20)),
};

function placed<C extends Camera>(camera: C): C {
  camera.position.set(1, 1.5, 3.5);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

/** Thirty spheres of two substances, some of them large, near the edge or overlapping. */
const CROWD: readonly Given[] = Array.from({ length: 30 }, (_, k) => {
  const part = (n: number): number => (((k + 1) * n) % 1) * 4 - 2;
  return {
    position: [part(0.7548), part(0.5698), part(0.3141) / 2],
    spacing: 0.4 + 0.8 * ((k * 0.618) % 1),
    substance: k % 2 === 0 ? 0 : 1,
  };
});

/** A wall that cuts through the crowd. */
function wall(): Mesh {
  const mesh = new Mesh(new PlaneGeometry(3, 3), new MeshBasicMaterial({ color: 0x00ff00, side: DoubleSide }));
  mesh.rotation.set(0.3, 0.8, 0);
  mesh.updateMatrixWorld();
  return mesh;
}

/** What each pixel shows, found ray by ray: red or blue spheres, the green wall, or nothing. */
function traced(camera: Camera, particles: readonly Given[], radius: number, plane: Mesh): string[] {
  const raycaster = new Raycaster(),
    point = new Vector3();
  const spheres = particles.map(({ position, spacing }) => new Sphere(new Vector3(...position), radius * spacing));
  return Array.from({ length: SIZE * SIZE }, (_, k) => {
    const x = ((k % SIZE) + 0.5) / SIZE,
      y = (Math.floor(k / SIZE) + 0.5) / SIZE;
    raycaster.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), camera);
    const { ray } = raycaster;
    let nearest = raycaster.intersectObject(plane)[0]?.distance ?? Number.POSITIVE_INFINITY,
      shown = nearest < Number.POSITIVE_INFINITY ? 'green' : 'none';
    spheres.forEach((sphere, i) => {
      const distance = ray.intersectSphere(sphere, point)?.distanceTo(ray.origin) ?? Number.POSITIVE_INFINITY;
      if (distance >= nearest) return;
      nearest = distance;
      shown = particles[i]!.substance === 1 ? 'blue' : 'red';
    });
    return shown;
  });
}

const NAMES: Readonly<Record<string, string>> = { '255,0,0': 'red', '0,255,0': 'green', '0,0,255': 'blue' };

function shownIn(pixels: Uint8Array): string[] {
  return Array.from(
    { length: SIZE * SIZE },
    (_, k) => NAMES[[...pixels.subarray(4 * k, 4 * k + 3)].join()] ?? (pixels[4 * k + 3] === 255 ? 'none' : 'hole'),
  );
}

function tally(shown: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    ['red', 'green', 'blue', 'none'].map((name) => [name, shown.filter((s) => s === name).length]),
  );
}

describe.each(
  Object.keys(CAMERAS).flatMap((name) => [
    { name, software: false },
    { name, software: true },
  ]),
)('a $name camera, by the processor: $software', ({ name, software }) => {
  const camera = CAMERAS[name]!();

  it.each([{}, { logarithmicDepthBuffer: true }, { reversedDepthBuffer: true }])(
    'sees what single rays meet, spheres and wall in the right order, with %o',
    (parameters) => {
      const plane = wall();
      const view = new ParticlesView(
        { scene: sceneOfTwo(), fields: fieldsOf(CROWD) },
        { radius: 0.5, material: new MeshBasicMaterial(), software },
      );
      const shown = shownIn(stage(parameters).picture(camera, view, plane)),
        expected = traced(camera, CROWD, 0.5, plane);
      for (const count of Object.values(tally(expected))) expect(count).toBeGreaterThan(200);
      const wrong = shown.filter((s, k) => s !== expected[k]);
      expect(wrong.length, JSON.stringify([tally(shown), tally(expected)])).toBeLessThan(0.003 * SIZE * SIZE);
    },
  );

  it.each([
    ['standard', () => new MeshStandardMaterial({ roughness: 0.4, color: 0xffaa44 })],
    ['physical', () => new MeshPhysicalMaterial({ roughness: 0.3, clearcoat: 1, color: 0xffaa44 })],
    ['phong', () => new MeshPhongMaterial({ color: 0xffaa44 })],
    ['lambert', () => new MeshLambertMaterial({ color: 0xffaa44 })],
    ['toon', () => new MeshToonMaterial({ color: 0xffaa44 })],
    ['matcap', () => new MeshMatcapMaterial({ color: 0xffaa44 })],
    ['normal', () => new MeshNormalMaterial()],
  ])('sees the light of an ordinary sphere with the %s material', (_, make) => {
    const at: [number, number, number] = [0.9, -0.4, 0.5];
    const lights = [new AmbientLight(0xffffff, 0.3), new DirectionalLight(0xffffff, 1), new PointLight(0xffffff, 2)];
    lights[1]!.position.set(1, 3, 2);
    lights[2]!.position.set(1.2, 0.2, 1.8);
    const ball = new Mesh(new SphereGeometry(0.8, 128, 128), make());
    ball.position.set(...at);
    const view = new ParticlesView(
      { scene: sceneOfTwo({ colors: ['#ffffff'] }), fields: fieldsOf([{ position: at, spacing: 1.6 }]) },
      { material: make(), software },
    );
    const set = stage();
    const expected = set.picture(camera, ball, ...lights),
      pixels = set.picture(camera, view, ...lights);
    let covered = 0,
      far = 0;
    for (let k = 0; k < pixels.length; k += 4) {
      const off = Math.max(...[0, 1, 2].map((c) => Math.abs(pixels[k + c]! - expected[k + c]!)));
      if (expected[k]! > 0) covered++;
      if (off > 6) far++;
    }
    expect(covered).toBeGreaterThan(700);
    // The rim of the ordinary sphere is a polygon; beside pixels of nothing the physical material knows no slope.
    expect(far).toBeLessThan((software ? 0.05 : 0.04) * covered);
  });
});

it('the processor finds what the card draws of spheres beside and behind the camera', () => {
  const camera = new PerspectiveCamera(80, 1, 0.01, 20),
    near: Given[] = [
      { position: [0.75, 0, 0.2], spacing: 1.3 }, // reaches past the camera on the right
      { position: [0, -1.4, -0.3], spacing: 2.2, substance: 1 }, // and below
      { position: [0, 0, 3], spacing: 1 }, // behind it
      { position: [-0.3, 0.3, -2], spacing: 0.8 },
    ],
    picture = (software: boolean): string[] =>
      shownIn(
        stage().picture(
          camera,
          new ParticlesView(
            { scene: sceneOfTwo(), fields: fieldsOf(near) },
            { radius: 0.5, material: new MeshBasicMaterial(), software },
          ),
        ),
      ),
    card = picture(false),
    processor = picture(true);
  for (const color of ['red', 'blue'] as const) expect(tally(card)[color]).toBeGreaterThan(300);
  expect(card.filter((shown, k) => shown !== processor[k]).length).toBeLessThan(0.003 * SIZE * SIZE);
});

describe('a canvas with several samples per pixel', () => {
  const camera = new OrthographicCamera(-2, 2, 2, -2, 0.5, 20);
  camera.position.z = 5;

  /** Light in all pixels over that of one pixel that is fully covered. */
  const area = (pixels: Uint8Array): number =>
    pixels.reduce((sum, value, k) => sum + (k % 4 === 0 ? value : 0), 0) / 255;

  it.each([0.7, 0.15])('has smooth outlines, as right in area, and stays opaque: radius %f', (radius) => {
    const fields = fieldsOf([{ position: [0.31, 0.17, 0], spacing: 2 * radius }]),
      make = () => new ParticlesView({ scene: sceneOfTwo(), fields }, { material: new MeshBasicMaterial() });
    const rough = stage().picture(camera, make()),
      smooth = stage({ antialias: true }).picture(camera, make());
    const between = (pixels: Uint8Array): number =>
      pixels.filter((value, k) => k % 4 === 0 && value > 40 && value < 215).length;
    expect(between(rough)).toBe(0);
    const rim = 2 * Math.PI * radius * (SIZE / 4);
    expect(between(smooth)).toBeGreaterThan(0.4 * rim);
    const expected = Math.PI * (radius * (SIZE / 4)) ** 2;
    expect(Math.abs(area(rough) / expected - 1)).toBeLessThan(0.1);
    expect(smooth.filter((_, k) => k % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
    expect(Math.abs(area(smooth) - expected)).toBeLessThan(0.25 * rim);
  });
});

describe('updates', () => {
  const camera = CAMERAS.parallel!();
  const column = (count: number): Given[] =>
    Array.from({ length: count }, (_, k) => ({ position: [0, 0.4 * k - 1, 0], spacing: 0.4 }));

  it('show more and fewer particles, and keep their buffers unless there are more than ever', () => {
    const set = stage(),
      source = { scene: sceneOfTwo(), fields: fieldsOf(column(3)) };
    const view = new ParticlesView(source, { material: new MeshBasicMaterial() });
    const reds = (): number => tally(shownIn(set.picture(camera, view))).red!;
    const buffer = () => view.spheres.buffer;
    const three = reds();
    expect(view.particles).toBe(3);
    const before = buffer();
    view.update(fieldsOf(column(1)));
    const one = reds();
    expect(one).toBeGreaterThan(50);
    expect(Math.abs(three / one - 3)).toBeLessThan(0.2);
    expect(buffer()).toBe(before);
    view.update(fieldsOf(column(5)));
    expect(Math.abs(reds() / one - 5)).toBeLessThan(0.3);
    expect(buffer()).toBe(before);
    view.update(fieldsOf(Array.from({ length: 3000 }, () => column(1)).flat()));
    expect(reds()).toBe(one);
    const grown = buffer();
    expect(grown).not.toBe(before);
    view.update(fieldsOf(Array.from({ length: 3001 }, () => column(2)).flat()));
    expect(buffer()).not.toBe(grown);
    expect(Math.abs(reds() / one - 2)).toBeLessThan(0.2);
    view.update(fieldsOf([]));
    expect(reds()).toBe(0);
    view.update(fieldsOf([{ position: [0, 0, 0], spacing: 0.8 }]));
    expect(reds() / one).toBeGreaterThan(3);
    view.update(fieldsOf([{ position: [9, 0, 0], spacing: 0.8 }]));
    expect(reds()).toBe(0);
    view.dispose();
  });

  it('take the fields of the source when none are given', () => {
    const source = { scene: sceneOfTwo(), fields: fieldsOf(column(1)) };
    const view = new ParticlesView(source);
    source.fields.position.set([7, 8, 9]);
    view.update();
    expect([...view.spheres.slice(0, 3)]).toEqual([7, 8, 9]);
    expect(view.geometry.boundingBox!.max.x).toBeCloseTo(7.2);
  });
});

describe('colors', () => {
  const camera = new OrthographicCamera(-2, 2, 2, -2, 0.5, 20);
  camera.position.z = 5;

  /** sRGB bytes of the pixel that shows a point of the plane z = 0. */
  function pixelAt(pixels: Uint8Array, x: number, y: number): number[] {
    const at = Math.floor((SIZE * (x + 2)) / 4) + SIZE * Math.floor((SIZE * (2 - y)) / 4);
    return [...pixels.subarray(4 * at, 4 * at + 3)];
  }

  it('go by speed, from the first to the last color of the range', () => {
    const row: Given[] = [0, 1, 2, 3].map((speed) => ({
      position: [speed - 1.5, 0, 0],
      spacing: 0.8,
      velocity: [0, speed, 0],
    }));
    const view = new ParticlesView(
      { scene: sceneOfTwo(), fields: fieldsOf(row) },
      { colorBy: 'speed', range: [0, 2], material: new MeshBasicMaterial() },
    );
    const pixels = stage().picture(camera, view);
    [0, 0.5, 1, 1].forEach((t, k) => {
      const expected = [0, 0, 0];
      colorMap(t, expected, 0);
      const shown = pixelAt(pixels, k - 1.5, 0);
      for (const c of [0, 1, 2]) expect(Math.abs(shown[c]! - 255 * expected[c]!)).toBeLessThan(2);
    });
  });

  it('go by piece, of fields that know none', () => {
    const row: Given[] = [-1.5, -1, 1].map((x) => ({ position: [x, 0, 0], spacing: 0.5 }));
    const view = new ParticlesView(
      { scene: sceneOfTwo(), fields: fieldsOf(row) },
      { colorBy: 'piece', colors: ['#0000ff', '#ff0000'], material: new MeshBasicMaterial() },
    );
    const show = () => {
      const pixels = stage().picture(camera, view);
      return [-1.5, -1, 1].map((x) =>
        pixelAt(pixels, x, 0)
          .map((value) => Math.round(value / 255))
          .join(''),
      );
    };
    expect(show()).toEqual(['001', '001', '100']);
    view.update(
      fieldsOf([row[0]!, row[1]!, { ...row[2]!, position: [1, 0, -1] }, { position: [1, 0, 0], spacing: 0.5 }]),
    );
    expect(show()[2]).toBe('100');
    view.update(fieldsOf(row.map((one) => ({ ...one, spacing: 1.5 }))));
    expect(show()).toEqual(['001', '001', '001']);
  });

  it('widen their range to what was seen', () => {
    const moving = (speed: number): Given[] => [{ position: [0, 0, 0], spacing: 1, velocity: [speed, 0, 0] }];
    const source = { scene: sceneOfTwo({ colorBy: 'speed', colors: undefined }), fields: fieldsOf(moving(4)) };
    const view = new ParticlesView(source);
    expect(view.coloring.range).toEqual([0, 4]);
    view.update(fieldsOf(moving(1)));
    expect(view.coloring.range).toEqual([0, 4]);
    view.update(fieldsOf(moving(9)));
    expect(view.coloring.range).toEqual([0, 9]);
  });

  it('do not take the range and the colors that the scene has for something else', () => {
    const source = {
      scene: sceneOfTwo({ colorBy: 'density', range: [900, 1100] }),
      fields: fieldsOf([{ position: [0, 0, 0], spacing: 1, velocity: [3, 0, 0] }]),
    };
    expect(new ParticlesView(source).coloring.range).toEqual([900, 1100]);
    expect(new ParticlesView(source, { colorBy: 'speed' }).coloring.range).toEqual([0, 3]);
  });
});

it.each([
  ['a directional light', false, new DirectionalLight(0xffffff, 3)],
  ['a point light', false, new PointLight(0xffffff, 3e3)],
  ['a directional light', true, new DirectionalLight(0xffffff, 3)],
  ['a point light', true, new PointLight(0xffffff, 3e3)],
] as const)('casts the shadow of a sphere by %s, by the processor: %s', (_, software, light) => {
  const camera = new OrthographicCamera(-2, 2, 2, -2, 0.5, 20),
    set = stage({ antialias: true });
  camera.position.set(0, 10, 0.001);
  camera.lookAt(0, 0, 0);
  light.position.set(15, 15, 0);
  light.castShadow = true;
  light.shadow.mapSize.set(1024, 1024);
  light.shadow.camera.far = 200;
  set.renderer.shadowMap.enabled = true;
  const ground = new Mesh(new PlaneGeometry(8, 8).rotateX(-Math.PI / 2), new MeshStandardMaterial());
  ground.receiveShadow = true;
  const view = new ParticlesView(
    { scene: sceneOfTwo(), fields: fieldsOf([{ position: [1, 1.5, 0], spacing: 1 }]) },
    { material: new MeshBasicMaterial(), software },
  );
  const dark = (): number[] => {
    const pixels = set.picture(camera, view, ground, light);
    return Array.from({ length: SIZE * SIZE }, (_, k) => k).filter((k) => pixels[4 * k]! < 60);
  };
  expect(dark()).toEqual([]);
  view.castShadow = true;
  const shadow = new Set(dark()),
    sphere = new Sphere(new Vector3(1, 1.5, 0), 0.5),
    ray = new Ray();
  const expected = Array.from({ length: SIZE * SIZE }, (_, k) => k).filter((k) => {
    const x = (((k % SIZE) + 0.5) / SIZE) * 4 - 2,
      z = ((Math.floor(k / SIZE) + 0.5) / SIZE) * 4 - 2;
    ray.origin.set(x, 0, z);
    if (light instanceof PointLight) ray.direction.copy(light.position).sub(ray.origin).normalize();
    else ray.direction.copy(light.position).normalize();
    return ray.intersectsSphere(sphere);
  });
  expect(expected.length).toBeGreaterThan(500);
  const missing = expected.filter((k) => !shadow.has(k)).length,
    surplus = shadow.size - (expected.length - missing);
  expect((missing + surplus) / expected.length).toBeLessThan(0.15); // the rim is soft
});

it('says which particle a ray meets', () => {
  const view = new ParticlesView({ scene: sceneOfTwo(), fields: fieldsOf(CROWD) });
  view.position.set(10, 0, 0);
  view.updateMatrixWorld();
  const target = new Vector3(...CROWD[4]!.position).add(view.position),
    from = target.clone().add(new Vector3(0.1, 0.2, 8));
  const hits = new Raycaster(from, target.clone().sub(from).normalize()).intersectObject(view);
  expect(hits.map(({ instanceId }) => instanceId)).toContain(4);
  for (const { instanceId, point } of hits) {
    const { position, spacing } = CROWD[instanceId!]!;
    expect(point.distanceTo(new Vector3(...position).add(view.position))).toBeCloseTo(spacing / 2, 5);
  }
  const distances = hits.map(({ distance }) => distance);
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
});
