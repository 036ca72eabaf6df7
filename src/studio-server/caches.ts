// A cache that a run is writing, for the page that looks on: its files, and a stream that says when there are more frames.

import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join, relative, resolve, sep } from 'node:path';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { kindOf, realPathOf } from '../cache/regular-file.ts';
import { LOCK_FILE, LockWatch } from '../cache/run-lock.ts';
import { MANIFEST } from '../frames/manifest.ts';
import { HEADERS } from './headers.ts';
import { Refusal } from './refusal.ts';

/** Files of a cache that a page reads; nothing else of the folder is sent. */
const FILES: readonly RegExp[] = [/^manifest\.ndjson$/, /^(frames|surface)\/[\w-]+(\.[\w-]+)*$/, /^scene[\w-]*\.json$/];

/** Folders of a place that are looked at. */
const MOST_LISTED = 200;

/** How often the manifest is looked at, ms. */
const LOOK_EVERY = 400;

export class Caches {
  private readonly folders = new Map<string, string>();

  /** Lets the page look at a cache; returns its id. */
  add(folder: string): string {
    const real = realPathOf(resolve(folder)),
      known = [...this.folders].find(([, each]) => each === real);
    if (known) return known[0];
    const id = randomBytes(9).toString('base64url');
    this.folders.set(id, real);
    return id;
  }

  /** The caches that the page may look at: those it was started with, and those in a folder and in its `out`. */
  list(root: string): { readonly id: string; readonly name: string }[] {
    for (const place of [root, join(root, 'out')]) {
      if (kindOf(place) !== 'folder') continue;
      for (const { name } of readdirSync(place, { withFileTypes: true })
        .filter((each) => each.isDirectory())
        .slice(0, MOST_LISTED))
        if (kindOf(join(place, name, MANIFEST)) === 'file') this.add(join(place, name));
    }
    return [...this.folders].map(([id, folder]) => ({ id, name: basename(folder) }));
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

  /** A line whenever the manifest has changed: how long it is, which one, and whether somebody bakes. A run that goes on writes it anew. */
  tell(id: string, _: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = this.find(id, MANIFEST);
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    const lock = new LockWatch(new Disk(realFiles), join(this.folders.get(id)!, LOCK_FILE));
    let last = '';
    const look = (): void => {
      const found = statSync(file, { throwIfNoEntry: false });
      if (!found) return;
      const { size, ino, birthtimeMs } = found,
        line = JSON.stringify({ generation: `${ino}-${birthtimeMs}`, bytes: size, running: lock.isHeld() });
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
