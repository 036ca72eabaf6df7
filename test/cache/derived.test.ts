// What is made of frames: where it stands, when it counts, and that it goes with the cache.

import { beforeAll, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { type CachePart, cleanCache } from '../../src/cache/clean.ts';
import { chainKeys, frameKey, pictureFolder, settingsKey, surfaceFile } from '../../src/cache/derived.ts';
import { Disk, digest, unfinishedName } from '../../src/cache/disk.ts';
import { FILES_LIST, FileList, isAsListed } from '../../src/cache/file-list.ts';
import { followFrames } from '../../src/cache/follow.ts';
import { takeLock } from '../../src/cache/run-lock.ts';
import { bakeOn, HOME, OUTPUT, SMALL_SCENE, sceneFile } from '../helpers/crash-bakes.ts';
import { FakeFiles } from '../helpers/fake-files.ts';

let baked: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  const disk = new FakeFiles(HOME);
  await bakeOn(disk, await sceneFile(SMALL_SCENE), { frames: 4 });
  baked = disk.files();
});

const PICTURES = pictureFolder(OUTPUT, settingsKey({ width: 16 }));
const DERIVED = [
  surfaceFile(OUTPUT, 2),
  `${OUTPUT}/surface/000000.state`,
  unfinishedName(surfaceFile(OUTPUT, 3)),
  `${PICTURES}/000002.png`,
  `${PICTURES}/${FILES_LIST}`,
];
const MINE = [`${OUTPUT}/surface/notes.txt`, `${OUTPUT}/pictures/mine.png`, `${PICTURES}/cat.png`];

/** The cache with surfaces and pictures, and with files that are not of it. */
function diskWith(...more: readonly string[]): FakeFiles {
  const content = Uint8Array.of(1, 2, 3);
  return FakeFiles.holding(new Map([...baked, ...more.map((path): [string, Uint8Array] => [path, content])]));
}

describe('keys', () => {
  it('change with the settings and with the frame, and for what follows a frame with all frames before it', () => {
    const lines = openCache(OUTPUT, FakeFiles.holding(baked)).frameLines,
      settings = settingsKey({ voxel: 0.3 });
    const keys = lines.map((line) => frameKey(settings, line));
    expect(new Set(keys).size).toBe(lines.length);
    expect(frameKey(settingsKey({ voxel: 0.4 }), lines[0]!)).not.toBe(keys[0]);
    const chain = chainKeys(settings, lines);
    const other = chainKeys(settings, [lines[1]!, ...lines.slice(1)]);
    expect(chainKeys(settings, lines)).toEqual(chain);
    expect(other.filter((key, k) => key === chain[k])).toEqual([]);
  });
});

describe('clean', () => {
  it('takes what was made of the frames with them, and nothing else', async () => {
    const disk = diskWith(...DERIVED, ...MINE);
    await cleanCache(OUTPUT, { files: disk }).remove();
    expect([...disk.files().keys()].sort()).toEqual([...MINE].sort());
  });

  it.each<[CachePart, (path: string) => boolean]>([
    ['surfaces', (path) => path.includes('/surface/')],
    ['pictures', (path) => path.includes('/pictures/')],
    ['checkpoints', (path) => path.endsWith('.checkpoint')],
  ])('can take only the %s', async (part, goes) => {
    const disk = diskWith(...DERIVED),
      before = [...disk.files().keys()];
    await cleanCache(OUTPUT, { files: disk, only: [part] }).remove();
    expect(before.filter(goes).length).toBeGreaterThan(0);
    expect([...disk.files().keys()].sort()).toEqual(before.filter((path) => !goes(path)).sort());
    expect(openCache(OUTPUT, disk).frameLines).toHaveLength(5);
  });
});

describe('a new run', () => {
  it('takes them away with --fresh, and leaves them when it goes on, also those that are being written', async () => {
    const source = await sceneFile(SMALL_SCENE),
      disk = diskWith(...DERIVED);
    await bakeOn(disk, source, { frames: 6 });
    expect([...disk.files().keys()]).toEqual(expect.arrayContaining(DERIVED));
    await bakeOn(disk, source, { frames: 2, fresh: true });
    expect([...disk.files().keys()].filter((path) => DERIVED.includes(path))).toEqual([]);
  });

  it('may begin in a folder in which only they are left', async () => {
    const left = FakeFiles.holding(new Map(DERIVED.map((path) => [path, Uint8Array.of(1)])));
    await bakeOn(left, await sceneFile(SMALL_SCENE), { frames: 1 });
    expect(openCache(OUTPUT, left).frameLines).toHaveLength(2);
  });
});

describe('a list of files', () => {
  const bytes = Uint8Array.of(5, 6, 7),
    entry = { file: '000001.png', key: 'k', bytes: 3, sha256: digest(bytes) };

  function folder(): { files: FakeFiles; disk: Disk } {
    const files = FakeFiles.holding(new Map([['/p/000001.png', bytes]]));
    return { files, disk: new Disk(files) };
  }

  it('remembers what each was made of', () => {
    const { disk } = folder();
    new FileList(disk, '/p').add(entry);
    const list = new FileList(disk, '/p');
    expect(list.find('000001.png', 'k')).toEqual(entry);
    expect(list.find('000001.png', 'other')).toBeUndefined();
    expect(list.find('000002.png', 'k')).toBeUndefined();
    list.add({ ...entry, key: 'new', sha256: digest('new') });
    expect(new FileList(disk, '/p').find('000001.png', 'new')).toMatchObject({ key: 'new' });
    disk.remove('/p/000001.png');
    expect(list.find('000001.png', 'new')).toBeUndefined();
  });

  it('says whose folder it is before the first file is there', () => {
    const { disk } = folder();
    expect(new FileList(disk, '/p').exists).toBe(false);
    new FileList(disk, '/p').begin();
    expect(new FileList(disk, '/p').exists).toBe(true);
    new FileList(disk, '/p').add(entry);
    new FileList(disk, '/p').begin();
    expect(new FileList(disk, '/p').names).toEqual(['000001.png']);
  });

  it('sees that a file is not what it was', () => {
    const { disk } = folder();
    expect(isAsListed(disk, '/p', entry)).toBe(true);
    disk.write('/p/000001.png', Uint8Array.of(5, 6, 8));
    expect(isAsListed(disk, '/p', entry)).toBe(false);
    disk.remove('/p/000001.png');
    expect(isAsListed(disk, '/p', entry)).toBe(false);
  });

  it('goes on behind a line that a crash has torn', () => {
    const { disk } = folder();
    new FileList(disk, '/p').add(entry);
    const path = `/p/${FILES_LIST}`,
      whole = disk.read(path)!;
    disk.write(path, Buffer.concat([whole, whole.subarray(0, 20)]));
    const more = { ...entry, file: '000002.png' };
    new FileList(disk, '/p').add(more);
    expect(new FileList(disk, '/p').names).toEqual(['000001.png', '000002.png']);
  });

  it('keeps the lines of two writers at once, also when the disk of one is full', () => {
    const { files, disk } = folder(),
      [one, two] = [new FileList(disk, '/p'), new FileList(disk, '/p')];
    for (const list of [one, two]) list.begin();
    const add = (list: FileList, k: number): void => list.add({ ...entry, file: `00000${k}.png` });
    add(one, 1);
    add(two, 2);
    add(one, 3);
    add(two, 4);
    files.capacity = files.usedBytes + 30;
    expect(() => add(one, 5)).toThrow('full');
    files.capacity = 1e9;
    add(two, 6);
    expect([...new FileList(disk, '/p').names].sort()).toEqual([1, 2, 3, 4, 6].map((k) => `00000${k}.png`));
  });

  it('is never led out of its folder', () => {
    const { disk } = folder();
    disk.write(`/p/${FILES_LIST}`, Buffer.from(`${JSON.stringify({ ...entry, file: '../x' })}\n`));
    expect(new FileList(disk, '/p').names).toEqual([]);
  });
});

describe('a file that comes in pieces', () => {
  async function* pieces(...sizes: number[]): AsyncGenerator<Uint8Array> {
    for (const size of sizes) yield new Uint8Array(size).fill(size);
  }

  it('is there when it is whole', async () => {
    const files = new FakeFiles('/p'),
      disk = new Disk(files);
    expect(await disk.writePieces('/p/a', pieces(3, 5))).toBe(8);
    expect([...files.files()]).toEqual([['/p/a', Uint8Array.of(3, 3, 3, 5, 5, 5, 5, 5)]]);
  });

  it('leaves the one before, and nothing else, when the disk is full or the pieces end in an error', async () => {
    const before = new Map([['/p/a', Uint8Array.of(1)]]),
      files = FakeFiles.holding(before),
      disk = new Disk(files);
    files.capacity = 6;
    await expect(disk.writePieces('/p/a', pieces(3, 5))).rejects.toMatchObject({
      problems: [{ code: 'DISK_FULL' }],
    });
    expect(files.files()).toEqual(before);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(2);
      throw new Error('no more');
    }
    await expect(disk.writePieces('/p/a', broken())).rejects.toThrow('no more');
    expect(files.files()).toEqual(before);
  });
});

describe('following a cache', () => {
  const frames = async (files: FakeFiles, first: number, last: number, stop = () => false) => {
    const found: number[] = [];
    for await (const { frame } of followFrames(OUTPUT, first, last, { files, pause: 1, shouldStop: stop }))
      found.push(frame);
    return found;
  };

  it('gives what is there when nobody writes it', async () => {
    expect(await frames(FakeFiles.holding(baked), 0, 99)).toEqual([0, 1, 2, 3, 4]);
    expect(await frames(FakeFiles.holding(baked), 1, 3)).toEqual([1, 2, 3]);
  });

  it('waits for the frames of a run, says so once, and ends with it', async () => {
    const files = FakeFiles.holding(baked),
      lock = await takeLock(new Disk(files), OUTPUT),
      found: number[] = [];
    const longer = new FakeFiles(HOME);
    await bakeOn(longer, await sceneFile(SMALL_SCENE), { frames: 6 });
    let waits = 0;
    const onWait = (): void => {
      waits++;
      setTimeout(() => {
        for (const [path, content] of longer.files()) new Disk(files).write(path, content);
        setTimeout(() => lock.release(), 5);
      }, 5);
    };
    for await (const { frame } of followFrames(OUTPUT, 3, 99, { files, pause: 1, onWait })) found.push(frame);
    expect(found).toEqual([3, 4, 5, 6]);
    expect(waits).toBe(1);
  });

  it('stops when it is told to, also while it waits', async () => {
    const files = FakeFiles.holding(baked);
    await takeLock(new Disk(files), OUTPUT);
    let asked = 0;
    expect(await frames(files, 0, 99, () => ++asked > 8)).toEqual([0, 1, 2, 3, 4]);
    expect(await frames(files, 0, 99, () => true)).toEqual([]);
  });

  it('refuses frames that were simulated anew meanwhile', async () => {
    const files = FakeFiles.holding(baked),
      lock = await takeLock(new Disk(files), OUTPUT);
    const other = new FakeFiles(HOME);
    await bakeOn(other, await sceneFile({ ...SMALL_SCENE, gravity: [0, -1, 0] }), { frames: 6 });
    const follow = async (): Promise<void> => {
      for await (const { frame } of followFrames(OUTPUT, 0, 99, { files, pause: 1 })) {
        if (frame < 4) continue;
        for (const [path, content] of other.files()) new Disk(files).write(path, content);
      }
    };
    await expect(follow()).rejects.toMatchObject({ problems: [{ code: 'CACHE_OTHER_SCENE' }] });
    lock.release();
  });
});
