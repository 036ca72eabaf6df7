// The files of the page. They are listed once, so that a path is looked up and never joined: what is not in the list is not there.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../cache/version.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

/** A file as it is sent. */
export interface SiteFile {
  readonly type: string;
  read(): Uint8Array;
}

/** Where `npm run build:studio` puts the page. */
export const SITE_FOLDER = fileURLToPath(new URL('dist/studio/', PACKAGE_FOLDER));

/** Files of the engine that the page asks for beside its own; the first place that is there. */
const ENGINE: Readonly<Record<string, readonly string[]>> = {
  '/thixo.wasm': ['dist/wasm/thixo.wasm', 'src/wasm/thixo.wasm'],
  '/worker.js': ['dist/threads/worker.js', 'src/threads/worker.js'],
};

/** Every file that the server may send, by its path. Empty if the page has not been built. */
export function listSite(folder: string = SITE_FOLDER): ReadonlyMap<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  if (!existsSync(join(folder, 'index.html'))) return files;
  const add = (path: string, file: string): void => {
    const type = TYPES[extname(file)];
    if (type) files.set(path, { type, read: () => readFileSync(file) });
  };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (statSync(file).isFile()) add(`/${name.replaceAll('\\', '/')}`, file);
  }
  files.set('/', files.get('/index.html')!);
  for (const [path, places] of Object.entries(ENGINE)) {
    const found = places
      .map((place) => fileURLToPath(new URL(place, PACKAGE_FOLDER)))
      .find((place) => existsSync(place));
    if (found) add(path, found);
  }
  return files;
}
