// Scenes name files: meshes, points, textures. The server sends a scene with their content; the page puts that in wherever the text still
// says the same, so that a scene can be edited without asking again.

import { isRecord } from './value.ts';

/** What a part of the text stands for, by its JSON. */
export type FileContents = ReadonlyMap<string, unknown>;

/** Compares a scene as written with the same scene as read. */
export function contentsOf(written: unknown, resolved: unknown): FileContents {
  const found = new Map<string, unknown>();
  const visit = (a: unknown, b: unknown): void => {
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
      for (const [k, item] of a.entries()) visit(item, b[k]);
    else if (isRecord(a) && isRecord(b)) {
      const here = JSON.stringify(a);
      if (here === JSON.stringify(b)) return;
      if (typeof a.file === 'string' || typeof a.design === 'string') found.set(here, b);
      else for (const key of Object.keys(a)) if (key in b) visit(a[key], b[key]);
    }
  };
  visit(written, resolved);
  return found;
}

/** The scene with the contents of its files. */
export function withContents(value: unknown, contents: FileContents): unknown {
  if (contents.size === 0 || typeof value !== 'object' || value === null) return value;
  const known =
    isRecord(value) && ('file' in value || 'design' in value) ? contents.get(JSON.stringify(value)) : undefined;
  if (known !== undefined) return known;
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'number') ? value : value.map((item) => withContents(item, contents));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withContents(part, contents)]));
}
