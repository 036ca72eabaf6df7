// Limits as the text that the command line takes: one reader checks both.

import type { Limits } from '../scene/limits.ts';
import { completeLimits } from '../scene/options.ts';

/** `particles=5e6,memory=8e9` from numbers; text as it is. */
export function limitsText(limits: Partial<Limits> | string | undefined): string | undefined {
  if (limits === undefined || typeof limits === 'string') return limits;
  completeLimits(limits);
  return Object.entries(limits)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}
