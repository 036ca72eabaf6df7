// The command line as a function: words in, exit code out. It touches nothing but the Io it is given, so that tests can call it.
// Loading is most of the time that help takes: only the command that is asked for is loaded, and the engine only when it runs.

import { Command } from 'commander';
import { version } from '../cache/version.ts';
import { type Failure, failureOf } from '../make/failure.ts';
import { type Context, makeContext, print, printJson, say, sayProblems } from './context.ts';
import { exitCodeOf } from './exit-code.ts';
import { CONCISE, EXIT_CODES, PROGRAM_EXAMPLES } from './help.ts';
import type { Io } from './io.ts';
import { printLimits } from './limits-table.ts';
import { usageProblem } from './usage.ts';

/** Runs a command line, without the name of the program; returns the exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const context = makeContext(argv, io);
  try {
    await dispatch(argv, context);
    return context.exit;
  } catch (error) {
    return fail(context, argv, error);
  }
}

async function dispatch(argv: readonly string[], context: Context): Promise<void> {
  if (argv.length === 0) context.io.stdout.write(CONCISE);
  else if (argv.includes('--limits') && argv.every((word) => word.startsWith('-'))) await printLimits(context);
  else await (await makeProgram(argv, context)).parseAsync([...argv], { from: 'user' });
}

/** A command as the overview shows it; what it takes and does is loaded when it is asked for. */
interface Entry {
  /** Its argument, and what that is. */
  readonly takes?: readonly [name: string, text: string];
  readonly summary: string;
  load(): Promise<(command: Command, context: Context) => void>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  run: {
    takes: ['<scene>', 'scene file, or a folder with scene.json'],
    summary: 'simulate a scene into a cache; resumes by itself',
    load: async () => (await import('./commands/run.ts')).defineRun,
  },
  info: {
    takes: ['<scene or cache>', 'scene file, folder with scene.json, or folder of a cache'],
    summary: 'what a scene or a cache is',
    load: async () => (await import('./commands/info.ts')).defineInfo,
  },
  check: {
    takes: ['<scene>', 'scene or design file, a folder with scene.json or design.json, or a cache'],
    summary: 'every problem of a scene or design at once; whether the particles of a cache passed through a wall',
    load: async () => (await import('./commands/check.ts')).defineCheck,
  },
  verify: {
    takes: ['<cache>', 'folder of a cache'],
    summary: 'check a cache: checksums, and frames simulated again',
    load: async () => (await import('./commands/verify.ts')).defineVerify,
  },
  repair: {
    takes: ['<cache>', 'folder of a cache'],
    summary: 'simulate damaged or missing frames again',
    load: async () => (await import('./commands/repair.ts')).defineRepair,
  },
  mesh: {
    takes: ['<cache>', 'folder of a cache'],
    summary: 'the surface of every frame',
    load: async () => (await import('./commands/mesh.ts')).defineMesh,
  },
  foam: {
    takes: ['<cache>', 'folder of a cache'],
    summary: 'spray, foam and bubbles of a liquid',
    load: async () => (await import('./commands/foam.ts')).defineFoam,
  },
  render: {
    takes: ['<cache...>', 'folder of a cache; several with --side-by-side'],
    summary: 'pictures of the frames, and a video of them',
    load: async () => (await import('./commands/render.ts')).defineRender,
  },
  export: {
    takes: ['<cache>', 'folder of a cache'],
    summary: 'files that other programs read: PLY, OBJ, STL, glTF, VTK, POV-Ray, PC2, USD',
    load: async () => (await import('./commands/export.ts')).defineExport,
  },
  make: {
    takes: ['<scene>', 'scene file, or a folder with scene.json'],
    summary: 'from a scene to a video: run, mesh and render with one command',
    load: async () => (await import('./commands/make.ts')).defineMake,
  },
  studio: {
    takes: ['[scene or cache]', 'scene file, folder with scene.json, or folder of a cache'],
    summary: 'touch, tune, rewind and bake scenes in a browser; offline, on this machine',
    load: async () => (await import('./commands/studio.ts')).defineStudio,
  },
  plot: {
    takes: ['<cache...>', 'folder of a cache; of several the curves share their panels'],
    summary: 'energy, momentum, density, speed and more over time, as SVG or CSV',
    load: async () => (await import('./commands/plot.ts')).definePlot,
  },
  compare: {
    takes: ['<scene>', 'scene file, or a folder with scene.json'],
    summary: 'what adaptivity saves in a scene, and how accurate it is',
    load: async () => (await import('./commands/compare.ts')).defineCompare,
  },
  sweep: {
    summary: 'many runs of a scene with other values: table, plots, contact sheet, best run',
    load: async () => (await import('./commands/sweep.ts')).defineSweep,
  },
  farm: {
    summary: 'surfaces, pictures and files of a cache on many machines: Slurm, Redis, or a list of jobs',
    load: async () => (await import('./commands/farm.ts')).defineFarm,
  },
  worker: {
    summary: 'take jobs of sweeps and farms from Redis',
    load: async () => (await import('./commands/worker.ts')).defineWorker,
  },
  deform: {
    takes: ['<design>', 'design file, or a folder with design.json'],
    summary: 'pull a shape by handles, as a mesh or a picture',
    load: async () => (await import('./commands/deform.ts')).defineDeform,
  },
  animate: {
    takes: ['<design>', 'design file, or a folder with design.json'],
    summary: 'a motion between keyframes, into a cache that render and export read',
    load: async () => (await import('./commands/animate.ts')).defineAnimate,
  },
  examples: {
    takes: ['[name]', 'one of them'],
    summary: 'the scenes that come with Thixo',
    load: async () => (await import('./commands/examples.ts')).defineExamples,
  },
  terrain: {
    takes: ['[kind]', 'mountain, valley, ridge or plain'],
    summary: 'make ground for a scene, as a mesh file',
    load: async () => (await import('./commands/terrain.ts')).defineTerrain,
  },
  doctor: {
    summary: 'what this machine has, and what it is for',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  clean: {
    takes: ['<cache>', 'folder of a cache'],
    summary: 'remove a cache, or only its saved states, surfaces, foam or pictures',
    load: async () => (await import('./commands/clean.ts')).defineClean,
  },
};

async function makeProgram(argv: readonly string[], context: Context): Promise<Command> {
  const { io } = context;
  const program = new Command('thixo')
    .usage('<command> [options]')
    .helpOption('-h, --help', 'help for a command')
    .version(version(), '-V, --version', 'the version')
    .option('--limits', 'the limits that protect this machine, and how to change them')
    .option('--no-color', 'no colors; NO_COLOR does the same')
    .addHelpText('before', PROGRAM_EXAMPLES)
    .addHelpText('after', `\n${EXIT_CODES}`)
    .enablePositionalOptions() // --limits of the program and of a command differ
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => {}, getOutHelpWidth: () => 120 });
  for (const [name, { takes, summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).summary(summary);
    if (takes) command.argument(...takes);
    if (!argv.includes(name)) continue;
    (await load())(command, context);
    for (const [flags, text] of COMMON) for (const each of commandsIn(command)) each.option(flags, text);
  }
  return program;
}

/** The parts of a command that has some, else itself. */
function commandsIn(command: Command): readonly Command[] {
  return command.commands.length > 0 ? command.commands : [command];
}

/** Options that every command takes. */
const COMMON: readonly (readonly [flags: string, text: string])[] = [
  ['--json', 'results for programs'],
  ['-q, --quiet', 'print only warnings, errors and results'],
  ['--no-color', 'no colors; NO_COLOR does the same'],
  ['--debug', 'show where in the program an error happened'],
];

function fail(context: Context, argv: readonly string[], error: unknown): number {
  const shown = error instanceof Error && 'exitCode' in error && error.exitCode === 0;
  if (shown) return 0; // help or version
  const wrong = usageProblem(error, argv, Object.keys(COMMANDS));
  const failure: Failure = wrong ? { problems: [wrong] } : failureOf(error);
  report(context, argv, failure);
  return exitCodeOf(failure.problems);
}

/** Commands whose result is a stream of events. */
const STREAMING: readonly string[] = [
  'run',
  'mesh',
  'foam',
  'render',
  'export',
  'make',
  'deform',
  'animate',
  'sweep',
  'farm',
  'worker',
];

/** Problems as lines of JSON for these, as one object for the other commands, as text for people. */
function report(context: Context, argv: readonly string[], { problems, stack }: Failure): void {
  if (context.json && STREAMING.includes(argv[0] ?? ''))
    for (const p of problems) print(context, JSON.stringify({ event: 'error', ...p }));
  else if (context.json) printJson(context, { ok: false, problems });
  else sayProblems(context, problems);
  if (context.debug && stack) say(context, stack);
}
