// Opening, saving, taking pictures: what goes in and out.

import { restore } from './autosave.ts';
import { prepare } from './model/reading.ts';
import * as server from './server.ts';
import * as s from './studio.ts';
import type { Stage } from './view/stage.ts';

export async function openFromGallery(id: string): Promise<void> {
  try {
    const { name, text, place, sum, resolved, problems } = await server.readScene(id);
    await prepare(text);
    s.openText(text, { id, name, place, sum }, resolved, problems);
    s.say(`Opened ${name}`);
    await restore(true);
  } catch (error) {
    s.say((error as Error).message);
  }
}

/** Looks at a cache of the server. */
export function openCache(id: string, name: string): void {
  s.openText('{}', { name, cache: id });
  s.say(`Looking at ${name}`);
}

/** The scene of the cache that is looked at, as one that is simulated here. */
export function simulateCache(): void {
  const scene = s.scene.peek();
  if (scene) s.openText(`${JSON.stringify(scene, null, 2)}\n`, { name: `${s.doc.peek().name}-live` });
}

/** Into the folder in which the studio was started; without a server as a download. */
export async function save(): Promise<void> {
  const text = s.text.peek(),
    document = s.doc.peek();
  if (!server.hasServer) {
    download(new Blob([text], { type: 'application/json' }), `${document.name}.json`);
    s.saved.value = text;
    s.say('Saved as a download.');
    return;
  }
  try {
    if (document.id !== undefined) {
      const { sum, place } = await server.saveScene(document.id, text, document.sum ?? '');
      Object.assign(document, { sum, place });
    } else Object.assign(document, await server.createScene(document.name, text));
    s.saved.value = text;
    s.say(`Saved ${document.place}. To bake it: thixo run ${document.place}${s.preview.peek() ? ' --preview' : ''}`);
  } catch (error) {
    s.say((error as Error).message);
    throw error;
  }
}

export async function takePicture(stage: Stage): Promise<void> {
  download(await stage.picture(), `${s.doc.peek().name}-${String(s.frame.peek()).padStart(4, '0')}.png`);
  s.say('Picture saved.');
}

/** Hands a file to the browser. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
