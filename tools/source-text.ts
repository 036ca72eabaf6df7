// Splits TypeScript source into code and prose (comments and string contents) without a parser. All views keep the length and the
// line breaks of the source, so an offset found in one is an offset in the file.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

/** Views of one file: in each, what does not belong to it is replaced by spaces. */
export interface SourceViews {
  /** Code with comments, string contents and regular expressions blanked; the quotes stay. */
  readonly code: string;
  /** Comments and string contents with the code blanked. */
  readonly prose: string;
  /** Comments alone. */
  readonly comments: string;
}

/** Something a check objects to. */
export interface Offense {
  /** Path relative to the root, with forward slashes. */
  readonly file: string;
  /** 1-based; 0 when the whole file is meant. */
  readonly line: number;
  readonly message: string;
}

/** One line per offense, as editors and terminals link it. */
export function formatOffense({ file, line, message }: Offense): string {
  return line > 0 ? `${file}:${line}: ${message}` : `${file}: ${message}`;
}

/** Files below `root/folder` whose name ends in one of `extensions`, sorted, relative to root with forward slashes. */
export function listFiles(root: string, folder: string, extensions: readonly string[] = ['.ts']): string[] {
  const found: string[] = [];
  const visit = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules') visit(path);
      else if (entry.isFile() && extensions.some((e) => entry.name.endsWith(e))) found.push(path);
    }
  };
  try {
    visit(join(root, folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return found.map((path) => relative(root, path).split(sep).join(posix.sep)).sort();
}

/** Text of a file below root. */
export function readSource(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

// After one of these a slash starts a regular expression; after anything else it divides.
const BEFORE_REGEX =
  /(?:^|[([{}=,;:!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|delete|throw|new|do|else|await|yield))$/;
const STRING = { "'": /'(?:[^'\\\n]|\\[\s\S])*'?/y, '"': /"(?:[^"\\\n]|\\[\s\S])*"?/y } as const;
const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_CHUNK = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Separates code from comments and string contents. Expressions inside template strings are code. */
export function splitSource(text: string): SourceViews {
  let code = '';
  let prose = '';
  let comments = '';
  let at = 0;
  // One entry per open template expression: how many braces are open inside it.
  const templates: number[] = [];

  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  const takeCode = (length: number): void => {
    const taken = text.slice(at, at + length);
    code += taken;
    prose += blank(taken);
    comments += blank(taken);
    at += length;
  };
  const takeProse = (length: number, isComment = false): void => {
    const taken = text.slice(at, at + length);
    code += blank(taken);
    prose += taken;
    comments += isComment ? taken : blank(taken);
    at += length;
  };
  const takeTemplateChunk = (): void => {
    takeProse(match(TEMPLATE_CHUNK).length);
    if (text[at] === '`') takeCode(1);
    else if (text[at] === '$') {
      takeCode(2);
      templates.push(0);
    }
  };

  while (at < text.length) {
    const c = text[at]!;
    const next = text[at + 1];
    const depth = templates.at(-1);
    if (c === '/' && next === '/') takeProse(match(LINE_COMMENT).length, true);
    else if (c === '/' && next === '*') takeProse(match(BLOCK_COMMENT).length, true);
    else if (c === '/' && BEFORE_REGEX.test(code.slice(-200).trimEnd()) && match(REGEX)) {
      const length = match(REGEX).length;
      code += blank(text.slice(at, at + length));
      prose += blank(text.slice(at, at + length));
      comments += blank(text.slice(at, at + length));
      at += length;
    } else if (c === "'" || c === '"') {
      const literal = match(STRING[c]);
      const closed = literal.length > 1 && literal.endsWith(c);
      takeCode(1);
      takeProse(literal.length - (closed ? 2 : 1));
      if (closed) takeCode(1);
    } else if (c === '`') {
      takeCode(1);
      takeTemplateChunk();
    } else if (c === '}' && depth === 0) {
      templates.pop();
      takeCode(1);
      takeTemplateChunk();
    } else {
      if (depth !== undefined && c === '{') templates[templates.length - 1] = depth + 1;
      if (depth !== undefined && c === '}') templates[templates.length - 1] = depth - 1;
      takeCode(1);
    }
  }
  return { code, prose, comments };
}
