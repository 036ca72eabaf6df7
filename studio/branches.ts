// Branches: other ways on from a frame, each with its own text and its own steps to undo. One of them is played; another can be watched
// beside it, under the same playhead.

import { batch, effect, signal } from '@preact/signals';
import { History } from './model/history.ts';
import * as s from './studio.ts';

export interface Branch {
  readonly id: number;
  readonly name: string;
  /** The frame at which it left the one before. */
  readonly from: number;
  /** As it was when one left it; that of the active one is the text of the studio. */
  readonly text: string;
  readonly history: History;
}

/** What is watched beside the active branch. */
export type Compared =
  | { readonly kind: 'branch'; readonly id: number; readonly name: string }
  | { readonly kind: 'cache'; readonly id: string; readonly name: string };

/** Most branches: each is one more row. */
const MOST = 6;
const first = (): Branch => ({ id: 0, name: 'Main', from: 0, text: '', history: new History() });

export const branches = signal<readonly Branch[]>([first()]);
export const active = signal(0);
export const compared = signal<Compared | undefined>(undefined);
/** How far the one beside is on its way to the frame that is shown. */
export const besideWork = signal('');
let last = 0;

/** The text of a branch now. */
export const textOf = (id: number): string =>
  id === active.value ? s.text.value : (branches.value.find((branch) => branch.id === id)?.text ?? '');

/** Leaves the present way: it stays as a branch, and what comes belongs to a new one. */
export function branchHere(): boolean {
  if (s.doc.peek().cache !== undefined || branches.peek().length >= MOST) return false;
  const branch: Branch = {
    id: ++last,
    name: `Branch ${last}`,
    from: s.frame.peek(),
    text: s.text.peek(),
    history: new History(),
  };
  batch(() => {
    leave();
    branches.value = [...branches.peek(), branch];
    enter(branch);
  });
  s.say(`${branch.name} goes its own way from ${s.time.peek().toFixed(2)} s on.`);
  return true;
}

/** Plays another branch. */
export function switchTo(id: number): void {
  const branch = branches.peek().find((each) => each.id === id);
  if (!branch || id === active.peek()) return;
  batch(() => {
    leave();
    if (compared.peek()?.kind === 'branch' && compared.peek()?.id === id) {
      const { name } = branches.peek().find((each) => each.id === active.peek())!;
      compared.value = { kind: 'branch', id: active.peek(), name };
    }
    enter(branch);
  });
  s.say(`Now playing ${branch.name}`);
}

/** Forgets a branch that is not played. */
export function removeBranch(id: number): void {
  if (id === active.peek()) return;
  if (compared.peek()?.id === id) compared.value = undefined;
  branches.value = branches.peek().filter((branch) => branch.id !== id);
}

/** Watches a branch or a cache beside the present one, or stops that. */
export function compareWith(other: Compared): void {
  const now = compared.peek();
  compared.value = now?.kind === other.kind && now.id === other.id ? undefined : other;
}

/** Keeps the text of the active branch with it. */
function leave(): void {
  branches.value = branches
    .peek()
    .map((branch) => (branch.id === active.peek() ? { ...branch, text: s.text.peek() } : branch));
}

function enter({ id, text, history }: Branch): void {
  const before = s.swap(text, history);
  branches.value = branches
    .peek()
    .map((branch) => (branch.id === active.peek() ? { ...branch, history: before } : branch));
  active.value = id;
}

// Another scene has no branches yet.
let opened = s.doc.peek();
effect(() => {
  if (s.doc.value === opened) return;
  opened = s.doc.value;
  batch(() => {
    branches.value = [first()];
    active.value = last = 0;
    compared.value = undefined;
  });
});
