// What can be on a disk after the power failed: every change that was not synced is there, or not, or half, or garbage.

import type { Dice } from './dice.ts';
import { applied, DiskFile, DiskFolder, type DiskNode, type FileChange, patched } from './fake-disk.ts';
import { FakeFiles } from './fake-files.ts';

const SECTOR = 512;

/**
 * How bad a power loss is: nothing that waited got through; everything did; everything up to some moment (a disk that keeps the order);
 * each change by itself; or names get through while contents do not, the classic of a rename without a sync.
 */
const MOODS = ['nothing', 'everything', 'in order', 'names only', 'each by itself'] as const;

type Mood = (typeof MOODS)[number];

/** A disk as the power loss leaves it. Bytes that were on the disk for sure stay, next to a torn write in the same sector too. */
export function crashImage(disk: FakeFiles, dice: Dice): FakeFiles {
  const mood = dice.chance(0.5) ? 'each by itself' : dice.pick(MOODS);
  const moment = dice.below(lastOrder(disk.root) + 1);
  const loss: Loss = { mood, moment, dice, files: new Map() };
  const image = new FakeFiles();
  survivingFolder(disk.root, image.root, loss);
  image.settle();
  return image;
}

interface Loss {
  readonly mood: Mood;
  /** The last change that gets through when they do so in order. */
  readonly moment: number;
  readonly dice: Dice;
  /** A file with two names is one file in the image too. */
  readonly files: Map<DiskFile, DiskFile>;
}

function survivingFolder(from: DiskFolder, to: DiskFolder, loss: Loss): void {
  const names = new Set([...from.durable.keys(), ...from.changes.keys()]);
  for (const name of [...names].sort()) {
    const node = survivingNode(from, name, loss);
    if (node instanceof DiskFolder) {
      const folder = new DiskFolder();
      to.set(name, folder, 0);
      survivingFolder(node, folder, loss);
    } else if (node) to.set(name, survivingFile(node, loss), 0);
  }
}

/** What a name stands for: what it did on the disk, or what one of the later changes made of it. */
function survivingNode({ durable, changes }: DiskFolder, name: string, loss: Loss): DiskNode | undefined {
  const later = changes.get(name) ?? [];
  const before = durable.get(name);
  switch (loss.mood) {
    case 'nothing':
      return before;
    case 'everything':
    case 'names only':
      return later.length > 0 ? later.at(-1)!.node : before;
    case 'in order': {
      const last = later.findLast(({ order }) => order <= loss.moment);
      return last ? last.node : before;
    }
    case 'each by itself': {
      const chosen = loss.dice.below(later.length + 1);
      return chosen === 0 ? before : later[chosen - 1]!.node;
    }
  }
}

function survivingFile(file: DiskFile, loss: Loss): DiskFile {
  const known = loss.files.get(file);
  if (known) return known;
  let content = file.durable;
  for (const change of file.changes) content = survivingChange(content, change, loss);
  const survivor = new DiskFile(content);
  loss.files.set(file, survivor);
  return survivor;
}

function survivingChange(content: Uint8Array, change: FileChange, { mood, moment, dice }: Loss): Uint8Array {
  if (change.state === 'saved') return applied(content, change);
  if (mood === 'nothing' || mood === 'names only') return content;
  if (mood === 'everything') return change.state === 'doomed' && dice.chance(0.5) ? content : applied(content, change);
  if (mood === 'in order') return change.order <= moment ? applied(content, change) : content;
  return tornChange(content, change, dice);
}

function tornChange(content: Uint8Array, change: FileChange, dice: Dice): Uint8Array {
  const { at, bytes } = change;
  const fate = dice.pick(['kept', 'dropped', 'cut', 'sectors', 'zeros'] as const);
  if (fate === 'kept') return applied(content, change);
  if (fate === 'dropped' || change.kind === 'cut') return content;
  if (fate === 'cut') return patched(content, at, bytes.subarray(0, dice.below(bytes.length)));
  if (fate === 'zeros') return patched(content, at, new Uint8Array(bytes.length)); // the length was saved before the bytes
  return tornSectors(content, at, bytes, dice);
}

/** Each sector of a write by itself: new, as before (zeros past the end), or garbage. */
function tornSectors(content: Uint8Array, at: number, bytes: Uint8Array, dice: Dice): Uint8Array {
  const result = patched(content, at, bytes);
  for (let start = at; start < at + bytes.length; ) {
    const end = Math.min((Math.floor(start / SECTOR) + 1) * SECTOR, at + bytes.length);
    const fate = dice.below(3);
    if (fate === 1) {
      result.fill(0, start, end);
      if (start < content.length) result.set(content.subarray(start, end), start);
    } else if (fate === 2) result.set(dice.bytes(end - start), start);
    start = end;
  }
  return result;
}

function lastOrder(folder: DiskFolder): number {
  let last = 0;
  const visit = (node: DiskNode | undefined): void => {
    if (node instanceof DiskFile) {
      for (const { order } of node.changes) last = Math.max(last, order);
    } else if (node) {
      for (const changes of node.changes.values()) {
        for (const { order, node: changed } of changes) {
          last = Math.max(last, order);
          visit(changed);
        }
      }
      node.durable.forEach(visit);
    }
  };
  visit(folder);
  return last;
}
