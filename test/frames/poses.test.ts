// Simulated poses on their way to whoever shows them: frame files, pictures, exports, three.js. Each must be what a scripted obstacle at the
// same places gives, to the last byte, and not what it gives where the scene puts it.

import type { Mesh } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, sameFields } from '../../src/cache/frame-file.ts';
import { wrongSides } from '../../src/diagnose/wrong-side.ts';
import type { ExportFrame } from '../../src/export/index.ts';
import { readFrame } from '../../src/frames/frame-file.ts';
import type { SceneInput } from '../../src/index.ts';
import { boundsOfPoints, frameView, renderFrame } from '../../src/render/index.ts';
import { ObstaclesView } from '../../src/three/obstacles-view.ts';
import { pieceFields } from '../../src/world/piece-fields.ts';
import { World } from '../../src/world/world.ts';
import { bytesOf, contextOf, keep } from '../export/frames.ts';
import { BLOCK, BODY_SCENES } from '../helpers/body-scenes.ts';
import { ballBody, steadyMover, worldWith } from '../helpers/movers.ts';
import { advance, refusal } from '../helpers/worlds.ts';

const VELOCITY = [0.5, 2, 0] as const; // exact in binary, so that poses are too

/** Frames of a scene in which the block is simulated, and of one in which its motion is scripted. */
async function framesOf(plain: SceneInput) {
  const scene = { ...plain, time: { ...plain.time, stepsPerFrame: 64 } }; // halves of halves: sums of steps are exact
  const scripted = structuredClone(scene) as SceneInput & { obstacles: Record<string, unknown>[] };
  scripted.obstacles[BLOCK]!.motion = { velocity: VELOCITY };
  using world = await worldWith(steadyMover([ballBody(BLOCK, 1, 1, { velocity: VELOCITY })]), scene);
  using twin = await World.create(scripted);
  const framesIn = (w: World): ExportFrame[] =>
    [0, 1, 2, 3].map(() => {
      const frame = { frame: w.frame, time: w.time, fields: keep(w.fields) };
      advance(w, 1);
      return frame;
    });
  return { scene: world.scene, frames: framesIn(world), scripted: twin.scene, twins: framesIn(twin) };
}

describe.each(['predictor', 'predictor in the plane'])('%s', (name) => {
  let all: Awaited<ReturnType<typeof framesOf>>;

  beforeAll(async () => {
    all = await framesOf(BODY_SCENES[name]!);
  });

  it('the fields of a world say where its bodies are', () => {
    const { frames, twins } = all;
    expect(frames.map(({ fields }) => [...fields.poses!.get(BLOCK)!].slice(9))).toEqual(
      frames.map(({ time }) => VELOCITY.map((v) => v * time)),
    );
    expect(frames[3]!.fields.position).toEqual(twins[3]!.fields.position);
  });

  it('a frame file holds them, and only where there are some', async () => {
    const { frames, twins } = all,
      { fields, frame, time } = frames[3]!,
      bytes = encodeFrame(fields, frame, time);
    expect(decodeFrame(bytes, 'frame').poses).toEqual(fields.poses);
    expect((await readFrame(bytes, 'frame')).poses).toEqual(fields.poses);
    expect(sameFields(decodeFrame(bytes, 'frame'), fields)).toBe(true);
    expect(sameFields(fields, { ...fields, poses: frames[2]!.fields.poses })).toBe(false);
    expect(sameFields(fields, twins[3]!.fields)).toBe(false);
    const plain = encodeFrame(twins[3]!.fields, frame, time);
    expect(decodeFrame(plain, 'frame')).not.toHaveProperty('poses');
    expect(encodeFrame({ ...fields, poses: undefined }, frame, time)).toEqual(plain);
  });

  it.each<[string, ReadonlyMap<number, Float64Array>]>([
    ['a number that is none', new Map([[1, new Float64Array(12).fill(Number.NaN)]])],
    ['too few numbers', new Map([[1, new Float64Array(11)]])],
    ['no obstacle', new Map([[-1, new Float64Array(12)]])],
  ])('a frame file with %s in a pose is damaged', async (_, poses) => {
    const bytes = encodeFrame({ ...all.frames[0]!.fields, poses }, 0, 0);
    expect((await refusal(readFrame(bytes, 'frame')))[0]).toMatchObject({ code: 'CACHE_DAMAGED' });
  });

  it('a picture shows bodies where they are', () => {
    const { scene, frames, scripted, twins } = all,
      view = frameView(scene, boundsOfPoints(frames[0]!.fields.position));
    const shot = (of: typeof scene, { fields, time }: ExportFrame) =>
      renderFrame({ scene: of, fields, time, width: 80, height: 60, view }).pixels;
    const { poses: _, ...unposed } = frames[3]!.fields;
    expect(shot(scene, frames[3]!)).toEqual(shot(scripted, twins[3]!));
    expect(shot(scene, frames[3]!)).not.toEqual(shot(scene, { ...frames[3]!, fields: unposed }));
  });

  it.each(['gltf', 'usda', 'pov'] as const)('%s has bodies where they are', async (format) => {
    const { scene, frames, scripted, twins } = all,
      moved = [frames[3]!, ...frames.slice(0, 3)], // formats with a file per frame get the first
      movedTwins = [twins[3]!, ...twins.slice(0, 3)];
    const file = async (of: typeof scene, given: readonly ExportFrame[]) =>
      bytesOf(format, given, await contextOf(of, 'particles', given.length));
    const ours = await file(scene, moved);
    expect(ours).toEqual(await file(scripted, movedTwins));
    expect(ours).not.toEqual(await file(scene, movedTwins));
  });

  it('the check of a cache looks for particles where bodies are', () => {
    const { scene, frames, scripted, twins } = all,
      { fields, time } = twins[3]!;
    const centers = { ...fields, position: Float32Array.of(0.5 + 0.5 * time, 0.5 + 1.5 * time, 0), count: 1 };
    const { poses } = frames[3]!.fields;
    expect(wrongSides(scripted, Math)(centers, time)[BLOCK]).toBe(1);
    expect(wrongSides(scene, Math)({ ...centers, poses }, time)[BLOCK]).toBe(1);
    expect(wrongSides(scene, Math)(centers, time)[BLOCK]).toBe(0);
  });

  it('a piece of a frame keeps them', () => {
    const { fields } = all.frames[3]!;
    expect(pieceFields({ ...fields, piece: new Uint32Array(fields.count) }, 0).poses).toEqual(fields.poses);
  });

  it('three.js shows bodies where they are', () => {
    const { scene, frames, scripted } = all,
      { fields, time } = frames[3]!;
    const corners = (view: ObstaclesView) =>
      view.children.map((child) => (child as Mesh).geometry.getAttribute('position').array);
    // Without planes the block is the first that is shown, not the second.
    for (const planes of [0, 1]) {
      const [ours, theirs] = [new ObstaclesView(scene, { planes }), new ObstaclesView(scripted, { planes })];
      ours.update(time, fields.poses);
      theirs.update(time);
      expect(corners(ours)).toEqual(corners(theirs));
      expect(corners(ours)).not.toEqual(corners(new ObstaclesView(scene, { planes })));
    }
  });
});
