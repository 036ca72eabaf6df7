// `thixo/mpi`: worlds that are spread over the processes of MPI.

export type { Communicator, Traffic } from '../ranks/communicator.ts';
export { joinRanks } from './join-ranks.ts';
