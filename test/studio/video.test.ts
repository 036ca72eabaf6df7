// A video that the page records: every frame once, at its own time, as it looks.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { useVisitor, visitor } from './use-visitor.ts';
import { isLong, LUMP, seekTo, untilFrame } from './visitor.ts';

const hasTools = spawnSync('ffprobe', ['-version']).status === 0;
useVisitor(isLong);
beforeEach((context) => {
  if (!hasTools) context.skip('no ffprobe');
});

/** Peak signal to noise of two pictures, dB. */
function psnr(a: Uint8Array, b: Uint8Array): number {
  let sum = 0,
    count = 0;
  for (let k = 0; k < a.length; k++) {
    if (k % 4 === 3) continue;
    sum += (a[k]! - b[k]!) ** 2;
    count++;
  }
  return 10 * Math.log10(255 ** 2 / (sum / count));
}

describe.runIf(isLong)('a video', { tags: 'long' }, () => {
  it('of fifty frames has fifty, at the rate of the scene, as the page shows them', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce', acceptDownloads: true });
    await untilFrame(page, 0);
    const { width, height } = (await page.locator('canvas').boundingBox())!;
    await page.setViewportSize({ width: 960 + 640 - width, height: 600 + 360 - height });
    await seekTo(page, 49);
    await page.click('.top [aria-label=Make]');
    await page.selectOption('#video-size', '0');
    for (const [id, frame] of Object.entries({ 'video-first': '0', 'video-last': '49' })) {
      await page.fill(`#${id}`, frame);
      await page.press(`#${id}`, 'Tab');
    }
    const coming = page.waitForEvent('download', { timeout: 240_000 });
    await page.click('button:has-text("Record video")');
    const file = join(visitor.folder, 'lump.webm');
    await (await coming).saveAs(file);
    const { stdout } = spawnSync(
      'ffprobe',
      [
        '-v',
        'error',
        '-count_frames',
        '-select_streams',
        'v',
        '-show_entries',
        'stream=nb_read_frames,codec_name,width,height',
        '-show_entries',
        'frame=pts_time',
        '-of',
        'json',
        file,
      ],
      { encoding: 'utf8' },
    );
    const { streams, frames } = JSON.parse(stdout) as {
      streams: { nb_read_frames: string; codec_name: string; width: number; height: number }[];
      frames: { pts_time: string }[];
    };
    expect(streams[0]).toMatchObject({ nb_read_frames: '50', codec_name: 'vp9', width: 640, height: 360 });
    for (const [k, { pts_time }] of frames.entries()) expect(Number(pts_time)).toBeCloseTo(k / 25, 2);
    // The last picture beside a still of the same frame and size.
    const [last, shown] = ['last.png', 'shown.png'].map((name) => join(visitor.folder, name)) as [string, string];
    spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', file, '-vf', 'select=eq(n\\,49)', '-frames:v', '1', last]);
    const picture = page.waitForEvent('download');
    await page.click('button:has-text("Picture")');
    await (await picture).saveAs(shown);
    const read = (path: string) => PNG.sync.read(readFileSync(path));
    expect([read(shown).width, read(shown).height]).toEqual([640, 360]);
    const ratio = psnr(read(last).data, read(shown).data);
    console.log(`video: 50 frames, last one ${ratio.toFixed(1)} dB beside the page`);
    expect(ratio).toBeGreaterThan(30);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 300_000);
});
