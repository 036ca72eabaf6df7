// One visitor of the studio for the tests of a file; without a browser or a built page they are skipped, and say why.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { NO_STUDIO, Visitor } from './visitor.ts';

/** The visitor of this file, while its tests run. */
export let visitor: Visitor;

/** Starts the visitor; a file whose tests are all long does not need one otherwise. */
export function useVisitor(isNeeded = true): void {
  let started: Visitor | undefined;
  beforeEach((context) => {
    if (NO_STUDIO) context.skip(NO_STUDIO);
  });
  beforeAll(async () => {
    if (!NO_STUDIO && isNeeded) visitor = started = await Visitor.start();
  });
  afterAll(() => started?.stop());
}
