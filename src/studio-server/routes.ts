// What the page may ask for. Every answer is JSON, or lines of JSON while something is made. What makes videos and files is loaded when it is
// first asked for: the page should not wait for it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { version } from '../cache/version.ts';
import { failureOf } from '../make/failure.ts';
import { DEFAULT_LIMITS } from '../scene/limits.ts';
import type { Caches } from './caches.ts';
import type { Documents } from './documents.ts';
import { HEADERS } from './headers.ts';
import { Refusal } from './refusal.ts';

/** What the server has. */
export interface Desk {
  readonly documents: Documents;
  readonly caches: Caches;
  /** What the studio was started with. */
  readonly opened?: { readonly scene?: string; readonly cache?: string } | undefined;
}

type Answer = (desk: Desk, parts: readonly string[], request: IncomingMessage, response: ServerResponse) => unknown;

const ROUTES: readonly (readonly [method: string, path: RegExp, answer: Answer])[] = [
  ['GET', /^\/api\/session$/, session],
  ['GET', /^\/api\/scenes\/([\w-]+)$/, ({ documents }, [id]) => documents.read(id!)],
  ['PUT', /^\/api\/scenes\/([\w-]+)$/, saveScene],
  ['POST', /^\/api\/scenes$/, createScene],
  ['POST', /^\/api\/scenes\/([\w-]+)\/bake$/, bake],
  ['GET', /^\/api\/caches$/, ({ caches, documents }) => caches.list(documents.root)],
  [
    'GET',
    /^\/api\/caches\/([\w-]+)\/events$/,
    ({ caches }, [id], request, response) => caches.tell(id!, request, response),
  ],
  [
    'GET',
    /^\/api\/caches\/([\w-]+)\/(.+)$/,
    ({ caches }, [id, file], request, response) => caches.send(id!, file!, request, response),
  ],
];

/** Answers a request that has passed the guard. */
export async function answer(
  desk: Desk,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fits = ROUTES.filter(([, pattern]) => pattern.test(path)),
    route = fits.find(([method]) => method === request.method);
  if (!route) throw new Refusal(fits.length > 0 ? 405 : 404, 'There is nothing here.');
  const [, pattern, act] = route,
    result = await act(desk, pattern.exec(path)!.slice(1), request, response);
  if (!response.headersSent && !response.writableEnded) sendJson(response, 200, result);
}

/** Sends a value. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

function session({ documents, caches, opened }: Desk): unknown {
  const { root } = documents;
  return {
    ...{ version: version(), folder: root, opened: opened ?? {} },
    ...{ gallery: documents.list(), caches: caches.list(root) },
  };
}

async function saveScene({ documents }: Desk, [id]: readonly string[], request: IncomingMessage): Promise<unknown> {
  const { text, sum } = await readBody(request);
  return documents.save(id!, required(text, 'text'), required(sum, 'sum'));
}

async function createScene({ documents }: Desk, _: readonly string[], request: IncomingMessage): Promise<unknown> {
  const { name, text } = await readBody(request);
  return documents.create(required(name, 'name'), required(text, 'text'));
}

/** Runs, meshes and renders a saved scene; the answer is a line per event, and it ends when the page goes away. */
async function bake(
  { documents }: Desk,
  [id]: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { preview, width, height, format = VIDEO } = await readBody(request),
    { FORMATS } = await import('../export/formats.ts');
  if (format !== VIDEO && !(typeof format === 'string' && Object.hasOwn(FORMATS, format)))
    throw new Refusal(400, `A format is one of ${[VIDEO, ...Object.keys(FORMATS)].join(', ')}.`);
  const file = documents.fileOf(id!),
    stop = new AbortController(),
    tell = (value: unknown): void => void response.write(`${JSON.stringify(value)}\n`);
  response.on('close', () => stop.abort());
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/x-ndjson' });
  const size = { ...(isSize(width) && { width }), ...(isSize(height) && { height }) };
  try {
    const work = { cwd: documents.root, signal: stop.signal, onEvent: tell },
      isPreview = preview === true;
    if (format !== VIDEO) await exportAs(file, format, isPreview, work);
    else {
      const { makeVideo } = await import('../make/make-video.ts');
      tell({ event: 'made', ...(await makeVideo(file, { preview: isPreview, ...size, ...work })) });
    }
  } catch (error) {
    tell({ event: 'failed', problems: failureOf(error).problems });
  }
  response.end();
}

/** Runs a scene and writes its frames in a format of other programs. */
async function exportAs(
  file: string,
  format: string,
  preview: boolean,
  work: { readonly cwd: string; readonly signal: AbortSignal; onEvent(event: unknown): void },
): Promise<void> {
  const { runScene } = await import('../make/run-scene.ts'),
    { output: cache, outcome } = await runScene(file, { ...work, preview });
  if (outcome !== 'done') work.onEvent({ event: 'made', outcome });
  else {
    const { exportCache } = await import('../make/export-cache.ts');
    work.onEvent({ event: 'made', ...(await exportCache(cache, { ...work, format })) });
  }
}

/** What is no file for other programs. */
const VIDEO = 'video';

const isSize = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 8192;

function required(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Refusal(400, `"${name}" is missing.`);
  return value;
}

/** Most bytes of a request: a scene as a JSON string may be twice as long as its text. */
const MOST_BYTES = 2 * DEFAULT_LIMITS.sceneBytes;

/** The JSON object that a request brings. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (request.headers['content-type'] !== 'application/json') throw new Refusal(415, 'Send application/json.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Refusal(413, 'The request is too large.');
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'The request is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal(400, 'Send an object.');
  return value as Record<string, unknown>;
}
