// A cache into which nothing can be written, on a disc or in the folder of somebody else: its frames can be drawn and exported all the same.
// Tests may run as a user who can write anywhere, so the question is answered here.

import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { exportCache, renderCache, runScene, type StageEvent } from '../../src/make/index.ts';
import { isWritable } from '../../src/make/output-path.ts';
import { contentOf } from '../cli/harness.ts';
import { NO_FFMPEG, sceneFolder } from './harness.ts';

vi.mock('../../src/make/output-path.ts', { spy: true });

it('a read-only cache is drawn and exported, and stays as it is', async () => {
  const cwd = sceneFolder({ surface: { kind: 'active' } }),
    temporary = mkdtempSync(join(cwd, 'tmp-')),
    events: StageEvent[] = [],
    options = { cwd, threads: 1, env: NO_FFMPEG, onEvent: (event: StageEvent) => void events.push(event) };
  vi.stubEnv('TMPDIR', temporary);
  await runScene('drop.json', { cwd, output: 'x', frames: 6 });
  const before = contentOf(join(cwd, 'x'));
  vi.mocked(isWritable).mockReturnValue(false);
  await renderCache('x', { ...options, output: 'a.png' });
  const { env: _, ...common } = options;
  await exportCache('x', { ...common, output: 'ply', format: 'ply' });
  expect(contentOf(join(cwd, 'x'))).toEqual(before);
  expect(events.filter(({ event }) => event === 'warning')).toMatchObject([
    { stage: 'render', code: 'FILE_IO', message: expect.stringContaining('Nothing can be written into x') },
    { stage: 'export', code: 'FILE_IO' },
  ]);
  expect(readdirSync(temporary)).toEqual([]);
  vi.mocked(isWritable).mockReturnValue(true);
  await renderCache('x', { ...options, output: 'b.png' });
  const made = contentOf(cwd);
  expect(made.get('a.png')).toBe(made.get('b.png'));
  expect(readdirSync(join(cwd, 'ply')).filter((name) => name.endsWith('.ply'))).toHaveLength(7);
});
