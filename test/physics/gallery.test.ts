// The gallery keeps its word: every scene is complete and begins well; coarser, it runs headless to its end, shows what its expected.json
// says, has sound surfaces on the way, and gives the committed hash.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ledger, World } from '../../src/index.ts';
import {
  type Expectation,
  GALLERY_NAMES,
  galleryFile,
  loadGalleryScene,
  measure,
  playScene,
  readExpectation,
} from '../helpers/gallery.ts';
import { SurfaceInspector } from '../helpers/gallery-surfaces.ts';
import { isLong } from '../helpers/long.ts';

const PHYSICS_CHANGED = 'a change of physics: rerun tools/update-goldens.ts and commit with a Physics: trailer';
/** A thumbnail is looked at, not stored for good. */
const THUMBNAIL_BYTES = 300_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The scenes that everybody may rely on. */
const PROMISED = [
  'body-cut',
  'dam-break',
  'drop-on-sphere',
  'honey-coil',
  'oscillating-drop',
  'paddle',
  'pour',
  'quasi-liquid',
];

it('has the promised scenes', () => {
  expect(GALLERY_NAMES).toEqual(expect.arrayContaining(PROMISED));
  expect(GALLERY_NAMES).toEqual(expect.arrayContaining(LONG));
});

/** Figures of the paper, with its form of viscous stress: they bend, and the warning is right. [ADR 29] */
const WARNED: Readonly<Record<string, readonly string[]>> = {
  'chair-through-hand': ['RESISTS_TURNING'],
  'figure-on-face': ['RESISTS_TURNING'],
};
/** Scenes that take more than 5 s even when they are coarse: `npm run test:long` runs them to their end. */
const LONG = [
  ...['clay-figure', 'dough-press', 'ductile-tear', 'fall-over-obstacle-large', 'figure-on-face', 'flow-down-terrain'],
  ...['boat-and-ducks', 'clay-carries-ball', 'cup-tipped', 'lemonade', 'water-wheel'],
  ...['faucet-drips', 'flood-million'],
  ...['mud-slide', 'sand-100k', 'shatter', 'stone-figure', 'tin-can', 'toothpaste', 'wax-figure'],
];
/** Scenes of a million particles. */
const HUGE = ['flood-million'];
const codesOf = ({ warnings }: World) => warnings.map(({ code }) => code);

describe.each(GALLERY_NAMES)('%s', (name) => {
  it('comes with all its files', async () => {
    const readme = readFileSync(galleryFile(name, 'README.md'), 'utf8');
    expect(readme).toMatch(/^# /);
    expect(readme).toContain(`npx thixo run scenes/${name}`);
    expect(readme).toContain('thumbnail.png');
    const thumbnail = galleryFile(name, 'thumbnail.png');
    expect(readFileSync(thumbnail).subarray(0, 4)).toEqual(PNG);
    expect(statSync(thumbnail).size).toBeLessThanOrEqual(THUMBNAIL_BYTES);
    const { input, scene } = await loadGalleryScene(name);
    expect(existsSync(join(galleryFile(name), input.$schema!))).toBe(true);
    expect(scene.name).not.toBe('');
    expect(readExpectation(name).frames).toBe(Math.round(scene.duration * scene.frameRate));
  });

  it('suggests overrides that the scene accepts', async () => {
    const readme = readFileSync(galleryFile(name, 'README.md'), 'utf8'),
      suggested = [...readme.matchAll(/--set '?([^\s'`]+)/g)].map(([, assignment]) => assignment!);
    expect(suggested.length).toBeGreaterThan(0);
    for (const assignment of suggested) {
      const { scene } = await loadGalleryScene(name, [assignment]);
      expect(scene, assignment).not.toEqual((await loadGalleryScene(name)).scene);
    }
  });

  it('begins as it is, without a warning', async (context) => {
    if (HUGE.includes(name) && !isLong) context.skip(`${name} needs gigabytes and a minute for its first frame`);
    using world = await World.create((await loadGalleryScene(name)).scene);
    expect(codesOf(world)).toEqual(WARNED[name] ?? []);
    expect(world.advance()).toMatchObject({ ok: true });
  });

  it('runs to its end, as coarse as the tests want it, and shows what is expected', async (context) => {
    if (LONG.includes(name) && !isLong) context.skip(`${name} takes too long for a test`);
    const expected = readExpectation(name),
      seen: string[] = [],
      surfaces = await SurfaceInspector.create();
    const hash = await playScene(name, (world) => {
      // Coarse particles reach farther: a body that is in the air may touch.
      if (world.frame === 0) expect(WARNED[name] ?? []).toEqual(expect.arrayContaining(codesOf(world)));
      surfaces.look(world);
      seen.push(...brokenPromises(expected, world.frame, (what) => measure(world, what)));
      if (world.frame === expected.frames) expectClosed(world.ledger());
    });
    surfaces.dispose();
    expect(seen).toEqual([]);
    expect(surfaces.faults).toEqual([]);
    expect(surfaces.frames).toBeGreaterThan(1);
    expect(hash, PHYSICS_CHANGED).toBe(expected.hash);
  });
});

/** What a frame does not keep of what is expected of it, in words. */
function brokenPromises({ checks }: Expectation, frame: number, value: (what: string) => number): string[] {
  return checks
    .filter((check) => check.frame === frame)
    .flatMap(({ says, measures }) =>
      Object.entries(measures)
        .map(([what, [low, high]]) => ({ what, low, high, is: value(what) }))
        .filter(({ low, high, is }) => !(is >= low && is <= high))
        .map(({ what, low, high, is }) => `frame ${frame}: ${what} is ${is}, not in ${low} to ${high} (${says})`),
    );
}

/** Mass and momentum are what came in, less what went out, and what gravity, obstacles and individual steps did; so is the number of particles. */
function expectClosed({ particles, mass, momentum, account }: Ledger): void {
  const { added, removed, external, obstacles, asymmetry, adaptations } = account;
  if (adaptations.splits + adaptations.merges === 0) expect(particles).toBe(added.particles - removed.particles);
  expect(Math.abs(mass - (added.mass - removed.mass))).toBeLessThan(1e-12 * added.mass);
  const scale = [added.momentum, removed.momentum, external, obstacles].reduce((sum, v) => sum + Math.hypot(...v), 0);
  for (let a = 0; a < 3; a++) {
    const booked = added.momentum[a]! - removed.momentum[a]! + external[a]! + obstacles[a]! + asymmetry[a]!;
    expect(Math.abs(momentum[a]! - booked)).toBeLessThanOrEqual(1e-9 * scale);
  }
}
