// Closes every test run with one plain line, `N passed, N failed[, N skipped]`, after a list of what was skipped and why. What was skipped
// because a program is missing is said once more, loudly: a green run without it is not the whole run.

import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** Something that did not run. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

export interface Tally {
  passed: number;
  failed: number;
  readonly skipped: Skipped[];
}

/** What vitest leaves out by itself, as with `-t`. */
const NO_REASON = 'no reason given';
/** What has the tag `long`. */
const TOO_LONG = 'it takes too long for a test';
/** Reasons that somebody can do something about: a program is missing. */
const isMissing = (reason: string): boolean => reason.startsWith('no ') && reason !== NO_REASON;

/** What was not tested for want of a program, in a frame; empty if nothing was. */
export function formatWarning(skipped: readonly Skipped[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) if (isMissing(reason)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return '';
  const lines = [
    'NOT EVERYTHING WAS TESTED',
    ...[...counts].map(([reason, count]) => `${count} skipped: ${reason}`),
    '`npm run setup` installs what tests need.',
  ];
  const width = Math.max(...lines.map((line) => line.length)),
    edge = '!'.repeat(width + 6);
  return [edge, ...lines.map((line) => `!! ${line.padEnd(width)} !!`), edge].join('\n');
}

/** The closing line. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}

/**
 * Counts the tests of every project. What fails outside a test counts as one failure, so that the line never says 0 failed after a
 * failed run: a file that cannot be loaded, a failing hook, an error nobody caught, a test that never ended.
 */
export function tallyTests(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Tally {
  const tally: Tally = { passed: 0, failed: unhandled.length, skipped: [] };
  for (const module of modules) {
    for (const test of module.children.allTests()) count(test, tally);
    tally.failed += [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
  }
  return tally;
}

function count(test: TestCase, tally: Tally): void {
  const result = test.result();
  if (result.state === 'passed') tally.passed++;
  else if (result.state === 'skipped') {
    const project = test.project.name ? `[${test.project.name}] ` : '';
    const unsaid = test.tags.includes('long') ? TOO_LONG : NO_REASON;
    const reason = result.note ?? (test.options.mode === 'todo' ? 'to do' : unsaid);
    tally.skipped.push({ name: `${project}${test.module.relativeModuleId} > ${test.fullName}`, reason });
  } else tally.failed++;
}

/** The reporter. `leftOut` names what the configuration itself left out of the run; it counts as skipped. */
export class TallyReporter implements Reporter {
  private readonly leftOut: readonly Skipped[];

  constructor(leftOut: readonly Skipped[] = []) {
    this.leftOut = leftOut;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tally = tallyTests(modules, unhandled);
    tally.skipped.push(...this.leftOut);
    for (const { name, reason } of tally.skipped) console.log(`skipped: ${name} (${reason})`);
    const warning = formatWarning(tally.skipped);
    if (warning) console.log(`\n${warning}\n`);
    console.log(formatTally(tally));
  }
}
