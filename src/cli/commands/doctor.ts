// `thixo doctor`: what this machine has and what it is for; to go with a bug report.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { type Context, print, printJson } from '../context.ts';
import { columns } from '../format.ts';
import { DOCTOR_EXAMPLES } from '../help.ts';

/** Options and action of `thixo doctor`. */
export function defineDoctor(command: Command, context: Context): void {
  command.addHelpText('before', DOCTOR_EXAMPLES).action(() => doctor(context));
}

async function doctor(context: Context): Promise<void> {
  const { examineMachine } = await import('../examine-machine.ts');
  const findings = await examineMachine(context.io);
  const ok = findings.every((finding) => finding.ok || !finding.needed);
  context.exit = ok ? EXIT.ok : EXIT.bug;
  if (context.json) {
    printJson(context, { ok, checks: findings });
    return;
  }
  const { green, red, yellow } = context.resultColors;
  const lines = columns(findings.map(({ name, detail, purpose }) => [name, detail, purpose]));
  findings.forEach(({ ok: fine, needed }, k) => {
    print(context, `${fine ? green('ok     ') : needed ? red('MISSING') : yellow('missing')}  ${lines[k]}`);
  });
  print(context, ok ? '\nThixo has everything it needs.' : '\nThixo cannot work on this machine: see MISSING.');
}
