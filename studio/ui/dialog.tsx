// A box that comes over the page and goes again.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import * as s from '../studio.ts';
import { Icon } from './icon.tsx';

export function Dialog({
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
