// The context block: what stands at one place must not stand at another's.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCE = readFileSync(new URL('../../src/wasm/layout.ts', import.meta.url), 'utf8');
/** Offsets within a record, numbers of passes, counts: no places of the block. */
const NO_PLACE =
  /^(REPORT|SUB|PASS|GROUP|GLOBULE(?!_TABLE)|MEASURE|STEP|RECORD|LEVEL|MAX|COVER)_|_BYTES$|^FACE_BYTES$|^LEVELS_APART$/;

it('no two slots of the context block share a place', () => {
  const places = [...SOURCE.matchAll(/^export const (\w+) = (\d+);/gm)]
    .map(([, name, value]) => ({ name: name!, place: Number(value) }))
    .filter(
      ({ name, place }) =>
        (!NO_PLACE.test(name) || /^(LEVEL_LEAST|LEVEL_TABLE|LEVEL_RADIUS|COVER_TABLE)$/.test(name)) && place >= 64,
    );
  const shared = places.filter(({ place }, k) => places.findIndex((other) => other.place === place) !== k);
  expect(places.length).toBeGreaterThan(120);
  expect(shared).toEqual([]);
});
