// Joining the processes that mpiexec or srun has started.

import { problem, ThixoError } from '../problem.ts';
import type { Communicator } from '../ranks/communicator.ts';
import { librariesOf, loadMpi } from './library.ts';
import { MpiCommunicator } from './mpi-communicator.ts';
import { ranksOfEnvironment } from './rank-of-environment.ts';

/**
 * The ranks of this run, for `World.create(scene, { ranks })`. Every process that `mpiexec` started calls it once. Throws a ThixoError
 * (MPI_MISSING) where koffi or the library of MPI is missing, or where nobody has started this process as a rank.
 * @example const ranks = await joinRanks(); const world = await World.create(scene, { ranks });
 */
export async function joinRanks(env: NodeJS.ProcessEnv = process.env): Promise<Communicator> {
  const files = librariesOf(env);
  if (files.length === 0) {
    const message = 'This process is no rank: nothing of MPI is in its environment.';
    const hint = 'Start it with `mpiexec -n 4 thixo run scene.json --ranks mpi`, or with srun.';
    throw new ThixoError([problem('MPI_MISSING', '', message, hint)]);
  }
  const mpi = await loadMpi(files),
    ranks = new MpiCommunicator(mpi);
  requireLauncher(ranks, mpi.file, ranksOfEnvironment(env));
  return ranks;
}

/** A library that does not understand its launcher makes every process a world of its own. */
function requireLauncher(ranks: Communicator, file: string, started = ranks.size): void {
  if (ranks.size === started) return;
  const message = `${started} ranks were started, and ${file} knows of ${ranks.size}: the launcher is that of another MPI.`;
  const hint = 'Start with the mpiexec of that library, or set THIXO_MPI_LIBRARY to the library of the launcher.';
  ranks.leave();
  throw new ThixoError([problem('MPI_MISSING', '', message, hint)]);
}
