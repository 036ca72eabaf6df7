// Which rank a process is, by what its launcher says in the environment: known before MPI is.

/** How many ranks there are; undefined if the launcher does not say. */
export function ranksOfEnvironment(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const { PMI_SIZE, OMPI_COMM_WORLD_SIZE, PMIX_RANK, SLURM_STEP_NUM_TASKS } = env,
    told = PMI_SIZE ?? OMPI_COMM_WORLD_SIZE ?? (PMIX_RANK === undefined ? undefined : SLURM_STEP_NUM_TASKS);
  return told === undefined ? undefined : Number(told);
}

/** The rank of this process; 0 if it was started by no launcher. */
export function rankOfEnvironment(env: Readonly<Record<string, string | undefined>>): number {
  const names = ['PMI_RANK', 'OMPI_COMM_WORLD_RANK', 'PMIX_RANK', 'SLURM_PROCID'],
    told = names.map((name) => env[name]).find((value) => value !== undefined);
  return Number(told ?? 0) || 0;
}
