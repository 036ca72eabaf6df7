// The scenes that the page may read and write. The page knows them by ids that say nothing of the disk; new files come only below the
// folder in which the studio was started, and a file that somebody else has changed is never written over.

import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readRegularFile, realPathOf } from '../cache/regular-file.ts';
import { readAssets } from '../cache/scene-assets.ts';
import { readDesigns } from '../cache/scene-designs.ts';
import { type Problem, ThixoError } from '../problem.ts';
import { DEFAULT_LIMITS } from '../scene/limits.ts';
import { scanJson } from '../scene/read-json.ts';
import { Refusal } from './refusal.ts';

/** A scene of the gallery, as the caller lists them. */
export interface GalleryScene {
  readonly name: string;
  readonly folder: string;
  readonly summary: string;
  /** Files elsewhere that belong to it. */
  readonly companions: readonly string[];
}

/** A scene that the page may open. */
interface Document {
  readonly id: string;
  readonly name: string;
  /** Where its text is. */
  file: string;
  /** Of the gallery: it is copied when it is first saved. */
  gallery?: GalleryScene | undefined;
}

/** What the page gets of a scene. */
export interface OpenedScene {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Of the text, to see whether somebody else has changed it. */
  readonly sum: string;
  /** The scene with the content of its files; missing if it names none. */
  readonly resolved?: unknown;
  readonly problems: readonly Problem[];
  /** Where it will be saved, as a person would write it. */
  readonly place: string;
}

export class Documents {
  /** The folder in which the studio was started. */
  readonly root: string;
  private readonly byId = new Map<string, Document>();

  constructor(root: string, gallery: readonly GalleryScene[]) {
    this.root = realPathOf(resolve(root));
    for (const scene of gallery) this.add(scene.name, join(scene.folder, 'scene.json'), scene);
  }

  /** Lets the page open a file; returns its id. */
  add(name: string, file: string, gallery?: GalleryScene): string {
    const id = gallery ? `g-${gallery.name}` : randomBytes(9).toString('base64url');
    this.byId.set(id, { id, name, file, gallery });
    return id;
  }

  list(): { readonly id: string; readonly name: string; readonly summary: string }[] {
    return [...this.byId.values()].flatMap(({ id, name, gallery }) =>
      gallery ? [{ id, name, summary: gallery.summary }] : [],
    );
  }

  read(id: string): OpenedScene {
    const found = this.find(id),
      text = readText(found.file);
    return { id, name: found.name, text, sum: sumOf(text), place: this.placeOf(found), ...this.resolve(found, text) };
  }

  /** Where the file of a scene is that can be run: saved before. */
  fileOf(id: string): string {
    const found = this.find(id);
    if (found.gallery) throw new Refusal(409, 'Save the scene first.');
    return found.file;
  }

  /**
   * Writes the text of a scene. A scene of the gallery is copied to a new folder below the root first.
   * @param sum of the text that the page began with; another one means that somebody else has changed the file
   */
  save(id: string, text: string, sum: string): { readonly sum: string; readonly place: string } {
    const found = this.find(id);
    if (Buffer.byteLength(text) > DEFAULT_LIMITS.sceneBytes) throw new Refusal(413, 'The scene is too large.');
    if (found.gallery) this.copyOut(found, found.gallery);
    else if (existsSync(found.file) && sumOf(readText(found.file)) !== sum)
      throw new Refusal(409, `${this.placeOf(found)} was changed by another program. Nothing was written.`);
    this.requireInside(found.file);
    const half = `${found.file}.${randomBytes(4).toString('hex')}.tmp`;
    writeFileSync(half, text, { flag: 'wx' });
    renameSync(half, found.file);
    return { sum: sumOf(text), place: this.placeOf(found) };
  }

  /** A new scene of the page itself, below the root; never over a file that is there. */
  create(name: string, text: string): { readonly id: string; readonly sum: string; readonly place: string } {
    const folder = this.freeFolder(name);
    mkdirSync(folder, { recursive: true });
    const id = this.add(basename(folder), join(folder, 'scene.json'));
    writeFileSync(join(folder, 'scene.json'), text, { flag: 'wx' });
    return { id, sum: sumOf(text), place: this.placeOf(this.find(id)) };
  }

  private copyOut(found: Document, gallery: GalleryScene): void {
    const folder = this.freeFolder(gallery.name);
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(gallery.folder)) {
      if (!LEFT_BEHIND.includes(name)) cpSync(join(gallery.folder, name), join(folder, name), { recursive: true });
    }
    for (const file of gallery.companions) cpSync(file, join(folder, basename(file)));
    found.file = join(folder, 'scene.json');
    found.gallery = undefined;
  }

  /** A folder of that name, or with a number behind it, that is not there yet. */
  private freeFolder(name: string): string {
    const plain =
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .slice(0, 60) || 'scene';
    for (let k = 1; ; k++) {
      const folder = join(this.root, k === 1 ? plain : `${plain}-${k}`);
      if (!existsSync(folder)) return folder;
    }
  }

  private resolve(found: Document, text: string): { resolved?: unknown; problems: readonly Problem[] } {
    try {
      return inWholeFolder(found, (folder) => {
        const { value } = scanJson(text, DEFAULT_LIMITS),
          designed = readDesigns(value, folder, DEFAULT_LIMITS),
          read = readAssets(designed.input, folder, DEFAULT_LIMITS),
          isPlain = JSON.stringify(read.input) === JSON.stringify(value);
        return { ...(isPlain ? {} : { resolved: read.input }), problems: [...designed.problems, ...read.problems] };
      });
    } catch (error) {
      if (error instanceof ThixoError) return { problems: error.problems };
      throw error;
    }
  }

  private find(id: string): Document {
    const found = this.byId.get(id);
    if (!found) throw new Refusal(404, 'There is no such scene.');
    return found;
  }

  private requireInside(file: string): void {
    const way = relative(this.root, join(realPathOf(dirname(file)), basename(file)));
    if (way === '' || way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way)
      throw new Refusal(403, `Only files below ${this.root} are written.`);
  }

  private placeOf({ file, gallery, name }: Document): string {
    if (gallery) return `${name}/scene.json`;
    const way = relative(this.root, file);
    return way.startsWith('..') ? file : way;
  }
}

/** Works in the folder of a scene; of one whose files are elsewhere, in a copy that has them. */
function inWholeFolder<T>({ gallery, file }: Document, work: (folder: string) => T): T {
  const folder = dirname(file);
  if (!gallery || gallery.companions.length === 0) return work(folder);
  const whole = mkdtempSync(join(tmpdir(), 'thixo-studio-'));
  try {
    cpSync(folder, whole, { recursive: true });
    for (const each of gallery.companions) cpSync(each, join(whole, basename(each)));
    return work(whole);
  } finally {
    rmSync(whole, { recursive: true, force: true });
  }
}

/** What a copy does not need. */
const LEFT_BEHIND: readonly string[] = ['thumbnail.png', 'expected.json', 'README.md'];

function readText(file: string): string {
  const bytes = readRegularFile(file, DEFAULT_LIMITS.sceneBytes);
  if (typeof bytes === 'string') throw new Refusal(404, `${basename(file)} cannot be read: ${bytes}.`);
  return new TextDecoder().decode(bytes);
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
