// The contract of docs/determinism.md in a browser: the hashes that Node gives, on the main thread, in workers, and in a page that
// may not share memory.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import golden from '../golden/hashes.json' with { type: 'json' };
import { SCENES } from '../scenes/index.ts';
import type { PageAnswer } from '../scenes/page.ts';
import { hashFrames } from '../scenes/run-scene.ts';
import type { WorkerAnswer, WorkerQuestion } from '../scenes/worker.ts';

/** Hashes of a scene that runs inside a module worker, which starts its own threads. */
async function hashInWorker(question: WorkerQuestion): Promise<readonly string[]> {
  const worker = new Worker(new URL('../scenes/worker.ts', import.meta.url), { type: 'module' });
  try {
    worker.postMessage(question);
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.hashes;
  } finally {
    worker.terminate();
  }
}

/** Hashes of a scene in a frame that is denied cross-origin isolation: what a page sees whose server sends no headers. */
async function hashInPlainPage({ name, threads }: WorkerQuestion): Promise<PageAnswer> {
  const page = document.createElement('iframe');
  page.allow = "cross-origin-isolated 'none'";
  const answer = new Promise<PageAnswer>((resolve) => {
    addEventListener('message', ({ source, data }) => {
      if (source === page.contentWindow) resolve(data);
    });
  });
  const module = new URL('../scenes/page.ts', import.meta.url).href;
  // Here vitest does not follow import(), but its transform asks for it.
  page.srcdoc = `<script>globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() };</script><script type="module">
    import { answerAsPage } from ${JSON.stringify(module)};
    parent.postMessage(await answerAsPage(${JSON.stringify(name)}, ${threads}), '*');
  </script>`;
  document.body.append(page);
  try {
    return await answer;
  } finally {
    page.remove();
  }
}

it('runs in an isolated page', () => {
  expect(globalThis.crossOriginIsolated).toBe(true);
});

describe.each(Object.keys(SCENES))('%s', (name) => {
  const expected = golden[name as keyof typeof golden];

  it('gives the hashes of Node on the main thread', async () => {
    expect(await hashFrames(name, 1)).toEqual(expected);
  });

  it('gives the hashes of Node on 3 threads from a worker', async () => {
    expect(await hashInWorker({ name, threads: 3 })).toEqual(expected);
  });
});

describe('dam-break', () => {
  it('gives the hashes of Node on 2 threads from the main thread, which may not sleep', async () => {
    expect(await hashFrames('dam-break', 2)).toEqual(golden['dam-break']);
  });

  it('uses the threads it was given', async () => {
    using world = await World.create(SCENES['dam-break']!.scene, { threads: 3 });
    expect(world.threads).toBe(3);
  });

  it.each([1, 3])('runs on one thread in a page that may not share memory, asked for %i', async (asked) => {
    const answer = await hashInPlainPage({ name: 'dam-break', threads: asked });
    expect(answer).toEqual({ isolated: false, threads: 1, hashes: golden['dam-break'] });
  });
});
