// What opens beside the picture: the text of the scene, or charts. Both are loaded when they are first opened.

import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Fault, SceneTextEditor } from '../editor/editor.ts';
import { rangeOf } from '../model/edit-text.ts';
import { pathOf } from '../model/value.ts';
import * as s from '../studio.ts';
import { Icon } from './icon.tsx';

const TITLES = { editor: 'Text', charts: 'Charts' } as const;

export function Drawer() {
  const open = s.drawer.value;
  if (!open) return null;
  return (
    <section class="drawer" aria-label={TITLES[open]} tabIndex={-1}>
      <header>
        <fieldset class="segments" aria-label="Beside the picture">
          {(['editor', 'charts'] as const).map((which) => (
            <button
              key={which}
              type="button"
              aria-pressed={open === which}
              onClick={() => {
                s.drawer.value = which;
              }}
            >
              {TITLES[which]}
            </button>
          ))}
        </fieldset>
        <button type="button" class="round" aria-label="Close" onClick={closeDrawer}>
          <Icon name="x" />
        </button>
      </header>
      {open === 'editor' ? <Editor /> : <Lazy load={() => import('./charts.tsx').then(({ Charts }) => Charts)} />}
    </section>
  );
}

function closeDrawer(): void {
  s.drawer.value = undefined;
  document.querySelector<HTMLElement>('canvas')?.focus();
}

/** A part of the page that is fetched first. */
export function Lazy({ load }: { load(): Promise<ComponentType> }) {
  const [Part, setPart] = useState<ComponentType | undefined>(undefined),
    [fault, setFault] = useState('');
  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => setFault('This part of the page cannot be loaded.'),
    );
  }, []);
  if (Part) return <Part />;
  return <p class="empty">{fault || 'Loading …'}</p>;
}

function faults(): Fault[] {
  const text = s.text.value;
  return s.problems.value
    .filter(({ pointer, offset }) => pointer !== '' || offset !== undefined)
    .map(({ pointer, message, hint, severity, offset = 0, fix }) => ({
      ...(pointer ? rangeOf(text, pathOf(pointer)) : { from: offset, to: offset + 1 }),
      isError: severity === 'error',
      words: `${message} ${hint}`,
      fix: fix && (() => s.setValue(pathOf(fix.pointer), fix.value)),
    }));
}

function Editor() {
  const host = useRef<HTMLDivElement>(null),
    [editor, setEditor] = useState<SceneTextEditor | undefined>(undefined),
    [fault, setFault] = useState('');
  useEffect(() => {
    let made: SceneTextEditor | undefined,
      isGone = false;
    void import('../editor/editor.ts').then(
      ({ SceneTextEditor: Made }) => {
        if (isGone) return;
        made = new Made(host.current!, s.text.peek(), {
          onText: (text) => s.edit(text, 'typing', 'editor'),
          onPause: s.endGesture,
          undo: s.undo,
          redo: s.redo,
          close: closeDrawer,
        });
        setEditor(made);
        made.focus();
      },
      () => setFault('The editor cannot be loaded.'),
    );
    return () => {
      isGone = true;
      made?.dispose();
    };
  }, []);
  const text = s.text.value,
    found = s.problems.value;
  useEffect(() => {
    editor?.setText(s.text.peek()); // as it is now: one may have typed on since
    editor?.setFaults(faults());
  }, [editor, text, found]);
  return (
    <>
      {!editor && <p class="empty">{fault || 'Loading …'}</p>}
      <div ref={host} class="editor-host" />
    </>
  );
}
