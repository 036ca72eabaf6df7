// What the studio knows, as signals, and what one can do in it. The text of the scene is the one truth; the form, the tools and the editor
// change it, and the simulation follows it.

import { batch, computed, effect, signal } from '@preact/signals';
import type { Problem } from '../src/problem.ts';
import { scanJson } from '../src/scene/read-json.ts';
import type { Scene } from '../src/scene/schema.ts';
import type { WorldFields } from '../src/world/published-fields.ts';
import honey from './honey.jsonc?raw';
import { appendTo, removeFrom, setAt } from './model/edit-text.ts';
import { contentsOf, type FileContents, withContents } from './model/files-of-scene.ts';
import { History } from './model/history.ts';
import { readText } from './model/reading.ts';
import { type Badge, badgeOf } from './model/schema-form.ts';
import { type Stroke, type StrokeTool, shiftItem } from './model/strokes.ts';
import { at, isRecord, type Path, pathOf, pointerOf } from './model/value.ts';
import type { Look } from './view/stage.ts';

export type Tool = 'view' | StrokeTool | 'probe' | 'measure';

/** The scene that is open. */
export interface Document {
  readonly id?: string | undefined;
  readonly name: string;
  /** Where it will be saved. */
  readonly place?: string | undefined;
  readonly sum?: string | undefined;
  /** Of a cache that is looked at: nothing of it can be changed. */
  readonly cache?: string | undefined;
}

export const text = signal(honey);
export const saved = signal(honey);
export const doc = signal<Document>({ name: 'honey' });
const contents = signal<FileContents>(new Map());
const fileProblems = signal<readonly Problem[]>([]);

const read = computed(() => readText(text.value));
export const value = computed(() => read.value.value);
/** With the content of its files, as the simulation takes it. */
export const written = computed(() => withContents(value.value, contents.value));
export const isDirty = computed(() => text.value !== saved.value && doc.value.cache === undefined);
/** A cache that is looked at: whether somebody bakes it, and how many frames it has. */
export const attached = signal<{ readonly isRunning: boolean; readonly frames: number } | undefined>(undefined);

export const scene = signal<Scene | undefined>(undefined);
/** The particles that the picture shows. */
export const stageFields = signal<WorldFields | undefined>(undefined);
export const frame = signal(0);
export const frameCount = signal(1);
export const simulated = signal(0);
export const kept = signal<readonly number[]>([]);
export const particles = signal(0);
export const pace = signal(0);
export const hash = signal('');
export const playing = signal(false);
export const working = signal<{ readonly frame: number; readonly goal: number } | undefined>(undefined);
export const preview = signal(true);
/** Why a link could not be opened. */
export const linkFault = signal('');
/** False while a scene from a link waits for a person. */
export const mayRun = signal(true);

export const tool = signal<Tool>('grab');
/** Reach of the tools over the size of the scene. */
export const reach = signal(0.08);
export const look = signal<Look>({ show: 'surface', colorBy: '', clear: false });
export const tab = signal<'substance' | 'scene' | 'look' | 'problems'>('substance');
export const overlay = signal<'gallery' | 'keys' | 'share' | 'make' | undefined>(undefined);
/** What is open beside the picture. */
export const drawer = signal<'editor' | 'charts' | undefined>(undefined);
/** The obstacle that is moved in the picture. */
export const gizmo = signal<number | undefined>(undefined);
/** Two places of the picture and how far apart they are, m. */
export const measured = signal<{ readonly distance: number; readonly x: number; readonly y: number } | undefined>(
  undefined,
);
export const status = signal('');
export const theme = signal<'dark' | 'light'>(matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
export const selected = signal<string | undefined>(undefined);
export const probed = signal<Readonly<Record<string, string>> | undefined>(undefined);
export const hasLetters = signal(true);

const simulationProblems = signal<readonly Problem[]>([]);
export const warnings = signal<readonly Problem[]>([]);
/** What went wrong while a scene ran, and at which particle. */
export type Divergence = Problem & {
  readonly particle?: number | undefined;
  readonly position?: readonly number[] | undefined;
};
export const divergence = signal<Divergence | undefined>(undefined);
/** Everything that is wrong, errors first, with its line. */
export const problems = computed(() => {
  const { problems: inText, locate } = read.value,
    found = [
      ...inText,
      ...fileProblems.value,
      ...(divergence.value ? [divergence.value] : []),
      ...simulationProblems.value,
      ...warnings.value,
    ];
  return found.map((each) => ({ ...each, line: locate && each.pointer ? locate(each.pointer).line : undefined }));
});
export const refuse = (found: readonly Problem[]): void => {
  simulationProblems.value = found;
};

export const time = computed(() => frame.value / (scene.value?.frameRate ?? 25));

/** Said in the status line, and read out. */
export function say(words: string): void {
  status.value = words;
}

/** K */
const ROOM = 293.15;

let past = new History();
export const undoable = signal('');
export const redoable = signal('');

/** Changes the text; changes of one gesture are one step to undo. */
export function edit(after: string, label: string, gesture?: string): void {
  if (after === text.value) return;
  if (doc.peek().cache !== undefined) {
    say('A cache is only looked at. Simulate it live to change it.');
    return;
  }
  past.add({ before: text.value, after, label }, gesture);
  text.value = after;
  showHistory();
}

export function endGesture(): void {
  past.close();
}

export function undo(): void {
  const step = past.undo();
  if (step) {
    text.value = step.before;
    say(`Undone: ${step.label}`);
  }
  showHistory();
}

export function redo(): void {
  const step = past.redo();
  if (step) {
    text.value = step.after;
    say(`Done again: ${step.label}`);
  }
  showHistory();
}

function showHistory(): void {
  undoable.value = past.canUndo?.label ?? '';
  redoable.value = past.canRedo?.label ?? '';
}

/** Goes on with another text and its own steps to undo; returns those of the present one. */
export function swap(next: string, history: History): History {
  const before = past;
  batch(() => {
    past = history;
    past.close();
    text.value = next;
    selected.value = undefined;
    showHistory();
  });
  return before;
}

/** Shows the text of something that cannot be changed. */
export function showText(shown: string): void {
  text.value = saved.value = shown;
}

/** Opens a text as another scene. */
export function openText(opened: string, document: Document, resolved?: unknown, found: readonly Problem[] = []): void {
  batch(() => {
    past.forget();
    showHistory();
    text.value = saved.value = opened;
    doc.value = document;
    contents.value = resolved === undefined ? new Map() : contentsOf(value.value, resolved);
    fileProblems.value = found;
    simulationProblems.value = warnings.value = [];
    divergence.value = undefined;
    selected.value = undefined;
    overlay.value = gizmo.value = measured.value = attached.value = undefined;
    preview.value = true;
    look.value = { ...look.value, colorBy: '' };
    mayRun.value = true;
  });
}

/** The value at a place now: as the scene begins, and as its changes have left it. */
export function valueNow(path: Path): unknown {
  const pointer = pointerOf(path),
    { changes } = isRecord(value.value) ? value.value : { changes: undefined };
  let found = at(value.value, path);
  if (Array.isArray(changes))
    for (const change of changes)
      if (
        isRecord(change) &&
        isRecord(change.set) &&
        typeof change.time === 'number' &&
        change.time <= time.value + 1e-9 &&
        pointer in change.set
      )
        found = change.set[pointer];
  return found;
}

/** Sets a value from now on: what can change while a scene runs is written as a change at the present time. */
export function setValue(path: Path, next: unknown, gesture?: string): void {
  const label = `${path.at(-1)}`,
    isLater = frame.value > 0 && next !== undefined && badge(path) === 'live';
  edit(isLater ? withChange(path, next) : setAt(text.value, path, next), label, gesture);
}

export const badge = (path: Path): Badge => badgeOf(path);

function withChange(path: Path, next: unknown): string {
  const pointer = pointerOf(path),
    now = time.value,
    list = at(value.value, ['changes']),
    place = Array.isArray(list) ? list.findIndex((change) => isRecord(change) && change.time === now) : -1;
  if (place >= 0) return setAt(text.value, ['changes', place, 'set', pointer], next);
  // Changes stand in the order of their times: what comes after this moment has not happened.
  let kept = text.value;
  if (Array.isArray(list))
    for (let k = list.length - 1; k >= 0; k--)
      if ((list[k] as { time: number }).time > now) kept = removeFrom(kept, 'changes', k);
  return appendTo(kept, 'changes', { time: now, set: { [pointer]: next } });
}

/** Whether what is heated shows it by itself: it melts, or softens. */
const showsHeat = (): boolean =>
  Object.values(scene.peek()?.substances ?? {}).some((each) => 'melting' in each || 'softening' in each);

/** The view has the colors of temperatures because somebody heats, and loses them when another tool is taken. */
let isGlowing = false;
effect(() => {
  const isAboutHeat = ['heat', 'cool', 'probe'].includes(tool.value);
  if (!isGlowing || isAboutHeat) return;
  isGlowing = false;
  if (look.peek().colorBy === 'temperature') look.value = { ...look.peek(), colorBy: '' };
});

/** Before heat can be added there must be temperatures, and they must be seen; says whether there are any. */
export function hasTemperatures(): boolean {
  if (look.peek().colorBy === '' && !showsHeat()) {
    look.value = { ...look.peek(), colorBy: 'temperature' };
    isGlowing = true;
  }
  if (stageFields.peek()?.temperature !== undefined) return true;
  edit(setAt(text.peek(), ['surroundings'], { temperature: ROOM }), 'temperatures');
  say(`Nothing had a temperature here: now everything begins with ${ROOM} K. Try again when it is simulated.`);
  return false;
}

/** Writes a stroke that has ended into the text. */
export function addStroke({ list, item }: Stroke): void {
  edit(appendTo(text.value, list, item), `stroke: ${nameOfStroke(list, item)}`);
}

export function nameOfStroke(list: string, item: unknown): string {
  if (!isRecord(item)) return list;
  if (list === 'forces') return Object.keys(item)[0] ?? 'force';
  if (list === 'heatRegions') return Number(item.power ?? item.flux) < 0 ? 'cool' : 'heat';
  if (list === 'changes')
    return Object.keys((item.set as object) ?? {})
      .map((p) => pathOf(p).at(-1))
      .join(', ');
  if (list === 'obstacles') return item.cuts ? 'cut' : item.to === undefined ? 'obstacle' : 'push';
  // Muted strokes of a stranger may name any list, also one that every object has.
  return (
    new Map([
      ['emitters', 'pour'],
      ['sinks', 'erase'],
    ]).get(list) ?? list
  );
}

/** Where muted strokes are kept: notes are not simulated. */
const MUTED = 'x-muted';

/** A bar of the timeline. */
export interface Bar {
  readonly key: string;
  readonly list: string;
  readonly place: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isMuted: boolean;
}

/** Everything of the scene that has a time of its own. */
export const bars = computed((): readonly Bar[] => {
  if (!isRecord(value.value)) return [];
  const found: Bar[] = [],
    end = frameCount.value / (scene.value?.frameRate ?? 25);
  const add = (list: string, item: unknown, place: number, isMuted: boolean): void => {
    const [only] = isRecord(item) ? Object.values(item) : [],
      part = list === 'forces' && isRecord(only) ? only : item;
    if (!isRecord(part) || (part.from === undefined && part.time === undefined)) return;
    const from = Number(part.from ?? part.time),
      to = part.time === undefined ? Number(part.to ?? end) : from;
    found.push({
      key: `${isMuted ? MUTED : list}/${place}`,
      list,
      place,
      name: nameOfStroke(list, item),
      from,
      to,
      isMuted,
    });
  };
  for (const list of ['forces', 'obstacles', 'emitters', 'sinks', 'heatRegions', 'changes']) {
    const items = value.value[list];
    if (Array.isArray(items)) for (const [k, item] of items.entries()) add(list, item, k, false);
  }
  const muted = value.value[MUTED];
  if (Array.isArray(muted))
    for (const [k, item] of muted.entries()) if (isRecord(item)) add(String(item.list), item.item, k, true);
  return found;
});

export function deleteBar({ list, place, isMuted, name }: Bar): void {
  edit(removeFrom(text.value, isMuted ? MUTED : list, place), `deleted ${name}`);
  selected.value = undefined;
}

/** Lets a stroke happen earlier or later, by whole frames; not before the start. */
export function moveBar({ list, place, isMuted, name, from }: Bar, frames: number, gesture?: string): void {
  const rate = scene.value?.frameRate ?? 25,
    by = Math.max(frames, -Math.round(from * rate)) / rate;
  if (by === 0 || isMuted) return;
  const items = (value.value as Record<string, Record<string, unknown>[]>)[list]!,
    moved = items.map((item, k) => (k === place ? shiftItem(item, by) : item));
  // Changes stand in the order of their times.
  if (list === 'changes') {
    moved.sort((a, b) => Number(a.time) - Number(b.time));
    edit(setAt(text.value, [list], moved), `moved ${name}`, gesture);
  } else edit(setAt(text.value, [list, place], moved[place]), `moved ${name}`, gesture);
}

/** Takes a stroke out of the simulation and keeps it, or puts it back. */
export function muteBar({ list, place, isMuted, name }: Bar): void {
  const scenes = value.value as Record<string, unknown[]>;
  if (isMuted) {
    const { item } = scenes[MUTED]![place] as { item: unknown };
    edit(appendTo(removeFrom(text.value, MUTED, place), list, item), `heard ${name}`);
  } else {
    const item = scenes[list]![place];
    edit(appendTo(removeFrom(text.value, list, place), MUTED, { list, item }), `muted ${name}`);
  }
  selected.value = undefined;
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

/** The text with one more item in a list. */
export const withItem = (list: string, item: unknown): string => appendTo(text.peek(), list, item);

/** Another text as the simulation takes it, with the content of the files that it shares with this scene. */
export function withFiles(other: string): unknown {
  return withContents(scanJson(other).value, contents.peek());
}
