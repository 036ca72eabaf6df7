// A real redis-server, with real workers that are killed, and killed itself: nothing is lost, and the bytes are the same.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSweep } from '../../src/make/index.ts';
import { endOf, startThixo, temporaryFolder } from '../cli/harness.ts';
import { resultsIn, says, studyOf, wait } from './harness.ts';

const NO_REDIS = 'redis-server is missing: tools/install-programs.sh installs it';
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** Starts a server that keeps its queue in a file. */
async function startRedis(folder: string, port: number): Promise<ChildProcess> {
  const words = [
      '--port',
      String(port),
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
    ],
    server = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  await new Promise<void>((resolve) =>
    server.stdout!.on('data', (text) => String(text).includes('Ready to accept') && resolve()),
  );
  return server;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const LONG = process.env.LONG_TESTS !== undefined,
  ALL_FRAMES = Array.from({ length: 61 }, (_, frame) => frame);

/** Frames that a manifest commits, in order. */
const framesIn = (cache: string): number[] =>
  readFileSync(join(cache, 'manifest.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; frame: number })
    .filter(({ kind }) => kind === 'frame')
    .map(({ frame }) => frame);

describe('Redis', () => {
  it('loses a worker and then itself to kill -9: every run is done, to the same bytes', async (context) => {
    if (!hasRedis) context.skip(NO_REDIS);
    const [cwd, calm] = [await studyOf(60), await studyOf(60)],
      folder = temporaryFolder(),
      port = await freePort(),
      on = `redis://127.0.0.1:${port}`;
    const server = await startRedis(folder, port);
    const worker = () => {
      const child = startThixo(['worker', '--on', on, '--workers', '2', '--patience', '2', '--json'], { cwd });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    const first = worker(),
      submitter = startThixo(['sweep', 'run', 's', '--on', on, '--no-contact-sheet', '--json'], { cwd }),
      ended = endOf(submitter);
    await says(first, '"begin"');
    await wait(700);
    first.kill('SIGKILL');
    const second = worker();
    await says(second, '"begin"');
    server.kill('SIGKILL');
    await wait(300);
    await startRedis(folder, port);
    const { code, stdout, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(stdout.match(/"event":"job"/g)).toHaveLength(3);
    second.kill('SIGTERM');
    await new Promise((resolve) => second.on('close', resolve));
    await runSweep('s', { cwd: calm, contactSheet: false });
    expect(resultsIn(cwd)).toEqual(resultsIn(calm));
  });

  it.runIf(LONG)(
    'and its workers, killed again and again: every run is done, to the same bytes, and no frame is told twice',
    { tags: 'long' },
    async (context) => {
      if (!hasRedis) context.skip(NO_REDIS);
      const kills = Number(process.env.FARM_KILLS ?? 50),
        spacings = '0.06..0.08:12',
        calm = await studyOf(60, spacings);
      await runSweep('s', { cwd: calm, contactSheet: false });
      for (let done = 0; done < kills; ) {
        const cwd = await studyOf(60, spacings),
          folder = temporaryFolder(),
          port = await freePort(),
          on = `redis://127.0.0.1:${port}`;
        let server = await startRedis(folder, port);
        const startWorker = () => {
          const child = startThixo(['worker', '--on', on, '--workers', '2', '--patience', '2', '--json'], { cwd });
          onTestFinished(() => void child.kill('SIGKILL'));
          return child;
        };
        let worker = startWorker(),
          isOver = false;
        for (let again = 0; again < 6 && !isOver; again++) {
          const submitter = startThixo(['sweep', 'run', 's', '--on', on, '--no-contact-sheet', '--json'], { cwd }),
            ended = endOf(submitter);
          while (submitter.exitCode === null) {
            await Promise.race([wait(1500 + 211 * ((done * 7) % 13)), ended]);
            if (submitter.exitCode !== null || done >= kills) break;
            const isServer = done % 3 === 2;
            (isServer ? server : worker).kill('SIGKILL');
            done++;
            if (isServer) {
              await wait(300);
              server = await startRedis(folder, port);
            } else worker = startWorker();
          }
          isOver = (await ended).code === 0;
        }
        expect(isOver).toBe(true);
        worker.kill('SIGTERM');
        await new Promise((resolve) => worker.on('close', resolve));
        server.kill('SIGKILL');
        expect(resultsIn(cwd)).toEqual(resultsIn(calm));
        for (const run of readdirSync(join(cwd, 's/runs')))
          expect(framesIn(join(cwd, 's/runs', run))).toEqual(ALL_FRAMES);
      }
    },
  );

  it('that is not there is told of', async () => {
    const cwd = await studyOf(1),
      on = `redis://127.0.0.1:${await freePort()}`;
    await expect(runSweep(join('s'), { cwd, on })).rejects.toThrow(/FARM_FAILED: There is no Redis server/);
  });
});
