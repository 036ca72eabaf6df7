// Worlds over the ranks of a real MPI: the bits of one process, for every number of ranks and threads.

import { describe, expect, it } from 'vitest';
import golden from '../golden/hashes.json' with { type: 'json' };
import { SCENES as PINNED_SCENES } from '../scenes/index.ts';
import { inOneProcess, type Launcher, MPICH, OPEN_MPI, onRanks, type Told } from './harness.ts';
import { SCENES } from './scenes.ts';

const LONG = process.env.LONG_TESTS !== undefined,
  FRAMES = LONG ? 3 : 1;
const alone = inOneProcess(SCENES, FRAMES);

const CASES: readonly [Launcher, number, number][] = LONG
  ? [MPICH, OPEN_MPI].flatMap((mpi) =>
      [1, 2, 3, 4, 7].flatMap((ranks) => [1, 2].map((threads) => [mpi, ranks, threads] as [Launcher, number, number])),
    )
  : [
      [MPICH, 3, 1],
      [OPEN_MPI, 2, 2],
    ];

/** Of the scenes with committed hashes those that can be spread; the rest in long tests only. */
const PINNED = [
  ...['fountain', 'globules-3d', 'hot-plate', 'mixed-sizes', 'paddle'],
  ...(LONG
    ? [
        ...['dam-break', 'force-fields', 'globules-melting', 'oil-and-water', 'paste-and-water'],
        ...['periodic-wave', 'shepard-quartic', 'tait-drop', 'wedge-2d'],
      ]
    : []),
] as const;

const shown = ({ name, hashes, ledgers, count }: Pick<Told, 'name' | 'hashes' | 'ledgers' | 'count'>) => ({
  ...{ name, hashes, ledgers, count },
});

describe.each(CASES)('%o', (launcher, ranks, threads) => {
  it(`${launcher.name}, ${ranks} ranks × ${threads} threads: the hashes and ledgers of one process`, async (context) => {
    if (launcher.missing) return context.skip(launcher.missing);
    const told = await onRanks(launcher, SCENES, { ranks, threads, frames: FRAMES });
    expect(told.map(shown)).toEqual((await alone).map(shown));
  });

  it(`${launcher.name}, ${ranks} ranks × ${threads} threads: the committed hashes`, async (context) => {
    if (launcher.missing) return context.skip(launcher.missing);
    const scenes = Object.fromEntries(PINNED.map((name) => [name, PINNED_SCENES[name]!.scene])),
      told = await onRanks(launcher, scenes, { ranks, threads, frames: 1 });
    expect(told.map(({ name, hashes }) => [name, hashes[1]])).toEqual(
      PINNED.map((name) => [name, golden[name as keyof typeof golden][0]]),
    );
  });
});
