import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/command-line.ts';
import { DROP, fakeIo, temporaryFolder, thixo, writeFiles } from './harness.ts';

/** A folder with drop.json. */
function dropFolder(scene: object = DROP): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'drop.json': scene });
  return cwd;
}

function events(stdout: string): { event: string; [key: string]: unknown }[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const FRAME_KEYS = [
  ...['frame', 'time', 'particles', 'mass', 'momentum', 'angularMomentum', 'kineticEnergy', 'centerOfMass', 'bounds'],
  ...['density', 'speedMax', 'temperature', 'evaluations', 'wallSeconds', 'hash'],
];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  start: [
    ...['version', 'scene', 'output', 'frames', 'committed', 'from', 'particles', 'threads', 'memoryBytes'],
    'diskBytes',
  ],
  frame: [...FRAME_KEYS, 'steps', 'dt', 'criterion', 'bytes'],
  checkpoint: ['frame', 'bytes'],
  done: ['frame', 'time', 'hash', 'output', 'wallSeconds', 'interrupted', 'diverged'],
};

describe('run', () => {
  it('writes the path to stdout and everything else to stderr', async () => {
    const cwd = dropFolder();
    const { code, stdout, stderr } = await thixo(['run', 'drop.json', '--threads', '1'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toBe(`${join('out', 'drop')}\n`);
    expect(stderr).toMatch(/^Drop: \d+ particles, 10 frames, 1 thread, into out/);
    expect(stderr).toMatch(/About .* of memory and .* of disk/);
    expect(stderr).toMatch(/frame 10\/10 {2}100 %/);
    expect(stderr).toMatch(/Done: 0\.4 s simulated in .*[0-9a-f]{16}\.\n$/);
    expect(existsSync(join(cwd, 'out/drop/manifest.ndjson'))).toBe(true);
  });

  it('says little with --quiet', async () => {
    expect(await thixo(['run', 'drop.json', '-q', '-o', 'x'], { cwd: dropFolder() })).toEqual({
      ...{ code: 0, stdout: 'x\n', stderr: '' },
    });
  });

  it('prints the events of the contract with --json, and nothing else', async () => {
    const cwd = dropFolder();
    const { code, stdout, stderr } = await thixo(['run', 'drop.json', '--json', '--checkpoint-every', '4'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const said = events(stdout);
    for (const { event, ...fields } of said)
      expect([event, Object.keys(fields).sort()]).toEqual([event, [...KEYS[event]!].sort()]);
    expect(said[0]).toMatchObject({
      event: 'start',
      scene: 'Drop',
      frames: 10,
      committed: 0,
      from: 0,
    });
    expect(resolve(String(said[0]!.output))).toBe(join(cwd, 'out/drop'));
    expect(said.at(-1)).toMatchObject({ event: 'done', frame: 10, interrupted: false, diverged: false });
    const frames = said.filter(({ event }) => event === 'frame');
    expect(frames.map(({ frame }) => frame)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].slice(-frames.length));
    expect(frames.at(-1)!.hash).toBe(said.at(-1)!.hash);
    expect(said.filter(({ event }) => event === 'checkpoint').map(({ frame }) => frame)).toEqual(
      expect.arrayContaining([4, 8]),
    );
  });

  it('goes on where it stopped, and says when there is nothing left', async () => {
    const cwd = dropFolder();
    await thixo(['run', 'drop.json', '--frames', '4'], { cwd });
    const second = await thixo(['run', 'drop.json'], { cwd });
    expect(second.stderr).toContain('Resuming after frame 4');
    const third = await thixo(['run', 'drop.json'], { cwd });
    expect(third).toMatchObject({ code: 0, stdout: 'out/drop\n', stderr: expect.stringContaining('Already complete') });
    const whole = events((await thixo(['run', 'drop.json', '-o', 'whole', '--json'], { cwd })).stdout).at(-1)!;
    expect(second.stderr).toContain(String(whole.hash));
  });

  it('gives the same for any number of threads and any interval of saved states', async () => {
    const cwd = dropFolder();
    const hashes = [];
    for (const flags of [
      ['--threads', '2'],
      ['--checkpoint-every', 'off'],
      ['--checkpoint-every', '1'],
    ]) {
      hashes.push(
        events((await thixo(['run', 'drop.json', '-o', flags.join(''), '--json', ...flags], { cwd })).stdout).at(-1)!
          .hash,
      );
    }
    expect(new Set(hashes).size).toBe(1);
  });

  it('refuses to mix physics, names what differs, and offers both ways out', async () => {
    const cwd = dropFolder();
    await thixo(['run', 'drop.json', '--frames', '6', '--checkpoint-every', '2'], { cwd });
    const edited = ['run', 'drop.json', '--set', 'substances.water.artificialViscosity=3'];
    const refused = await thixo(edited, { cwd });
    expect(refused.code).toBe(3);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toContain('CACHE_OTHER_SCENE');
    expect(refused.stderr).toContain('substances/water/artificialViscosity');
    expect(refused.stderr).toContain('--fresh');
    expect(refused.stderr).toMatch(/--from-frame \S+ -o/);
    const branched = await thixo([...edited, '--from-frame', '4', '-o', 'other'], { cwd });
    expect(branched).toMatchObject({ code: 0, stdout: 'other\n' });
    const records = async (path: string) =>
      JSON.parse((await thixo(['info', path, '--json'], { cwd })).stdout).frames as { hash: string }[];
    const [before, after] = [await records('out/drop'), await records('other')];
    expect(after.slice(0, 5).map(({ hash }) => hash)).toEqual(before.slice(0, 5).map(({ hash }) => hash));
    expect(after[6]!.hash).not.toBe(before[6]!.hash);
    expect(await thixo([...edited, '--fresh'], { cwd })).toMatchObject({ code: 0 });
  });

  it('branches off another cache with --of', async () => {
    const cwd = dropFolder();
    await thixo(['run', 'drop.json', '-o', 'first', '--frames', '3', '--checkpoint-every', '1'], { cwd });
    const { code, stdout } = await thixo(['run', 'drop.json', '--from-frame', '2', '--of', 'first', '-o', 'second'], {
      cwd,
    });
    expect([code, stdout]).toEqual([0, 'second\n']);
  });

  it('ends with 4 when the numbers go wrong, keeps the good frames and says why', async () => {
    const wild = { ...DROP, time: { maxStepsPerFrame: 1 } };
    const cwd = dropFolder(wild);
    const { code, stdout, stderr } = await thixo(['run', 'drop.json'], { cwd });
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/error STEP_TOO_SMALL/);
    expect(stderr).toMatch(/Frame 0 is kept in out/);
    const said = events((await thixo(['run', 'drop.json', '--json', '-o', 'again'], { cwd })).stdout);
    expect(said.at(-2)).toMatchObject({
      event: 'diverged',
      code: 'STEP_TOO_SMALL',
      frame: expect.any(Number),
      hint: expect.any(String),
    });
    expect(said.at(-1)).toMatchObject({ event: 'done', diverged: true });
  });

  it('tells warnings without stopping', async () => {
    const twice = { ...DROP, bodies: [...DROP.bodies!, ...DROP.bodies!] };
    const { stderr } = await thixo(['run', 'drop.json', '--frames', '0'], { cwd: dropFolder(twice) });
    expect(stderr).toContain('warning START_OVERLAP');
  });

  it('names the cache after the folder of a scene.json', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'my.drop/scene.json': DROP });
    for (const path of ['my.drop', 'my.drop/', 'my.drop/scene.json']) {
      expect((await thixo(['run', path, '--frames', '1'], { cwd })).stdout).toBe(`${join('out', 'my.drop')}\n`);
    }
  });

  it('touches nothing but its output folder', async () => {
    const cwd = dropFolder();
    const before = readFileSync(join(cwd, 'drop.json'), 'utf8');
    await thixo(['run', 'drop.json', '--frames', '2', '-o', 'a/b/cache'], { cwd });
    expect(readdirSync(cwd).sort()).toEqual(['a', 'drop.json']);
    expect(readdirSync(join(cwd, 'a'))).toEqual(['b']);
    expect(readFileSync(join(cwd, 'drop.json'), 'utf8')).toBe(before);
  });

  it('stops after the frame when nobody reads its output any more, without a word', async () => {
    const io = fakeIo({ cwd: dropFolder() });
    const write = io.stdout.write;
    io.stdout.write = (text) => {
      if (text.includes('"frame":3,')) io.stop('EPIPE');
      return write(text);
    };
    expect(await main(['run', 'drop.json', '--json'], io)).toBe(130);
    expect(io.err).toEqual([]);
    expect(io.left).toEqual([]);
    expect(events(io.out.join('')).at(-1)).toMatchObject({ event: 'done', frame: 3, interrupted: true });
  });
});
