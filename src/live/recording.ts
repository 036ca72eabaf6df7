// The scene of a session: every input is written into it as data. What the world has not taken yet can be forgotten.

import type { SceneInput } from '../scene/schema.ts';

/** The lists of a scene that inputs are written into. */
export type InputList = 'obstacles' | 'sinks' | 'emitters' | 'heatRegions' | 'forces' | 'bodies';

/** An item of such a list. */
export type Entry = Readonly<Record<string, unknown>> & {
  readonly from?: number;
  readonly to?: number;
  readonly motion?: unknown;
};

type Change = NonNullable<SceneInput['changes']>[number];

export class Recording {
  private now: SceneInput;
  private taken: SceneInput;

  constructor(scene: SceneInput) {
    this.now = structuredClone(scene);
    this.taken = this.now;
  }

  /** The scene with everything so far. */
  get scene(): SceneInput {
    return this.now;
  }

  /** Whether something was written that the world has not taken. */
  get isNew(): boolean {
    return this.now !== this.taken;
  }

  /** The world has taken everything. */
  keep(): void {
    this.taken = this.now;
  }

  /** Forgets what the world has not taken. */
  forget(): void {
    this.now = this.taken;
  }

  /** Goes on with another scene, which the world has taken. */
  replace(scene: SceneInput): void {
    this.now = structuredClone(scene);
    this.keep();
  }

  entry(list: InputList, index: number): Entry | undefined {
    return this.list(list)[index];
  }

  /** Adds an item and returns its number. */
  add(list: InputList, entry: Entry): number {
    const items = this.list(list);
    this.put(list, [...items, structuredClone(entry)]);
    return items.length;
  }

  set(list: InputList, index: number, entry: Entry): void {
    this.put(
      list,
      this.list(list).map((old, k) => (k === index ? structuredClone(entry) : old)),
    );
  }

  /** Notes another value of a parameter from a time (s) on; what was to come later is dropped. */
  change(time: number, pointer: string, value: unknown): void {
    const kept = ((this.now.changes ?? []) as readonly Change[]).filter((change) => change.time <= time),
      last = kept.at(-1),
      set = { [pointer]: structuredClone(value) };
    const changes =
      last?.time === time ? [...kept.slice(0, -1), { time, set: { ...last.set, ...set } }] : [...kept, { time, set }];
    this.now = { ...this.now, changes };
  }

  private list(list: InputList): readonly Entry[] {
    return (this.now[list] ?? []) as readonly Entry[];
  }

  private put(list: InputList, items: readonly Entry[]): void {
    this.now = { ...this.now, [list]: items } as SceneInput;
  }
}
