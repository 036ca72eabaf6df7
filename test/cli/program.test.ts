// The built program as a whole: what only shows in a process of its own.

import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DROP, runShell, spawnThixo, temporaryFolder, writeFiles } from './harness.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = join(ROOT, 'dist/cli/main.js');

function dropFolder(): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'drop.json': DROP });
  return cwd;
}

/** A copy of the built package that can be broken. */
function copyOfPackage(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scenes'));
  for (const name of ['dist', 'package.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist');
}

describe('the program', () => {
  it('is what package.json calls thixo, and can be executed', async () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(join(ROOT, bin.thixo)).toBe(PROGRAM);
    expect(statSync(PROGRAM).mode & 0o111).toBe(0o111);
    expect(await runShell(`'${PROGRAM}' --version`, temporaryFolder())).toMatchObject({ code: 0, stderr: '' });
  });

  it('says first what it is about to do; stdout has only the path', async () => {
    const { code, stdout, stderr } = await spawnThixo(['run', 'drop.json', '--threads', '2'], { cwd: dropFolder() });
    expect([code, stdout]).toEqual([0, 'out/drop\n']);
    expect(stderr).toMatch(/^thixo \d+\.\d+\.\d+\S* {2}run drop\.json\nDrop: /);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).not.toContain('\r');
  });

  it('prints only JSON with --json, and colors only when forced', async () => {
    const cwd = dropFolder();
    const { stdout, stderr } = await spawnThixo(['run', 'drop.json', '--json'], { cwd });
    expect(stderr).toBe('');
    for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('event');
    const forced = await spawnThixo(['run', 'none.json', '-q'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(forced.stderr).toContain('\u001b[31m');
  });

  it('says that the folder it was started in is gone, or that the system gives it no memory', async () => {
    const cwd = dropFolder(),
      gone = await runShell(`mkdir gone && cd gone && rmdir ../gone && '${PROGRAM}' info x`, cwd);
    expect(gone).toMatchObject({ code: 5, stderr: expect.stringMatching(/^error FILE_IO\n.*no longer exists/) });
    const cramped = await runShell(`ulimit -v 6000000 && '${PROGRAM}' run drop.json -q`, cwd);
    expect(cramped).toMatchObject({ code: 6, stderr: expect.stringMatching(/^error LIMIT_MEMORY\n[\s\S]*ulimit -v/) });
  });

  it('sends every problem of the thread back, with its exit code', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'bad.json': { ...DROP, gravty: 1, bodies: [{ ...DROP.bodies![0]!, substance: 'wter' }] } });
    const { code, stdout } = await spawnThixo(['run', 'bad.json', '--json'], { cwd });
    expect(code).toBe(3);
    const problems = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(problems.map(({ event, code: name }) => [event, name])).toEqual(
      expect.arrayContaining([
        ['error', 'SCENE_UNKNOWN_KEY'],
        ['error', 'SCENE_UNKNOWN_SUBSTANCE'],
      ]),
    );
  });

  it('calls its own mistakes bugs: exit 1, advice, a stack only with --debug', async () => {
    const dist = copyOfPackage(),
      cwd = dropFolder();
    writeFileSync(
      join(dist, 'world/world.js'),
      "export class World { static async create() { throw new TypeError('broken on purpose'); } }",
    );
    for (const argv of [
      ['run', 'drop.json'],
      ['check', 'drop.json'],
    ]) {
      const run = (more: string[]) => spawnThixo([...argv, ...more], { cwd, program: join(dist, 'cli/main.js') });
      const plain = await run([]);
      expect([plain.code, plain.stdout]).toEqual([1, '']);
      expect(plain.stderr).toMatch(/error BUG\n {2}broken on purpose\.\n {2}.*thixo doctor/);
      expect(plain.stderr).not.toMatch(/^ +at /m);
      const debug = await run(['--debug']);
      expect(debug.code).toBe(1);
      expect(debug.stderr).toMatch(/^ +at .*world\.js/m);
    }
    const doctor = await spawnThixo(['doctor'], { cwd, program: join(dist, 'cli/main.js') });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/^MISSING +threads +broken on purpose/m);
  });

  it('is quiet when nobody reads on', async () => {
    const cwd = dropFolder();
    const program = `'${process.execPath}' '${PROGRAM}'`;
    const run = await runShell(`${program} run drop.json --json | head -n 1`, cwd);
    expect(JSON.parse(run.stdout)).toMatchObject({ event: 'start' });
    expect(run.stderr).toBe('');
    await spawnThixo(['run', 'drop.json', '-o', 'x'], { cwd });
    expect(await runShell(`${program} info x --json | head -c 1`, cwd)).toEqual({ code: 0, stdout: '{', stderr: '' });
    const deaf = await runShell(`{ ${program} run drop.json -o y 2>&1 >&3 | head -n 1; } 3>&1`, cwd);
    expect(deaf.stdout).toContain('y\n');
  });
});
