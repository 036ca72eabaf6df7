// `thixo deform`: the shape that the handles of a design pull, as a mesh or a picture.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { type Context, print, say } from '../context.ts';
import { number, plural, shortNumber } from '../format.ts';
import { DEFORM_EXAMPLES } from '../help.ts';
import { collectValues } from '../usage.ts';
import { watch } from '../watch.ts';

interface DeformFlags {
  readonly output?: string;
  readonly pose?: string;
  readonly set?: readonly string[];
  readonly limits?: string;
}

/** Options and action of `thixo deform`. */
export function defineDeform(command: Command, context: Context): void {
  command
    .addHelpText('before', DEFORM_EXAMPLES)
    .option(
      '-o, --output <file>',
      'mesh (.obj, .ply, .stl, .glb, .usda, .vtp, .pov) or picture (.png); default out/<name>.obj',
    )
    .option('--pose <name>', 'pull by the handles of a pose; default: those of the design itself')
    .option('--set <path=value>', 'change a value of the design; can be repeated', collectValues)
    .option('--limits <list>', 'change limits; `thixo --limits` lists them')
    .action((design: string, flags: DeformFlags) => deform(design, flags, context));
}

async function deform(design: string, flags: DeformFlags, context: Context): Promise<void> {
  const [{ deformDesign }, { makeDeformView }] = await Promise.all([
    import('../../make/deform-design.ts'),
    import('../design-view.ts'),
  ]);
  const { output, pose, set, limits } = flags,
    made = await watch(context, makeDeformView(context), ({ cwd, signal, onEvent }) =>
      deformDesign(design, { output, pose, set, limits, cwd, signal, onEvent }),
    );
  if (made.outcome === 'interrupted') {
    context.exit = EXIT.interrupted;
    return;
  }
  const { particles, volumeChange, energy, miss, iterations } = made;
  if (context.json) print(context, JSON.stringify({ event: 'done', ...made }));
  else print(context, made.output);
  if (!context.json && !context.quiet) {
    const change = number(Number((100 * volumeChange).toPrecision(2)));
    say(
      context,
      `${plural(particles, 'particle')}, solved in ${plural(iterations, 'step')}: volume ${change} %, energy ${shortNumber(energy)}, handles are missed by ${shortNumber(miss)} m at most.`,
    );
  }
}
