// V51: the level 0.5 of a half space of particles lies half a spacing outside the last layer. [card §7, V51; PV09 §5d]

import {
  ActiveSurface,
  type SurfaceMesh,
  Surfacer,
  sceneSchema,
  surfaceOptions,
  type WorldFields,
} from '../../src/index.ts';
import { type Check, defineCase, within } from '../case.ts';
import { latticePoints } from '../simulate.ts';

export const v51 = defineCase({
  number: 51,
  title: 'Iso offset',
  proves:
    'The surface of a body lies where the body ends, half a spacing outside the centers of its outermost particles.',
  parameters: {
    spacing: { value: 0.1, meaning: 'm' },
    layers: { value: [14, 14, 9], meaning: 'particles along x, y, z' },
    level: { value: 0.5, meaning: 'iso' },
    voxel: { value: 0.25, meaning: 'Δx over the spacing' },
    frames: { value: 10, meaning: 'frames of 1/25 s that the active surface has to come to rest' },
  },
  async run({ spacing, layers: [nx = 0, ny = 0, nz = 0], level, voxel, frames }): Promise<Check[]> {
    const points = latticePoints('cubic', [nx, ny, nz], spacing),
      scene = sceneSchema.parse({
        substances: { any: { preset: 'desbrun-1999' } },
        surface: { voxel, level, smoothing: 0, settling: 0, active: { tension: 0, volume: 0 } },
      }),
      options = surfaceOptions(scene),
      fields = fieldsOf(points, options.restDensities[0]! * spacing ** 3, spacing);
    const middle = [(nx - 1) / 2, (ny - 1) / 2].map((n) => n * spacing);
    // Mean height over the middle of the upper face, beyond the last layer.
    const offset = ({ positions }: SurfaceMesh): number => {
      const heights: number[] = [];
      for (let v = 0; v < positions.length; v += 3) {
        const apart = Math.max(Math.abs(positions[v]! - middle[0]!), Math.abs(positions[v + 1]! - middle[1]!));
        if (apart < 3 * spacing && positions[v + 2]! > (nz - 1) * spacing) heights.push(positions[v + 2]!);
      }
      return heights.reduce((sum, z) => sum + z, 0) / heights.length / spacing - (nz - 1);
    };
    const surfacer = await Surfacer.create(),
      surface = await ActiveSurface.create(scene);
    const iso = offset(surfacer.build(fields, options));
    for (let frame = 0; frame < frames; frame++) surface.advance(fields, 1 / 25);
    const active = offset(surface.advance(fields, 1 / 25));
    surfacer.dispose();
    surface.dispose();
    return [within('isosurface, spacings', iso, 0.5, 0.05), within('active surface, spacings', active, 0.5, 0.05)];
  },
});

/** Particles at rest. */
function fieldsOf(points: readonly (readonly number[])[], mass: number, spacing: number): WorldFields {
  const n = points.length;
  return {
    count: n,
    position: Float32Array.from(points.flat()),
    velocity: new Float32Array(3 * n),
    density: new Float32Array(n).fill(mass / spacing ** 3),
    mass: new Float32Array(n).fill(mass),
    smoothingLength: new Float32Array(n).fill(1.3 * spacing),
    id: Uint32Array.from(points, (_, i) => i),
    substance: new Uint32Array(n),
  };
}
