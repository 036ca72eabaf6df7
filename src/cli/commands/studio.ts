// `thixo studio`: the page on which scenes are touched, tuned and baked, served to a browser of this machine.

import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { type Context, print, printJson, say } from '../context.ts';
import { listGallery, missingFiles } from '../gallery.ts';
import { STUDIO_EXAMPLES } from '../help.ts';
import { Stop } from '../stop.ts';
import { wholeNumber } from '../usage.ts';

/** THIX on the keys of a telephone. */
const USUAL_PORT = 8449;

interface StudioFlags {
  readonly port?: number;
  /** False with --no-open. */
  readonly open: boolean;
}

/** Options and action of `thixo studio`. */
export function defineStudio(command: Command, context: Context): void {
  command
    .addHelpText('before', STUDIO_EXAMPLES)
    .option('--port <n>', `port on 127.0.0.1; default: ${USUAL_PORT}, or one that is free`, wholeNumber(0, 65535))
    .option('--no-open', 'print the address and open no browser')
    .action((path: string | undefined, flags: StudioFlags) => studio(path, flags, context));
}

async function studio(path: string | undefined, { port, open }: StudioFlags, context: Context): Promise<void> {
  const { startStudio } = await import('../../studio-server/start-studio.ts'),
    { io } = context,
    gallery = listGallery().map((scene) => ({ ...scene, companions: missingFiles(scene) })),
    started = await startStudio({ root: io.cwd, open: path, port, usualPort: USUAL_PORT, gallery }),
    stop = new Stop(io);
  if (context.json) printJson(context, { url: started.url, port: started.port });
  else print(context, started.url);
  if (!context.quiet && !context.json)
    say(context, 'The studio is at this address, for this machine only. Ctrl-C ends it.');
  if (open && io.stdout.isTTY) openBrowser(started.url);
  await new Promise<void>((done) => {
    stop.tell = () => done();
    stop.signal.addEventListener('abort', () => done());
  });
  stop.release();
  await started.close();
}

/** Opens the address in the browser of the person, if there is one; it is printed in any case. */
function openBrowser(url: string): void {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(program!, words, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
