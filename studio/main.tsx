// Starts the page: what the address asks for, else what was left unsaved, else honey.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { openCache, openFromGallery } from './actions.ts';
import { keepFor, keepSafe, restore } from './autosave.ts';
import { isolate } from './isolate.ts';
import { unpackText } from './model/link.ts';
import { prepare } from './model/reading.ts';
import * as server from './server.ts';
import * as s from './studio.ts';
import { App } from './ui/app.tsx';
import type { GalleryItem } from './ui/dialogs.tsx';
import { trustOwnScripts } from './worker/trusted.ts';

trustOwnScripts();

const PICTURES = import.meta.glob('./thumbnails/*.webp', { eager: true, query: '?url', import: 'default' }) as Record<
  string,
  string
>;
const pictureOf = (name: string): string | undefined => PICTURES[`./thumbnails/${name}.webp`];

const root = document.getElementById('studio')!;
const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
let gallery: readonly GalleryItem[] = [];
let caches: readonly server.CacheEntry[] = [];
const draw = (): void => render(<App gallery={gallery} caches={caches} />, root);

const withPictures = (scenes: readonly server.GalleryEntry[]): readonly GalleryItem[] =>
  scenes.map((scene) => ({ ...scene, picture: pictureOf(scene.name) }));

async function start(): Promise<void> {
  s.playing.value = !calm;
  if (server.sharedScene !== undefined) {
    s.playing.value = false;
    try {
      const text = await unpackText(server.sharedScene);
      await prepare(text);
      s.openText(text, { name: 'shared' });
      s.mayRun.value = false;
    } catch (error) {
      s.mayRun.value = false;
      s.linkFault.value = (error as Error).message;
    }
  }
  draw();
  if (!server.hasServer) {
    gallery = withPictures(await server.staticGallery());
    draw();
    if (server.sharedScene === undefined) await restore(false);
    return;
  }
  try {
    const { opened, folder, gallery: scenes, caches: found } = await server.session();
    keepFor(folder);
    gallery = withPictures(scenes);
    caches = found;
    draw();
    if (opened.scene) await openFromGallery(opened.scene);
    else if (opened.cache) openCache(opened.cache, caches.find(({ id }) => id === opened.cache)?.name ?? 'cache');
    else await restore(false);
  } catch (error) {
    s.say((error as Error).message);
  }
}

if (!server.hasServer) void isolate();
// Only then: what was kept before must be brought back first.
void start().finally(() => effect(() => keepSafe(s.doc.value, s.text.value, s.isDirty.value)));
