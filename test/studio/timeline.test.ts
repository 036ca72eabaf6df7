// What a person plays in the studio is scene data: the text, run again from its start, gives the same frames bit for bit.

import { beforeAll, describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { previewScene } from '../../src/scene/preview-scene.ts';
import { scanJson } from '../../src/scene/read-json.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import { appendTo, removeFrom, setAt } from '../../studio/model/edit-text.ts';
import type { StrokeTool } from '../../studio/model/strokes.ts';
import { Timeline } from '../../studio/worker/timeline.ts';

/** A lump of honey that falls on the ground. */
const PLAIN = `{
  // a comment that stays
  "duration": 1,
  "frameRate": 30,
  "substances": { "honey": { "preset": "honey" } },
  "bodies": [
    { "substance": "honey", "shape": { "box": { "min": [-0.2, 0.03, -0.2], "max": [0.2, 0.33, 0.2] } }, "spacing": 0.05 }
  ],
  "obstacles": [{ "shape": { "plane": { "point": [0, 0, 0], "normal": [0, 1, 0] } } }]
}`;
/** The same, where everything has a temperature. */
const WARM = PLAIN.replace('"bodies"', '"surroundings": { "temperature": 293.15 },\n  "bodies"');
const parsed = (text: string): unknown => scanJson(text).value;

/** Hash of every frame of a scene that is run from its start. */
async function hashes(scene: unknown, frames: number, preview: boolean): Promise<string[]> {
  const world = await World.create((preview ? previewScene(scene) : scene) as SceneInput),
    found = [world.hash()];
  for (let k = 0; k < frames; k++) {
    world.advance();
    found.push(world.hash());
  }
  world.dispose();
  return found;
}

const FRAMES = 12;

/** Plays a stroke of some frames, and writes it into the text as the page does. */
async function play(timeline: Timeline, text: string, tool: StrokeTool, frames: number): Promise<string> {
  for (let k = 0; k < frames; k++) {
    timeline.hold({
      tool,
      point: [0.03 * k, 0.25 + 0.02 * k, 0.011],
      radius: 0.1234,
      substance: 'honey',
      spacing: 0.05,
    });
    expect(timeline.advance().ok).toBe(true);
  }
  const { list, item } = timeline.release()!;
  return appendTo(text, list, item);
}

describe('strokes', () => {
  it.each(['grab', 'push', 'pour', 'erase', 'obstacle', 'heat', 'cool'] as const)(
    '%s: the saved text runs to equal hashes',
    async (tool) => {
      const start = tool === 'heat' || tool === 'cool' ? WARM : PLAIN,
        timeline = await Timeline.open(parsed(start), { preview: true, budget: 1e8 }),
        live = [timeline.world.hash()];
      const step = async (): Promise<void> => {
        timeline.advance();
        live.push(timeline.world.hash());
      };
      await step();
      await step();
      const text = await play(timeline, start, tool, 4);
      expect(text).toContain('// a comment that stays');
      expect(parsed(text)).toEqual(timeline.written);
      while (timeline.frame < FRAMES) await step();
      const again = await hashes(parsed(text), FRAMES, true);
      expect([...again.slice(0, 3), ...again.slice(7)]).toEqual(live);
      expect(again[FRAMES]).not.toBe((await hashes(parsed(start), FRAMES, true))[FRAMES]); // the stroke does something
      timeline.dispose();
    },
  );
});

it.each(['heat', 'cool'] as const)('%s changes temperatures by some kelvins, as a hand would want', async (tool) => {
  const timeline = await Timeline.open(parsed(WARM), { preview: true, budget: 1e8 }),
    text = await play(timeline, WARM, tool, 10),
    { fields } = timeline.world,
    changes = Array.from(fields.temperature!.subarray(0, fields.count), (each) => Math.abs(each - 293.15));
  expect(text).toContain(tool === 'heat' ? '"power": 1' : '"power": -1');
  expect(Math.max(...changes)).toBeGreaterThan(2);
  expect(Math.max(...changes)).toBeLessThan(40);
  timeline.dispose();
});

it('a stroke may begin with the first frame', async () => {
  const timeline = await Timeline.open(parsed(PLAIN), { preview: true, budget: 1e8 }),
    text = await play(timeline, PLAIN, 'pour', 3);
  expect(timeline.world.hash()).toBe((await hashes(parsed(text), 3, true))[3]);
  timeline.dispose();
});

describe('time', () => {
  let timeline: Timeline, all: string[], text: string;
  beforeAll(async () => {
    timeline = await Timeline.open(parsed(PLAIN), { preview: true, budget: 1e8 });
    for (let k = 0; k < 3; k++) timeline.advance();
    text = await play(timeline, PLAIN, 'grab', 3);
    while (timeline.frame < FRAMES) timeline.advance();
    all = await hashes(parsed(text), FRAMES, true);
  });
  const goTo = async (frame: number): Promise<string> => {
    timeline.rewind(frame);
    while (timeline.frame < frame) timeline.advance();
    return timeline.world.hash();
  };

  it('goes back and forth to the same states', async () => {
    for (const frame of [0, 9, 4, 5, 12, 1, 11, 3]) expect(await goTo(frame), `${frame}`).toBe(all[frame]);
  });

  it('simulates again after a stroke is deleted, and after it is back', async () => {
    await goTo(10);
    const without = removeFrom(text, 'forces', 0);
    expect(parsed(without)).toEqual(parsed(PLAIN));
    expect(await timeline.update(parsed(without))).toBe(3);
    expect(await goTo(10)).toBe((await hashes(parsed(PLAIN), 10, true))[10]);
    await timeline.update(parsed(text));
    expect(await goTo(10)).toBe(all[10]);
  });

  it('keeps frames before a change of a parameter, and starts again for what cannot change', async () => {
    await goTo(6);
    const changed = appendTo(text, 'changes', { time: 6 / 30, set: { '/substances/honey/viscosity': 60 } });
    expect(await timeline.update(parsed(changed))).toBe(6);
    expect(await goTo(9)).toBe((await hashes(parsed(changed), 9, true))[9]);
    const coarser = setAt(text, ['bodies', 0, 'spacing'], 0.06);
    expect(await timeline.update(parsed(coarser))).toBe(0);
    expect(await goTo(2)).toBe((await hashes(parsed(coarser), 2, true))[2]);
    await timeline.update(parsed(text));
    expect(await goTo(12)).toBe(all[12]);
  });

  it('refuses a wrong scene and stays where it is', async () => {
    await goTo(5);
    await expect(timeline.update(parsed(setAt(text, ['gravity'], 'up')))).rejects.toThrow('gravity');
    expect(timeline.world.hash()).toBe(all[5]);
    expect(await goTo(6)).toBe(all[6]);
  });

  it('looks change nothing', async () => {
    await goTo(8);
    const looks = setAt(text, ['look'], { colorBy: 'speed' });
    await timeline.update(parsed(looks));
    expect(timeline.frame).toBe(8);
    expect(timeline.world.hash()).toBe(all[8]);
    expect(timeline.ring.frames).toContain(11);
  });
});
