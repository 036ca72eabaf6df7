// Bytes as text, alike in Node and in browsers, and strict: one text for every row of bytes.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = '=';

/** 6 bits for every character code below 128; 255 for those that are not base64. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const found = ALPHABET.indexOf(String.fromCharCode(code));
  return found < 0 ? 255 : found;
});
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  for (let k = 0, at = 0; k < bytes.length; k += 3, at += 4) {
    const bits = (bytes[k]! << 16) | ((bytes[k + 1] ?? 0) << 8) | (bytes[k + 2] ?? 0);
    codes[at] = CODES[bits >> 18]!;
    codes[at + 1] = CODES[(bits >> 12) & 63]!;
    codes[at + 2] = CODES[(bits >> 6) & 63]!;
    codes[at + 3] = CODES[bits & 63]!;
  }
  codes.fill(PADDING.charCodeAt(0), codes.length - ((3 - (bytes.length % 3)) % 3));
  return new TextDecoder().decode(codes);
}

/** The bytes of a base64 text; undefined if it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const missing = text.endsWith('==') ? 2 : text.endsWith(PADDING) ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - missing);
  const end = text.length - missing;
  let bits = 0,
    at = 0;
  for (let k = 0; k < end; k++) {
    const value = VALUES[text.charCodeAt(k)] ?? 255;
    if (value === 255) return undefined;
    bits = (bits << 6) | value;
    if (k % 4 === 0) continue;
    const shift = 6 - 2 * (k % 4);
    bytes[at++] = (bits >> shift) & 255;
  }
  const left = missing === 0 ? 0 : bits & (missing === 1 ? 3 : 15);
  return left === 0 ? bytes : undefined;
}
