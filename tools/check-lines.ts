// No line of assembly/ is longer than a screen is wide; no formatter knows AssemblyScript, so a person wraps them.
// Run with `tsx tools/check-lines.ts [root]`; prints every offense and exits 1 if there is one.

import { isMain, report } from './run-check.ts';
import { listFiles, type Offense, readSource } from './source-text.ts';

/** Most characters of a line. */
const LONGEST = 140;

/** Files that are generated. */
const MAY_BE_LONGER: ReadonlySet<string> = new Set(['assembly/dispatch.ts', 'assembly/kernels/generated.ts']);

/** Every line of assembly/ that is too long, and every file of the list that is gone. */
export function checkLines(root: string, mayBeLonger: ReadonlySet<string> = MAY_BE_LONGER): Offense[] {
  const offenses: Offense[] = [],
    files = listFiles(root, 'assembly');
  for (const file of files) {
    const long = findLongLines(readSource(root, file));
    if (!mayBeLonger.has(file)) {
      for (const { line, length } of long) {
        offenses.push({ file, line, message: `${length} characters: wrap it at ${LONGEST}` });
      }
    }
  }
  for (const file of mayBeLonger) {
    if (!files.includes(file))
      offenses.push({ file, line: 0, message: 'is gone: take it off the list in tools/check-lines.ts' });
  }
  return offenses;
}

function findLongLines(text: string): { readonly line: number; readonly length: number }[] {
  return text
    .split('\n')
    .map((content, k) => ({ line: k + 1, length: [...content].length }))
    .filter(({ length }) => length > LONGEST);
}

if (isMain(import.meta.url)) {
  const root = process.argv[2] ?? '.';
  report(
    'check-lines',
    checkLines(root),
    `${listFiles(root, 'assembly').length} files, lines of at most ${LONGEST} characters`,
  );
}
