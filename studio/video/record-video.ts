// A video of the picture, frame by frame: every frame is gone to, drawn and encoded with its own time, however long that takes. Loaded when
// it is first wanted.

import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import type { Client } from '../client.ts';
import type { Stage } from '../view/stage.ts';

export interface VideoWish {
  readonly first: number;
  readonly last: number;
  readonly frameRate: number;
  readonly width: number;
  readonly height: number;
  /** `webm` or `mp4`; the codec follows from what this browser can encode. */
  readonly kind: 'webm' | 'mp4';
  readonly signal: AbortSignal;
  onFrame(done: number, all: number): void;
}

/** Codecs in the order in which they are tried. */
const CODECS: Readonly<Record<VideoWish['kind'], readonly VideoCodec[]>> = {
  webm: ['vp9', 'vp8', 'av1'],
  mp4: ['avc', 'hevc', 'av1', 'vp9'],
};

/** Frames between two whole pictures. */
const KEY_EVERY = 2;

/** The bytes of a video. Throws if this browser encodes none, or if it is stopped. */
export async function recordVideo(stage: Stage, client: Client, wish: VideoWish): Promise<Blob> {
  const { first, last, frameRate, kind, signal } = wish,
    [width, height] = [even(wish.width), even(wish.height)],
    codec = await firstCodec(CODECS[kind], width, height);
  if (!codec) throw new Error(`This browser cannot encode ${kind} videos of ${width} × ${height}.`);
  const { clientWidth, clientHeight } = stage.canvas,
    target = new BufferTarget(),
    output = new Output({ format: kind === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), target }),
    source = new CanvasSource(stage.canvas, { codec, bitrate: QUALITY_HIGH, keyFrameInterval: KEY_EVERY });
  output.addVideoTrack(source, { frameRate });
  stage.fit(width, height);
  try {
    await output.start();
    for (let frame = first; frame <= last; frame++) {
      if (signal.aborted) throw new Error('Stopped.');
      await client.goTo(frame);
      stage.drawPlain();
      await source.add((frame - first) / frameRate, 1 / frameRate);
      wish.onFrame(frame - first + 1, last - first + 1);
    }
    await output.finalize();
    return new Blob([target.buffer!], { type: `video/${kind}` });
  } catch (error) {
    await output.cancel().catch(() => {});
    throw error;
  } finally {
    stage.resize(clientWidth, clientHeight);
  }
}

/** Encoders take even numbers of pixels. */
const even = (pixels: number): number => 2 * Math.max(1, Math.round(pixels / 2));

async function firstCodec(
  codecs: readonly VideoCodec[],
  width: number,
  height: number,
): Promise<VideoCodec | undefined> {
  for (const codec of codecs) if (await canEncodeVideo(codec, { width, height, bitrate: QUALITY_HIGH })) return codec;
  return undefined;
}
