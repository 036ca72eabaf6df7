// docs/reliability.md: every promise has a row that says how it is held, by a test that is there.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const text = readFileSync('docs/reliability.md', 'utf8');
const rows = [...text.matchAll(/^\| ([RS]\d+) \|(.*)\|$/gm)].map(([, id = '', rest = '']) => {
  const [promise = '', state = '', tests = '', figure = ''] = rest.split(' | ').map((cell) => cell.trim());
  return { id, promise, state, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file), figure };
});

const numbered = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, k) => `${letter}${k + 1}`);

describe('the table of promises', () => {
  it('has a row for each, once and in order', () => {
    expect(rows.map(({ id }) => id)).toEqual([...numbered('R', 20), ...numbered('S', 14)]);
  });

  it.each(rows)('$id says whether it is held, by what, and how much that is', ({ promise, state, tests, figure }) => {
    expect(promise).toMatch(/\.$/);
    expect(['held', 'in part', 'not held']).toContain(state);
    expect(figure).not.toBe('');
    if (state !== 'not held') expect(tests).not.toEqual([]);
    for (const file of tests) expect(existsSync(file) && file.endsWith('.test.ts'), file).toBe(true);
  });

  it('is linked where people look', () => {
    for (const page of ['README.md', 'docs/README.md', 'SECURITY.md']) {
      expect(readFileSync(page, 'utf8'), page).toContain('reliability.md');
    }
  });
});

describe('the sources', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|js)$/.test(file))
    .map((file) => [file, readFileSync(join('src', file), 'utf8')] as const);
  const using = (pattern: RegExp): string[] => sources.filter(([, code]) => pattern.test(code)).map(([file]) => file);

  it('make no code of texts', () => {
    expect(using(/\beval\(|\bnew Function\(|innerHTML|document\.write/)).toEqual([]);
  });

  it('open no port but that of the studio, which nobody else can reach', () => {
    const server = 'studio-server/start-studio.ts';
    expect(
      using(/\bcreateServer\(|from 'node:(?:net|http|https|http2|dgram|tls)'/).filter(
        (file) => !file.startsWith('studio-server/'),
      ),
    ).toEqual([]);
    expect(using(/\.listen\(port/)).toEqual([server]);
    expect(readFileSync(join('src', server), 'utf8').match(/\.listen\(.*/g)).toEqual([
      expect.stringContaining("listen(port, '127.0.0.1',"),
    ]);
  });
});
