// The calls of MPI that a world needs, through koffi. Handles differ: numbers in MPICH and its kin, addresses of globals in Open MPI.
// Contributor notes: UCX, which MPICH talks through, must leave Node alone. Its memory hooks patch and test sbrk while other threads of Node
// allocate (4 of 171 runs crashed; 0 of 173 without them), and its handler of SIGSEGV takes the signal that V8 turns into traps of WASM.
// Both are switched off before the library is loaded, unless the user has set them.

import { problem, ThixoError } from '../problem.ts';

type Koffi = typeof import('koffi');
type Call = (...args: unknown[]) => number;

/** Names under which the libraries are found. That of MPICH's kin (Intel MPI, MVAPICH) has the name of Open MPI with another number. */
const NAMES = { openmpi: 'libmpi.so.40', mpich: 'libmpich.so.12', kin: 'libmpi.so.12' } as const;

/** Handles and special addresses of an implementation. */
interface Handles {
  readonly world: number;
  readonly byte: number;
  readonly int: number;
  readonly double: number;
  readonly sum: number;
  readonly max: number;
  readonly min: number;
  /** Bytes of a request. */
  readonly request: number;
  readonly ignore: number;
  readonly inPlace: number;
}

/** The library, loaded: its calls and handles, and addresses of arrays. */
export interface Mpi {
  /** Its file. */
  readonly file: string;
  readonly handles: Handles;
  readonly calls: Readonly<Record<CallName, Call>>;
  addressOf(bytes: Uint8Array): number;
}

const MPICH: Handles = {
  ...{ world: 0x44000000, byte: 0x4c00010d, int: 0x4c000405, double: 0x4c00080b },
  ...{ sum: 0x58000003, max: 0x58000001, min: 0x58000002, request: 4, ignore: 1, inPlace: -1 },
};

/** H stands for a handle. */
const SIGNATURES = {
  initialized: 'int MPI_Initialized(_Out_ int*)',
  init: 'int MPI_Init_thread(void*, void*, int, _Out_ int*)',
  rank: 'int MPI_Comm_rank(H, _Out_ int*)',
  size: 'int MPI_Comm_size(H, _Out_ int*)',
  isend: 'int MPI_Isend(intptr_t, int, H, int, int, H, intptr_t)',
  irecv: 'int MPI_Irecv(intptr_t, int, H, int, int, H, intptr_t)',
  testall: 'int MPI_Testall(int, intptr_t, intptr_t, intptr_t)',
  waitall: 'int MPI_Waitall(int, intptr_t, intptr_t)',
  iallreduce: 'int MPI_Iallreduce(intptr_t, intptr_t, int, H, H, H, intptr_t)',
  ibcast: 'int MPI_Ibcast(intptr_t, int, H, int, H, intptr_t)',
  ialltoall: 'int MPI_Ialltoall(intptr_t, int, H, intptr_t, int, H, H, intptr_t)',
  finalize: 'int MPI_Finalize()',
  abort: 'int MPI_Abort(H, int)',
} as const;
type CallName = keyof typeof SIGNATURES;

/** Files of the MPI that started a process, the likeliest first, as its environment has it; none if it was started by no MPI. */
export function librariesOf(env: NodeJS.ProcessEnv): string[] {
  const { openmpi, mpich, kin } = NAMES,
    isStartedBy = (...names: readonly string[]) => names.some((name) => env[name] !== undefined);
  if (env.THIXO_MPI_LIBRARY !== undefined) return [env.THIXO_MPI_LIBRARY];
  if (isStartedBy('OMPI_COMM_WORLD_RANK')) return [openmpi];
  if (isStartedBy('PMI_RANK', 'MPI_LOCALRANKID')) return [mpich, kin];
  return isStartedBy('PMIX_RANK') ? [openmpi, mpich, kin] : []; // srun --mpi=pmix, which is how it starts Open MPI
}

/** Loads the first library that is there. Throws a ThixoError (MPI_MISSING) that says what is missing. */
export async function loadMpi(files: readonly string[]): Promise<Mpi> {
  const koffi = await importKoffi();
  const libc = koffi.load('libc.so.6'),
    setenv = libc.func('int setenv(str, str, int)');
  setenv('UCX_MEM_EVENTS', 'no', 0);
  setenv('UCX_ERROR_SIGNALS', '', 0);
  const { library, file } = open(koffi, files),
    memchr = libc.func('intptr_t memchr(void*, int, size_t)') as Call;
  const symbol = (name: string): number => Number(koffi.address(library.symbol(name, 'char')));
  const isOpen = has(library, 'ompi_mpi_comm_world'),
    handle = isOpen ? 'intptr_t' : 'int',
    calls = Object.entries(SIGNATURES).map(([name, text]) => [name, library.func(text.replaceAll(/\bH\b/g, handle))]);
  return {
    file,
    handles: isOpen ? openMpi(symbol) : MPICH,
    calls: Object.fromEntries(calls) as Mpi['calls'],
    addressOf: (bytes) => Number(memchr(bytes, bytes[0], 1)),
  };
}

function openMpi(symbol: (name: string) => number): Handles {
  return {
    ...{ world: symbol('ompi_mpi_comm_world'), byte: symbol('ompi_mpi_byte'), int: symbol('ompi_mpi_int') },
    ...{ double: symbol('ompi_mpi_double'), sum: symbol('ompi_mpi_op_sum'), max: symbol('ompi_mpi_op_max') },
    ...{ min: symbol('ompi_mpi_op_min'), request: 8, ignore: 0, inPlace: 1 },
  };
}

async function importKoffi(): Promise<Koffi> {
  try {
    return (await import('koffi')).default as unknown as Koffi;
  } catch {
    const message = 'Ranks need the package koffi, which is not installed.';
    throw new ThixoError([problem('MPI_MISSING', '', message, 'Install it beside Thixo: `npm install koffi`.')]);
  }
}

type Library = ReturnType<Koffi['load']>;

function open(koffi: Koffi, files: readonly string[]): { readonly library: Library; readonly file: string } {
  const failures: string[] = [];
  for (const file of files) {
    try {
      return { library: koffi.load(file, { global: true } as never), file };
    } catch (error) {
      failures.push(`${file}: ${(error as Error).message}`);
    }
  }
  const message = `The library of MPI cannot be loaded: ${failures.join('; ')}`;
  const hint = 'Install MPICH or Open MPI, or set THIXO_MPI_LIBRARY to the path of libmpich.so or libmpi.so.';
  throw new ThixoError([problem('MPI_MISSING', '', message, hint)]);
}

function has(library: Library, symbol: string): boolean {
  try {
    library.symbol(symbol, 'char');
    return true;
  } catch {
    return false;
  }
}
