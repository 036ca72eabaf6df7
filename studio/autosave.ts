// What is not saved is kept in this browser, so that a closed or crashed tab loses nothing.

import * as s from './studio.ts';

const KEY = 'thixo-unsaved';
let timer = 0;
/** Whether what is kept is of this page: only then it may be forgotten. */
let isOurs = false;

/** Keeps the text soon, when the page has nothing else to do. */
export function keepSafe(document: s.Document, text: string, isDirty: boolean): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    try {
      if (isDirty) localStorage.setItem(KEY, JSON.stringify({ name: document.name, text }));
      else if (isOurs) localStorage.removeItem(KEY);
      isOurs = isDirty;
    } catch {
      // A full or forbidden store: there is nothing to do but to save.
    }
  }, 300);
}

/** Brings back what was not saved; into a file only what was written in a file of its name. */
export function restore(file?: string): void {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { name: string; text: string } | null;
    if (typeof kept?.text !== 'string' || (file !== undefined && kept.name !== file)) return;
    isOurs = true;
    if (kept.text === s.text.peek()) return;
    s.edit(kept.text, 'what was not saved');
    s.say('Your last scene was not saved: here it is. Undo brings the start back.');
  } catch {
    // What cannot be read is not worth a word.
  }
}
