// Every JSON block of the guides is a whole scene, which begins without a warning and runs.

import { readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { fencedBlocks } from '../helpers/fenced-blocks.ts';

describe.each(['docs/globules.md', 'docs/heat.md'])('%s', (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
    blocks = fencedBlocks(text).filter(({ language }) => language === 'json');

  it('has scenes', () => expect(blocks.length).toBeGreaterThan(0));

  it.each(blocks.map((block, n) => [n + 1, block] as const))('scene %s runs', async (_, block) => {
    using world = await World.create(parse(block.text));
    expect(world.warnings).toEqual([]);
    expect(world.advance()).toMatchObject({ ok: true });
  });
});
