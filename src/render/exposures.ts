// Lens and shutter: a picture is the mean of several, each through another point of the lens and at another moment. What moves is moved by
// its velocity, so that no other frame is needed. The same for fast and fine pictures. [ADR 58]

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Camera } from '../scene/schema.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { viewAt } from './camera-path.ts';
import type { RenderInput } from './render-input.ts';
import { along, cross, dot, minus } from './vector.ts';
import type { View } from './view.ts';

/** Cosine and sine of the golden angle, by which one point of the lens follows the other. */
const GOLDEN = [-0.7373688780783197, 0.6754902942615238] as const;
/** Steps through the moments; the first that has no factor in common with their number keeps moments and points of the lens apart. */
const STRIDES = [5, 7, 3, 11, 1];

/** Whether a picture takes several exposures. */
export function isExposedLong({ lens, shutter }: Camera): boolean {
  return lens !== undefined || shutter > 0;
}

/** The exposures of a picture, each a picture of its own; only one without lens and shutter. */
export function exposuresOf(input: RenderInput): RenderInput[] {
  const { scene, view, time, fields, trig } = input;
  const { camera, frameRate } = scene;
  if (!isExposedLong(camera)) return [{ ...input, view: viewAt(scene, view, time, fields, trig) }];
  const { exposures: count, shutter, lens } = camera;
  const stride = STRIDES.find((step) => isCoprime(step, count))!;
  let [x, y] = [1, 0];
  return Array.from({ length: count }, (_, n) => {
    const moment = (((n * stride) % count) + 0.5) / count - 0.5;
    const later = shutter > 0 ? (shutter * moment) / frameRate : 0;
    const moved = later === 0 ? input : movedBy(input, later);
    const from = viewAt(scene, view, moved.time, moved.fields, trig);
    [x, y] = [GOLDEN[0] * x - GOLDEN[1] * y, GOLDEN[1] * x + GOLDEN[0] * y];
    const off = lens ? 0.5 * lens.aperture * Math.sqrt((n + 0.5) / count) : 0;
    return { ...moved, view: lens ? throughLens(from, off * x, off * y, lens.focus) : from };
  });
}

/** The view from a point of the lens, m to the right and up of its middle: what is at the focus stays where it is in the picture. */
function throughLens(view: View, right: number, up: number, focus: number | undefined): View {
  const ahead = minus(view.target, view.position);
  const far = Math.sqrt(dot(ahead, ahead));
  const toRight = cross([ahead[0] / far, ahead[1] / far, ahead[2] / far], view.up);
  const aside = along(along([0, 0, 0], right, toRight), up, view.up);
  const distance = focus ?? far;
  return {
    ...view,
    position: along(view.position, 1, aside),
    target: along(view.target, 1, aside),
    shift: [right / distance, up / distance],
  };
}

/** Everything some seconds later or earlier, as far as its velocities say. */
function movedBy(input: RenderInput, seconds: number): RenderInput {
  const { fields, surface } = input;
  return {
    ...input,
    time: input.time + seconds,
    fields: movedFields(fields, seconds),
    surface: surface && movedSurface(surface, seconds),
  };
}

function movedFields(fields: WorldFields, seconds: number): WorldFields {
  // Fields of a running world are made when they are asked for: a copy would make them all.
  return Object.create(fields, { position: { value: moved(fields.position, fields.velocity, seconds) } });
}

function movedSurface(surface: SurfaceMesh, seconds: number): SurfaceMesh {
  const velocity = surface.fields['velocity']?.values;
  return velocity ? { ...surface, positions: moved(surface.positions, velocity, seconds) } : surface;
}

function moved(positions: ArrayLike<number>, velocity: ArrayLike<number>, seconds: number): Float32Array {
  return Float32Array.from({ length: positions.length }, (_, k) => positions[k]! + seconds * velocity[k]!);
}

function isCoprime(a: number, b: number): boolean {
  return b === 0 ? a === 1 : isCoprime(b, a % b);
}
