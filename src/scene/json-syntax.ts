// What is wrong with a text that is not JSON, and how to mend it: the mistakes people make when they write JSON by hand.

/** Kinds of tokens, as jsonc-parser numbers them. */
export const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  unknown: 16,
  end: 17,
} as const;

/** What was expected where something else stands. */
export type Expected = 'key' | 'colon' | 'value' | 'comma' | 'end';

/** A token that does not belong where it is. */
export interface Surprise {
  readonly token: number;
  /** The token as written. */
  readonly text: string;
  readonly expected: Expected;
  /** What is open around it: `{`, `[` or nothing. */
  readonly open: '{' | '[' | '';
  /** Where that was opened, such as `line 3, column 5`. */
  readonly openedAt: string;
  /** Whether the token before was a number. */
  readonly afterNumber: boolean;
}

interface Explanation {
  readonly message: string;
  readonly hint: string;
}

/** Says what is wrong with a token that does not belong where it is. */
export function explainSurprise(surprise: Surprise): Explanation {
  const { token, text, expected, open, openedAt } = surprise;
  if (token === TOKEN.end) return explainEnd(surprise);
  const odd = explainOddText(text);
  if (odd) return odd;
  if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
    const closer = open === '{' ? '}' : ']';
    if (open !== '' && text !== closer) {
      return { message: `${text} cannot close the ${open} of ${openedAt}.`, hint: `Close it with ${closer} first.` };
    }
    if (expected === 'value') return { message: `A value is missing before ${text}.`, hint: 'Give the key a value.' };
  }
  switch (expected) {
    case 'key':
      return explainKey(surprise);
    case 'colon':
      return { message: 'A colon is missing after the key.', hint: 'Write "key": value.' };
    case 'comma':
      return explainMissingComma(surprise);
    case 'value':
      return explainValue(text);
    case 'end':
      return { message: 'There is more text after the end of the scene.', hint: 'Remove it, or a } or ] too many.' };
  }
}

function explainEnd({ expected, open, openedAt }: Surprise): Explanation {
  if (open !== '') {
    const closer = open === '{' ? '}' : ']';
    return {
      message: `The text ends, but the ${open} of ${openedAt} is still open.`,
      hint: `Add the missing ${closer}.`,
    };
  }
  if (expected === 'value') return { message: 'There is nothing in it.', hint: 'The smallest scene is {}.' };
  return { message: 'The text ends too early.', hint: 'See how it should go on.' };
}

function explainKey({ text, token }: Surprise): Explanation {
  if (token === TOKEN.number) {
    const hint = 'Keys are in double quotes, and decimals are written with a point: 0.5.';
    return { message: `A key is expected, not the number ${text}.`, hint };
  }
  if (token === TOKEN.comma) return { message: 'There is a comma too many.', hint: 'Remove it.' };
  if (/^[\p{L}\p{N}$_-]/u.test(text)) {
    return { message: `The key ${text} has no quotes.`, hint: `Write "${text}" in double quotes.` };
  }
  return { message: `A key in double quotes is expected, not ${text}.`, hint: 'Write "key": value.' };
}

function explainMissingComma({ text, token, open, afterNumber }: Surprise): Explanation {
  if (afterNumber && /^[a-zA-Z%°µ]/.test(text)) {
    const hint = 'Remove the unit: lengths are in m, times in s, masses in kg, angles in degrees.';
    return { message: `A number cannot be followed by ${text}.`, hint };
  }
  if (afterNumber && token === TOKEN.number) {
    return {
      message: `A comma is missing before ${text}.`,
      hint: 'Numbers have no leading zero and need commas between them.',
    };
  }
  if (text.startsWith('=')) return { message: '= has no meaning here.', hint: 'Write "key": value.' };
  if (token === TOKEN.colon) {
    const hint = open === '[' ? 'Keys belong in { }; a list has only values.' : 'Put a comma between members.';
    return { message: 'A colon does not belong here.', hint };
  }
  return { message: `A comma is missing before ${text}.`, hint: 'Members and items are separated by commas.' };
}

const WORDS: Readonly<Record<string, string>> = {
  True: 'Write true in small letters.',
  TRUE: 'Write true in small letters.',
  False: 'Write false in small letters.',
  FALSE: 'Write false in small letters.',
  None: 'Write null, or leave the key out.',
  nil: 'Write null, or leave the key out.',
  undefined: 'Leave the key out.',
  NaN: 'Numbers must be finite.',
  Infinity: 'Numbers must be finite; leave the key out for no bound.',
  '-Infinity': 'Numbers must be finite; leave the key out for no bound.',
};

function explainValue(text: string): Explanation {
  const message = `${text} is not a value.`;
  if (Object.hasOwn(WORDS, text)) return { message, hint: WORDS[text]! };
  if (text === ',' || text === ':')
    return {
      message: `A value is missing before ${text === ',' ? 'the comma' : 'the colon'}.`,
      hint: 'Write one, or remove it.',
    };
  if (/^[-+]?\.\d/.test(text)) return { message, hint: 'Numbers need a digit before the point: 0.5.' };
  if (/^\+/.test(text)) return { message, hint: 'Numbers have no plus sign.' };
  if (/^-/.test(text)) return { message, hint: 'A minus sign stands right before a number.' };
  if (/^[\p{L}_]/u.test(text)) return { message, hint: `Put strings in double quotes: "${text}".` };
  return {
    message,
    hint: 'A value is a number, a string in double quotes, true, false, null, a list [ ] or an object { }.',
  };
}

/** Characters that no JSON has outside of strings. */
function explainOddText(text: string): Explanation | undefined {
  const first = text.codePointAt(0) ?? 0;
  if (text.startsWith("'") || text.startsWith('`')) {
    return { message: `Strings and keys are not written with ${text[0]}.`, hint: 'Use double quotes: "…".' };
  }
  if (/^[“”„‟«»‘’]/.test(text)) {
    return { message: `Strings and keys are not written with ${text[0]}.`, hint: 'Use straight double quotes: "…".' };
  }
  if (text.startsWith('#')) return { message: 'A comment does not begin with #.', hint: 'Write // or /* … */.' };
  if (text.startsWith(';')) return { message: 'A semicolon has no meaning here.', hint: 'Use a comma.' };
  if (text.startsWith('<')) return { message: 'This looks like HTML or XML, not JSON.', hint: 'Is it the right file?' };
  if (first < 0x20 || (first >= 0x7f && first <= 0xa0) || /^[\p{Z}\p{Cf}]/u.test(text)) {
    const code = first.toString(16).toUpperCase().padStart(4, '0');
    return { message: `There is an invisible character (U+${code}).`, hint: 'Delete it and type the blank again.' };
  }
  return undefined;
}

/** What is wrong within a token, by jsonc-parser's number of the error. */
export function explainScanError(error: number, text: string): Explanation {
  switch (error) {
    case 1:
      return { message: 'A comment /* is not closed.', hint: 'End it with */.' };
    case 2:
      return { message: 'The string does not end on its line.', hint: 'Add a double quote at its end.' };
    case 3:
      return { message: `The number ${text.slice(0, 40)} is not complete.`, hint: 'Write for example 0.5 or 1e-3.' };
    case 4:
      return { message: 'A character \\u needs four hexadecimal digits.', hint: 'Write for example \\u00b5.' };
    case 5:
      return {
        message: 'A backslash in a string begins no known character.',
        hint: 'Write \\\\ for a backslash; in paths use /.',
      };
    default:
      return {
        message: 'There is an invisible character in a string.',
        hint: 'Write \\t for a tab and \\n for a new line.',
      };
  }
}
