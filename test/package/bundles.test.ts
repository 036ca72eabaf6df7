// The package in a page: bundled by what people use, with no settings at all, and run in a browser, where it gives the bits that Node gives.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { type Browser, chromium } from 'playwright';
import * as vite from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { CHROMIUM, hasChromium, NO_CHROMIUM } from '../helpers/chromium.ts';
import { type Project, packIntoProject } from '../helpers/packed.ts';

/** A page that makes a world on demand. */
const PAGE = `import { World } from 'thixo';

globalThis.simulate = async (options) => {
  const world = await World.create(
    {
      substances: { water: { preset: 'desbrun-1999' } },
      bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.3, 0.6, 0.3] } }, spacing: 0.1 }],
      obstacles: [{ shape: { box: { min: [0, 0, 0], max: [1, 1, 0.3] } }, inside: true }],
    },
    options,
  );
  for (let frame = 0; frame < 3; frame++) world.advance();
  const answer = { hash: world.hash(), threads: world.threads };
  world.dispose();
  return answer;
};
`;
const HTML = '<!doctype html><link rel="icon" href="data:," /><script type="module" src="/main.js"></script>';
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
/** Nothing but files of the page: no scripts or workers from texts. */
const STRICT = {
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src data:",
};

interface Answer {
  readonly hash: string;
  readonly threads: number;
}
type Simulate = (options?: object) => Promise<Answer>;

let project: Project, browser: Browser | undefined, expected: string;
beforeAll(async () => {
  project = packIntoProject();
  writeFileSync(join(project.folder, 'main.js'), PAGE);
  writeFileSync(join(project.folder, 'index.html'), HTML);
  writeFileSync(join(project.folder, 'package.json'), '{ "type": "module" }\n');
  await import(pathToFileURL(join(project.folder, 'main.js')).href);
  expected = (await (globalThis as unknown as { simulate: Simulate }).simulate({ threads: 2 })).hash;
  if (hasChromium) browser = await chromium.launch(CHROMIUM);
});
afterAll(async () => {
  await browser?.close();
  rmSync(project.folder, { recursive: true, force: true });
});

/** How people bundle, without settings: each writes a page into `output`, and returns what was complained about. */
const BUNDLERS: Readonly<Record<string, (folder: string, output: string) => Promise<readonly string[]>>> = {
  async esbuild(folder, output) {
    const { warnings } = await esbuild.build({
      entryPoints: [join(folder, 'main.js')],
      bundle: true,
      outfile: join(output, 'main.js'),
      logLevel: 'silent',
    });
    writeFileSync(join(output, 'index.html'), HTML.replace('type="module"', 'defer'));
    return warnings.map(({ text }) => text);
  },
  async vite(folder, output) {
    const complaints: string[] = [],
      note = (message: string): number => complaints.push(message);
    const customLogger = { ...vite.createLogger('silent'), warn: note, warnOnce: note, error: note };
    await vite.build({ root: folder, configFile: false, build: { outDir: output }, customLogger });
    return complaints.filter((text) => !text.includes('chunks are larger than')); // 500 kB: this is a physics engine
  },
  async webpack(folder, output) {
    const compiler = webpack({ context: folder, entry: './main.js', output: { path: output, filename: 'main.js' } })!;
    const stats = await new Promise<webpack.Stats>((resolve, reject) => {
      compiler.run((error, result) => (result ? resolve(result) : reject(error)));
    });
    writeFileSync(join(output, 'index.html'), HTML.replace('type="module"', 'defer'));
    const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
    // It advises to set a mode, and how to split what has more than 244 kB.
    return [
      ...errors,
      ...warnings.filter(({ message }) => !/performance recommendations|size limit|'mode' option/.test(message)),
    ].map(({ message }) => message);
  },
};

const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder. */
async function serve(folder: string, headers: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url!;
    try {
      const bytes = readFileSync(join(folder, path));
      response.writeHead(200, { 'Content-Type': KINDS[extname(path)] ?? 'text/plain', ...headers }).end(bytes);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** What a page in `folder` answers, and what its console said. */
async function open(folder: string, headers: Readonly<Record<string, string>>, options: object) {
  const server = await serve(folder, headers),
    { port } = server.address() as AddressInfo;
  try {
    return await look(`http://127.0.0.1:${port}/`, options);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function look(url: string, options: object): Promise<Answer & { said: string[] }> {
  const page = await browser!.newPage(),
    said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('requestfailed', (request) => said.push(`failed: ${request.url()}`));
  try {
    await page.goto(url);
    await page.waitForFunction('globalThis.simulate', undefined, { timeout: 60_000 });
    const answer = await page.evaluate(
      (given) => (globalThis as unknown as { simulate: Simulate }).simulate(given),
      options,
    );
    return { ...answer, said };
  } finally {
    await page.close();
  }
}

describe.each(Object.keys(BUNDLERS))('%s, without settings', (name) => {
  let output: string;
  const complaints: string[] = [];
  beforeAll(async () => {
    output = join(project.folder, `out-${name}`);
    mkdirSync(output);
    complaints.push(...(await BUNDLERS[name]!(project.folder, output)));
  });

  it('has nothing to complain about', () => {
    expect(complaints).toEqual([]);
  });

  it('makes a page with the bits of Node, on two threads', async (context) => {
    if (!browser) return context.skip(NO_CHROMIUM);
    expect(await open(output, ISOLATED, { threads: 2 })).toEqual({ hash: expected, threads: 2, said: [] });
  });

  it('and on one where the page is not isolated', async (context) => {
    if (!browser) return context.skip(NO_CHROMIUM);
    expect(await open(output, {}, { threads: 2 })).toEqual({ hash: expected, threads: 1, said: [] });
  });

  it('and with files of its own under a strict policy', async (context) => {
    if (!browser) return context.skip(NO_CHROMIUM);
    copyFileSync(join(project.thixo, 'dist/wasm/thixo.wasm'), join(output, 'thixo.wasm'));
    copyFileSync(join(project.thixo, 'dist/threads/worker.js'), join(output, 'worker.js'));
    const options = { threads: 2, wasmUrl: 'thixo.wasm', workerUrl: 'worker.js' };
    const answer = await open(output, { ...ISOLATED, ...STRICT }, options);
    expect(answer).toEqual({ hash: expected, threads: 2, said: [] });
  });
});

it('runs from the development server of vite', async (context) => {
  if (!browser) return context.skip(NO_CHROMIUM);
  const server = await vite.createServer({
    root: project.folder,
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', ws: false, headers: ISOLATED },
  });
  await server.listen();
  try {
    const { port } = server.httpServer!.address() as AddressInfo;
    expect(await look(`http://127.0.0.1:${port}/`, { threads: 2 })).toMatchObject({ hash: expected, threads: 2 });
  } finally {
    await server.close();
  }
});
