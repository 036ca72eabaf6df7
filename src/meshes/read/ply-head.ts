// The head of a PLY file: what elements follow, how many, and with which properties.

import { linesOf, wordsOf } from './lines.ts';
import { type ReadContext, refusal, shown } from './mesh-file.ts';

/** Types of numbers by their names, old and new: bytes, and how a DataView reads them. */
const TYPE_NAMES = {
  int8: 'int8',
  char: 'int8',
  uint8: 'uint8',
  uchar: 'uint8',
  int16: 'int16',
  short: 'int16',
  uint16: 'uint16',
  ushort: 'uint16',
  int32: 'int32',
  int: 'int32',
  uint32: 'uint32',
  uint: 'uint32',
  float32: 'float32',
  float: 'float32',
  float64: 'float64',
  double: 'float64',
} as const;

/** A type of numbers. */
export type PlyType = (typeof TYPE_NAMES)[keyof typeof TYPE_NAMES];

/** One property of an element; `list` is the type of the length of a list. */
export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  readonly list?: PlyType;
}

/** A table of the file. */
export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

const FORMS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;

/** What the head of a file says. */
export interface PlyHead {
  readonly form: (typeof FORMS)[number];
  readonly elements: readonly PlyElement[];
  /** Byte at which the values begin. */
  readonly end: number;
  /** The picture that a comment names, as MeshLab and others write it. */
  readonly texture?: string | undefined;
}

/** Most bytes of a head: real ones have less than a thousand. */
const LONGEST = 65536;

/** Reads the head. Throws ASSET_INVALID with the line that is wrong. */
export function readPlyHead(bytes: Uint8Array, context: ReadContext): PlyHead {
  // One character for each byte, so that places in the text are places in the file.
  const text = String.fromCharCode(...bytes.subarray(0, LONGEST));
  const ending = /\nend_header[ \t]*\r?\n/.exec(text);
  if (!/^ply\s/.test(text) || !ending)
    throw refusal(context, { line: 1 }, 'The file has no head from "ply" to "end_header".', 'Is it a PLY file?');
  let form: PlyHead['form'] | undefined, texture: string | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  for (const { text: lineText, number: line } of linesOf(text.slice(0, ending.index))) {
    const [key, ...words] = wordsOf(lineText);
    const wrong = (what: string): Error =>
      refusal(context, { line }, `${shown(lineText)} is not a ${what}.`, 'Is it a PLY file? Export it again.');
    if (key === 'format') {
      form = FORMS.find((each) => each === words[0]);
      if (!form) throw wrong(`format; there are ${FORMS.join(', ')}`);
    } else if (key === 'element') {
      const count = /^\d{1,15}$/.test(words[1] ?? '') ? Number(words[1]) : Number.NaN;
      if (words.length !== 2 || Number.isNaN(count)) throw wrong('element with a count');
      elements.push({ name: words[0]!, count, properties: [] });
    } else if (key === 'property') {
      const property = propertyOf(words);
      if (!property || elements.length === 0) throw wrong('property of an element');
      elements.at(-1)!.properties.push(property);
    } else if (key === 'comment')
      texture ??= /^\s*comment\s+TextureFile\s+(?<name>.+?)\s*$/.exec(lineText)?.groups?.name;
    else if (!['ply', 'obj_info', ''].includes(key!)) throw wrong('line of a head');
  }
  if (!form) throw refusal(context, { line: 1 }, 'The head has no format.', 'Is it a PLY file? Export it again.');
  return { form, elements, end: ending.index + ending[0].length, texture };
}

function propertyOf(words: readonly string[]): PlyProperty | undefined {
  const typeOf = (name: string | undefined): PlyType | undefined =>
    name !== undefined && Object.hasOwn(TYPE_NAMES, name) ? TYPE_NAMES[name as keyof typeof TYPE_NAMES] : undefined;
  if (words[0] === 'list') {
    const list = typeOf(words[1]),
      type = typeOf(words[2]);
    return list && type && words.length === 4 ? { name: words[3]!, type, list } : undefined;
  }
  const type = typeOf(words[0]);
  return type && words.length === 2 ? { name: words[1]!, type } : undefined;
}
