// Surfaces in a page are those of Node, bit for bit.

import { expect, it } from 'vitest';
import golden from '../golden/surfaces.json' with { type: 'json' };
import { hashSurfaces } from '../helpers/golden-surfaces.ts';

it.each([1, 2])('gives the hashes of Node with %i threads', async (threads) => {
  expect(await hashSurfaces(threads)).toEqual(golden);
});
