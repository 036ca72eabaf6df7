// Changes of the text of a scene that leave everything else as it stands: comments, blanks, order.

import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  type JSONScanner,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';
import { TOKEN } from '../../src/scene/json-syntax.ts';
import { oneLine, type Path } from './value.ts';

const FORMAT = { formattingOptions: { tabSize: 2, insertSpaces: true, eol: '\n' } };
const LOOSE = { allowTrailingComma: true };

/** What stands where; nothing of a text that is nested deeper than the parser can go, as no scene is. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text, [], LOOSE);
  } catch {
    return undefined;
  }
}

/** The text with a value at a place; undefined takes it away. Numbers, texts and short lists are written where they stand. */
export function setAt(text: string, path: Path, value: unknown): string {
  const place = value === undefined ? undefined : placeOf(text, path);
  if (place) return replace(text, place, oneLine(value));
  return applyEdits(text, modify(text, [...path], value, FORMAT));
}

/** The text with one more item at the end of a list of the scene, on a line of its own; the list is made if it is missing. */
export function appendTo(text: string, list: string, item: unknown): string {
  const tree = treeOf(text);
  if (tree?.type !== 'object') return text;
  const node = findNodeAtLocation(tree, [list]),
    line = oneLine(item);
  if (node?.type === 'array') {
    const last = node.children?.at(-1);
    if (!last) return replace(text, node, `[\n    ${line}\n  ]`);
    const end = last.offset + last.length;
    return `${text.slice(0, end)},\n    ${line}${text.slice(end)}`;
  }
  const block = `"${list}": [\n    ${line}\n  ]`,
    last = tree.children?.at(-1);
  if (!last) return replace(text, tree, `{\n  ${block}\n}`);
  const end = last.offset + last.length;
  return `${text.slice(0, end)},\n  ${block}${text.slice(end)}`;
}

/** The text without an item of a list, and without the list if it was the last one. */
export function removeFrom(text: string, list: string, place: number): string {
  const tree = treeOf(text),
    items = tree && findNodeAtLocation(tree, [list])?.children;
  if (!items?.[place]) return text;
  return applyEdits(text, modify(text, items.length === 1 ? [list] : [list, place], undefined, FORMAT));
}

/** Where a value stands in the text, or the part of it that is there; for one that is missing, its parent's beginning. */
export function rangeOf(text: string, path: Path): { readonly from: number; readonly to: number } {
  const tree = treeOf(text);
  for (let depth = path.length; tree && depth >= 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth));
    if (!node) continue;
    const isWhole = depth === path.length && (node.children?.length ?? 0) === 0;
    return { from: node.offset, to: node.offset + (isWhole ? node.length : 1) };
  }
  return { from: 0, to: 0 };
}

/** A part of the text. */
type Place = Pick<Node, 'offset' | 'length'>;

/** Where the value at a path stands; found token by token, because the tree of a large text takes ten times as long. */
function placeOf(text: string, path: Path): Place | undefined {
  const scanner = createScanner(text, true);
  scanner.scan();
  for (const step of path) if (!enter(scanner, step)) return undefined;
  const offset = scanner.getTokenOffset();
  if (!isValue(scanner.getToken())) return undefined;
  skip(scanner);
  return { offset, length: scanner.getTokenOffset() + scanner.getTokenLength() - offset };
}

const opens = (token: number): boolean => token === TOKEN.openBrace || token === TOKEN.openBracket;
const isValue = (token: number): boolean => opens(token) || (token >= TOKEN.null && token <= TOKEN.number);

/** Goes from the beginning of an object or a list to the beginning of one of its values; false if there is none. */
function enter(scanner: JSONScanner, step: string | number): boolean {
  const isList = typeof step === 'number';
  if (scanner.getToken() !== (isList ? TOKEN.openBracket : TOKEN.openBrace)) return false;
  for (let k = 0; ; k++) {
    if (!isList && scanner.scan() !== TOKEN.string) return false;
    const isIt = isList ? k === step : scanner.getTokenValue() === step;
    if (!isList && scanner.scan() !== TOKEN.colon) return false;
    const token = scanner.scan();
    if (!isValue(token)) return false;
    if (isIt) return true;
    skip(scanner);
    if (scanner.scan() !== TOKEN.comma) return false;
  }
}

/** Goes to the last token of a value. */
function skip(scanner: JSONScanner): void {
  for (let depth = 0, token: number = scanner.getToken(); ; token = scanner.scan()) {
    if (opens(token)) depth++;
    else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) depth--;
    if (depth <= 0 || token === TOKEN.end) return;
  }
}

function replace(text: string, { offset, length }: Place, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}
