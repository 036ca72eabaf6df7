// `thixo farm`: surfaces, pictures and files of a cache, made in chunks of frames by other machines; and single jobs, for schedulers.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import type { What } from '../../export/format.ts';
import type { StageName } from '../../make/events.ts';
import type { FrameRange } from '../../make/frame-range.ts';
import { type Context, pathOf, print, say, sayProblems } from '../context.ts';
import { FARM_EXAMPLES } from '../help.ts';
import { readFrameRange } from '../read-frame-range.ts';
import { Stop } from '../stop.ts';
import { collectValues, filePath, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';
import { writeJobs } from '../write-jobs.ts';
import { ENGINE_OPTIONS, type EngineFlags, engineOptions } from './engine-flags.ts';

interface FarmFlags extends EngineFlags {
  readonly chunk?: number;
  readonly frames?: FrameRange;
  readonly set?: readonly string[];
  readonly scene?: string;
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
  readonly what?: What;
  readonly every?: number;
  readonly output?: string;
}

type ListFormat = 'openjd' | 'commands';

/** Options and actions of `thixo farm`. */
export function defineFarm(command: Command, context: Context): void {
  command.addHelpText('before', FARM_EXAMPLES);
  const stage = (name: StageName, summary: string): Command => {
    const sub = command.command(name).summary(summary).argument('<cache>', 'folder of a cache');
    for (const [flags, text, read] of ENGINE_OPTIONS) sub.option(flags, text, read);
    return sub
      .option('--chunk <n>', 'frames of a job; default 20, better so many that they take a minute', wholeNumber(1, 1e6))
      .option('--frames <range>', '10-20, 10- (10 and later) or 20 (up to 20); default: all', readFrameRange)
      .option('--set <path=value>', 'change a setting, as the command itself takes it; can be repeated', collectValues)
      .option('--scene <file>', 'scene file for these settings; default: that of the last run')
      .action((cache: string, flags: FarmFlags) => farm(name, cache, flags, context));
  };
  stage('mesh', 'the surface of every frame');
  stage('render', 'pictures of the frames, and a video of them')
    .option('-o, --output <path>', 'video, animated .png, or folder; default <cache>.mp4', filePath)
    .option('--width <n>', 'width of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--height <n>', 'height of the picture, pixels; even', wholeNumber(1, 1e6));
  stage('export', 'files for other programs; or the jobs of a study, for other schedulers')
    .option('--format <name>', 'as for `thixo export`; openjd or commands lists the jobs of a study')
    .option('--what <what>', 'surface, particles or foam')
    .option('--every <n>', 'every n-th frame', wholeNumber(1, 1e9))
    .option('-o, --output <path>', 'folder or file', filePath);
  command
    .command('work')
    .summary('do one job; for schedulers')
    .argument('<folder>', 'folder of a sweep, or of chunks of frames')
    .argument('<job>', 'its name')
    .option('--threads <n>', 'threads; default 1', wholeNumber(1, 64))
    .option('--give-up <code>', 'only say that the job failed with this exit code, for good', wholeNumber(1, 255))
    .action((folder: string, id: string, flags: WorkFlags) => work(folder, id, flags, context));
}

async function farm(stage: StageName, cache: string, flags: FarmFlags, context: Context): Promise<void> {
  const [{ farmCache, planFarm }, { FarmView }, { listJobs }] = await Promise.all([
    import('../../make/farm/farm-cache.ts'),
    import('../farm-view.ts'),
    import('../../make/farm/job-list.ts'),
  ]);
  const { cwd } = context.io,
    { threads } = flags,
    { chunk, frames, set, scene, width, height, format, what, every, output } = flags,
    settings = { ...engineOptions(flags), chunk, frames, set, scene, width, height, format, what, every, output };
  const asList = isList(format) ? format : isList(flags.on) ? flags.on : undefined;
  if (asList !== undefined) {
    const folder = isList(format) ? cache : planFarm(stage, cache, { ...settings, cwd }).folder;
    writeJobs(listJobs(folder, asList, { cwd, threads }), context);
    return;
  }
  const {
    outcome,
    output: made,
    failed,
    exit,
  } = await watch(context, new FarmView(context), ({ now: _, ...watched }) =>
    farmCache(stage, cache, { ...settings, ...watched }),
  );
  context.exit = outcome === 'interrupted' ? EXIT.interrupted : exit;
  if (failed > 0 && !context.json)
    say(context, `${failed} chunks failed. The same command again tries what is missing.`);
  else if (outcome === 'done' && !context.json) print(context, made);
}

interface WorkFlags {
  readonly threads?: number;
  readonly giveUp?: number;
}

async function work(name: string, id: string, { threads = 1, giveUp }: WorkFlags, context: Context): Promise<void> {
  const [{ openBatch }, { workOn, writeResult }] = await Promise.all([
    import('../../make/farm/open-batch.ts'),
    import('../../make/farm/batch.ts'),
  ]);
  const { io } = context,
    folder = pathOf(context, name);
  if (giveUp !== undefined) {
    writeResult(folder, { id, exit: giveUp, host: '', seconds: 0 });
    return;
  }
  const stop = new Stop(io);
  stop.tell = () => {}; // the job saves
  const { exit, problem } = await workOn(openBatch(folder), id, { threads, signal: stop.signal, env: io.env });
  stop.release();
  context.exit = exit;
  if (problem) sayProblems(context, [problem]);
}

function isList(format: string | undefined): format is ListFormat {
  return format === 'openjd' || format === 'commands';
}
