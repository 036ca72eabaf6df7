// Designs give the same bits in a browser as in Node.

import { expect, it } from 'vitest';
import hashes from './hashes.json' with { type: 'json' };
import { hashDesigns } from './run-designs.ts';

it('has the hashes of Node', () => {
  expect(hashDesigns()).toEqual(hashes);
});
