// What is not saved is kept in this browser, each scene by itself, so that a closed or crashed tab and another scene lose nothing.

import { prepare } from './model/reading.ts';
import * as s from './studio.ts';

const KEY = 'thixo-unsaved';
/** Scenes that are kept, and characters of all but the last; the oldest goes first. So few are written between two pictures. */
const MOST = 8;
const MOST_TEXT = 500_000;

interface Kept {
  readonly key: string;
  /** The folder of the studio: files of another folder may have the same name. */
  readonly folder: string;
  readonly text: string;
  /** The tab that has written it: it gets its own back. */
  readonly tab?: string;
}

/** A name of this tab that outlives a reload. */
const tab = ((): string => {
  try {
    const name = sessionStorage.getItem(KEY) ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
    sessionStorage.setItem(KEY, name);
    return name;
  } catch {
    return '';
  }
})();

let home = '';
/** What this page has written last: only that may be forgotten, another tab may have written since. */
let ours: Kept | undefined;
let pending: { readonly document: s.Document; readonly write: () => void; readonly timer: number } | undefined;

/** Names the folder in which the studio was started. */
export function keepFor(folder: string): void {
  home = folder;
}

/** Scenes of the gallery, files and what has no file yet do not get into each other's way. */
const keyOf = ({ id, name }: s.Document): string => (id?.startsWith('g-') ? id : id ? `file:${name}` : `new:${name}`);

function stored(): Kept[] {
  const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
  return Array.isArray(found) ? found.filter((each) => typeof each?.text === 'string') : [];
}

/** Keeps as many of the newest as there is room for. */
function store(all: readonly Kept[]): void {
  for (let kept = all.slice(-MOST); ; kept = kept.slice(1))
    try {
      if (kept.length > 1 && kept.slice(0, -1).reduce((sum, { text }) => sum + text.length, 0) > MOST_TEXT) continue;
      localStorage.setItem(KEY, JSON.stringify(kept));
      return;
    } catch (error) {
      if (kept.length === 0) throw error;
    }
}

const isAt = (one: Kept, { key, folder }: Pick<Kept, 'key' | 'folder'>): boolean =>
  one.key === key && one.folder === folder;

/** What is kept without what this tab has put there: another tab may work at the same scene, and its work stays. */
function withoutOurs(): Kept[] {
  const mine = ours;
  return mine ? stored().filter((each) => !(isAt(each, mine) && each.text === mine.text)) : stored();
}

function write(document: s.Document, text: string, isDirty: boolean): void {
  try {
    if (isDirty) {
      const next = { key: keyOf(document), folder: home, text, tab },
        others = ours?.key === next.key ? withoutOurs() : stored();
      store([...others.filter((each) => !(isAt(each, next) && each.text === text)), next]);
      ours = next;
    } else if (ours && (ours.key === keyOf(document) || ours.text === text)) {
      store(withoutOurs());
      ours = undefined;
    }
  } catch {
    // A forbidden store: there is nothing to do but to save.
  }
}

function flush(): void {
  const last = pending;
  pending = undefined;
  clearTimeout(last?.timer);
  last?.write();
}

/** Keeps the text soon, when the page has nothing else to do; at once when the page goes or another scene comes. */
export function keepSafe(document: s.Document, text: string, isDirty: boolean): void {
  if (pending && pending.document !== document) flush();
  clearTimeout(pending?.timer);
  pending = { document, write: () => write(document, text, isDirty), timer: window.setTimeout(flush, 300) };
}
addEventListener('pagehide', flush);

// A tab that has taken over what was kept here may drop it: it is put back as long as it is not saved here, as what goes first.
addEventListener('storage', ({ key }) => {
  const mine = ours;
  if (key !== KEY || !mine || !s.isDirty.peek() || mine.key !== keyOf(s.doc.peek())) return;
  try {
    const all = stored();
    if (!all.some((each) => isAt(each, mine) && each.text === mine.text)) store([{ ...mine, tab }, ...all]);
  } catch {
    // As above.
  }
});

/** Brings back what was not saved, of this tab if it has something: of the scene that is open, else the last there is. */
export async function restore(isOpened: boolean): Promise<void> {
  try {
    const document = s.doc.peek(),
      place = { key: keyOf(document), folder: home },
      here = stored().filter((each) => (isOpened ? isAt(each, place) : each.folder === home)),
      found = here.findLast((each) => each.tab === tab) ?? here.at(-1);
    if (!found) return;
    const shown = s.text.peek();
    if (found.text !== shown) await prepare(found.text);
    // Somebody was quicker: then that is what is wanted.
    if (s.doc.peek() !== document || s.text.peek() !== shown) return;
    ours = found;
    if (found.text === shown) return;
    s.edit(found.text, 'what was not saved');
    s.say(
      isOpened
        ? 'Your changes were not saved: here they are. Undo takes them away.'
        : 'Your last scene was not saved: here it is. Undo brings the start back.',
    );
  } catch {
    // What cannot be read is not worth a word.
  }
}
