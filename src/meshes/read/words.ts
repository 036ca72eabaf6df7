// A text file word by word, from its bytes: neither all of its text nor all words of a line are ever in memory, however long they are.

const LINE_FEED = 10;
const RETURN = 13;
const BACKSLASH = 92;
const BLANK = 32;
/** Bytes that are looked at at once. A word that is longer is given in pieces, none of which a reader understands. */
const PIECE = 4096;
const DECODER = new TextDecoder();

/** How lines are read. */
export interface WordOptions {
  /** Byte at which the first line begins; default 0. */
  readonly start?: number;
  /** Whether a backslash at the end of a line joins the next one to it. */
  readonly joined?: boolean;
  /** What begins a comment, which goes to the end of the line. */
  readonly comment?: string;
}

/** Goes through the lines of a text, and through the words of each. */
export class Words {
  /** Number of the line, from 1. */
  line = 0;
  /** Byte at which the line begins. */
  offset: number;
  /** The line as it begins, for messages. */
  text = '';
  private readonly bytes: Uint8Array;
  private readonly options: WordOptions;
  /** What follows: the byte after what was decoded, the end of the line, and the beginning of the next. */
  private at: number;
  private end: number;
  private next: number;
  /** Lines that were joined to the last one. */
  private extra = 0;
  /** Words that are decoded, and the next of them. */
  private words: readonly string[] = [];
  private word = 0;
  /** What was decoded last, and whether the next line of the file is part of this one. */
  private decoded = '';
  private isJoined = false;

  constructor(bytes: Uint8Array, options: WordOptions = {}) {
    this.bytes = bytes;
    this.options = options;
    this.offset = options.start ?? 0;
    this.at = this.offset;
    this.end = this.offset;
    this.next = this.offset;
  }

  /** Goes to the next line; false if there is none. */
  nextLine(): boolean {
    for (; this.isJoined; this.extra++) this.takeLine(); // what is left of a line that nobody has read to its end
    if (this.next >= this.bytes.length) return false;
    this.line += 1 + this.extra;
    this.extra = 0;
    this.offset = this.next;
    this.takeLine();
    this.decode();
    this.text = this.decoded;
    return true;
  }

  /** The next word of the line; undefined at its end. */
  nextWord(): string | undefined {
    while (this.word >= this.words.length) {
      if (this.at < this.end) this.decode();
      else if (this.isJoined) {
        this.extra++;
        this.takeLine();
      } else return undefined;
    }
    return this.words[this.word++];
  }

  /** Whether the line has no word. */
  get isBlank(): boolean {
    return this.words.length === 0 && this.at >= this.end && !this.isJoined;
  }

  /** Bytes of the lines that follow. */
  get left(): number {
    return Math.max(0, this.bytes.length - this.next);
  }

  /** The next line of the file becomes what is decoded next. */
  private takeLine(): void {
    const { bytes } = this,
      found = bytes.indexOf(LINE_FEED, this.next),
      line = found < 0 ? bytes.length : found;
    this.at = this.next;
    this.next = line + 1;
    this.end = line > this.at && bytes[line - 1] === RETURN ? line - 1 : line;
    const joins = this.options.joined === true && this.end > this.at && bytes[this.end - 1] === BACKSLASH;
    this.isJoined = joins && this.next < bytes.length;
    if (this.isJoined) this.end--;
    this.words = [];
    this.word = 0;
  }

  /** The next piece of the line, cut at a blank. */
  private decode(): void {
    const { bytes, at, end } = this;
    let cut = Math.min(end, at + PIECE);
    if (cut < end) {
      let blank = cut;
      while (blank > at && bytes[blank - 1]! > BLANK) blank--;
      if (blank > at) cut = blank;
    }
    this.decoded = DECODER.decode(bytes.subarray(at, cut));
    this.at = cut;
    const comment = this.options.comment === undefined ? -1 : this.decoded.indexOf(this.options.comment);
    if (comment >= 0) this.at = end;
    const text = comment < 0 ? this.decoded : this.decoded.slice(0, comment);
    this.words = text.split(/\s+/).filter(Boolean);
    this.word = 0;
  }
}
