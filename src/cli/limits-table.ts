// `thixo --limits`: what protects the machine from a scene, and how to change it.

import { type Context, print, printJson } from './context.ts';
import { columns } from './format.ts';

/** Prints the table of limits. */
export async function printLimits(context: Context): Promise<void> {
  const { LIMITS } = await import('../scene/limits.ts');
  if (context.json) {
    printJson(context, LIMITS);
    return;
  }
  const rows = Object.entries(LIMITS).map(([name, limit]) => [name, String(limit.default), limit.unit, limit.text]);
  print(context, columns([['limit', 'default', 'unit', 'what it bounds'], ...rows], [1]).join('\n'));
  print(
    context,
    '\nChange them with --limits name=value,… for run, check and info: thixo run scene.json --limits particles=5e6',
  );
}
