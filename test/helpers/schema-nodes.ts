// Walks a JSON Schema.

/** What the tests look at in a node of a JSON Schema. */
export interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly 'x-unit'?: string;
}

/** Every node of a schema with its path. */
export function nodesIn(value: unknown, path = ''): [string, Node][] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, part]) =>
    ['default', 'defaultSnippets', 'enum'].includes(key) ? [] : nodesIn(part, `${path}/${key}`),
  );
  return [[path, value as Node], ...inside];
}
