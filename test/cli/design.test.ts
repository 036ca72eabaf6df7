// Design files and their commands: check, deform, animate.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { ShapeDesign, sampledField } from '../../src/design/index.ts';
import { OpenDesign, parseDesign } from '../../src/index.ts';
import { animateDesign, deformDesign } from '../../src/make/index.ts';
import { readMesh } from '../../src/meshes/read/read-mesh.ts';
import type { DesignInput } from '../../src/scene/design-schema.ts';
import { spawnThixo, temporaryFolder, thixo, writeFiles } from './harness.ts';

/** A closed box of 1 × 2 × 1 m, its sides cut into squares, as the text of an OBJ file. */
function boxObj(n = 4): string {
  const lines: string[] = [];
  let count = 0;
  for (const axis of [0, 1, 2]) {
    for (const side of [0, 1]) {
      const at = (i: number, j: number): string => {
        const p = [0, 0, 0];
        p[axis] = side;
        p[(axis + 1) % 3] = side ? i / n : j / n;
        p[(axis + 2) % 3] = side ? j / n : i / n;
        return `v ${p[0]} ${2 * p[1]!} ${p[2]}`;
      };
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          lines.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
          lines.push(`f ${count + 1} ${count + 2} ${count + 3} ${count + 4}`);
          count += 4;
        }
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

const slab = (low: number, high: number) => ({ box: { min: [-1, low, -1], max: [2, high, 2] } }) as const;
const HANDLES = [
  { region: slab(-1, 0.5) },
  { region: slab(1.5, 3), translate: [0.6, -0.1, 0], rotate: { axis: [0, 0, 1], degrees: -40 } },
] as const;
const shape = { mesh: { file: 'box.obj' } };
const BEND: DesignInput = { design: 1, name: 'Bend', shape, sampling: { particles: 40 }, handles: HANDLES };
const JUMP: DesignInput = {
  design: 1,
  shape,
  sampling: { particles: 30 },
  poses: { bent: { handles: HANDLES } },
  keyframes: [
    { time: 0, pose: { translate: [0.5, 0, 0] } },
    { time: 0.2, pose: { shape: 'bent', translate: [1, 1, 0] } },
    { time: 0.4, pose: { translate: [2, 0, 0], rotate: { axis: [0, 1, 0], degrees: 90 } }, velocity: [0, 0, 0] },
  ],
  frames: { first: 4, most: 5 },
  frameRate: 10,
};

function folderWith(designs: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, { 'box.obj': boxObj(), ...designs });
  return folder;
}

const vertices = (folder: string, file: string): Float64Array => {
  const path = join(folder, file);
  return readMesh(readFileSync(path), path, 1e6).triangleSet.positions;
};
const largest = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => Math.max(a, Math.abs(b)), 0);

it('checks a design, and names every problem with its place', async () => {
  const cwd = folderWith({
    'good.json': JUMP,
    'bad.json': {
      ...BEND,
      sampling: { partcles: 40 },
      handles: [{ region: slab(-1, 0.5), fallof: 1 }, { points: [[1, 2]] }],
      keyframes: [{ time: 0, pose: { shape: 'bnt' } }],
    },
    'worse.json': {
      ...BEND,
      handles: [{ points: [[9, 9, 9]] }, { region: slab(7, 8) }],
      poses: { bent: { handles: [{ particles: [77] }] } },
    },
    'both.json': {
      ...BEND,
      handles: [
        { points: [[9, 9, 9]] },
        { points: [[0.5, 0.5, 0.5]], translate: [1, 0, 0] },
        { points: [[0.5, 0.5, 0.5]], translate: [0, 1, 0] },
      ],
      keyframes: [
        { time: 0, pose: {} },
        { time: 0, pose: {} },
      ],
    },
  });
  const good = await thixo(['check', 'good.json'], { cwd });
  expect(good).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('30 particles, 384 vertices, 3 keyframes, 4 frames'),
  });
  const bad = JSON.parse((await thixo(['check', 'bad.json', '--json'], { cwd })).stdout);
  expect(bad.problems.map((p: { code: string; pointer: string }) => [p.code, p.pointer])).toEqual([
    ['SCENE_UNKNOWN_KEY', '/sampling/partcles'],
    ['SCENE_UNKNOWN_KEY', '/handles/0/fallof'],
    ['SCENE_OUT_OF_RANGE', '/handles/1/points/0'],
  ]);
  expect(bad.problems[0]).toMatchObject({ hint: expect.stringContaining('Did you mean "particles"?') });
  for (const { place } of bad.problems) expect(place).toMatch(/bad\.json:\d+:\d+$/);
  const worse = JSON.parse((await thixo(['check', 'worse.json', '--json'], { cwd })).stdout);
  expect(worse.problems.map((p: { code: string; pointer: string }) => [p.code, p.pointer])).toEqual([
    ['DESIGN_OUTSIDE', '/handles/0/points/0'],
    ['DESIGN_OUTSIDE', '/handles/1/region'],
    ['DESIGN_HANDLES', '/poses/bent/handles/0/particles'],
  ]);
  const both = JSON.parse((await thixo(['check', 'both.json', '--json'], { cwd })).stdout);
  expect(both.problems.map((p: { code: string; pointer: string }) => [p.code, p.pointer])).toEqual([
    ['DESIGN_OUTSIDE', '/handles/0/points/0'],
    ['DESIGN_HANDLES', '/handles/2'],
    ['DESIGN_KEYFRAMES', '/keyframes/1/time'],
  ]);
  for (const { place, hint } of worse.problems) {
    expect(place).toMatch(/worse\.json:\d+:\d+$/);
    expect(hint.length).toBeGreaterThan(10);
  }
});

it('refuses what cannot be used, with a way out', async () => {
  const cwd = folderWith({ 'bend.json': BEND, 'jump.json': JUMP, 'scene.json': { bodies: [] } });
  const cases: readonly (readonly [argv: string[], code: number, text: RegExp])[] = [
    [['deform', 'bnd.json'], 3, /no design at .*bnd\.json.*Did you mean "bend\.json"/s],
    [['deform', 'scene.json'], 3, /design is missing/],
    [['deform', 'bend.json', '-o', 'bent.doc'], 2, /doc/],
    [['deform', 'bend.json', '-o', 'bent'], 2, /\.obj/],
    [['deform', 'jump.json'], 3, /no handles.*choose a pose: bent/s],
    [['deform', 'jump.json', '--pose', 'bnet'], 3, /no pose "bnet".*Did you mean "bent"/s],
    [['deform', 'bend.json', '--set', 'weights.volum=3'], 3, /Did you mean "volume"/],
    [['animate', 'bend.json'], 3, /no keyframes.*thixo deform/s],
    [['run', 'bend.json'], 3, /a design, not a scene.*thixo deform .*bend\.json/s],
    [['animate', 'jump.json', '--set', 'keyframes.1.time=0.4'], 3, /both at 0\.4 s/],
    [['animate', 'jump.json', '--set', 'keyframes.1.pose.shape="bnt"'], 3, /no pose "bnt".*Did you mean "bent"/s],
    [['deform', 'bend.json', '--set', 'shape.mesh.file="bxo.obj"'], 3, /Did you mean "box\.obj"/],
    [['deform', 'bend.json', '--set', 'sampling.particles=1'], 3, /4/],
  ];
  for (const [argv, code, text] of cases) {
    const ran = await thixo(argv, { cwd });
    expect([argv, ran.code]).toEqual([argv, code]);
    expect(ran.stderr).toMatch(text);
  }
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

it('deforms a mesh as the library does, with the vertices of its file', async () => {
  const cwd = folderWith({ 'bend.json': BEND });
  const ran = await thixo(['deform', 'bend.json', '-o', 'bent.obj', '--json'], { cwd });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const done = JSON.parse(ran.stdout.trim().split('\n').at(-1)!);
  expect(done).toMatchObject({ event: 'done', outcome: 'done', output: 'bent.obj', particles: 40, converged: true });
  const rest = vertices(cwd, 'box.obj'),
    mesh = readMesh(readFileSync(join(cwd, 'box.obj')), 'box.obj', 1e6).triangleSet,
    own = new ShapeDesign(
      sampledField(
        { mesh: { positions: Array.from(mesh.positions), triangles: Array.from(mesh.triangles) } },
        { count: 40 },
      ),
    );
  own.setHandles([
    { grip: { region: slab(-1, 0.5) } },
    { grip: { region: slab(1.5, 3) }, translate: [0.6, -0.1, 0], rotate: { axis: [0, 0, 1], degrees: -40 } },
  ]);
  const report = own.solve();
  expect(done.energy).toBeCloseTo(report.energy, 3);
  const moved = own.moved(rest),
    bent = vertices(cwd, 'bent.obj');
  expect(bent.length).toBe(rest.length);
  expect(largest(bent.map((x, k) => x - moved[k]!))).toBeLessThan(1e-5);
  expect(largest(bent.map((x, k) => x - rest[k]!))).toBeGreaterThan(0.5);
  for (const ending of ['ply', 'glb', 'png']) {
    const { outcome } = await deformDesign('bend.json', {
      cwd,
      output: `b.${ending}`,
      set: ['output.width=64', 'output.height=64'],
    });
    expect([outcome, readFileSync(join(cwd, `b.${ending}`)).length > 500]).toEqual(['done', true]);
  }
});

it('writes a motion whose skin is the field, also where it does not begin at rest', async () => {
  const cwd = folderWith({ 'jump.json': JUMP });
  const { report, output } = await animateDesign('jump.json', { cwd, output: 'out/jump' });
  expect(output).toBe('out/jump');
  expect(report!.miss).toBeLessThan(0.02);
  expect((await thixo(['export', 'out/jump', '--frame', '3', '-o', 'three.obj'], { cwd })).code).toBe(0);
  expect((await thixo(['export', 'out/jump', '--frame', '0', '-o', 'zero.obj'], { cwd })).code).toBe(0);
  const rest = vertices(cwd, 'box.obj'),
    begin = vertices(cwd, 'zero.obj');
  expect(largest(begin.map((x, k) => x - rest[k]! - (k % 3 === 0 ? 0.5 : 0)))).toBeLessThan(0.01);
  // The particles of the cache are a motion of their own: the field through them, by other code, must be the exported mesh.
  const cache = openCache(join(cwd, 'out/jump')),
    points = (cache.scene.bodies[0]!.shape as unknown as { points: { positions: number[][] } }).points.positions.flat(),
    particles = cache.readFrame(3).position,
    field = sampledField(
      {
        mesh: {
          positions: Array.from(rest),
          triangles: Array.from(readMesh(readFileSync(join(cwd, 'box.obj')), 'box.obj', 1e6).triangleSet.triangles),
        },
      },
      { count: 30 },
    );
  expect(Array.from(field.positions)).toEqual(points);
  const moved = field.moved(
    rest,
    points.map((x, k) => particles[k]! - x),
  );
  expect(largest(vertices(cwd, 'three.obj').map((x, k) => x - moved[k]!))).toBeLessThan(1e-5);
  const { triangles } = readMesh(readFileSync(join(cwd, 'box.obj')), 'box.obj', 1e6).triangleSet,
    mesh = { positions: Array.from(rest), triangles: Array.from(triangles) },
    open = new OpenDesign(parseDesign({ ...JUMP, shape: { mesh } })),
    motion = open.motion();
  motion.solve(open.motionSolve);
  const wanted = motion.moved(rest, 0.3);
  expect(largest(vertices(cwd, 'three.obj').map((x, k) => x - wanted[k]!))).toBeLessThan(1e-5);
  const { kineticEnergy, mass, density } = cache.frames[3]!;
  expect(mass).toBeCloseTo(2000, 3);
  expect(kineticEnergy).toBeGreaterThan(1);
  expect(density.mean).toBeGreaterThan(900);
});

it('goes on where it stopped, mends damage, and refuses another design', async () => {
  const cwd = folderWith({ 'jump.json': JUMP }),
    hashes = (folder: string) => openCache(join(cwd, folder)).frames.map(({ hash }) => hash);
  await animateDesign('jump.json', { cwd, output: 'whole' });
  const stop = new AbortController(),
    partial = await animateDesign('jump.json', {
      cwd,
      output: 'parts',
      signal: stop.signal,
      onEvent: ({ event }) => void (event === 'frame' && stop.abort()),
    });
  expect(partial).toMatchObject({ outcome: 'interrupted', frame: 0 });
  const early = new AbortController(),
    nothing = await animateDesign('jump.json', {
      cwd,
      output: 'none',
      signal: early.signal,
      onEvent: ({ event }) => void (event === 'solve' && early.abort()),
    });
  expect(nothing).toMatchObject({ outcome: 'interrupted', frame: -1 });
  expect(existsSync(join(cwd, 'none'))).toBe(false);
  expect(await animateDesign('jump.json', { cwd, output: 'parts' })).toMatchObject({ outcome: 'done', frame: 4 });
  expect(hashes('parts')).toEqual(hashes('whole'));
  const frame = join(cwd, 'parts/frames/000002.frame'),
    bytes = readFileSync(frame);
  writeFileSync(frame, bytes.subarray(0, 100));
  expect((await thixo(['repair', 'parts'], { cwd })).stderr).toContain('thixo animate');
  await animateDesign('jump.json', { cwd, output: 'parts' });
  expect(readFileSync(frame)).toEqual(bytes);
  const again = await thixo(['animate', 'jump.json', '-o', 'parts'], { cwd });
  expect(again).toMatchObject({ code: 0, stdout: 'parts\n', stderr: expect.stringContaining('Already complete') });
  const other = await thixo(['animate', 'jump.json', '-o', 'parts', '--set', 'weights.volume=1'], { cwd });
  expect(other).toMatchObject({ code: 3, stderr: expect.stringMatching(/weights differs.*--fresh/s) });
  const look = await thixo(['animate', 'jump.json', '-o', 'parts', '--set', 'look.finish="glossy"'], { cwd });
  expect(look.code).toBe(0);
});

it('is a program that can be stopped', async () => {
  const cwd = folderWith({ 'jump.json': JUMP }),
    ran = await spawnThixo(['animate', 'jump.json', '--json'], { cwd });
  expect(ran.code).toBe(0);
  const events = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string });
  expect(events[0]).toMatchObject({ event: 'start', particles: 30, frames: 4 });
  expect(events.filter(({ event }) => event === 'frame').length).toBe(5);
  expect(events.at(-1)).toMatchObject({ event: 'done', output: 'out/jump', interrupted: false });
});
