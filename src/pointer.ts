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

/** A copy of a JSON value with something else at a pointer; objects on the way that are missing are made. */
export function withValue<T>(root: T, pointer: string, value: unknown): T {
  return put(root, stepsOf(pointer), value) as T;
}

function put(at: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(at)) return Object.assign([...at], { [step]: put(at[Number(step)], rest, value) });
  const object = (at ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, [step]: put(object[step], rest, value) };
}

/** A value longer than this is not shown. */
const LONGEST_VALUE = 120;

/** A change of a scene as `--set` takes it: `bodies.0.velocity=[0,-1,0]`. A long value is only hinted at. */
export function assignmentOf({ pointer, value }: { readonly pointer: string; readonly value: unknown }): string {
  const path = stepsOf(pointer)
      .map((step, n) => (/^[\w-]+$/.test(step) ? `${n > 0 ? '.' : ''}${step}` : `["${step}"]`))
      .join(''),
    text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `another ${path}` : `${path}=${text}`;
}
