// The keyboard. Single letters work only while the picture has the focus, and can be switched off.

import { save } from './actions.ts';
import { branchHere } from './branches.ts';
import type { Client } from './client.ts';
import type { Pointer } from './pointer.ts';
import * as s from './studio.ts';
import type { Stage } from './view/stage.ts';

export interface Parts {
  readonly stage: Stage;
  readonly client: Client;
  readonly pointer: Pointer;
}

const NUMBERED: readonly s.Tool[] = [
  ...(['grab', 'push', 'pour', 'erase', 'heat', 'cool', 'obstacle', 'cut', 'probe', 'measure'] as const),
];
const PANES = ['canvas', '.tools button', '.drawer', '.panel', '.timeline .play', '.top button'];
/** Pixels that a key moves the ring by. */
const STEP = 16;

export function handleKey(event: KeyboardEvent, parts: Parts): void {
  const { key } = event,
    isCommand = event.ctrlKey || event.metaKey,
    target = event.target as HTMLElement;
  delete parts.stage.canvas.dataset.pointed;
  if (isCommand) {
    const command = { z: event.shiftKey ? s.redo : s.undo, y: s.redo, s: () => void save().catch(() => {}) }[
      key.toLowerCase()
    ];
    const isText = target.matches('input[type=text], .editor-host');
    if (!command || (isText && key.toLowerCase() !== 's')) return;
    event.preventDefault();
    command();
    return;
  }
  if (key === 'F6') {
    event.preventDefault();
    nextPane(event.shiftKey ? -1 : 1);
    return;
  }
  if (target !== parts.stage.canvas || s.overlay.peek()) {
    if (key === '?' && !target.matches('input, .editor-host')) s.overlay.value = 'keys';
    return;
  }
  const act = onPicture(event, parts);
  if (!act) return;
  event.preventDefault();
  act();
}

function onPicture({ key, shiftKey }: KeyboardEvent, { stage, client, pointer }: Parts): (() => void) | undefined {
  const far = shiftKey ? 10 : 1,
    frame = s.frame.peek();
  const named: Record<string, () => void> = {
    ' ': () => client.toggle(),
    ArrowLeft: () => client.seek(frame - far),
    ArrowRight: () => client.seek(frame + far),
    Home: () => client.seek(0),
    End: () => client.seek(s.simulated.peek()),
    Enter: () => void pointer.press(),
    Escape: () => pointer.isHeld && void pointer.press(),
    '?': () => {
      s.overlay.value = 'keys';
    },
  };
  if (named[key]) return named[key];
  if (!s.hasLetters.peek()) return undefined;
  const number = Number(key) || (key === '0' ? 10 : 0);
  if (number >= 1 && number <= NUMBERED.length)
    return () => {
      s.tool.value = NUMBERED[number - 1]!;
      s.say(`Tool: ${s.tool.peek()}`);
    };
  const resize = (factor: number) => () => {
    s.reach.value = Math.min(0.25, Math.max(0.01, s.reach.peek() * factor));
  };
  const letters: Record<string, () => void> = {
    r: () => client.restart(),
    f: () => stage.home(),
    '[': resize(1 / 1.2),
    ']': resize(1.2),
    w: () => pointer.nudge(0, STEP, 0),
    s: () => pointer.nudge(0, -STEP, 0),
    a: () => pointer.nudge(-STEP, 0, 0),
    d: () => pointer.nudge(STEP, 0, 0),
    q: () => pointer.nudge(0, 0, -1),
    x: () => pointer.nudge(0, 0, 1),
    e: () => toggleDrawer('editor'),
    c: () => toggleDrawer('charts'),
    b: () => void branchHere(),
  };
  return letters[key.toLowerCase()];
}

/** Opens or closes what is beside the picture. */
export function toggleDrawer(which: 'editor' | 'charts'): void {
  s.drawer.value = s.drawer.peek() === which ? undefined : which;
}

function nextPane(by: number): void {
  const panes = PANES.map((selector) => document.querySelector<HTMLElement>(selector)).filter((pane) => pane !== null),
    here = panes.findIndex(
      (pane) => pane?.contains(document.activeElement) || pane?.parentElement?.contains(document.activeElement),
    );
  panes[(here + by + panes.length) % panes.length]?.focus();
}
