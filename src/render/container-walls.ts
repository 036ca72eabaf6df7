// The far walls of containers as thin glass: a faint tint over what is behind them, stronger where one looks along a wall.

import { depthOfKey, NOTHING } from './projection.ts';
import type { RasterTarget } from './raster-target.ts';
import { SurfacePoint, type SurfaceReader } from './surface-reader.ts';

/** Linear color of glass and its edges. */
const GLASS = [0.3, 0.38, 0.44] as const;
/** How much of what is behind a wall hides: looking straight at it, and more looking along it. */
const TINT = [0.05, 0.35] as const;

/** How much nearer a wall must be than what it stands on, over the distance. */
const ON_IT = 1e-4;

/** Lays the far walls of containers over an image, before any liquid. `walls` holds them on the grid of samples. */
export function paintWalls(
  image: Float32Array,
  walls: RasterTarget,
  solid: RasterTarget,
  reader: SurfaceReader,
  samples: number,
): void {
  const width = walls.width / samples;
  const height = walls.height / samples;
  const point = new SurfacePoint();
  const offsets = Int32Array.from(
    { length: samples * samples },
    (_, n) => Math.floor(n / samples) * walls.width + (n % samples),
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let seen = 0;
      let last = -1;
      for (let n = 0; n < offsets.length; n++) {
        const at = (y * walls.width + x) * samples + offsets[n]!;
        if (walls.ids[at] === 0 || !isBefore(walls.keys[at]!, solid.keys[at]!)) continue;
        seen++;
        last = at;
      }
      if (seen === 0) continue;
      reader.aim((x + 0.5) * samples, (y + 0.5) * samples);
      reader.read(point, walls.ids[last]!, depthOfKey(reader.projection.perspective, walls.keys[last]!));
      const { dx, dy, dz } = reader;
      const along = Math.abs(point.nx * dx + point.ny * dy + point.nz * dz) / Math.sqrt(dx * dx + dy * dy + dz * dz);
      const graze = along < 1 ? 1 - along : 0;
      const hides = ((TINT[0] + TINT[1] * graze * graze * graze) * seen) / (samples * samples);
      layGlass(image, y * width + x, hides);
    }
  }
}

/** Whether a wall is nearer than what is solid there. One that lies on a floor is not: rounding would show it in wedges. */
function isBefore(wall: number, solid: number): boolean {
  return solid === NOTHING || wall > solid + ON_IT * Math.abs(solid);
}

/** Lays glass over a pixel; `part` says how much of what is behind it hides. */
export function layGlass(image: Float32Array, pixel: number, part: number): void {
  for (let c = 0; c < 3; c++) image[3 * pixel + c] = (1 - part) * image[3 * pixel + c]! + part * GLASS[c]!;
}
