// Whatever was thrown, as problems. Wrong input and a refusing system are the user's to mend and say how; everything
// else is a bug of ours.

import { type Problem, problem, ThixoError } from '../problem.ts';
import { noMemory } from '../wasm/memory.ts';

/** An error as data: what is left of it after the way from another thread. */
export interface ErrorData {
  readonly message: string;
  readonly stack?: string | undefined;
  /** The system's name for it, such as ENOSPC. */
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly syscall?: string | undefined;
}

/** Problems, and for a bug where it happened. */
export interface Failure {
  readonly problems: readonly Problem[];
  readonly stack?: string | undefined;
}

/** What is wrong, from anything that was thrown. */
export function failureOf(error: unknown): Failure {
  if (isThixoError(error)) return { problems: error.problems, stack: stackOf(error.cause) };
  return failureOfData(errorData(error));
}

/** What `work` gives. What the system refuses is thrown as a ThixoError whose cause is the error itself; bugs are thrown as they are. */
export async function withProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { problems } = failureOf(error);
    if (error instanceof ThixoError || problems.some(({ code }) => code === 'BUG')) throw error;
    throw Object.assign(new ThixoError(problems), { cause: error });
  }
}

/** The part of an error that can be sent to another thread. */
export function errorData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, code, path, syscall } = error as NodeJS.ErrnoException;
  return { message, stack, code: typeof code === 'string' ? code : undefined, path, syscall };
}

/** What is wrong, from an error as data. */
export function failureOfData(error: ErrorData): Failure {
  const { message, stack } = error;
  const known = systemProblem(error);
  if (known) return { problems: [known], stack };
  if (/Cannot allocate Wasm memory/.test(message)) return { problems: noMemory().problems, stack }; // Node's own modules want some too
  const hint =
    'This is a mistake in Thixo, not in your scene. Please report it with the scene, what `thixo doctor` prints, and what this command prints with --debug.';
  return { problems: [problem('BUG', '', sentence(message || 'Something failed without a message.'), hint)], stack };
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** By its content too: the same class can be loaded twice. */
function isThixoError(error: unknown): error is ThixoError {
  return error instanceof ThixoError || (error instanceof Error && error.name === 'ThixoError' && 'problems' in error);
}

/** What to do when the system refuses, by its name for the reason. */
const ADVICE: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  EACCES: ['is not accessible to this user', 'Choose another folder (-o for run), or change its permissions.'],
  EPERM: ['is not accessible to this user', 'Choose another folder (-o for run), or change its permissions.'],
  EROFS: ['is on a read-only disk', 'Choose another folder (-o for run).'],
  ENOENT: ['does not exist', 'Check the spelling of the path.'],
  ENOTDIR: ['leads through a file as if it were a folder', 'Check the path, or remove the file that is in the way.'],
  EISDIR: ['is a folder, and a file is needed', 'Give the path of a file.'],
  EEXIST: ['already exists', 'Choose another name, or remove it first.'],
  ENAMETOOLONG: ['is longer than the system allows', 'Use a shorter name.'],
  ELOOP: ['is a symbolic link that leads back to itself', 'Remove the link.'],
  EMFILE: ['cannot be opened: too many files are open', 'Close other programs, or raise the limit with ulimit -n.'],
  ENFILE: ['cannot be opened: too many files are open', 'Close other programs.'],
  EBUSY: ['is in use by another program', 'Close that program and try again.'],
  EIO: ['could not be read or written: the disk reports an error', 'Check the disk, or use another one.'],
};

function systemProblem({ code = '', path, syscall, message }: ErrorData): Problem | undefined {
  const at = path === undefined ? {} : { place: path };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const hint = 'Every committed frame is safe. Free some space and run the same command again.';
    return { ...problem('DISK_FULL', '', 'The disk is full.', hint), ...at };
  }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const hint = 'Use a larger spacing or fewer threads, or a machine with more memory.';
    return problem('LIMIT_MEMORY', '', 'The run ran out of memory.', hint);
  }
  if (code === 'ENOENT' && syscall === 'uv_cwd') return noFolder();
  const advice = ADVICE[code];
  if (advice) {
    const what =
      path === undefined ? `${sentence(message)}` : `"${path}" ${advice[0]} (${code}${syscall ? `, ${syscall}` : ''}).`;
    return { ...problem('FILE_IO', '', what, advice[1]), ...at };
  }
  if (!syscall || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  return {
    ...problem('FILE_IO', '', sentence(message), 'The system refused this; check the path and the disk.'),
    ...at,
  };
}

/** The folder that the process stands in has been removed. */
function noFolder(): Problem {
  const hint = 'Change to another one with cd, then run the command again.';
  return problem('FILE_IO', '', 'The folder that this command was started in no longer exists.', hint);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
