// A cache folder behind a URL: what `openCache` is in Node, for a page. Every file is compared with its checksum where the page may
// compute one (crypto.subtle: https and localhost).

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { damaged } from './damaged.ts';
import { type FrameFields, readFrame } from './frame-file.ts';
import { CHECK_DIGITS, linesOf, MANIFEST, type Manifest, manifestOf, newestScene, splitManifest } from './manifest.ts';
import type { FrameLine } from './manifest-line.ts';
import { filesOf, joinFrames, type PlacedFile } from './parts.ts';
import { openSurface, surfaceOf } from './surface-file.ts';
import { unpackStream } from './unpack-stream.ts';

/** Reads a URL, as the global `fetch` does. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

const HTML = /^\s*</;

export class RemoteCache {
  /** Its folder. */
  readonly url: URL;
  readonly manifest: Manifest;
  /** What the manifest says of every frame; the place is the frame. */
  readonly frameLines: readonly FrameLine[];
  private readonly fetch: Fetch;
  /** The lines of the manifest that are whole. */
  private readonly bytes: Uint8Array<ArrayBuffer>;

  private constructor(url: URL, manifest: Manifest, bytes: Uint8Array<ArrayBuffer>, fetch: Fetch) {
    this.url = url;
    this.manifest = manifest;
    this.bytes = bytes.subarray(0, manifest.length);
    this.frameLines = linesOf(manifest, 'frame');
    this.fetch = fetch;
  }

  /**
   * Opens a cache. Throws a ThixoError: CACHE_NOT_FOUND, CACHE_DAMAGED, CACHE_FORMAT, FILE_IO.
   * @example const cache = await RemoteCache.open('caches/dam-break'); (await cache.readFrame(10)).position;
   */
  static async open(url: string, fetch: Fetch = (file, init) => globalThis.fetch(file, init)): Promise<RemoteCache> {
    const folder = new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);
    if (!folder.pathname.endsWith('/')) folder.pathname += '/';
    const file = fileIn(folder, MANIFEST),
      bytes = await read(fetch, file);
    const isPage = bytes && HTML.test(new TextDecoder().decode(bytes.subarray(0, 64)));
    if (!bytes || isPage) {
      const reason = isPage ? `${MANIFEST} is a web page` : `it has no ${MANIFEST}`;
      const hint = 'Make one with `thixo run <scene> -o <folder>`, and check that the server provides that folder.';
      throw failure(problem('CACHE_NOT_FOUND', '', `There is no cache at ${folder.href}: ${reason}.`, hint));
    }
    return new RemoteCache(folder, await checkedManifest(bytes, file), bytes, fetch);
  }

  /**
   * The cache as it is now, with the frames that were committed since.
   * @param isSame whether the file of the manifest is known to be the same one, only longer: then only its end is fetched
   * @example cache = await cache.refresh();
   */
  async refresh(isSame = false): Promise<RemoteCache> {
    const { bytes: before, url, fetch } = this,
      file = fileIn(url, MANIFEST);
    if (!isSame) return RemoteCache.open(url.href, fetch);
    const response = await fetch(file, { headers: { range: `bytes=${before.length}-` } });
    if (response.status !== 206) {
      await response.body?.cancel();
      return RemoteCache.open(url.href, fetch);
    }
    const more = new Uint8Array(await response.arrayBuffer()),
      bytes = new Uint8Array(before.length + more.length);
    bytes.set(before);
    bytes.set(more, before.length);
    return new RemoteCache(url, await checkedManifest(bytes, file), bytes, fetch);
  }

  /** The scene as it was last run. */
  get scene(): Scene {
    return newestScene(this.manifest).scene;
  }

  /** Title of the scene. */
  get title(): string {
    return newestScene(this.manifest).title;
  }

  /** The particles of a frame, checked against its checksum; throws CACHE_NO_FRAME, CACHE_DAMAGED, FILE_IO. */
  async readFrame(frame: number): Promise<FrameFields> {
    const line = this.frameLines[frame],
      file = `frames/${String(frame).padStart(6, '0')}.frame`;
    if (!line) {
      const message = `${this.url.href} has no frame ${frame}; its last one is ${this.frameLines.length - 1}.`;
      throw failure(problem('CACHE_NO_FRAME', '', message, 'Choose an existing frame, or continue the run.'));
    }
    const parts: FrameFields[] = [];
    for (const part of filesOf(file, line))
      parts.push(await this.readFile({ ...part, path: fileIn(this.url, part.path) }));
    return joinFrames(parts);
  }

  private async readFile({ path, bytes: length, sha256: wanted }: PlacedFile): Promise<FrameFields> {
    const bytes = await read(this.fetch, path);
    if (!bytes) throw damaged(path, 0, 'the file is missing');
    if (bytes.length !== length)
      throw damaged(path, Math.min(bytes.length, length), `it has ${bytes.length} of ${length} bytes`);
    const sum = await sha256(bytes);
    if (sum !== undefined && sum !== wanted) throw damaged(path, 0, 'its checksum is wrong');
    return readFrame(bytes, path);
  }

  /** The surface that `thixo mesh` made of a frame; undefined if there is none, or not a whole one. */
  async readSurface(frame: number): Promise<SurfaceMesh | undefined> {
    const bytes = await read(this.fetch, this.numbered('surface', frame, 'surface')),
      open = bytes && openSurface(bytes);
    if (!open) return undefined;
    const sum = await sha256(open.checked);
    if (sum !== undefined && sum !== open.sha256) return undefined;
    const blocks = open.arrays.map(({ packed, length, stride }) => unpackStream(packed, length, stride));
    return surfaceOf(open, await Promise.all(blocks));
  }

  private numbered(folder: string, frame: number, ending: string): string {
    return fileIn(this.url, `${folder}/${String(frame).padStart(6, '0')}.${ending}`);
  }
}

/** The manifest, with the lines whose checksums fit. */
async function checkedManifest(bytes: Uint8Array<ArrayBuffer>, file: string): Promise<Manifest> {
  const lines = splitManifest(bytes);
  const fits = await Promise.all(
    lines.map(async ({ text, check }) => {
      if (text === undefined) return false;
      const sum = await sha256(new TextEncoder().encode(text));
      return sum === undefined || sum.slice(0, CHECK_DIGITS) === check;
    }),
  );
  return manifestOf(lines, fits, bytes.length, file);
}

/** URL of a file in a folder; what stands behind a `?` stays. */
function fileIn(folder: URL, name: string): string {
  const file = new URL(name, folder);
  file.search = folder.search;
  return file.href;
}

/** The bytes behind a URL; undefined if there is nothing. */
async function read(fetch: Fetch, url: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let reason: string;
  try {
    const response = await fetch(url);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    if (response.status === 404 || response.status === 410) return undefined;
    reason = `the server answers ${response.status} ${response.statusText}`.trimEnd();
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  const hint = 'Check the address and the network; a server of another origin must allow this page (CORS).';
  throw failure(problem('FILE_IO', '', `Cannot read ${url}: ${reason}.`, hint));
}

/** Hexadecimal; undefined in a page that may not compute it. */
async function sha256(bytes: Uint8Array): Promise<string | undefined> {
  const { subtle } = globalThis.crypto;
  if (!subtle) return undefined;
  const sum = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function failure(found: Problem): ThixoError {
  return new ThixoError([found]);
}
