// What comes over the page and goes again: gallery, keys, sharing, baking.

import { useEffect, useState } from 'preact/hooks';
import { openCache, openFromGallery } from '../actions.ts';
import { compareWith } from '../branches.ts';
import type { Parts } from '../keys.ts';
import { packText } from '../model/link.ts';
import * as server from '../server.ts';
import * as s from '../studio.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { Make } from './make.tsx';

export function Dialogs({
  gallery,
  caches,
  parts,
}: {
  readonly gallery: readonly GalleryItem[];
  readonly caches: readonly server.CacheEntry[];
  readonly parts: Parts | undefined;
}) {
  switch (s.overlay.value) {
    case 'gallery':
      return <Gallery scenes={gallery} caches={caches} />;
    case 'keys':
      return <Keys />;
    case 'share':
      return <Share />;
    case 'make':
      return <Make parts={parts} />;
    default:
      return null;
  }
}

export interface GalleryItem extends server.GalleryEntry {
  readonly picture?: string | undefined;
}

function Gallery({
  scenes,
  caches,
}: {
  readonly scenes: readonly GalleryItem[];
  readonly caches: readonly server.CacheEntry[];
}) {
  const [wanted, want] = useState(''),
    found = scenes.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <Dialog title="Gallery" wide>
      <input
        type="search"
        class="search"
        placeholder="Search: honey, jelly, lava …"
        aria-label="Search the gallery"
        value={wanted}
        onInput={({ currentTarget }) => want(currentTarget.value)}
      />
      {caches.length > 0 && wanted === '' && (
        <section class="caches">
          <h2>Caches of this folder</h2>
          <ul>
            {caches.map(({ id, name }) => (
              <li key={id}>
                <button type="button" class="small" onClick={() => openCache(id, name)}>
                  <Icon name="film" /> {name}
                </button>
                <button
                  type="button"
                  class="small"
                  aria-label={`Watch ${name} beside`}
                  title="Watch it beside what is played"
                  onClick={() => {
                    compareWith({ kind: 'cache', id, name });
                    s.overlay.value = undefined;
                  }}
                >
                  <Icon name="columns-2" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ul class="gallery">
        {found.map((scene) => (
          <li key={scene.id}>
            <button type="button" onClick={() => void openFromGallery(scene.id)}>
              {scene.picture ? (
                <img src={scene.picture} alt="" loading="lazy" width="192" height="108" />
              ) : (
                <span class="no-picture">
                  <Icon name="droplet" />
                </span>
              )}
              <b>{scene.name.replaceAll('-', ' ')}</b>
              <span>{scene.summary}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p class="empty">
          {scenes.length === 0 ? 'The gallery comes with `thixo studio`.' : 'No scene has these words.'}
        </p>
      )}
    </Dialog>
  );
}

export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Space', 'play, pause'],
  ['← →', 'one frame; with Shift ten'],
  ['Home End', 'first, last simulated frame'],
  ['R', 'restart'],
  ['1 – 9, 0', 'tools'],
  ['[ ]', 'reach of the tool'],
  ['W A S D, Q X', 'move the ring of the tool, toward and away'],
  ['Enter', 'hold the tool at the ring, let it go'],
  ['F', 'whole scene in the picture'],
  ['B', 'branch from this frame'],
  ['E', 'text of the scene'],
  ['C', 'charts'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo, redo'],
  ['Ctrl+S', 'save'],
  ['F6', 'next part of the page'],
  ['M, Delete', 'mute, delete the stroke that has the focus'],
  ['Alt+← Alt+→', 'move that stroke by a frame'],
  ['?', 'this list'],
];

function Keys() {
  return (
    <Dialog title="Keys">
      <table class="keys">
        <tbody>
          {KEYS.map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!server.hasServer && (
        <p>
          <a href="./docs/index.html">Documentation</a>
        </p>
      )}
      <div class="field row">
        <label for="letters">single letters work while the picture has the focus</label>
        <input
          id="letters"
          class="switch"
          type="checkbox"
          role="switch"
          checked={s.hasLetters.value}
          aria-checked={s.hasLetters.value}
          onChange={({ currentTarget }) => {
            s.hasLetters.value = currentTarget.checked;
          }}
        />
      </div>
    </Dialog>
  );
}

function Share() {
  const [link, setLink] = useState(''),
    [copied, setCopied] = useState(false);
  useEffect(() => {
    void packText(s.text.peek()).then((packed) => setLink(`${location.origin}${location.pathname}#scene=${packed}`));
  }, []);
  return (
    <Dialog title="Share this scene">
      <p>
        The whole scene with its strokes is in the link. Nothing is sent anywhere; whoever opens it in a studio sees the
        same, paused.
      </p>
      <input
        type="text"
        readOnly
        aria-label="Link"
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="actions">
        <span class="muted">{link.length} characters</span>
        <button
          type="button"
          class="primary"
          onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true))}
        >
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </Dialog>
  );
}
