// The fake disk itself: what it keeps, loses and refuses must be what POSIX allows, or the crash tests prove nothing.

import { describe, expect, it } from 'vitest';
import { crashImage } from '../helpers/crash-image.ts';
import { Dice } from '../helpers/dice.ts';
import { type FaultKind, failAt } from '../helpers/fake-faults.ts';
import { FakeFiles } from '../helpers/fake-files.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined): string | undefined =>
  content && new TextDecoder('latin1').decode(content);

function writeAll(disk: FakeFiles, path: string, content: string, how: 'empty' | 'append' | 'exclusive' = 'empty') {
  const file = disk.open(path, how);
  for (let rest = bytes(content); rest.length > 0; ) rest = rest.subarray(disk.write(file, rest));
  return file;
}

/** The contents that one path has over many crash images; undefined where it is missing. */
function outcomes(disk: FakeFiles, path: string, images = 1000): Set<string | undefined> {
  return new Set(Array.from({ length: images }, (_, k) => text(crashImage(disk, new Dice(k)).files().get(path))));
}

const codeOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

describe('as a disk', () => {
  it('reads what was written, at the place the mode says', () => {
    const disk = new FakeFiles('/a');
    disk.close(writeAll(disk, '/a/f', 'one'));
    disk.close(writeAll(disk, '/a/f', 'two', 'append'));
    expect(text(disk.read('/a/f'))).toBe('onetwo');
    disk.close(writeAll(disk, '/a/f', 'x'));
    expect(text(disk.read('/a/f'))).toBe('x');
    expect(disk.openFiles).toEqual([]);
  });

  it('lists, tells kinds, renames, links, truncates and removes', () => {
    const disk = new FakeFiles();
    disk.makeFolder('/a/b');
    disk.close(writeAll(disk, '/a/b/f', 'content'));
    disk.link('/a/b/f', '/a/g');
    disk.rename('/a/b/f', '/a/b/h');
    expect([disk.list('/a'), disk.list('/a/b'), disk.list('/none')]).toEqual([['b', 'g'], ['h'], []]);
    expect(['/a', '/a/g', '/a/x'].map((path) => disk.kind(path))).toEqual(['folder', 'file', 'nothing']);
    const file = disk.open('/a/g', 'append');
    disk.truncate(file, 4);
    disk.close(file);
    expect(text(disk.read('/a/b/h'))).toBe('cont'); // one file with two names
    disk.removeFolder('/a/b');
    disk.remove('/a/b/h');
    disk.remove('/a/b/h');
    disk.removeFolder('/a/b');
    expect([...disk.files().keys()]).toEqual(['/a/g']);
    expect(disk.kind('/a/b')).toBe('nothing');
  });

  it('refuses as Node does', () => {
    const disk = new FakeFiles('/a');
    disk.close(writeAll(disk, '/a/f', ''));
    expect(codeOf(() => disk.read('/a/none'))).toBe('ENOENT');
    expect(codeOf(() => disk.open('/none/f', 'empty'))).toBe('ENOENT');
    expect(codeOf(() => disk.open('/a/f', 'exclusive'))).toBe('EEXIST');
    expect(codeOf(() => disk.open('/a', 'empty'))).toBe('EISDIR');
    expect(codeOf(() => disk.read('/a'))).toBe('EISDIR');
    expect(codeOf(() => disk.list('/a/f'))).toBe('ENOTDIR');
    expect(codeOf(() => disk.rename('/a/x', '/a/y'))).toBe('ENOENT');
    expect(codeOf(() => disk.link('/a/f', '/a/f'))).toBe('EEXIST');
    expect(codeOf(() => disk.write(99, bytes('x')))).toBe('EBADF');
    expect(codeOf(() => disk.syncFolder('/none'))).toBe('ENOENT');
  });

  it('gets full: takes what fits, then nothing, and again after something was removed', () => {
    const disk = new FakeFiles('/a');
    disk.capacity = 10;
    disk.close(writeAll(disk, '/a/f', '1234567'));
    const file = disk.open('/a/g', 'empty');
    expect([disk.freeBytes('/a'), disk.write(file, bytes('abcdef')), disk.freeBytes('/a')]).toEqual([3, 3, 0]);
    expect(codeOf(() => disk.write(file, bytes('def')))).toBe('ENOSPC');
    disk.remove('/a/f');
    expect(disk.write(file, bytes('def'))).toBe(3);
    expect(text(disk.read('/a/g'))).toBe('abcdef');
  });

  it('writes every call down and tells of it first', () => {
    const disk = new FakeFiles('/a');
    const seen: string[] = [];
    disk.onCall = ({ name, path }, index) => seen.push(`${index} ${name} ${path} ${disk.files().size}`);
    const file = disk.open('/a/f', 'empty');
    disk.write(file, bytes('x'));
    disk.sync(file);
    expect(seen).toEqual(['0 open /a/f 0', '1 write /a/f 1', '2 sync /a/f 1']);
    expect(disk.calls.map(({ name }) => name)).toEqual(['open', 'write', 'sync']);
  });
});

describe('when the power fails', () => {
  it('a synced file under a synced name is there, whatever waits beside it', () => {
    const disk = new FakeFiles('/a');
    const file = writeAll(disk, '/a/f', 'safe');
    disk.sync(file);
    disk.syncFolder('/a');
    writeAll(disk, '/a/g', 'waits');
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['safe']));
  });

  it('a synced file under a name that was not synced may be gone, but is never damaged', () => {
    const disk = new FakeFiles('/a');
    disk.sync(writeAll(disk, '/a/f', 'safe'));
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['safe', undefined]));
  });

  it('a file that was not synced may be whole, empty, cut, zeros or garbage', () => {
    const disk = new FakeFiles('/a');
    disk.open('/a/f', 'empty');
    disk.syncFolder('/a');
    writeAll(disk, '/a/f', 'abcd', 'append');
    const found = outcomes(disk, '/a/f');
    for (const wanted of ['abcd', '', 'ab', '\0\0\0\0']) expect(found).toContain(wanted);
    expect([...found].some((content) => content!.length === 4 && !/^(abcd|\0{4})$/.test(content!))).toBe(true);
    expect(found).not.toContain(undefined);
  });

  it('a torn append leaves the bytes before it alone', () => {
    const disk = new FakeFiles('/a');
    disk.sync(writeAll(disk, '/a/f', 'line 1\n'));
    disk.syncFolder('/a');
    writeAll(disk, '/a/f', 'line 2\n', 'append');
    for (const content of outcomes(disk, '/a/f')) expect(content).toMatch(/^line 1\n/);
  });

  it('sectors of a long write fare each by itself', () => {
    const disk = new FakeFiles('/a');
    disk.open('/a/f', 'empty');
    disk.syncFolder('/a');
    writeAll(disk, '/a/f', 'x'.repeat(2048), 'append');
    const patterns = [...outcomes(disk, '/a/f')].map((content) =>
      [0, 512, 1024, 1536].map((at) => (content!.slice(at, at + 512) === 'x'.repeat(512) ? 'x' : '.')).join(''),
    );
    for (const pattern of ['xxxx', '.xxx', 'xx.x', 'x.x.']) expect(patterns).toContain(pattern);
  });

  it('a rename that was not synced may survive without the content that was not synced', () => {
    const disk = new FakeFiles('/a');
    disk.sync(writeAll(disk, '/a/f', 'old'));
    disk.syncFolder('/a');
    writeAll(disk, '/a/f.new', 'new');
    disk.rename('/a/f.new', '/a/f');
    const found = outcomes(disk, '/a/f');
    for (const wanted of ['old', 'new', '']) expect(found).toContain(wanted);
    expect(found).not.toContain(undefined); // the name itself always stands for one of the two
  });

  it('a rename with both synced is done', () => {
    const disk = new FakeFiles('/a');
    disk.sync(writeAll(disk, '/a/f.new', 'new'));
    disk.rename('/a/f.new', '/a/f');
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['new', undefined]));
    disk.syncFolder('/a');
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['new']));
    expect(outcomes(disk, '/a/f.new')).toEqual(new Set([undefined]));
  });

  it('a file removed without a sync may be back', () => {
    const disk = new FakeFiles('/a');
    disk.sync(writeAll(disk, '/a/f', 'x'));
    disk.syncFolder('/a');
    disk.remove('/a/f');
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['x', undefined]));
    disk.syncFolder('/a');
    expect(outcomes(disk, '/a/f')).toEqual(new Set([undefined]));
  });

  it('a new folder needs a sync of the one above it', () => {
    const disk = new FakeFiles('/a');
    disk.makeFolder('/a/b');
    disk.sync(writeAll(disk, '/a/b/f', 'x'));
    disk.syncFolder('/a/b');
    expect(outcomes(disk, '/a/b/f')).toEqual(new Set(['x', undefined]));
    disk.syncFolder('/a');
    expect(outcomes(disk, '/a/b/f')).toEqual(new Set(['x']));
  });

  it('truncate is on the disk when it returns', () => {
    const disk = new FakeFiles('/a');
    disk.sync(writeAll(disk, '/a/f', 'abcdef'));
    disk.syncFolder('/a');
    disk.truncate(disk.open('/a/f', 'append'), 2);
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['ab']));
  });

  it('emptying a file by opening it is not on the disk until synced', () => {
    const disk = new FakeFiles('/a');
    disk.sync(writeAll(disk, '/a/f', 'old'));
    disk.syncFolder('/a');
    const file = disk.open('/a/f', 'empty');
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['old', '']));
    disk.sync(file);
    expect(outcomes(disk, '/a/f')).toEqual(new Set(['']));
  });

  it('a sync that failed saves nothing, and the next one does not make up for it', () => {
    const disk = new FakeFiles('/a');
    const file = writeAll(disk, '/a/f', 'lost');
    disk.syncFolder('/a');
    disk.fault = failAt(disk.calls.length, 'EIO', 'once');
    expect(codeOf(() => disk.sync(file))).toBe('EIO');
    disk.sync(file);
    expect(outcomes(disk, '/a/f')).toContain('');
    writeAll(disk, '/a/f', ' kept', 'append');
    disk.sync(file);
    for (const content of outcomes(disk, '/a/f')) expect(content).toMatch(/^.{4} kept$/s);
  });

  it('the same seed gives the same disk, and the disk itself is not touched', () => {
    const disk = new FakeFiles('/a');
    writeAll(disk, '/a/f', 'x'.repeat(3000));
    const before = disk.files();
    const images = [1, 1].map((seed) => crashImage(disk, new Dice(seed)).files());
    expect(images[0]).toEqual(images[1]);
    expect(disk.files()).toEqual(before);
  });
});

describe('when a call fails', () => {
  const kinds: FaultKind[] = ['ENOSPC', 'EIO', 'EACCES', 'EMFILE', 'EROFS'];

  it.each(kinds)('%s once: the call changes nothing, the next one works', (kind) => {
    const disk = new FakeFiles('/a');
    disk.fault = failAt(1, kind, 'once');
    const file = disk.open('/a/f', 'empty');
    expect(codeOf(() => disk.write(file, bytes('x')))).toBe(kind);
    expect(disk.write(file, bytes('y'))).toBe(1);
    expect(text(disk.read('/a/f'))).toBe('y');
  });

  it.each(kinds)('%s for good', (kind) => {
    const disk = new FakeFiles('/a');
    disk.fault = failAt(1, kind, 'forever');
    const file = disk.open('/a/f', 'empty');
    for (let k = 0; k < 3; k++) expect(codeOf(() => disk.write(file, bytes('x')))).toBe(kind);
    expect(codeOf(() => disk.open('/a/g', 'empty'))).toBe(kind);
  });

  it('a full disk still removes and a read-only one still reads', () => {
    const disk = FakeFiles.holding(new Map([['/a/f', bytes('x')]]));
    disk.fault = failAt(0, 'EROFS', 'forever');
    expect(codeOf(() => disk.remove('/a/f'))).toBe('EROFS');
    expect(text(disk.read('/a/f'))).toBe('x');
    disk.fault = failAt(disk.calls.length, 'ENOSPC', 'forever');
    expect(codeOf(() => disk.makeFolder('/a/b'))).toBe('ENOSPC');
    disk.remove('/a/f');
    expect(disk.files().size).toBe(0);
  });

  it('a short write takes half; then it goes on, or the disk is full', () => {
    const disk = new FakeFiles('/a');
    const file = disk.open('/a/f', 'empty');
    disk.fault = failAt(1, 'short', 'once');
    expect([disk.write(file, bytes('abcd')), disk.write(file, bytes('cd'))]).toEqual([2, 2]);
    disk.fault = failAt(3, 'short', 'forever');
    expect([disk.write(file, bytes('abcd')), disk.write(file, bytes('c')), disk.write(file, bytes('de'))]).toEqual([
      2, 1, 1,
    ]);
    disk.fault = failAt(6, 'short-then-full', 'once');
    expect(disk.write(file, bytes('abcd'))).toBe(2);
    expect(codeOf(() => disk.write(file, bytes('cd')))).toBe('ENOSPC');
  });

  it('errors of an open file do not name it, as in Node', () => {
    const disk = new FakeFiles('/a');
    const file = disk.open('/a/f', 'empty');
    disk.fault = failAt(1, 'EIO', 'forever');
    expect(() => disk.write(file, bytes('x'))).toThrow(/^EIO: i\/o error, write$/);
    expect(() => disk.open('/a/g', 'empty')).toThrow("open '/a/g'");
  });

  it('a close that fails has closed all the same', () => {
    const disk = new FakeFiles('/a');
    const file = disk.open('/a/f', 'empty');
    disk.fault = failAt(1, 'EIO', 'once');
    expect(codeOf(() => disk.close(file))).toBe('EIO');
    expect(disk.openFiles).toEqual([]);
  });
});
