// V30: water at rest in a tank: pressure grows with depth as its weight says. [card V30; AW09 eq. 55]

import type { World } from '../../src/index.ts';
import { atMost, type Check, defineCase, told, withinPart } from '../case.ts';
import { fitLine, mean, simulate, sliceMeans } from '../simulate.ts';
import { heightsOf, TANK, TANK_FRAMES, type Tank, tankScene, WATER } from '../tank.ts';

/** From this time on water must be still, s. */
const STILL = 10;

export const v30 = defineCase({
  number: 30,
  title: 'Hydrostatics',
  proves: 'Walls carry the pressure of water: it grows with depth as the weight says, up to the floor.',
  remark:
    'Means over the last quarter of the time: the start is not compressed, so that sound goes up and down for a while. With `duration=10` the water must also be still: ' +
    'pressure at the floor and slope within 3 %, level within 1 %, rms speed below 0.5 % of √(gH). The same tank with ghost particles behind its walls has the bounds of the card. ' +
    'With ghosts the rms error at 15 across is 0.032 after 2 s, when the water still sways, and 0.029 with `duration=6`.',
  parameters: {
    dimension: { value: 2, meaning: 'of space' },
    ...TANK,
  },
  resolution: { parameter: 'across', values: [15, 25, 40], label: 'across' },
  figures: {
    profile: { title: 'Pressure of water at rest', x: 'depth below the level / H', y: 'pressure / (ρgH)' },
  },
  async run({ dimension, duration, ...rest }) {
    const tank: Tank = { ...rest, dimension: dimension === 3 ? 3 : 2 },
      walls = await measure(tank, duration),
      ghosts = await measure({ ...tank, boundary: 'ghosts' }, duration),
      { checks, points } = walls;
    return {
      checks: [...checks, ...ghosts.checks],
      curves: [
        { figure: 'profile', kind: 'simulated', name: 'walls', points },
        { figure: 'profile', kind: 'simulated', name: 'ghosts', points: ghosts.points },
        {
          figure: 'profile',
          kind: 'theory',
          name: 'ρgz',
          points: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    };
  },
});

/** What becomes of a tank: its checks, and pressure over ρgH by depth over H. */
async function measure(tank: Tank, duration: number): Promise<{ checks: Check[]; points: [number, number][] }> {
  const { depth: H, gravity: g, width, across } = tank,
    spacing = width / across,
    samples: [height: number, pressure: number][] = [],
    speeds: number[] = [],
    levels: number[] = [];
  await simulate(tankScene(tank), Math.round(duration * TANK_FRAMES), (world) => {
    if (world.time < 0.75 * duration) return;
    const heights = heightsOf(world, tank),
      { pressure } = world.fields;
    heights.forEach((height, i) => {
      samples.push([height, pressure[i]!]);
    });
    speeds.push(rmsSpeed(world));
    levels.push(2 * mean([...heights])); // of a column that is even: twice its center of mass
  });
  const scale = WATER * g * H,
    layers = sliceMeans(samples, 0, spacing),
    inner = layers.filter(([y]) => y > 1.5 * spacing && y < H - 1.5 * spacing),
    { slope, intercept } = fitLine(inner),
    square = mean(layers.map(([y, p]) => (p - WATER * g * Math.max(0, H - y)) ** 2)),
    level = mean(levels),
    still = Math.sqrt(mean(speeds.map((v) => v * v))) / Math.sqrt(g * H),
    of = tank.boundary === 'ghosts' ? ', ghosts' : '',
    rests = duration >= STILL && !of;
  const checks: Check[] = [
    withinPart(`dp/dy, over −ρg${of}`, slope / (-WATER * g), 1, rests ? 0.03 : 0.06),
    atMost(`rms error of the pressure over ρgH${of}`, Math.sqrt(square) / scale, 0, 0.03),
    ...(rests
      ? [
          withinPart('pressure at the floor over ρgH', intercept / scale, 1, 0.03),
          withinPart('level over H', level / H, 1, 0.01),
          atMost('rms speed over √(gH)', still, 0, 0.005),
        ]
      : [
          told(`pressure at the floor over ρgH${of}`, intercept / scale),
          told(`level over H${of}`, level / H),
          told(`rms speed over √(gH)${of}`, still),
        ]),
  ];
  return { checks, points: layers.map(([y, p]) => [1 - y / H, p / scale]) };
}

function rmsSpeed({ fields: { velocity, count } }: World): number {
  let sum = 0;
  for (let c = 0; c < 3 * count; c++) sum += velocity[c]! * velocity[c]!;
  return Math.sqrt(sum / count);
}
