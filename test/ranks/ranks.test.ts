// Worlds over the ranks of a real MPI: the bits of one process, for every number of ranks and threads.

import { describe, expect, it } from 'vitest';
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

const shown = ({ name, hashes, ledgers, count }: Pick<Told, 'name' | 'hashes' | 'ledgers' | 'count'>) => ({
  ...{ name, hashes, ledgers, count },
});

describe.each(CASES)('%o', (launcher, ranks, threads) => {
  it(`${launcher.name}, ${ranks} ranks × ${threads} threads: the hashes and ledgers of one process`, async (context) => {
    if (launcher.missing) return context.skip(launcher.missing);
    const told = await onRanks(launcher, SCENES, { ranks, threads, frames: FRAMES });
    expect(told.map(shown)).toEqual((await alone).map(shown));
  });
});
