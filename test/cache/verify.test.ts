// `verify` finds whatever is not what was committed: every single bit, and files that are missing, cut, swapped or old.

import { beforeAll, describe, expect, it } from 'vitest';
import { verifyCache } from '../../src/cache/verify.ts';
import type { Problem } from '../../src/problem.ts';
import { bakeOn, HOME, OUTPUT, SMALL_SCENE, sceneFile } from '../helpers/crash-bakes.ts';
import { Dice } from '../helpers/dice.ts';
import { FakeFiles } from '../helpers/fake-files.ts';
import { flipBit } from '../helpers/fuzz-bytes.ts';
import { fuzzed, onSeeds } from '../helpers/holds.ts';

const FLIPS = 1000;
const MANIFEST = `${OUTPUT}/manifest.ndjson`;

let files: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  const disk = new FakeFiles(HOME);
  await bakeOn(disk, await sceneFile(SMALL_SCENE));
  files = disk.files();
});

/** What verifying finds when some files are replaced, or taken away. */
async function findings(changes: ReadonlyMap<string, Uint8Array | undefined>, samples = 0): Promise<Problem[]> {
  const changed = new Map(files);
  for (const [path, content] of changes) {
    if (content) changed.set(path, content);
    else changed.delete(path);
  }
  const { problems } = await verifyCache(OUTPUT, { files: FakeFiles.holding(changed), samples });
  return problems.filter(({ severity }) => severity === 'error');
}

const frame = (number: number): string => `${OUTPUT}/frames/${String(number).padStart(6, '0')}.frame`;

describe('verify', () => {
  it('finds nothing in a cache that is whole, and simulates frames again', async () => {
    const found = await verifyCache(OUTPUT, { files: FakeFiles.holding(files), samples: 3 });
    expect(found).toMatchObject({ problems: [], frames: 13, resimulated: expect.any(Array) });
    expect(found.checkpoints).toBeGreaterThan(0);
    expect(found.resimulated.length).toBe(3);
  });

  it(
    `finds each of ${FLIPS} single-bit flips`,
    fuzzed,
    onSeeds(async (seed) => {
      const dice = new Dice(seed);
      const kinds = [/manifest\.ndjson$/, /\.frame$/, /\.checkpoint$/].map((kind) =>
        [...files.keys()].filter((path) => kind.test(path)),
      );
      const hit = new Set<string>();
      for (let k = 0; k < FLIPS; k++) {
        const path = dice.pick(kinds[k % kinds.length]!);
        const content = files.get(path)!;
        const at = dice.chance(0.2) ? dice.below(Math.min(64, content.length)) : dice.below(content.length);
        const bit = dice.below(8);
        const problems = await findings(new Map([[path, flipBit(content, at, bit)]]));
        expect(problems, `bit ${bit} of byte ${at} of ${path}`).not.toEqual([]);
        expect(problems[0]).toMatchObject({ code: 'VERIFY_MISMATCH', message: expect.stringContaining(path) });
        hit.add(path);
      }
      expect(hit.size).toBe(kinds.flat().length);
      expect(kinds.flat().length).toBe(files.size); // no file of the cache was left out
    }),
  );

  it('finds each flipped bit at the end of the manifest, which is where a crash may tear it', async () => {
    const content = files.get(MANIFEST)!;
    for (let at = content.length - 40; at < content.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        expect(await findings(new Map([[MANIFEST, flipBit(content, at, bit)]])), `bit ${bit} of ${at}`).not.toEqual([]);
      }
    }
  });

  it('finds a frame that is missing, cut, longer, or another one', async () => {
    const content = files.get(frame(5))!;
    for (const wrong of [
      undefined,
      content.slice(0, -1),
      Buffer.concat([content, Buffer.of(0)]),
      files.get(frame(6)),
    ]) {
      expect(await findings(new Map([[frame(5), wrong]]))).toMatchObject([{ code: 'VERIFY_MISMATCH' }]);
    }
  });

  it('finds a line of the manifest that was taken out, doubled or moved', async () => {
    const lines = new TextDecoder().decode(files.get(MANIFEST)).trimEnd().split('\n');
    const wrong = [
      lines.toSpliced(4, 1),
      lines.toSpliced(4, 0, lines[4]!),
      lines.toSpliced(4, 2, lines[5]!, lines[4]!),
      lines.toSpliced(0, 1),
    ];
    for (const text of wrong) {
      const content = new TextEncoder().encode(`${text.join('\n')}\n`);
      expect(await findings(new Map([[MANIFEST, content]]))).not.toEqual([]);
    }
  });
});
