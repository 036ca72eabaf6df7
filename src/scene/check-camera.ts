// Whether camera and look fit their scene: what is followed must exist, a lens needs perspective, large pictures are refused, an environment was
// read.

import { type Problem, problem } from '../problem.ts';
import type { Scene } from './schema.ts';

/** Most pixels of a fine picture, and of one of several exposures, which are worked out as a whole: 64 bytes each. */
const MAX_WHOLE_PIXELS = 1 << 24;

/** What is wrong between the camera, the look and the rest of a scene. `obstacles` are as many as were written. */
export function checkCamera(scene: Scene, obstacles: number): Problem[] {
  return [...checkFollow(scene, obstacles), ...checkLens(scene), ...checkSize(scene), ...checkEnvironment(scene)];
}

function checkFollow({ camera }: Scene, obstacles: number): Problem[] {
  const wanted = camera.follow?.obstacle;
  if (wanted === undefined || wanted < obstacles) return [];
  const message = `There is no obstacle ${wanted} to follow; the scene has ${obstacles}.`;
  return [problem('SCENE_OUT_OF_RANGE', '/camera/follow/obstacle', message, 'Count obstacles from 0.')];
}

function checkLens({ camera, dimension }: Scene): Problem[] {
  if (!camera.lens || (dimension === 3 && camera.height === undefined)) return [];
  const message = 'A lens blurs by distance, and a parallel view has none.';
  return [problem('SCENE_OUT_OF_RANGE', '/camera/lens', message, 'Remove `lens`, or `height` in a 3D scene.')];
}

function checkSize({ look, camera, output: { width, height } }: Scene): Problem[] {
  const isFine = look.quality === 'fine',
    isLong = camera.lens !== undefined || camera.shutter > 0 || look.glow > 0;
  if (!(isFine || isLong) || width * height <= MAX_WHOLE_PIXELS) return [];
  const what = isFine ? 'A fine picture' : 'A picture with a lens, a shutter or a glow',
    message = `${what} of ${width} × ${height} pixels is too large; the most is ${MAX_WHOLE_PIXELS} pixels, as 4096 × 4096.`,
    hint = isFine ? 'Make it smaller, or use the quality "fast".' : 'Make it smaller, or leave them out.';
  return [problem('SCENE_OUT_OF_RANGE', isFine ? '/look/quality' : '/camera', message, hint)];
}

/** The picture of the surroundings is read with the scene; afterwards its name leads nowhere. */
function checkEnvironment({ look: { environment } }: Scene): Problem[] {
  if (!environment || environment.image !== undefined) return [];
  const message = environment.file
    ? `The environment "${environment.file.slice(0, 80)}" was not read: files are read with the scene file that names them.`
    : 'An environment needs a file.';
  const hint = 'Name a PNG file in the scene file, load it with `loadScene`, and render caches with --scene.';
  return [problem('ASSET_MISSING', '/look/environment', message, hint)];
}
