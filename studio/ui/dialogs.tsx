// What comes over the page and goes again: gallery, keys, sharing, baking.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { openFromGallery, save } from '../actions.ts';
import { packText } from '../model/link.ts';
import * as server from '../server.ts';
import * as s from '../studio.ts';
import { Icon } from './icon.tsx';

function Dialog({
  title,
  children,
  wide = false,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}) {
  const box = useRef<HTMLDialogElement>(null),
    close = (): void => {
      s.overlay.value = undefined;
    };
  useEffect(() => {
    box.current?.showModal();
    box.current?.addEventListener('click', ({ target }) => target === box.current && close()); // beside it
    return () => box.current?.close();
  }, []);
  return (
    <dialog ref={box} class={wide ? 'wide' : ''} aria-labelledby="dialog-title" onClose={close}>
      <header>
        <h1 id="dialog-title">{title}</h1>
        <button type="button" class="round" aria-label="Close" onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

export function Dialogs({ gallery }: { readonly gallery: readonly GalleryItem[] }) {
  switch (s.overlay.value) {
    case 'gallery':
      return <Gallery scenes={gallery} />;
    case 'keys':
      return <Keys />;
    case 'share':
      return <Share />;
    case 'bake':
      return <Bake />;
    default:
      return null;
  }
}

export interface GalleryItem extends server.GalleryEntry {
  readonly picture?: string | undefined;
}

function Gallery({ scenes }: { readonly scenes: readonly GalleryItem[] }) {
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
      <ul class="gallery">
        {found.map((scene) => (
          <li key={scene.id}>
            <button type="button" onClick={() => void openFromGallery(scene.id)}>
              {scene.picture ? (
                <img src={scene.picture} alt="" loading="lazy" width="192" height="108" />
              ) : (
                <span class="no-picture" />
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
  ['1 – 9', 'tools'],
  ['[ ]', 'reach of the tool'],
  ['W A S D, Q E', 'move the ring of the tool, toward and away'],
  ['Enter', 'hold the tool at the ring, let it go'],
  ['F', 'whole scene in the picture'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo, redo'],
  ['Ctrl+S', 'save'],
  ['F6', 'next part of the page'],
  ['M, Delete', 'mute, delete the stroke that has the focus'],
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

function Bake() {
  const [lines, setLines] = useState<readonly string[]>([]),
    [done, setDone] = useState(0),
    [state, setState] = useState<'ready' | 'working' | 'made'>('ready'),
    stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const note = (line: string): void => setLines((before) => [...before.slice(-5), line]);
  const start = async (preview: boolean): Promise<void> => {
    stop.current = new AbortController();
    setState('working');
    try {
      await save();
      await server.bakeScene(
        s.doc.peek().id!,
        { preview },
        (event) => {
          const total = s.frameCount.peek() + 1;
          if (event.event === 'frame') setDone(Number(event.frame) / total);
          if (event.event === 'start' && event.stage) note(`${event.stage} …`);
          if (event.event === 'made')
            note(event.outcome === 'done' ? `Made ${event.output}` : `Stopped: ${event.outcome}`);
          if (event.event === 'failed') for (const p of event.problems as { message: string }[]) note(p.message);
        },
        stop.current.signal,
      );
    } catch (error) {
      note((error as Error).message);
    }
    setState('made');
  };
  return (
    <Dialog title="Bake">
      <p>
        Simulates, meshes and renders the scene as <code>thixo make</code> does, on all cores. The scene is saved first
        {s.doc.value.place ? ` (${s.doc.value.place})` : ''}.
      </p>
      {!server.hasServer && (
        <p class="wrong">
          This page has no server. Save the scene, then run <code>npx thixo make scene.json</code>.
        </p>
      )}
      {state !== 'ready' && <progress value={done} max={1} aria-label="Progress" />}
      <output class="log">
        {lines.map((line, k) => (
          <span key={k}>{line}</span>
        ))}
      </output>
      <div class="actions">
        {state === 'working' ? (
          <button type="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        ) : (
          <>
            <button type="button" disabled={!server.hasServer} onClick={() => void start(true)}>
              Bake preview
            </button>
            <button type="button" class="primary" disabled={!server.hasServer} onClick={() => void start(false)}>
              Bake full
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
