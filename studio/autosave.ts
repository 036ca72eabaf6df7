// What is not saved is kept in this browser, so that a closed or crashed tab loses nothing.

import * as s from './studio.ts';

const KEY = 'thixo-unsaved';
let timer = 0;

/** Keeps the text soon, when the page has nothing else to do. */
export function keepSafe(document: s.Document, text: string, isDirty: boolean): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    try {
      if (isDirty) localStorage.setItem(KEY, JSON.stringify({ name: document.name, text }));
      else localStorage.removeItem(KEY);
    } catch {
      // A full or forbidden store: there is nothing to do but to save.
    }
  }, 300);
}

/** Brings back what was not saved. */
export function restore(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { name: string; text: string } | null;
    if (typeof kept?.text !== 'string' || kept.text === s.text.peek()) return;
    s.edit(kept.text, 'what was not saved');
    s.say('Your last scene was not saved: here it is. Undo brings the start back.');
  } catch {
    // What cannot be read is not worth a word.
  }
}
