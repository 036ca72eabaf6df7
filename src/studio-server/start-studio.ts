// The server of the studio: the page and what it asks for, on this machine only.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, dirname, resolve } from 'node:path';
import { kindOf } from '../cache/regular-file.ts';
import { failureOf } from '../make/failure.ts';
import { problem, ThixoError } from '../problem.ts';
import { Caches } from './caches.ts';
import { Documents, type GalleryScene } from './documents.ts';
import { type Door, mayEnter } from './guard.ts';
import { HEADERS } from './headers.ts';
import { Refusal } from './refusal.ts';
import { answer, type Desk, sendJson } from './routes.ts';
import { listSite, type SiteFile } from './site.ts';

export interface StudioOptions {
  /** The folder below which files are written. */
  readonly root: string;
  /** A scene file, a folder with scene.json, or a cache. */
  readonly open?: string | undefined;
  /** 0, the default, takes any that is free. */
  readonly port?: number | undefined;
  /** Taken without `port`, if it is free: a browser keeps what was not saved for one address, port and all. */
  readonly usualPort?: number | undefined;
  readonly gallery?: readonly GalleryScene[] | undefined;
  /** Where the built page is. */
  readonly site?: string | undefined;
}

export interface Studio {
  /** The address to open, with the token in its fragment: that part is never sent. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server on 127.0.0.1. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { root, open, port, usualPort = 0, gallery = [], site } = options,
    files = listSite(site);
  if (files.size === 0) throw new ThixoError([notBuilt()]);
  const documents = new Documents(root, gallery),
    caches = new Caches(),
    opened = open === undefined ? undefined : openPath(resolve(root, open), documents, caches),
    token = randomBytes(24).toString('base64url'),
    server = createServer(),
    at = await (port === undefined ? listen(server, usualPort).catch(() => listen(server, 0)) : listen(server, port));
  const door: Door = { port: at, token },
    desk: Desk = { documents, caches, opened };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void serve(request, response, door, desk, files);
  });
  return {
    url: `http://127.0.0.1:${at}/#token=${token}`,
    port: at,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  door: Door,
  desk: Desk,
  files: ReadonlyMap<string, SiteFile>,
): Promise<void> {
  try {
    const path = (request.url ?? '/').split(/[?#]/, 1)[0]!,
      isApi = path.startsWith('/api/');
    if (!mayEnter(request.headers, door, isApi))
      throw new Refusal(403, 'Open the address that `thixo studio` printed.');
    if (isApi) await answer(desk, path, request, response);
    else sendFile(files.get(path), request, response);
  } catch (error) {
    fail(response, error);
  }
}

function sendFile(file: SiteFile | undefined, { method }: IncomingMessage, response: ServerResponse): void {
  if (!file) throw new Refusal(404, 'There is nothing here.');
  if (method !== 'GET' && method !== 'HEAD') throw new Refusal(405, 'Only reading.');
  const bytes = file.read();
  response.writeHead(200, { ...HEADERS, 'Content-Type': file.type, 'Content-Length': String(bytes.length) });
  response.end(method === 'HEAD' ? undefined : bytes);
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof Refusal) sendJson(response, error.status, { error: error.message });
  else sendJson(response, 500, { error: failureOf(error).problems[0]?.message ?? 'Something went wrong.' });
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ThixoError([cannotListen(port, error)])));
    server.listen(port, '127.0.0.1', () => done((server.address() as { port: number }).port));
  });
}

/** A folder with a manifest is a cache; everything else should be a scene. */
function openPath(path: string, documents: Documents, caches: Caches): Desk['opened'] {
  const kind = kindOf(path);
  if (kind === 'folder' && kindOf(`${path}/manifest.ndjson`) === 'file') return { cache: caches.add(path) };
  const file = kind === 'folder' ? `${path}/scene.json` : path;
  if (kindOf(file) !== 'file') {
    const hint = 'Name a scene file, a folder with scene.json, or a cache; `thixo examples` lists scenes.';
    throw new ThixoError([{ ...problem('SCENE_NOT_FOUND', '', `There is no scene at ${path}.`, hint), place: path }]);
  }
  const name = basename(file) === 'scene.json' ? basename(dirname(file)) : basename(file).replace(/\.\w+$/, '');
  return { scene: documents.add(name, file) };
}

function notBuilt() {
  const message = 'The page of the studio is not there.';
  return problem('FILE_IO', '', message, 'In a clone: npm run build. Else install Thixo again.');
}

function cannotListen(port: number, { code = '' }: NodeJS.ErrnoException) {
  const message = `Port ${port} of 127.0.0.1 cannot be used (${code}).`;
  return problem('USAGE', '', message, 'Choose another one with --port, or leave it out.');
}
