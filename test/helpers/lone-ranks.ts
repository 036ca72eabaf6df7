// Ranks without MPI, for what can be seen in one process.

import type { Communicator } from '../../src/ranks/communicator.ts';

/** One rank that is all of them. */
export function aloneInRanks(): Communicator {
  return {
    rank: 0,
    size: 1,
    traffic: { bytes: 0, messages: 0, reductions: 0 },
    reduce: () => {},
    broadcast: () => {},
    exchange: (numbers) => numbers.slice(),
    send: () => {},
    receive: () => {},
    settle: () => {},
    abort: () => {},
    leave: () => {},
  };
}

/** Rank 1 of two, to whom rank 0 says one thing. */
export function toldByRank0(order: object): Communicator {
  const text = new TextEncoder().encode(JSON.stringify(order));
  return {
    ...aloneInRanks(),
    rank: 1,
    size: 2,
    reduce: (values) => void values.fill(text.length),
    broadcast: (bytes) => bytes.set(text),
  };
}
