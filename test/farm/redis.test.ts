// A real redis-server, with real workers that are killed, and killed itself: nothing is lost, and the bytes are the same.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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

  it('that is not there is told of', async () => {
    const cwd = await studyOf(1),
      on = `redis://127.0.0.1:${await freePort()}`;
    await expect(runSweep(join('s'), { cwd, on })).rejects.toThrow(/FARM_FAILED: There is no Redis server/);
  });
});
