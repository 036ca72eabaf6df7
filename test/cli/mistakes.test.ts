// Every mistake of the table is answered as the table says.

import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../src/codes.ts';
import { temporaryFolder, thixo, writeFiles } from './harness.ts';
import { MISTAKES, type Mistake } from './mistakes.ts';

const NOBODY = 65_534;

/** Runs `work` as somebody who may not enter the folder; root would be let in. */
async function lockedOut<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  chmodSync(folder, 0o000);
  if (isRoot) {
    await thixo(['check', 'nothing.json']); // loads what will be needed while it may
    process.seteuid!(NOBODY);
  }
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid!(0);
    chmodSync(folder, 0o755);
  }
}

async function make({ files = {}, before = [], argv, locked }: Mistake) {
  const cwd = temporaryFolder();
  writeFiles(cwd, files);
  chownSync(cwd, process.getuid!(), process.getgid!());
  chmodSync(cwd, 0o755);
  for (const earlier of before) expect((await thixo(earlier, { cwd })).code).toBe(0);
  return locked === undefined ? thixo(argv, { cwd }) : lockedOut(join(cwd, locked), () => thixo(argv, { cwd }));
}

/** The problem with a code, as it is told: the line of its place, and the lines of message and hint. */
function told(stderr: string, code: string): { head: string; body: string } {
  const found = new RegExp(`^(.*)(?:error|warning) ${code}\\n((?: {2}.*\\n)+)`, 'm').exec(stderr);
  if (!found) throw new Error(`${code} was not told:\n${stderr}`);
  return { head: found[1]!, body: found[2]! };
}

describe('mistakes of new users', () => {
  it('are at least forty different ones', () => {
    expect(new Set(MISTAKES.map(({ did }) => did)).size).toBe(MISTAKES.length);
    expect(MISTAKES.length).toBeGreaterThanOrEqual(40);
  });

  it.each(MISTAKES.map((mistake) => [mistake.did, mistake] as const))('%s', async (_, mistake) => {
    const { code, stdout, stderr } = await make(mistake);
    const { head, body } = told(stderr, mistake.code);
    expect(code).toBe(mistake.exit);
    expect(`${head}${body}`).toMatch(mistake.place);
    expect(body).toMatch(mistake.fix);
    expect(stderr).not.toMatch(/undefined|\[object|\bat .*:\d+:\d+\)/);
    if (code !== 0) {
      expect(CODES[mistake.code].exit).toBe(code);
      expect(stdout).toBe('');
    }
  });
});
