// Limits as the text that the command line takes: one reader checks both.

import type { Limits } from '../scene/limits.ts';

/** `particles=5e6,memory=8e9` from numbers; text as it is. */
export function limitsText(limits: Partial<Limits> | string | undefined): string | undefined {
  if (limits === undefined || typeof limits === 'string') return limits;
  return Object.entries(limits)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}
