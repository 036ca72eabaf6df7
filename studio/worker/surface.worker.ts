// The worker that makes surfaces, so that neither the page nor the simulation waits for them.

import { SurfaceMaker } from '../../src/three/surface-maker.ts';
import { ownArrays } from './own-arrays.ts';
import type { FromSurface, ToSurface } from './protocol.ts';
import { trustOwnScripts } from './trusted.ts';

trustOwnScripts();

let maker: Promise<SurfaceMaker> | undefined;

addEventListener('message', ({ data }: MessageEvent<ToSurface>) => {
  if (data.say === 'scene') {
    const { scene, first, settings, wasmUrl, memoryBytes } = data,
      old = maker;
    maker = SurfaceMaker.create(scene, { surface: settings, wasmUrl, memoryBytes }, first);
    void old?.then((each) => each.dispose()).catch(() => {});
  } else void build(data.id, data.fields);
});

async function build(id: number, fields: Extract<ToSurface, { say: 'build' }>['fields']): Promise<void> {
  let answer: FromSurface = { id, error: 'There is no scene.' };
  try {
    const mesh = (await maker)?.build(fields);
    if (mesh) answer = { id, mesh: ownArrays(mesh) };
  } catch (error) {
    answer = { id, error: String(error) };
  }
  postMessage(answer);
}
