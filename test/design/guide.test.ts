// The programs of docs/design.md run as they are written, and say what they are said to say.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import * as design from '../../src/design/index.ts';
import * as thixo from '../../src/index.ts';
import { temporaryFolder } from '../cli/harness.ts';
import { fencedBlocks } from '../helpers/fenced-blocks.ts';

const blocks = fencedBlocks(readFileSync('docs/design.md', 'utf8')),
  programs = blocks.filter(({ language }) => language === 'js'),
  data = blocks.filter(({ language }) => language === 'json'),
  designs = data.filter(({ text }) => 'design' in JSON.parse(text)),
  scenes = data.filter((block) => !designs.includes(block));

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...words: string[]
) => (...values: unknown[]) => Promise<void>;

/** What a program prints. */
async function run(text: string): Promise<unknown[][]> {
  const printed: unknown[][] = [],
    body = text
      .replace(/^import \{ (.*) \} from 'thixo\/design';$/m, 'const { $1 } = library;')
      .replace(/^import \{ (.*) \} from 'thixo';$/m, 'const { $1 } = main;');
  const log = (...values: unknown[]) => printed.push(values);
  await new AsyncFunction('library', 'main', 'console', body)(design, thixo, { log });
  return printed;
}

it('has four programs, two designs and a scene', () => {
  expect([programs.length, designs.length, scenes.length]).toEqual([4, 2, 1]);
});

it('has a scene that can be read beside the designs of the example', async () => {
  const folder = temporaryFolder();
  copyFileSync('examples/designed/bar.json', join(folder, 'bar.json'));
  writeFileSync(join(folder, 'scene.json'), scenes[0]!.text);
  const { scene } = await loadScene(join(folder, 'scene.json'));
  expect(
    scene.bodies.map(({ shape }) =>
      Object.keys((shape as { points: object }).points)
        .sort()
        .join(),
    ),
  ).toEqual(['positions,rest', 'positions,rest', 'path,positions,rest,velocities']);
});

it.each(designs.map(({ text }) => JSON.parse(text) as object))('has designs that can be used: %#', (value) => {
  const open = new thixo.OpenDesign(thixo.parseDesign(value)),
    { keyframes, handles } = open.design;
  if (handles.length > 0) expect(open.shapeOf().solve({ iterations: 60 }).miss).toBeLessThan(0.1);
  if (keyframes.length > 0) expect(open.motion().frames).toEqual(keyframes.map(({ time }) => time));
});

it('follows a pulled ball with a skin', async () => {
  const [[positions]] = (await run(programs[3]!.text)) as [[Float32Array]];
  expect(positions[8]).toBeGreaterThan(1.2);
});

it('pulls a shape', async () => {
  const [[volumeChange, energy, miss], [place]] = (await run(programs[0]!.text)) as [
    [number, number, number],
    [Float64Array],
  ];
  expect(Math.abs(volumeChange)).toBeLessThan(0.03);
  expect(energy).toBeGreaterThan(0);
  expect(miss).toBeLessThan(0.1); // at the rim, where the hold fades
  expect(place[0]).toBeGreaterThan(0.55);
});

it('drags', async () => {
  expect(await run(programs[1]!.text)).toEqual([]);
});

it('designs a motion', async () => {
  const printed = (await run(programs[2]!.text)) as [[number, number, number, number[]], unknown[], [number]];
  expect(printed[0][0]).toBeLessThanOrEqual(13);
  expect(printed[0][1]).toBeLessThan(1e-3);
  expect(printed[2]).toEqual([0]);
});
