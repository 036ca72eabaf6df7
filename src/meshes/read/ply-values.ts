// The values of a PLY file one after another, from text or from bytes, with a refusal where they end too soon.

import { numberOf } from './lines.ts';
import { type ReadContext, refusal, shown } from './mesh-file.ts';
import type { PlyElement, PlyType } from './ply-head.ts';
import { Words } from './words.ts';

/** A row of values. */
export interface Values {
  /** Byte of the next value; of text, of its line. */
  readonly offset: number;
  /** Refuses an element that cannot be there for lack of bytes. */
  expect(element: PlyElement): void;
  /** Starts the next item of an element. */
  begin(): void;
  number(type: PlyType): number;
  /** Length of a list whose numbers follow. */
  length(type: PlyType): number;
}

const BYTES: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

const CUT_OFF = 'The file is cut off: export it again.';

/** The least bytes that an item of an element takes. */
function leastBytes({ properties }: PlyElement, bytesOf: (type: PlyType) => number): number {
  return properties.reduce((sum, { type, list }) => sum + bytesOf(list ?? type), 0);
}

function requireRoom(element: PlyElement, least: number, offset: number, end: number, context: ReadContext): void {
  if (element.count * least <= end - offset) return;
  const message = `The file says that it has ${element.count} of ${shown(element.name)}, but there are only ${end - offset} bytes left.`;
  throw refusal(context, { offset }, message, CUT_OFF);
}

/** Binary values. */
export class BinaryValues implements Values {
  offset: number;
  private readonly view: DataView;
  private readonly little: boolean;
  private readonly context: ReadContext;

  constructor(bytes: Uint8Array, start: number, little: boolean, context: ReadContext) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = start;
    this.little = little;
    this.context = context;
  }

  expect(element: PlyElement): void {
    requireRoom(
      element,
      leastBytes(element, (type) => BYTES[type]),
      this.offset,
      this.view.byteLength,
      this.context,
    );
  }

  begin(): void {}

  number(type: PlyType): number {
    const { view, offset, little } = this;
    this.offset += BYTES[type];
    if (this.offset > view.byteLength)
      throw refusal(this.context, { offset }, 'The file ends within its values.', CUT_OFF);
    switch (type) {
      case 'int8':
        return view.getInt8(offset);
      case 'uint8':
        return view.getUint8(offset);
      case 'int16':
        return view.getInt16(offset, little);
      case 'uint16':
        return view.getUint16(offset, little);
      case 'int32':
        return view.getInt32(offset, little);
      case 'uint32':
        return view.getUint32(offset, little);
      case 'float32':
        return view.getFloat32(offset, little);
      case 'float64':
        return view.getFloat64(offset, little);
    }
  }

  length(type: PlyType): number {
    return listLength(this, type, this.view.byteLength, this.context);
  }
}

/** Values as text, an item in each line. */
export class TextValues implements Values {
  offset: number;
  private readonly end: number;
  private readonly words: Words;
  private readonly context: ReadContext;

  constructor(bytes: Uint8Array, start: number, context: ReadContext) {
    this.words = new Words(bytes, { start });
    this.end = bytes.length;
    this.offset = start;
    this.context = context;
  }

  expect(element: PlyElement): void {
    // A digit and what separates it from the next; the last line may have no end.
    const least = 2 * leastBytes(element, () => 1);
    requireRoom(element, least, this.end - this.words.left, this.end + 1, this.context);
  }

  begin(): void {
    do {
      const next = this.end - this.words.left;
      if (!this.words.nextLine())
        throw refusal(this.context, { offset: next }, 'The file ends within its values.', CUT_OFF);
      this.offset = this.words.offset;
    } while (this.words.isBlank);
  }

  number(): number {
    const word = this.words.nextWord(),
      value = numberOf(word);
    if (!Number.isNaN(value)) return value;
    const found = word === undefined ? 'nothing' : shown(word);
    throw refusal(this.context, { offset: this.offset }, `The line has ${found} instead of a number.`, CUT_OFF);
  }

  length(type: PlyType): number {
    return listLength(this, type, this.end, this.context);
  }
}

function listLength(values: Values, type: PlyType, end: number, context: ReadContext): number {
  const { offset } = values;
  const length = values.number(type);
  if (Number.isInteger(length) && length >= 0 && length <= end - offset) return length;
  throw refusal(context, { offset }, `A list cannot have ${length} entries.`, CUT_OFF);
}
