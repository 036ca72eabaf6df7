// Lines and columns of a text, for people and editors.

import { type Node, parseTree } from 'jsonc-parser';
import { stepsOf } from '../pointer.ts';

/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where the lines of a text begin; found when first asked for. */
export class LineTable {
  private readonly text: string;
  private starts: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Line and column of an offset in characters. */
  at(offset: number): TextPlace {
    this.starts ??= lineStarts(this.text);
    let line = 0;
    for (let beyond = this.starts.length; beyond - line > 1; ) {
      const middle = (line + beyond) >> 1;
      if (this.starts[middle]! <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - this.starts[line]! + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let k = 0; k < text.length; k++) {
    const isBreak = text[k] === '\n' || (text[k] === '\r' && text[k + 1] !== '\n');
    if (isBreak) starts.push(k + 1);
  }
  return starts;
}

/** Finds places in a text that was read without an error; its tree is made when first asked for. */
export class Locator {
  private readonly text: string;
  private readonly lines: LineTable;
  private readonly members = new Map<Node, Map<string, Node>>();
  private root: Node | undefined;

  constructor(text: string) {
    this.text = text;
    this.lines = new LineTable(text);
  }

  /** Place of the key or item that a pointer names, or of its last parent that is there. */
  locate(pointer: string): TextPlace {
    this.root ??= parseTree(this.text, [], { allowTrailingComma: true });
    let node = this.root;
    let offset = node?.offset ?? 0;
    for (const step of stepsOf(pointer)) {
      const found = node && this.partOf(node, step);
      if (!found) break;
      offset = found.offset;
      node = found.type === 'property' ? found.children?.[1] : found;
    }
    return this.lines.at(offset);
  }

  /** The property or item under a key; of two with the same key, the last. */
  private partOf(node: Node, step: string): Node | undefined {
    if (node.type !== 'object') return node.children?.[Number(step)];
    let known = this.members.get(node);
    if (!known) {
      known = new Map((node.children ?? []).map((child) => [String(child.children?.[0]?.value), child]));
      this.members.set(node, known);
    }
    return known.get(step);
  }
}
