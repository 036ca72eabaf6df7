// JSON pointers: how a problem names a place in the scene. [RFC 6901]

/** The pointer of a member or an item of what `pointer` names. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${escapeStep(key)}`;
}

/** The keys a pointer goes through. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeStep(key: string | number): string {
  return typeof key === 'number' ? String(key) : key.replaceAll('~', '~0').replaceAll('/', '~1');
}
