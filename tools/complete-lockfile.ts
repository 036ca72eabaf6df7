// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry in use does not carry
// them. npm ≥ 11.16 refuses its own lock file without them: `npm ci` says "Missing: … from lock file" (npm/cli#9846). The entries have
// no checksum; the next `npm install` with a complete registry fills it in.
// Run with `tsx tools/complete-lockfile.ts [root]` after `npm install`; with `--check` it only fails when something is missing.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, report } from './run-check.ts';

const LOCKFILE = 'package-lock.json';
const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The part of a lock file (version 2 or 3) that matters here. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Entries that the lock file lacks, by their place in node_modules. Only exact versions can be completed, as platform packages have. */
export function findMissingPackages({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const place = `node_modules/${name}`;
      const present = place in packages || `${parent}/${place}` in packages;
      if (present || !/^\d+\.\d+\.\d+/.test(version)) continue;
      missing[place] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
    }
  }
  return missing;
}

/** Platform by the words of a package name: `@rolldown/binding-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.some((word) => word.startsWith('gnu')) ? ['glibc'] : [];
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(os.length > 0 ? { os } : {}),
    ...(libc.length > 0 && os.includes('linux') ? { libc } : {}),
  };
}

/** The lock file with what it lacked, in npm's order. */
export function completeLockfile<T extends Lockfile>(lockfile: T): T {
  const all = { ...lockfile.packages, ...findMissingPackages(lockfile) };
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
}

if (isMain(import.meta.url)) {
  const args = process.argv.slice(2);
  const path = join(args.find((arg) => !arg.startsWith('-')) ?? '.', LOCKFILE);
  const lockfile = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
  const missing = Object.keys(findMissingPackages(lockfile));
  if (args.includes('--check')) {
    const message = 'is missing: run `tsx tools/complete-lockfile.ts`';
    const offenses = missing.map((place) => ({ file: LOCKFILE, line: 0, message: `${place} ${message}` }));
    report('complete-lockfile', offenses, 'every optional package is locked');
  } else {
    writeFileSync(path, `${JSON.stringify(completeLockfile(lockfile), null, 2)}\n`);
    report('complete-lockfile', [], `added ${missing.length} packages`);
  }
}
