// Files that earlier versions wrote still open, and hold what they held. [R15 of docs/reliability.md]

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { loadScene } from '../../src/cache/scene-file.ts';
import { verifyCache } from '../../src/cache/verify.ts';
import { version } from '../../src/cache/version.ts';
import { ThixoError, World } from '../../src/index.ts';
import { exportCache, runScene } from '../../src/make/index.ts';
import { contentOfFrame, FRAMES } from '../helpers/archive.ts';

const ARCHIVE = 'test/archive';
const versions = readdirSync(ARCHIVE).filter((name) => statSync(join(ARCHIVE, name)).isDirectory());
const kept = versions.flatMap((of) => readdirSync(join(ARCHIVE, of)).map((name) => ({ of, name })));
const scratch = mkdtempSync(join(tmpdir(), 'thixo-archive-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Content {
  readonly frames: readonly object[];
  readonly snapshot: object;
}

/** What a snapshot holds; or the reason for which it is refused, which must be its version. */
async function contentOf(snapshot: Uint8Array): Promise<object> {
  try {
    using world = await World.restore(snapshot);
    const content = { frame: world.frame, time: world.time, ...contentOfFrame(world.fields) };
    expect(world.advance().ok).toBe(true);
    return content;
  } catch (error) {
    expect(error).toBeInstanceOf(ThixoError);
    expect((error as ThixoError).problems[0]!.message).toMatch(/has version \d+; this program reads version \d+/);
    return { refused: true };
  }
}

it('every version is kept, this one too', () => {
  expect(versions).toContain(version());
});

describe.each(kept)('$name of version $of', ({ of, name }) => {
  const place = join(ARCHIVE, of, name),
    content = JSON.parse(readFileSync(join(place, 'content.json'), 'utf8')) as Content;

  it('is a scene', async () => {
    const { scene } = await loadScene(join(place, 'scene.json'));
    expect(scene.bodies.length).toBeGreaterThan(0);
  });

  it('has a cache whose frames are what they were, and can be exported', async () => {
    const cache = openCache(join(place, 'cache'));
    expect(cache.frameLines.map(({ frame }) => contentOfFrame(cache.readFrame(frame)))).toEqual(content.frames);
    const { problems } = await verifyCache(join(place, 'cache'), { samples: 0 });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const output = join(scratch, of, name);
    await exportCache(join(place, 'cache'), { output, format: 'ply', what: 'particles', threads: 1 });
    expect(readdirSync(output).filter((file) => file.endsWith('.ply'))).toHaveLength(FRAMES + 1);
  });

  it('has a snapshot and a checkpoint that are what they were, or of another format', async () => {
    const snapshot = await contentOf(readFileSync(join(place, 'snapshot.thixo')));
    if (!('refused' in snapshot)) expect(snapshot).toEqual(content.snapshot);
    const cache = openCache(join(place, 'cache')),
      checkpoint = await contentOf(cache.readCheckpoint(cache.checkpointLines.at(-1)!) as Uint8Array);
    expect(checkpoint).toEqual(snapshot);
  });

  it('goes on, or says which version goes on with it', async () => {
    const output = join(scratch, `${of}-${name}`);
    cpSync(join(place, 'cache'), output, { recursive: true });
    const going = runScene(join(place, 'scene.json'), { output, frames: FRAMES + 1, threads: 1 });
    if (of === version()) expect(await going).toMatchObject({ outcome: 'done', frame: FRAMES + 1 });
    else await expect(going).rejects.toThrow(`was simulated by Thixo ${of}`);
  });
});
