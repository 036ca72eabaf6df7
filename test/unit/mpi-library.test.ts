// Which MPI a process belongs to, by what its launcher says in the environment.

import { describe, expect, it } from 'vitest';
import { librariesOf } from '../../src/mpi/library.ts';
import { rankOfEnvironment, ranksOfEnvironment } from '../../src/mpi/rank-of-environment.ts';

const OPEN = 'libmpi.so.40',
  MPICH = ['libmpich.so.12', 'libmpi.so.12'];

describe('the library of MPI', () => {
  it.each([
    ['mpiexec of MPICH', { PMI_RANK: '1', PMI_SIZE: '3' }, MPICH],
    ['srun --mpi=pmi2', { PMI_RANK: '1', PMI_SIZE: '3', SLURM_PROCID: '1', SLURM_STEP_NUM_TASKS: '3' }, MPICH],
    ['mpiexec of Intel MPI', { MPI_LOCALRANKID: '1', PMI_RANK: '1', PMI_SIZE: '3' }, MPICH],
    ['mpiexec of Open MPI', { OMPI_COMM_WORLD_RANK: '1', OMPI_COMM_WORLD_SIZE: '3', PMIX_RANK: '1' }, [OPEN]],
    ['srun --mpi=pmix', { PMIX_RANK: '1', SLURM_PROCID: '1', SLURM_STEP_NUM_TASKS: '3' }, [OPEN, ...MPICH]],
  ] as const)('of a rank of %s', (_, env, files) => {
    expect(librariesOf(env)).toEqual(files);
    expect([rankOfEnvironment(env), ranksOfEnvironment(env)]).toEqual([1, 3]);
    expect(librariesOf({ ...env, THIXO_MPI_LIBRARY: '/opt/libmpi.so.12' })).toEqual(['/opt/libmpi.so.12']);
  });

  it('is none where nobody has started a rank, in a batch job of Slurm too', () => {
    expect(librariesOf({})).toEqual([]);
    expect(librariesOf({ SLURM_PROCID: '0' })).toEqual([]);
  });
});
