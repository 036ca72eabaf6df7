// V60: honey is the same honey at any spacing. [card §4, V60]

import type { SceneInput } from '../../src/index.ts';
import { atMost, type Check, type Curve, defineCase, told } from '../case.ts';
import { interpolate, simulate } from '../simulate.ts';

const FRAME_RATE = 25;

export const v60 = defineCase({
  number: 60,
  title: 'A material at three spacings',
  proves: 'A material is a substance and not a number of particles: what a column does converges with finer particles.',
  remark:
    'At 20, 10 and 5 mm the center of mass ends at 26.0, 26.5 and 26.0 mm, and before that it is within 2 mm at all times. With another lattice at the start, the square one, which fits the box without a gap, it ends at 26.4, 27.0 and 26.6 mm; ' +
    'with the lattice shaken by 5 and 10 % it ends at 26.3 and 26.7 mm at 20 mm. So the start decides by 0.4 to 0.7 mm at all three spacings, as much as the spacing does: differences of less cannot halve. What the exact end is we do not know. ' +
    'With the artificial viscosity that all liquids had before, 20, 10 and 5 % of that of honey, it was 28.1, 27.4 and 26.5 mm.',
  parameters: {
    spacings: { value: [0.02, 0.01, 0.005], meaning: 'm, each half of the one before' },
    width: { value: 0.2, meaning: 'of the column, m' },
    height: { value: 0.4, meaning: 'm' },
    duration: { value: 1, meaning: 's' },
    slip: { value: 0, meaning: '`tangentRestitution` of the floor: 1 lets it slip, 0 holds it' },
    material: { value: 'honey', meaning: 'preset' },
  },
  figures: { sinking: { title: 'A column of honey', x: 'time / s', y: 'height of its center of mass / m' } },
  async run({ spacings, material, ...column }) {
    const curves: Curve[] = [],
      ends: number[] = [];
    for (const spacing of spacings) {
      const points = await sink({ ...column, spacing, material });
      curves.push({ figure: 'sinking', kind: 'simulated', name: `${1000 * spacing} mm`, points });
      ends.push(points.at(-1)![1]);
    }
    const differences = (at: (points: Curve['points']) => number) => {
      const values = curves.map(({ points }) => at(points));
      return values.slice(1).map((value, k) => Math.abs(value - values[k]!));
    };
    const end = differences((points) => points.at(-1)![1]),
      half = differences((points) => interpolate(points, column.duration / 2));
    const checks: Check[] = [
      ...ends.map((y, k) => told(`${1000 * spacings[k]!} mm: center of mass, m`, y)),
      ...end
        .slice(1)
        .map((difference, k) => atMost(`difference ${k + 2} over difference ${k + 1}`, difference / end[k]!, 0.5)),
      ...half.slice(1).map((difference, k) => told(`the same at half of the time`, difference / half[k]!)),
    ];
    return { checks, curves };
  },
});

interface Column {
  readonly spacing: number;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly slip: number;
  readonly material: string;
}

/** Height of the center of mass over time. */
async function sink({ spacing, width, height, duration, slip, material }: Column): Promise<[number, number][]> {
  const scene: SceneInput = {
    dimension: 2,
    frameRate: FRAME_RATE,
    substances: { honey: { preset: material as 'honey' } },
    bodies: [{ substance: 'honey', spacing, shape: { box: { min: [0, 0, 0], max: [width, height, 0] } } }],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: slip }],
    time: { maxStepsPerFrame: 1 << 20 },
  };
  const points: [number, number][] = [];
  await simulate(scene, Math.round(duration * FRAME_RATE), (world) => {
    points.push([world.time, world.ledger().centerOfMass[1]]);
  });
  return points;
}
