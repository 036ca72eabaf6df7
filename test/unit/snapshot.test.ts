// Snapshots: going on exactly, changing nothing, and refusing whatever is not one.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SceneInput, ThixoError, World } from '../../src/index.ts';
import { checksumOf } from '../../src/wasm/checksum.ts';
import { fuzzed, holdsAsync } from '../helpers/holds.ts';
import { livelyScene, refusal, withWorld } from '../helpers/worlds.ts';

const FRAMES = 12;

const periodic: SceneInput = {
  gravity: [1, 0, 0],
  frameRate: 50,
  substances: { fluid: { preset: 'adams-2009', xsphStored: true } },
  domain: { min: [0, 0, 0], max: [0.6, 0.6, 0.6], periodic: [true, false, true] },
  bodies: [
    {
      substance: 'fluid',
      shape: { box: { min: [0, 0.1, 0], max: [0.6, 0.5, 0.6] } },
      spacing: 0.07,
      jitter: 0.2,
    },
  ],
};
const flat: SceneInput = {
  dimension: 2,
  frameRate: 50,
  substances: { water: { stiffness: 100, shepardInterval: 3 } },
  bodies: [{ substance: 'water', shape: { box: { min: [0, 0, -1], max: [0.5, 0.5, 1] } }, spacing: 0.03 }],
  obstacles: [
    { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
    {
      shape: { box: { center: [0.8, 0.2, 0], size: [0.1, 0.4, 1] } },
      motion: {
        keyframes: [
          { time: 0 },
          { time: 0.1, translate: [-0.2, 0, 0] },
          { time: 0.3, translate: [0.1, 0, 0], rotate: { axis: [0, 0, 1], degrees: 20 } },
        ],
      },
    },
  ],
};

describe.each([
  ['lively: emitters, a paddle, XSPH, Shepard', livelyScene()],
  ['periodic: summed density, stored XSPH', periodic],
  ['2D: a keyframed pusher', flat],
])('%s', (_, scene) => {
  const hashes: string[] = [];
  const snapshots: Uint8Array[] = [];

  beforeAll(async () => {
    await withWorld(scene, (world) => {
      for (let frame = 0; frame <= FRAMES; frame++) {
        hashes.push(world.hash());
        snapshots.push(world.snapshot());
        expect(world.advance()).toMatchObject({ ok: true });
      }
    });
  });

  it('hashes differ from frame to frame', () => {
    expect(new Set(hashes).size).toBe(FRAMES + 1);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('taking snapshots does not change the run', async () => {
    await withWorld(scene, (world) => {
      for (const hash of hashes) {
        expect(world.hash()).toBe(hash);
        world.advance();
      }
    });
  });

  it.each([1, 2, 3])('a world restored at any frame goes on exactly, on %i threads', async (threads) => {
    for (let from = 0; from <= FRAMES; from += threads) {
      const world = await World.restore(snapshots[from]!, { threads });
      expect([world.frame, world.threads]).toEqual([from, threads]);
      for (let frame = from; frame <= FRAMES; frame++) {
        expect(world.hash(), `restored at ${from}, frame ${frame}`).toBe(hashes[frame]);
        world.advance();
      }
      world.dispose();
    }
  });

  it('the ledger and the fields go on too', async () => {
    const world = await World.restore(snapshots[5]!);
    await withWorld(scene, (straight) => {
      for (let frame = 0; frame < 5; frame++) straight.advance();
      for (let frame = 5; frame < 8; frame++) {
        expect(world.ledger()).toEqual(straight.ledger());
        expect(world.fields.position).toEqual(straight.fields.position);
        expect(world.fields.id).toEqual(straight.fields.id);
        expect(world.advance()).toEqual(straight.advance());
      }
    });
    world.dispose();
  });

  it('a snapshot of a restored world is the snapshot it came from', async () => {
    const world = await World.restore(snapshots[3]!);
    expect(world.snapshot()).toEqual(snapshots[3]);
    world.dispose();
  });
});

describe('what is not a snapshot', () => {
  let good: Uint8Array;
  beforeAll(async () => {
    const scene: SceneInput = {
      substances: { water: {} },
      bodies: [
        {
          substance: 'water',
          shape: {
            points: {
              positions: [
                [0, 0, 0],
                [0.1, 0, 0],
                [0, 0.1, 0],
              ],
            },
          },
          spacing: 0.1,
        },
      ],
      emitters: [
        {
          substance: 'water',
          shape: { disc: { center: [1, 0, 0], normal: [1, 0, 0], radius: 0.1 } },
          speed: 1,
          spacing: 0.1,
        },
      ],
    };
    good = await withWorld(scene, (world) => {
      world.advance();
      return world.snapshot();
    });
  });

  /** Refused with a reason, and nothing else. */
  async function expectRefused(bytes: Uint8Array, code?: string): Promise<void> {
    const problems = await refusal(World.restore(bytes));
    expect(problems.length).toBeGreaterThan(0);
    if (code) expect(problems[0]!.code).toBe(code);
  }

  it('the snapshot of these tests is one', async () => {
    (await World.restore(good)).dispose();
  });

  it('garbage', fuzzed, async () => {
    await holdsAsync(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), (bytes) => expectRefused(bytes, 'SNAPSHOT_INVALID')),
    );
  });

  it('garbage behind a good start', fuzzed, async () => {
    await holdsAsync(
      fc.asyncProperty(fc.nat(good.length - 1), fc.uint8Array({ maxLength: 300 }), (at, tail) => {
        const bytes = Uint8Array.from([...good.subarray(0, at), ...tail]);
        return bytes.join() === good.join() ? Promise.resolve() : expectRefused(bytes); // the tail may be the good one
      }),
    );
  });

  it('a snapshot cut off anywhere', async () => {
    for (let length = 0; length < good.length; length++) {
      await expectRefused(good.subarray(0, length), 'SNAPSHOT_INVALID');
    }
  });

  it('a snapshot with something behind it', async () => {
    await expectRefused(Uint8Array.from([...good, 0]), 'SNAPSHOT_INVALID');
  });

  it('a snapshot of another version', async () => {
    for (const version of [0, 2, 4, 255, 0xffffffff]) {
      const foreign = good.slice();
      new DataView(foreign.buffer).setUint32(8, version, true);
      const [problem] = await refusal(World.restore(foreign));
      expect(problem).toMatchObject({ code: 'SNAPSHOT_INVALID' });
      expect(problem!.message).toContain(String(version));
    }
  });

  it('a snapshot with one flipped bit: never goes on as if nothing had happened', fuzzed, async () => {
    await holdsAsync(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = good.slice();
        flipped[at]! ^= 1 << bit;
        await expectRefused(flipped);
      }),
      { numRuns: 400 },
    );
  });

  it('a header that is valid JSON but not a header', async () => {
    for (const header of ['null', '[]', '{}', '1', '"x"', '{"count":3}']) {
      await expectRefused(withHeader(header), 'SNAPSHOT_INVALID');
    }
  });

  it('a header with an account that is something else', async () => {
    const { start, end } = headerRange();
    const header = JSON.parse(new TextDecoder().decode(good.subarray(start, end))) as {
      account: Record<string, unknown>;
    };
    expect(Object.keys(header.account)).toContain('heat');
    for (const key of Object.keys(header.account)) {
      for (const wrong of ['7', {}, null]) {
        const account = { ...header.account, [key]: wrong };
        await expectRefused(withHeader(JSON.stringify({ ...header, account })));
      }
    }
  });

  it('a snapshot whose emitters are far behind its time: they would release everything at once', async () => {
    const { start, end } = headerRange();
    const header = JSON.parse(new TextDecoder().decode(good.subarray(start, end))) as { scene: SceneInput };
    expect(header.scene.emitters).not.toEqual([]);
    const scene = { ...header.scene, frameRate: 0.001 };
    const problems = await refusal(World.restore(withHeader(JSON.stringify({ ...header, scene }))));
    expect(problems).toMatchObject([{ code: 'SNAPSHOT_INVALID', message: expect.stringContaining('layers behind') }]);
  });

  it('a header with a part missing', async () => {
    const { start, end } = headerRange();
    const header = JSON.parse(new TextDecoder().decode(good.subarray(start, end))) as Record<string, unknown>;
    for (const key of Object.keys(header)) {
      const { [key]: _, ...rest } = header;
      await expectRefused(withHeader(JSON.stringify(rest)));
    }
  });

  /** Where the JSON of the header stands: its length is the u32 at 12. */
  function headerRange(): { start: number; end: number } {
    const start = good.indexOf('{'.charCodeAt(0));
    return { start, end: start + new DataView(good.buffer, good.byteOffset).getUint32(12, true) };
  }

  /** The good snapshot with another header. */
  function withHeader(text: string): Uint8Array {
    const { start, end } = headerRange();
    const header = new TextEncoder().encode(text);
    const bytes = Uint8Array.from([...good.subarray(0, start), ...header, ...good.subarray(end)]);
    const view = new DataView(bytes.buffer);
    view.setUint32(12, header.length, true);
    view.setUint32(16, checksumOf(header), true); // or the checksum would be what is refused
    return bytes;
  }

  it('a header that was written again is one', async () => {
    const { start, end } = headerRange();
    const world = await World.restore(withHeader(new TextDecoder().decode(good.subarray(start, end))));
    expect(world.frame).toBe(1);
    world.dispose();
  });

  it('a snapshot at an odd address of a larger buffer is read all the same', async () => {
    const buffer = new Uint8Array(good.length + 3);
    buffer.set(good, 3);
    const world = await World.restore(buffer.subarray(3));
    expect(world.frame).toBe(1);
    world.dispose();
  });

  it('a refusal is a ThixoError with advice', async () => {
    const error = await World.restore(new Uint8Array(3)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ThixoError);
    expect((error as ThixoError).problems[0]!.hint).toMatch(/snapshot/);
  });
});
