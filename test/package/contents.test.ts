// What is in the package, and what is not.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, packIntoProject } from '../helpers/packed.ts';

/**
 * Most bytes to download, and on the disk. It was 2 MB and 8 MB before the studio: its page, with three, two workers and the pictures of the
 * gallery, is 0.8 MB of the download, and the worker of `thixo/worker` 0.2 MB. It was 3.5 MB and 12 MB before the studio had an editor and a
 * recorder of videos: 0.2 MB and 0.7 MB. And 3.8 MB and 13.5 MB before spins of eddies, wet walls and two scenes.
 */
const MOST_PACKED = 3.9e6;
const MOST_UNPACKED = 13.8e6;

/** Files of scenes that the package has once, in another scene. */
const shared = [
  ...['lava-no-slip/mountain.obj'],
  ...['clay-figure/figure.obj', 'wax-figure/figure.obj'],
  ...['jelly-in-water/cube.obj', 'lava-lobes-adaptive/hill.obj'],
];

let project: Project;
beforeAll(() => {
  project = packIntoProject();
});
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));
const paths = (): string[] => project.files.map(({ path }) => path);
const read = (path: string): string => readFileSync(join(project.thixo, path), 'utf8');

describe('the package', () => {
  it('is small', () => {
    expect(project.size).toBeLessThan(MOST_PACKED);
    expect(project.files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MOST_UNPACKED);
  });

  it('has no source maps, and names none', () => {
    expect(paths().filter((path) => path.endsWith('.map'))).toEqual([]);
    const scripts = paths().filter((path) => /\.(js|d\.ts)$/.test(path));
    expect(scripts.filter((path) => read(path).includes('sourceMappingURL='))).toEqual([]);
  });

  it('has nothing that the sources do not have', () => {
    // The page of the studio is bundled: its files have names of their own.
    const scripts = paths().filter((path) => /^dist\/(?!studio\/).*\.js$/.test(path));
    const orphans = scripts.filter((path) => {
      const source = path.replace(/^dist\//, 'src/');
      return !existsSync(source) && !existsSync(source.replace(/\.js$/, '.ts'));
    });
    expect(orphans).toEqual([]);
  });

  it('has no large file twice', () => {
    const byContent = new Map<string, string[]>();
    for (const { path } of project.files.filter(({ size }) => size > 50_000)) {
      const hash = createHash('sha256')
        .update(readFileSync(join(project.thixo, path)))
        .digest('hex');
      byContent.set(hash, [...(byContent.get(hash) ?? []), path]);
    }
    expect([...byContent.values()].filter((same) => same.length > 1)).toEqual([]);
  });

  it('has every file that a scene of its gallery names', () => {
    const scenes = readdirSync(join(project.thixo, 'scenes'));
    expect(scenes.length).toBeGreaterThan(30);
    for (const scene of scenes) {
      const text = read(`scenes/${scene}/scene.json`);
      for (const [, file = ''] of text.matchAll(/"file":\s*"([^"]+)"/g))
        if (!shared.includes(`${scene}/${file}`)) expect(paths()).toContain(`scenes/${scene}/${file}`);
    }
  });

  it('a scene whose mesh belongs to another one is whole when it is copied', () => {
    for (const path of shared) {
      const [scene, file] = path.split('/') as [string, string],
        main = join(project.thixo, 'dist/cli/main.js'),
        run = (...args: string[]) =>
          spawnSync(process.execPath, [main, ...args], { cwd: project.folder, encoding: 'utf8' });
      expect(paths()).toContain(`scenes/${scene}/scene.json`);
      expect(paths()).not.toContain(`scenes/${path}`);
      expect(run('examples', scene).stderr).toContain(`thixo examples ${scene} --save, then thixo run ${scene}`);
      expect(run('examples', scene, '--save').status).toBe(0);
      expect(readFileSync(join(project.folder, scene, file))).toEqual(readFileSync(join('scenes', path)));
      expect(run('check', scene)).toMatchObject({ status: 0 });
    }
  });

  it('has the pages that its documents link to', () => {
    const pages = paths().filter((path) => /^(README|docs\/[^/]+)\.md$/.test(path));
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', 'docs/README.md', 'docs/errors.md', 'docs/reliability.md']),
    );
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/(?<!!)\[[^\]]*\]\((?!https?:)([^)#\s]+\.md)[^)]*\)/g)]
        .map(([, link = '']) => posix.join(dirname(page), link))
        .filter(
          (link) =>
            !existsSync(join(project.thixo, link)) && !link.startsWith('bench/') && !link.startsWith('examples/'),
        ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('says what it is and how to report a hole', () => {
    const { keywords, license } = JSON.parse(read('package.json')) as Record<string, unknown>;
    expect((keywords as string[]).length).toBeGreaterThan(5);
    expect(license).toBe('MIT');
    expect(read('SECURITY.md')).toMatch(/private/);
  });

  it('gives everything that its exports name', () => {
    const { exports } = JSON.parse(read('package.json')) as {
      exports: Record<string, string | Record<string, string>>;
    };
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? target : Object.values(target),
    );
    for (const target of targets) expect(paths()).toContain(target.replace('./', ''));
  });
});

describe('scripts of package.json', () => {
  it('need no shell: they run on every system', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const ours = Object.entries(scripts).filter(([, line]) =>
      /(^|&& )(?!npm|tsx|tsc|biome|vitest|vite|node)\S/.test(line),
    );
    expect(ours).toEqual([]);
  });
});
