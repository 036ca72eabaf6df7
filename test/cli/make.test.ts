import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/command-line.ts';
import { eventsOf, fakeIo, framesMade, TINY, temporaryFolder, thixo, writeFiles } from './harness.ts';

const NO_FFMPEG = { PATH: '', THIXO_FFMPEG: '' };

function tinyFolder(changes: object = {}): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tiny.json': { ...TINY, ...changes } });
  return cwd;
}

/** Which stages made which frames. */
const made = (stdout: string) => ['run', 'mesh', 'render'].map((stage) => framesMade(stdout, stage).join(' '));

describe('make', () => {
  it('goes from a scene to a moving picture, one stage after the other, and prints it', async () => {
    const cwd = tinyFolder({ look: { style: 'surface' } });
    const { code, stdout, stderr } = await thixo(['make', 'tiny.json'], { cwd, env: NO_FFMPEG });
    expect([code, stdout]).toEqual([0, 'out/tiny.png\n']);
    expect(stderr).toMatch(
      /Tiny: \d+ particles, 4 frames.*Tiny: 5 surfaces.*Tiny: 5 pictures.*Writing out\/tiny\.png/s,
    );
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['tiny', 'tiny.png']);
  });

  it('does at every stage only what is missing', async () => {
    const cwd = tinyFolder({ look: { style: 'surface' } }),
      make = async (...more: string[]) =>
        made((await thixo(['make', 'tiny.json', '-o', 'p', '--json', ...more], { cwd })).stdout);
    expect(await make('--frames', '2')).toEqual(['0 1 2', '0 1 2', '0 1 2']);
    expect(await make('--frames', '2')).toEqual(['', '', '']);
    expect(await make('--set', 'look.background=#000000')).toEqual(['3 4', '3 4', '0 1 2 3 4']);
    expect(await make('--set', 'look.background=#000000', '--width', '64')).toEqual(['', '', '0 1 2 3 4']);
  });

  it.each(['run', 'render'])('stops in stage %s when asked to, and goes on from there', async (stage) => {
    const cwd = tinyFolder(),
      io = fakeIo({ cwd }),
      write = io.stdout.write;
    io.stdout.write = (text) => {
      const { event, stage: of, frame } = JSON.parse(text);
      if (event === 'frame' && of === stage && frame === 1) io.stop('SIGINT');
      return write(text);
    };
    const argv = ['make', 'tiny.json', '-o', 'p', '--json', '--threads', '1'];
    expect(await main(argv, io)).toBe(130);
    expect(eventsOf(io.out.join('')).at(-1)).toMatchObject({ event: 'done', stage, interrupted: true });
    const rest = await thixo(argv, { cwd });
    expect(rest.code).toBe(0);
    expect(made(rest.stdout)).toEqual(stage === 'run' ? ['2 3 4', '', '0 1 2 3 4'] : ['', '', '2 3 4']);
  });

  it('names its own options in advice', async () => {
    const cwd = tinyFolder();
    await thixo(['make', 'tiny.json', '--frames', '1', '-o', 'p'], { cwd });
    const { code, stderr } = await thixo(['make', 'tiny.json', '--set', 'gravity=[0,0,0]', '-o', 'p'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/CACHE_OTHER_SCENE/);
    expect(stderr).toContain('--cache other');
    expect(stderr).not.toMatch(/ -o /);
    const other = await thixo(['make', 'tiny.json', '--set', 'gravity=[0,0,0]', '--cache', 'y', '-o', 'q', '-q'], {
      cwd,
    });
    expect(other).toEqual({ code: 0, stdout: 'q\n', stderr: '' });
  });

  it('ends with 4 when the numbers go wrong, and says how to see the frames before', async () => {
    const cwd = tinyFolder({ time: { maxStepsPerFrame: 1 } });
    const { code, stdout, stderr } = await thixo(['make', 'tiny.json'], { cwd });
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/thixo render out\/tiny\n$/);
  });

  it('finds out before it simulates that the output cannot be written', async () => {
    const cwd = tinyFolder();
    const { code, stderr } = await thixo(['make', 'tiny.json', '-o', 'movie.avi'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('movie.avi');
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });
});
