import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failureOf, withProblems } from '../../src/make/failure.ts';
import { problem, ThixoError } from '../../src/problem.ts';

const thrownBy = (work: () => unknown): Promise<unknown> =>
  withProblems(async () => work()).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

it('gives what the work gives', async () => {
  expect(await withProblems(async () => 7)).toBe(7);
});

it('makes a ThixoError of what the system refuses, and keeps where it happened', async () => {
  const error = await thrownBy(() => readFileSync('/nowhere/at/all'));
  expect(error).toBeInstanceOf(ThixoError);
  expect(error).toMatchObject({ problems: [{ code: 'FILE_IO', place: '/nowhere/at/all' }], cause: { code: 'ENOENT' } });
  expect(failureOf(error).stack).toContain('with-problems.test.ts');
});

it('lets a ThixoError and a bug through as they are', async () => {
  for (const mine of [new ThixoError([problem('USAGE', '', 'm', 'h')]), new TypeError('x is not a function')])
    expect(await thrownBy(() => Promise.reject(mine))).toBe(mine);
});
