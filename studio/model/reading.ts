// The text of the scene as a value. A large one is read in portions before it is shown: it would keep the page from drawing and listening.

import { type Problem, ThixoError } from '../../src/problem.ts';
import { scanJson, scanJsonInPortions } from '../../src/scene/read-json.ts';

/** A text as a value, or what is wrong with it. */
export interface Reading {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  readonly locate: ((pointer: string) => { readonly line: number }) | undefined;
}

/** The text that was read last before it is shown. */
let prepared: { readonly text: string; readonly reading: Reading } | undefined;

export function readText(text: string): Reading {
  if (prepared?.text === text) return prepared.reading;
  try {
    return scanJson(text);
  } catch (error) {
    return unreadable(error);
  }
}

/** Reads a text that is about to be shown. */
export async function prepare(text: string): Promise<void> {
  // In a tab that nobody looks at, a pause may last a second, and nobody needs it.
  const pause = (): Promise<void> | undefined =>
      document.hidden ? undefined : new Promise((done) => setTimeout(done, 0)),
    reading = await scanJsonInPortions(text, async () => pause()).catch(unreadable);
  prepared = { text, reading };
}

const unreadable = (error: unknown): Reading => ({
  value: undefined,
  problems: error instanceof ThixoError ? error.problems : [],
  locate: undefined,
});
