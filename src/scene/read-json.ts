// The text of a scene file as a plain value: JSON with comments and trailing commas. Refuses what is too large before it costs memory,
// keys that stand twice, and keys that could reach the prototype of all objects. The tokens are jsonc-parser's.

import { createScanner, type JSONScanner } from 'jsonc-parser';
import { below } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { DEEPEST, FORBIDDEN_KEYS, forbiddenKey } from './forbidden-keys.ts';
import { type Expected, explainScanError, explainSurprise, TOKEN } from './json-syntax.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { ProblemList } from './problem-list.ts';
import { showValue } from './show-value.ts';
import { LineTable, Locator, type TextPlace } from './text-places.ts';

/** The value of a JSON text, and where its parts stand. */
export interface JsonText {
  readonly value: unknown;
  /** Where the key or item stands that a JSON pointer names, or its nearest parent that is there. */
  locate(pointer: string): TextPlace;
}

/** A JSON text that may have keys that are not allowed. */
export interface ScannedJson extends JsonText {
  /** Keys that stand twice or are forbidden; they are not in the value. */
  readonly problems: readonly Problem[];
}

/** Reads a JSON text. Throws a ThixoError with line and column of what is wrong; `file` is named as its place. */
export function readJson(text: string, limits: Limits = DEFAULT_LIMITS, file = ''): JsonText {
  const scanned = scanJson(text, limits, file);
  if (scanned.problems.length > 0) throw new ThixoError(scanned.problems);
  return scanned;
}

/** Like readJson, but hands back the keys that are not allowed, so that they can be reported with all other problems. */
export function scanJson(text: string, limits: Limits = DEFAULT_LIMITS, file = ''): ScannedJson {
  const reader = new Reader(withoutMark(text), limits, file);
  reader.advance(Number.POSITIVE_INFINITY);
  return reader.found;
}

/** Values that are read between two pauses: a millisecond or two. */
const PORTION = 2000;

/** Like scanJson, in portions: while `pause` lasts, a page can do something else. */
export async function scanJsonInPortions(text: string, pause: () => Promise<unknown>): Promise<ScannedJson> {
  const reader = new Reader(withoutMark(text), DEFAULT_LIMITS, '');
  while (!reader.advance(PORTION)) await pause();
  return reader.found;
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** An object or a list that is being read. */
interface Inside {
  readonly object: Record<string, unknown> | undefined;
  readonly list: unknown[] | undefined;
  /** Where the next value of an object belongs, and whether it may. */
  key: string;
  isAllowed: boolean;
}

/** What of a text is read already; its depth is bounded by the limits. */
class Reader {
  /** Problems with keys. */
  private readonly keys = new ProblemList();
  private readonly scanner: JSONScanner;
  private token = 0;
  private afterNumber = false;
  private values = 0;
  private value: unknown;
  private readonly inside: Inside[] = [];
  private readonly open: number[] = [];
  private readonly path: (string | number)[] = [];
  private readonly text: string;
  private readonly limits: Limits;
  private readonly file: string;
  private readonly lines: LineTable;

  constructor(text: string, limits: Limits, file: string) {
    this.text = text;
    this.lines = new LineTable(text);
    this.limits = limits;
    this.file = file;
    this.scanner = createScanner(text, false);
    const bytes = byteLength(text, limits.sceneBytes);
    if (bytes > limits.sceneBytes) throw new ThixoError([tooLarge(bytes, limits.sceneBytes)]);
    this.next();
  }

  /** What it has found, when all is read. */
  get found(): ScannedJson {
    const locator = new Locator(this.text);
    return { value: this.value, problems: this.keys.problems, locate: (pointer) => locator.locate(pointer) };
  }

  /** Reads on, so many values at the most; says whether that was the last one. */
  advance(values: number): boolean {
    for (let k = 0; k < values; k++) if (this.readValue()) return true;
    return false;
  }

  /** Goes to the next token that is not blank or a comment. */
  private next(): void {
    this.afterNumber = this.token === TOKEN.number;
    do this.token = this.scanner.scan();
    while (this.isBlank());
    if (this.scanner.getTokenError() !== 0) this.failInToken();
  }

  private isBlank(): boolean {
    const { token } = this;
    if (token === TOKEN.blockComment && this.scanner.getTokenError() !== 0) this.failInToken();
    return token >= TOKEN.lineComment && token <= TOKEN.blank;
  }

  private expect(token: number, expected: Expected): void {
    if (this.token !== token) this.failAt(expected);
  }

  /** Reads a value, of an object or a list its beginning; says whether the text ends there. */
  private readValue(): boolean {
    if (++this.values > this.limits.sceneValues) {
      const message = `There are more than ${this.limits.sceneValues} values.`;
      this.fail(
        'SCENE_TOO_MANY_VALUES',
        message,
        'Put long lists of points into a file, or raise --limits sceneValues.',
      );
    }
    const { token } = this;
    let value: unknown;
    switch (token) {
      case TOKEN.openBrace:
        return this.begin({ object: {}, list: undefined, key: '', isAllowed: true });
      case TOKEN.openBracket:
        return this.begin({ object: undefined, list: [], key: '', isAllowed: true });
      case TOKEN.string:
        value = this.scanner.getTokenValue();
        this.checkLength(value as string);
        break;
      case TOKEN.number:
        value = Number(this.scanner.getTokenValue());
        break;
      case TOKEN.true:
      case TOKEN.false:
      case TOKEN.null:
        value = KEYWORDS[token];
        break;
      default:
        this.failAt('value');
    }
    this.next();
    return this.put(value);
  }

  private begin(inside: Inside): boolean {
    this.enter();
    this.inside.push(inside);
    if (this.token === closerOf(inside)) return this.put(this.close());
    this.beginItem(inside);
    return false;
  }

  /** The object or list that ends here. */
  private close(): unknown {
    const { object, list } = this.inside.pop()!;
    this.leave();
    return object ?? list;
  }

  /** Puts a value where it belongs, and what ends with it; says whether that is the text. */
  private put(value: unknown): boolean {
    let done = value;
    for (;;) {
      const inside = this.inside.at(-1);
      if (!inside) {
        this.value = done;
        this.expect(TOKEN.end, 'end');
        return true;
      }
      if (inside.list) inside.list.push(done);
      else if (inside.isAllowed) inside.object![inside.key] = done;
      this.path.pop();
      const closer = closerOf(inside);
      this.separate(closer);
      if (this.token !== closer) {
        this.beginItem(inside);
        return false;
      }
      done = this.close();
    }
  }

  /** Of an object the key, and up to the value. */
  private beginItem(inside: Inside): void {
    const { object, list } = inside;
    if (!object) {
      this.path.push(list!.length);
      return;
    }
    this.expect(TOKEN.string, 'key');
    const key = this.scanner.getTokenValue();
    this.checkLength(key);
    this.path.push(key);
    inside.key = key;
    inside.isAllowed = this.checkKey(object, key);
    this.next();
    this.expect(TOKEN.colon, 'colon');
    this.next();
  }

  private enter(): void {
    this.open.push(this.scanner.getTokenOffset());
    if (this.open.length > Math.min(this.limits.sceneDepth, DEEPEST)) {
      const message = `It is nested more than ${Math.min(this.limits.sceneDepth, DEEPEST)} levels deep.`;
      this.fail('SCENE_TOO_DEEP', message, 'A scene needs about ten; is it the right file?');
    }
    this.next();
  }

  private leave(): void {
    this.open.pop();
    this.next();
  }

  /** After a member or an item: a comma, or the end. */
  private separate(closer: number): void {
    if (this.token === TOKEN.comma) this.next();
    else if (this.token !== closer) this.failAt('comma');
  }

  /** Whether a key may be taken; if not, the problem is noted. */
  private checkKey(object: Readonly<Record<string, unknown>>, key: string): boolean {
    const isForbidden = FORBIDDEN_KEYS.includes(key);
    if (isForbidden) this.keys.addLater(() => this.placed(forbiddenKey(this.pointer(), key)));
    else if (Object.hasOwn(object, key)) {
      const message = `The key ${showValue(key)} appears twice in the same object.`;
      const make = () => problem('SCENE_DUPLICATE_KEY', this.pointer(), message, 'Remove or rename one of them.');
      this.keys.addLater(() => this.placed(make()));
    }
    return !isForbidden;
  }

  private checkLength(text: string): void {
    if (text.length <= this.limits.stringLength) return;
    const message = `A string has ${text.length} characters; the most is ${this.limits.stringLength}.`;
    this.fail('SCENE_STRING_TOO_LONG', message, 'Shorten it, or raise --limits stringLength.');
  }

  private pointer(): string {
    return this.path.reduce<string>((pointer, key) => below(pointer, key), '');
  }

  /** Adds the place of the present token. */
  private placed(found: Problem): Problem {
    if (this.file === '') return found;
    const { line, column } = this.lines.at(this.scanner.getTokenOffset());
    return { ...found, place: `${this.file}:${line}:${column}` };
  }

  private fail(code: Problem['code'], message: string, hint: string): never {
    const at = this.scanner.getTokenOffset();
    const found = problem(code, this.pointer(), `At ${inWords(this.lines.at(at))}: ${message}`, hint);
    const offset = new TextEncoder().encode(this.text.slice(0, at)).length;
    throw new ThixoError([{ ...this.placed(found), offset }]);
  }

  private failInToken(): never {
    const offset = this.scanner.getTokenOffset();
    const text = this.text.slice(offset, offset + this.scanner.getTokenLength());
    const { message, hint } = explainScanError(this.scanner.getTokenError(), text);
    this.fail('SCENE_NOT_JSON', message, hint);
  }

  private failAt(expected: Expected): never {
    const { token, scanner } = this;
    const offset = scanner.getTokenOffset();
    const length = Math.min(scanner.getTokenLength(), MOST_SHOWN);
    const word = /^[^\s,:{}[\]"]+/.exec(this.text.slice(offset, offset + MOST_SHOWN))?.[0];
    const text = token === TOKEN.unknown && word ? word : this.text.slice(offset, offset + length);
    const opened = this.open.at(-1);
    const { message, hint } = explainSurprise({
      token,
      text,
      expected,
      open: opened === undefined ? '' : (this.text[opened] as '{' | '['),
      openedAt: opened === undefined ? '' : inWords(this.lines.at(opened)),
      afterNumber: this.afterNumber,
    });
    this.fail('SCENE_NOT_JSON', message, hint);
  }
}

const closerOf = ({ object }: Inside): number => (object ? TOKEN.closeBrace : TOKEN.closeBracket);

/** Characters of the text that a message shows. */
const MOST_SHOWN = 40;
const KEYWORDS: Readonly<Record<number, unknown>> = { [TOKEN.true]: true, [TOKEN.false]: false, [TOKEN.null]: null };

function tooLarge(bytes: number, most: number): Problem {
  const message = `The scene has ${bytes} bytes; the most is ${most}.`;
  return problem('SCENE_TOO_LARGE', '', message, 'Put long lists of points into a file, or raise --limits sceneBytes.');
}

/** Bytes of a text in UTF-8; counted only if they could be more than `most`. */
function byteLength(text: string, most: number): number {
  return 3 * text.length <= most || text.length > most ? text.length : new TextEncoder().encode(text).length;
}

function inWords({ line, column }: TextPlace): string {
  return `line ${line}, column ${column}`;
}
