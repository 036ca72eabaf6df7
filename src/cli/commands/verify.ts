// `thixo verify`: whether a cache is what was committed, and whether the scene really gives it.

import type { Command } from 'commander';
import { defaultThreads } from '../../make/defaults.ts';
import { type Context, endWith, hasErrors, pathOf, print, printJson, say, sayProblems } from '../context.ts';
import { plural } from '../format.ts';
import { VERIFY_EXAMPLES } from '../help.ts';
import { countProblems } from '../render-problem.ts';
import { statusLine } from '../status-line.ts';
import { wholeNumber } from '../usage.ts';

/** Frames that are simulated again unless told otherwise. */
const SAMPLES = 3;

/** Options and action of `thixo verify`. */
export function defineVerify(command: Command, context: Context): void {
  command
    .addHelpText('before', VERIFY_EXAMPLES)
    .option('--samples <n>', 'frames to simulate again from the nearest saved state', wholeNumber(0, 1e6), SAMPLES)
    .option('--threads <n>', 'threads to simulate with', wholeNumber(1, 64), defaultThreads())
    .action((cache: string, options: VerifyOptions) => verify(cache, options, context));
}

interface VerifyOptions {
  readonly samples: number;
  readonly threads: number;
}

async function verify(path: string, options: VerifyOptions, context: Context): Promise<void> {
  const { verifyCache } = await import('../../cache/verify.ts');
  const status = statusLine(context);
  const result = await verifyCache(pathOf(context, path), {
    ...options,
    onProgress: (what, done, total) => status.show(`${what}  ${done + 1}/${total}`),
  });
  status.clear();
  const { problems, frames, checkpoints, resimulated } = result,
    ok = !hasErrors(problems);
  endWith(context, problems);
  if (context.json) {
    printJson(context, { ok, frames, checkpoints, resimulated, problems });
    return;
  }
  sayProblems(context, problems);
  const seen = `${plural(frames, 'frame')} and ${plural(checkpoints, 'saved state')} read, ${plural(resimulated.length, 'frame')} simulated again`;
  if (ok) print(context, `${path}: intact. ${seen}.`);
  else say(context, `${path}: ${countProblems(problems)}. ${seen}.`);
}
