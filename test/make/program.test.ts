// `thixo/make` as it is built and as others use it: from a Node program, with real threads; and the programs of its guide.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFfmpeg } from '../../src/render/video.ts';
import { fencedBlocks } from '../helpers/fenced-blocks.ts';
import { productsIn, programFolder, runProgram, SKINNED } from './harness.ts';

const hasFfmpeg = (await findFfmpeg()) !== undefined;

describe('a Node program of five lines', () => {
  it('makes a video, and nothing but its own words is printed', async () => {
    const cwd = programFolder(),
      output = hasFfmpeg ? 'drop.mp4' : 'drop.png';
    const program = `
import { makeVideo } from 'thixo/make';
const made = await makeVideo('my-scene.json', { output: '${output}', threads: 2 });
console.log(made.outcome, made.output);
`;
    expect(program.trim().split('\n').length).toBeLessThanOrEqual(5);
    expect(await runProgram(cwd, program)).toEqual({ code: 0, stdout: `done ${output}\n`, stderr: '' });
    const head = readFileSync(join(cwd, output)).subarray(0, 12).toString('latin1');
    expect(head).toContain(hasFfmpeg ? 'ftyp' : 'PNG');
  });
});

/** Many short frames. */
const LONG = { ...SKINNED, duration: 0.012, frameRate: 1000 };

describe('an abort with threads', () => {
  it('leaves no lock and no half file in any stage; the next call in the same program does the rest', async () => {
    const cwd = programFolder(LONG),
      stages = ['run', 'mesh', 'render'];
    const program = `
import { makeVideo } from 'thixo/make';
await makeVideo('my-scene.json', { output: 'whole', cache: 'cache-whole', threads: 2 });
for (const stage of ${JSON.stringify(stages)}) {
  const controller = new AbortController();
  const onEvent = (e) => { if (e.stage === stage && e.event === 'frame' && e.frame === 2) controller.abort(); };
  const options = { output: stage, cache: 'cache-' + stage, threads: 2 };
  const first = await makeVideo('my-scene.json', { ...options, signal: controller.signal, onEvent });
  const second = await makeVideo('my-scene.json', options);
  console.log(first.outcome, second.outcome);
}
`;
    const stdout = stages.map(() => 'interrupted done\n').join('');
    expect(await runProgram(cwd, program)).toEqual({ code: 0, stdout, stderr: '' });
    for (const folder of ['', 'cache-']) {
      const whole = productsIn(join(cwd, `${folder}whole`));
      expect(whole.size).toBeGreaterThanOrEqual(13);
      for (const stage of stages) expect(productsIn(join(cwd, folder + stage))).toEqual(whole);
    }
    for (const stage of stages) expect(readdirSync(join(cwd, `cache-${stage}`))).not.toContain('run.lock');
  });
});

describe('a listener that throws', () => {
  it('rejects the promise with its error; the cache is free for the next call', async () => {
    const cwd = programFolder();
    const program = `
import { runScene } from 'thixo/make';
const onEvent = (e) => { if (e.event === 'frame') throw new Error('mine'); };
const error = await runScene('my-scene.json', { onEvent }).catch((thrown) => thrown);
const { outcome, frame } = await runScene('my-scene.json');
console.log(error.message, outcome, frame);
`;
    expect(await runProgram(cwd, program)).toEqual({ code: 0, stdout: 'mine done 4\n', stderr: '' });
  });
});

describe('surfaces of a run in the same program', () => {
  it('are made while it simulates', async () => {
    const cwd = programFolder(LONG);
    const program = `
import { meshCache, runScene } from 'thixo/make';
let meshing;
const onEvent = (e) => { if (e.event === 'frame' && e.frame === 0) meshing = meshCache('x', { threads: 1 }); };
await runScene('my-scene.json', { output: 'x', threads: 1, onEvent });
console.log((await meshing).outcome);
`;
    expect(await runProgram(cwd, program)).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(readdirSync(join(cwd, 'x/surface')).filter((name) => name.endsWith('.surface'))).toHaveLength(13);
  });
});

describe('the guide', () => {
  const text = readFileSync(new URL('../../docs/make.md', import.meta.url), 'utf8'),
    blocks = fencedBlocks(text),
    programs = blocks.filter(({ language }) => language === 'js');

  it.each(programs.map(({ words: [name = ''], text: program }) => [name, program]))(
    'runs %s',
    async (name, program) => {
      const cwd = programFolder(),
        ran = await runProgram(cwd, hasFfmpeg ? program : program.replace('.mp4', '.png'), name);
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      const said = blocks.find(({ language, words }) => language === 'text' && words[0] === name);
      if (said) expect(ran.stdout).toBe(said.text);
      if (name === 'resume.mjs') expect(ran.stdout).toBe('interrupted done\n');
      if (name === 'steps.mjs') expect(readdirSync(cwd)).toContain('still.png');
      if (name === 'progress.mjs') {
        const lines = ran.stdout.trimEnd().split('\n');
        expect(lines.slice(0, 2)).toEqual(['run Tiny into out/my-scene', 'run frame 0']);
        for (const stage of ['run', 'mesh', 'render']) expect(lines).toContain(`${stage} frame 4`);
      }
    },
  );

  it('has several programs, and a row for every event', () => {
    expect(programs.length).toBeGreaterThanOrEqual(5);
    const source = ['make/events.ts', 'cache/records.ts'].map((file) =>
        readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8'),
      ),
      events = new Set(source.join('').match(/(?<=readonly event: ')\w+(?=')/g));
    const rows = [...text.matchAll(/^\| `(\w+)` \| [a-z, ]+ \|/gm)].map(([, name]) => name);
    expect(new Set(rows)).toEqual(events);
  });
});
