// The command-line side that all checks share: print every offense, then one line that says how it went; exit 1 on any offense.

import { pathToFileURL } from 'node:url';
import { formatOffense, type Offense } from './source-text.ts';

/** Whether the module at `url` is the script that was started, not imported by a test. */
export function isMain(url: string): boolean {
  return process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === url;
}

/** Prints the outcome of a check and sets the exit code. */
export function report(name: string, offenses: readonly Offense[], good: string): void {
  for (const offense of offenses) console.error(formatOffense(offense));
  if (offenses.length > 0) {
    console.error(`${name}: ${offenses.length} ${offenses.length === 1 ? 'offense' : 'offenses'}`);
    process.exitCode = 1;
  } else console.log(`${name}: ${good}`);
}
