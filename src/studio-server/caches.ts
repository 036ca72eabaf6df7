// A cache that a run is writing, for the page that looks on: its files, and a stream that says when there are more frames.

import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, resolve, sep } from 'node:path';
import { realPathOf } from '../cache/regular-file.ts';
import { HEADERS } from './headers.ts';
import { Refusal } from './refusal.ts';

/** Files of a cache that a page reads; nothing else of the folder is sent. */
const FILES: readonly RegExp[] = [
  /^manifest\.ndjson$/,
  /^(frames|surfaces)\/[\w-]+(\.[\w-]+)*$/,
  /^scene[\w-]*\.json$/,
];

/** How often the manifest is looked at, ms. */
const LOOK_EVERY = 400;

export class Caches {
  private readonly folders = new Map<string, string>();

  /** Lets the page look at a cache; returns its id. */
  add(folder: string): string {
    const id = randomBytes(9).toString('base64url');
    this.folders.set(id, realPathOf(resolve(folder)));
    return id;
  }

  /** Sends a file; with `Range: bytes=n-` what comes after. */
  send(id: string, name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = this.find(id, name),
      { size } = statSync(file),
      start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (start > size) throw new Refusal(416, 'The file is shorter.');
    const type = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(size - start) };
    response.writeHead(start > 0 ? 206 : 200, { ...HEADERS, ...type });
    return new Promise((done) => {
      if (size === start) response.end();
      else
        createReadStream(file, { start, end: size - 1 })
          .on('error', () => response.destroy())
          .pipe(response);
      response.on('close', done);
    });
  }

  /** A line whenever the manifest has changed: how long it is, and which one. A run that goes on may write it anew. */
  tell(id: string, _: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = this.find(id, 'manifest.ndjson');
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    let last = '';
    const look = (): void => {
      if (!existsSync(file)) return;
      const { size, ino } = statSync(file),
        line = JSON.stringify({ generation: ino, bytes: size });
      if (line !== last) response.write(`data: ${line}\n\n`);
      last = line;
    };
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return new Promise((done) => {
      response.on('close', () => {
        clearInterval(timer);
        done();
      });
    });
  }

  private find(id: string, name: string): string {
    const folder = this.folders.get(id);
    if (!folder || !FILES.some((pattern) => pattern.test(name))) throw new Refusal(404, 'There is nothing here.');
    const file = join(folder, ...name.split('/'));
    if (!existsSync(file)) throw new Refusal(404, 'There is nothing here.');
    const way = relative(folder, realPathOf(file));
    if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way)
      throw new Refusal(404, 'There is nothing here.');
    return file;
  }
}
