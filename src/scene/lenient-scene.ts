// As much of a scene as can be understood, so that everything wrong with it is found at once: a part that the schema refuses is reported
// and left out (or takes its default), and the rest is checked as if it were alone.

import { below } from '../pointer.ts';
import { problem } from '../problem.ts';
import type { Limits } from './limits.ts';
import type { ProblemList } from './problem-list.ts';
import { currentSchema, type Scene } from './schema.ts';
import { fits, isObject, memberOf, nodeOf, type SchemaNode, withoutUnknown } from './schema-tree.ts';
import { explain } from './structure-problems.ts';

/** The lists of a scene whose items are checked one by one. */
const COLLECTIONS = ['bodies', 'emitters', 'sinks', 'obstacles', 'forces', 'heatRegions'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** More substances than this are refused anyway and not looked at. */
const MOST_SUBSTANCES = 1000;

/** What could be understood of a scene. */
export interface LenientScene {
  /** Its sound parts, with defaults for the rest. */
  readonly scene: Scene;
  /** Where the sound items of each list stand in the list as written. */
  readonly indices: Readonly<Record<Collection, readonly number[]>>;
  /** Every substance that is named as a key, sound or not. */
  readonly substanceNames: readonly string[];
  /** Substances named by bodies and emitters that are left out: pointer and name. */
  readonly otherUses: readonly (readonly [pointer: string, name: string])[];
}

/** Reads a clean value; adds what is wrong with its structure. Undefined if nothing of it can be used. */
export function readLeniently(input: unknown, limits: Limits, list: ProblemList): LenientScene | undefined {
  const root = nodeOf(currentSchema());
  if (!isObject(input)) {
    explain(root, input, { pointer: '', name: 'The scene' }, list);
    return undefined;
  }
  checkObjectCount(input, limits, list);
  explain(root, shortened(input, limits), { pointer: '', name: 'The scene' }, list);

  const uses: [string, string][] = [];
  const indices = Object.fromEntries(COLLECTIONS.map((key) => [key, []])) as unknown as Record<Collection, number[]>;
  const sound: Record<string, unknown> = {};
  for (const [key, node] of Object.entries(root.members)) {
    const value = memberOf(input, key);
    if (isCollection(key)) sound[key] = soundItems(node, value, key, limits, indices[key], uses);
    else if (node.kind === 'record') sound[key] = soundEntries(node, value);
    else if (fits(node, value)) sound[key] = value;
    else if (key === 'dimension') sound[key] = value === 2 || value === '2' ? 2 : 3;
  }
  const parsed = currentSchema().safeParse(sound);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) list.add(unforeseen(issue));
    return undefined;
  }
  const { substances } = input;
  return {
    scene: parsed.data,
    indices,
    substanceNames: isObject(substances) ? Object.keys(substances) : [],
    otherUses: uses,
  };
}

function isCollection(key: string): key is Collection {
  return (COLLECTIONS as readonly string[]).includes(key);
}

function checkObjectCount(input: Readonly<Record<string, unknown>>, limits: Limits, list: ProblemList): void {
  const lengths = COLLECTIONS.map((key) => lengthOf(memberOf(input, key)));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= limits.objects) return;
  const longest = COLLECTIONS[lengths.indexOf(Math.max(...lengths))]!;
  const message = `There are ${total} bodies, emitters, sinks, obstacles, forces and heat regions; the most is ${limits.objects}.`;
  list.add(problem('LIMIT_OBJECTS', `/${longest}`, message, 'Merge some, or raise --limits objects.'));
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Without the items beyond the limit: they are refused anyway. */
function shortened(input: Readonly<Record<string, unknown>>, { objects }: Limits): Readonly<Record<string, unknown>> {
  const long = COLLECTIONS.filter((key) => lengthOf(memberOf(input, key)) > objects);
  if (long.length === 0) return input;
  return { ...input, ...Object.fromEntries(long.map((key) => [key, (input[key] as unknown[]).slice(0, objects)])) };
}

function soundItems(
  { items }: SchemaNode,
  value: unknown,
  key: Collection,
  { objects }: Limits,
  indices: number[],
  uses: [string, string][],
): unknown[] {
  const sound: unknown[] = [];
  if (!Array.isArray(value)) return sound;
  value.slice(0, objects).forEach((item: unknown, k) => {
    const usable = fits(items[0]!, item) ? item : withoutUnknown(items[0]!, item);
    if (fits(items[0]!, usable)) {
      sound.push(usable);
      indices.push(k);
    } else if (isObject(item) && typeof item.substance === 'string') {
      uses.push([below(below(`/${key}`, k), 'substance'), item.substance]);
    }
  });
  return sound;
}

function soundEntries({ items }: SchemaNode, value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value)
    .slice(0, MOST_SUBSTANCES)
    .map(([name, item]) => [name, withoutUnknown(items[0]!, item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => fits(items[0]!, item)));
}

/** A problem that the schema sees and the walk over its tree did not. */
function unforeseen(issue: { readonly path: readonly PropertyKey[]; readonly message: string }) {
  const pointer = issue.path.reduce<string>((path, key) => below(path, String(key)), '');
  return problem('SCENE_INVALID', pointer, `${issue.message}.`, 'See the scene reference for what is allowed here.');
}
