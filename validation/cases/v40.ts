// V40: a bar that is held at one end swings along itself with the frequency c/4L, and keeps its energy. [card §14, V40; AW09 eq. 66]

import { type SceneInput, World } from '../../src/index.ts';
import { atMost, type Check, defineCase, told, withinPart } from '../case.ts';
import { barScene, frequencyOf } from '../elastic-bar.ts';
import { inside } from '../elastic-block.ts';
import { Diverged } from '../simulate.ts';

export const v40 = defineCase({
  number: 40,
  title: 'Frequency of a bar',
  proves: 'Waves in a bar have the speed √(E/ρ), and ten thousand steps keep their energy.',
  remark:
    'The held bar begins at the held centers and ends half a spacing beyond the last ones. Anchors damp, so energy is looked at in a free bar.',
  parameters: {
    along: { value: 21, meaning: 'particles along' },
    periods: { value: 8, meaning: 'periods that are watched' },
    steps: { value: 10000, meaning: 'steps of a bar that is free' },
    speed: { value: 0.01, meaning: 'at the free end at the start, m/s' },
  },
  resolution: { parameter: 'along', values: [11, 21, 41], label: 'along' },
  async run({ along, periods, steps, speed }): Promise<Check[]> {
    const spacing = 2 / (along - 1),
      length = 2 + 0.5 * spacing,
      c = 10,
      expected = c / (4 * length),
      perPeriod = 40,
      bar = { across: 3, along, spacing, youngsModulus: 1e5, poissonsRatio: 0, gradient: 'mls', support: 1.8 } as const,
      velocity = (_x: number, _y: number, z: number) => [0, 0, speed * Math.sin((0.5 * Math.PI * z) / length)] as const;
    const held = await watch(
        barScene({ ...bar, velocity, frameRate: perPeriod * expected }),
        periods * perPeriod,
        9 * along - 5,
      ),
      whole = 2 + spacing,
      free = barScene({
        ...{ ...bar, free: true, frameRate: FREE_RATE },
        velocity: (_x, _y, z) => [0, 0, speed * Math.cos((Math.PI * (z + 0.5 * spacing)) / whole)],
      }),
      swung = await watch(free, Math.ceil(steps / 8), 9 * along - 5);
    return [
      withinPart(
        'held at one end: frequency over c/4L',
        frequencyOf(held.tip, 1 / (perPeriod * expected)) / expected,
        1,
        0.03,
      ),
      withinPart('free: frequency over c/2L', frequencyOf(swung.tip, 1 / FREE_RATE) / (c / (2 * whole)), 1, 0.03),
      told('free: steps', swung.steps),
      atMost('free: largest change of energy', swung.change, 0.02),
    ];
  },
});

/** Frames per second of the free bar: eight steps each at the resolution of the case. */
const FREE_RATE = 25;

/** Runs a bar: how far one of its particles goes along z after each frame, and what becomes of the energy. */
async function watch(scene: SceneInput, frames: number, particle: number) {
  using world = await World.create(scene, { threads: 1 });
  const start = world.fields.position[3 * particle + 2]!,
    before = energyNow(world),
    tip = [0];
  let [change, steps] = [0, 0];
  for (let frame = 0; frame < frames; frame++) {
    const report = world.advance();
    if (!report.ok) throw new Diverged(report.problem!.message);
    steps += report.steps;
    tip.push(world.fields.position[3 * particle + 2]! - start);
    change = Math.max(change, Math.abs(energyNow(world) / before - 1));
  }
  return { tip, change, steps };
}

/** Energy with velocities of the moment: they stand half a step before the places. */
function energyNow(world: World): number {
  const { set, engine } = inside(world),
    half = 0.5 * engine.memory.lastElasticStep!,
    [v, a, m] = [set.f64('velocity'), set.f64('acceleration'), set.f64('mass')];
  let kinetic = 0;
  for (let n = 0; n < v.length; n++) kinetic += 0.5 * m[Math.floor(n / 3)]! * (v[n]! + half * a[n]!) ** 2;
  return kinetic + world.ledger().internalEnergy;
}
