// Titles of people inside of files: one line, nothing that could end a comment or a string.

/** A title as one line of a comment: no control characters, no comment marks of any format. */
export function commentText(text: string): string {
  const line = [...text].map((c) => (c < ' ' || c === '\u007f' || c === '\u2028' || c === '\u2029' ? ' ' : c)).join('');
  return line
    .replaceAll('*/', '* /')
    .replaceAll(/-(?=-)/g, '- ')
    .trim();
}

/** A text inside of an XML element or attribute. */
export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A title between double quotes. */
export function quotedText(text: string): string {
  return `"${commentText(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
