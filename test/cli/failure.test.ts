import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-code.ts';
import { errorData, failureOf, failureOfData } from '../../src/make/failure.ts';
import { problem, ThixoError } from '../../src/problem.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';

function systemError(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code, syscall: 'open', ...(path ? { path } : {}) });
}

describe('failures', () => {
  it('are the problems of a ThixoError, also of one from another copy of the class', () => {
    const problems = [problem('SCENE_INVALID', '/a', 'm', 'h')];
    const foreign = Object.assign(new Error('x'), { name: 'ThixoError', problems });
    expect(failureOf(new ThixoError(problems))).toEqual({ problems });
    expect(failureOf(foreign)).toEqual({ problems });
  });

  it('say that the folder of the command is gone', () => {
    const gone = Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), {
      code: 'ENOENT',
      syscall: 'uv_cwd',
    });
    expect(failureOf(gone).problems).toMatchObject([
      { code: 'FILE_IO', message: expect.stringContaining('no longer exists') },
    ]);
  });

  it('say why there is no memory for the smallest world', () => {
    vi.spyOn(WebAssembly, 'Memory').mockImplementation((): never => {
      throw new RangeError('WebAssembly.Memory(): could not allocate memory');
    });
    try {
      expect(() => new SharedMemory(65536)).toThrow(/^LIMIT_MEMORY: .*ulimit -v/);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it.each([
    'EACCES',
    'EPERM',
    'EROFS',
    'ENOENT',
    'ENOTDIR',
    'EISDIR',
    'EEXIST',
    'ENAMETOOLONG',
    'ELOOP',
    'EMFILE',
    'EIO',
  ])('name the path and what to do for %s', (code) => {
    const { problems } = failureOf(systemError(code, '/some/where'));
    expect(problems[0]).toMatchObject({
      code: 'FILE_IO',
      place: '/some/where',
      message: expect.stringContaining(code),
    });
    expect(problems[0]!.message).toContain('"/some/where"');
    expect(problems[0]!.hint.length).toBeGreaterThan(10);
    expect(exitCodeOf(problems)).toBe(5);
  });

  it.each(['ENOSPC', 'EDQUOT'])('are a full disk for %s', (code) => {
    const { problems } = failureOf(systemError(code, '/p'));
    expect(problems[0]).toMatchObject({ code: 'DISK_FULL', place: '/p' });
    expect(exitCodeOf(problems)).toBe(5);
  });

  it('are I/O for any other refusal of the system', () => {
    expect(failureOf(systemError('EXDEV')).problems[0]).toMatchObject({ code: 'FILE_IO', message: 'EXDEV: refused.' });
  });

  it('are a limit when a thread runs out of memory', () => {
    const { problems } = failureOf(Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    expect(problems[0]!.code).toBe('LIMIT_MEMORY');
    expect(exitCodeOf(problems)).toBe(6);
  });

  it('are a bug otherwise, with advice and the stack apart', () => {
    for (const thrown of [new TypeError('x is not a function'), 'a string', undefined, new Error('')]) {
      const { problems, stack } = failureOf(thrown);
      expect(problems[0]!.code).toBe('BUG');
      expect(problems[0]!.message).toMatch(/\w.*[.]$/);
      expect(problems[0]!.hint).toContain('--debug');
      expect(exitCodeOf(problems)).toBe(1);
      expect(stack).toBe(thrown instanceof Error ? thrown.stack : undefined);
    }
  });

  it('are the same after the way from another thread', () => {
    let real: unknown;
    try {
      readFileSync('/nowhere/at/all');
    } catch (error) {
      real = error;
    }
    for (const error of [real, new TypeError('bad')]) {
      expect(failureOfData(structuredClone(errorData(error)))).toEqual(failureOf(error));
    }
  });

  it('end with the code of the first error, not of a warning', () => {
    const warning = { ...problem('WRONG_UNITS', '', '', ''), severity: 'warning' } as const;
    expect(exitCodeOf([warning])).toBe(0);
    expect(exitCodeOf([warning, problem('LIMIT_FRAMES', '', '', ''), problem('USAGE', '', '', '')])).toBe(6);
  });
});
