// A session that was played is a scene: run from its start it gives the same bits at every frame.

import { describe, expect, it } from 'vitest';
import { LiveWorld, type SceneInput, type Stroke, World } from '../../src/index.ts';
import { randomUnit } from '../../src/random/random.ts';
import { SMALL } from './scenes.ts';

const FRAMES = 8;

/** Random numbers of a session. */
function diceOf(seed: number) {
  let draw = 0;
  const unit = () => randomUnit(seed, 77, draw++);
  return {
    unit,
    below: (n: number) => Math.floor(n * unit()),
    place: (): [number, number, number] => [0.3 * unit(), 0.05 + 0.3 * unit(), 0.3 * unit()],
  };
}

type Dice = ReturnType<typeof diceOf>;

/** Things that somebody may do. Those that begin something return it. */
const INPUTS: Readonly<Record<string, (live: LiveWorld, dice: Dice, kind: string) => Stroke | undefined>> = {
  grab: (live, dice) => live.grab(dice.place(), { radius: 0.15, pull: 60 }),
  push: (live, dice) => live.push({ center: dice.place(), radius: 0.12, acceleration: [10 * dice.unit(), 5, 0] }),
  poke: (live, dice) => live.addObstacle({ shape: { sphere: { center: dice.place(), radius: 0.05 } } }),
  erase: (live, dice) => live.erase({ shape: { sphere: { center: dice.place(), radius: 0.06 } } }),
  spring: (live, dice) => live.addForce({ spring: { center: dice.place(), rate: 20 } }),
  hold: (live) => (live.scene.obstacles!.length === 1 ? live.holdObstacle(0) : undefined),
  gravity: (live, dice) => void live.set('/gravity', [0, -12 * dice.unit(), 0]),
  pour: (live, dice, kind) => {
    if (kind === 'jelly') return undefined;
    const disc = { center: [0.2, 0.6 + 0.2 * dice.unit(), 0.2], normal: [0, -1, 0], radius: 0.07 } as const;
    return live.pour({ substance: 'stuff', shape: { disc }, speed: 1.5, spacing: 0.06 });
  },
  body: (live, dice, kind) => {
    if (kind === 'jelly') return undefined;
    const [x, , z] = dice.place();
    live.addBody({ substance: 'stuff', shape: { sphere: { center: [x, 0.45, z], radius: 0.07 } }, spacing: 0.06 });
    return undefined;
  },
  heat: (live, dice, kind) =>
    kind === 'warm honey'
      ? live.heat({ shape: { sphere: { center: dice.place(), radius: 0.1 } }, power: 1e7 })
      : undefined,
};

/** Plays a random session; hashes of all frames. */
async function play(kind: string, seed: number): Promise<{ hashes: string[]; scene: SceneInput; inputs: number }> {
  const live = await LiveWorld.create(SMALL[kind]!, { threads: 1 + (seed % 2) }),
    dice = diceOf(seed),
    names = Object.keys(INPUTS),
    hashes = [live.world.hash()],
    open: Stroke[] = [];
  let inputs = 0;
  live.forceEachFrame(({ frame }) => (frame % 3 === 2 ? [{ uniform: { acceleration: [frame / 3, 0, 0] } }] : []));
  try {
    while (live.frame < FRAMES) {
      for (let k = dice.below(3); k > 0; k--) {
        const stroke = INPUTS[names[dice.below(names.length)]!]!(live, dice, kind);
        inputs++;
        if (stroke) open.push(stroke);
      }
      for (const stroke of open)
        if (stroke.pointer !== '/obstacles/1' && !/spring/.test(stroke.pointer)) stroke.moveTo(dice.place());
      if (open.length > 2) open.splice(dice.below(3), 1)[0]!.end();
      if (!live.advance().ok) break;
      hashes.push(live.world.hash());
    }
    return { hashes, scene: JSON.parse(JSON.stringify(live.scene)), inputs };
  } finally {
    live.dispose();
  }
}

/** The hashes of all frames of a scene. */
async function run(scene: SceneInput, threads: number, count: number): Promise<string[]> {
  using world = await World.create(scene, { threads });
  const hashes = [world.hash()];
  while (hashes.length < count) {
    const report = world.advance();
    hashes.push(report.ok ? world.hash() : report.problem.message);
  }
  return hashes;
}

describe.each(Object.keys(SMALL))('%s', (kind) => {
  it.each(kind === 'warm honey' ? [1, 2] : [1, 2, 3, 4])('repeats random session %i bit for bit', async (seed) => {
    const { hashes, scene, inputs } = await play(kind, 100 * seed + kind.length),
      plain = await run(SMALL[kind]!, 1, hashes.length);
    expect(hashes.length).toBeGreaterThan(4);
    expect(inputs).toBeGreaterThan(0);
    expect(hashes.at(-1)).not.toBe(plain.at(-1)); // the session did something
    expect(await run(scene, 2 - (seed % 2), hashes.length)).toEqual(hashes);
  });
});
