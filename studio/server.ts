// What the page asks its server for. The token comes with the address once and is kept for this tab; without it the page is on its own.

import type { OpenedScene } from '../src/studio-server/documents.ts';

const KEY = 'thixo-token';
const fragment = new URLSearchParams(location.hash.slice(1));

/** What the address says beside the token: a scene to open. */
export const sharedScene = fragment.get('scene') ?? undefined;

function takeToken(): string | undefined {
  const given = fragment.get('token');
  try {
    if (given) sessionStorage.setItem(KEY, given);
    if (given || sharedScene) history.replaceState(null, '', location.pathname);
    // A shared link has no rights here, whatever this tab had before.
    if (sharedScene && !given) return undefined;
    return given ?? sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return given ?? undefined;
  }
}
const token = takeToken();

export interface GalleryEntry {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}
export interface CacheEntry {
  readonly id: string;
  readonly name: string;
}
export interface Session {
  readonly version: string;
  readonly folder: string;
  readonly opened: { readonly scene?: string; readonly cache?: string };
  readonly gallery: readonly GalleryEntry[];
  readonly caches: readonly CacheEntry[];
}

/** Whether there may be a server. */
export const hasServer = token !== undefined;

/** A request with the token. */
export function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), 'x-thixo-token': token ?? '' };
  return fetch(`./api/${path}`, { ...init, headers });
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await ask(path, init),
    body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error((body as { error?: string }).error ?? `The server says ${response.status}.`);
  return body as T;
}

const send = (method: string, value: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

export const session = (): Promise<Session> => json('session');
export const readScene = (id: string): Promise<OpenedScene> =>
  hasServer ? json(`scenes/${id}`) : plain(`scenes/${id}.json`);
/** The gallery of a static page; none where the host has none. */
export const staticGallery = (): Promise<readonly GalleryEntry[]> =>
  plain<readonly GalleryEntry[]>('gallery.json').catch(() => []);

/** A file beside the page. */
async function plain<T>(path: string): Promise<T> {
  const response = await fetch(`./${path}`);
  if (!response.ok) throw new Error(`There is no ${path}.`);
  return (await response.json()) as T;
}
export const saveScene = (id: string, text: string, sum: string): Promise<{ sum: string; place: string }> =>
  json(`scenes/${id}`, send('PUT', { text, sum }));
export const createScene = (name: string, text: string): Promise<{ id: string; sum: string; place: string }> =>
  json('scenes', send('POST', { name, text }));

/** Bakes a saved scene; tells every event of the way. */
export async function bakeScene(
  id: string,
  options: object,
  tell: (event: Record<string, unknown>) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await ask(`scenes/${id}/bake`, { ...send('POST', options), signal });
  if (!response.ok || !response.body) throw new Error(((await response.json()) as { error: string }).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line) tell(JSON.parse(line));
  }
}
