// JSON as a person would write it: what fits on a line stands on one line.

const WIDTH = 120;

/** The text of a value, two spaces per level. */
export function compactJson(value: unknown, indent = ''): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((element) => compactJson(element, inner))
    : entriesOf(value).map(([key, element]) => `${JSON.stringify(key)}: ${compactJson(element, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = entriesOf(value).map(([key, element]) => `${JSON.stringify(key)}: ${oneLine(element)}`);
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
}

/** As in JSON.stringify, what is undefined is left out. */
function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, element]) => element !== undefined);
}
