// `thixo examples`: the gallery, to look at and to copy from.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Command } from 'commander';
import { usage } from '../../make/usage.ts';
import { ThixoError } from '../../problem.ts';
import { didYouMean } from '../../scene/suggest.ts';
import { type Context, pathOf, print, printJson, say } from '../context.ts';
import { columns } from '../format.ts';
import { type GalleryScene, listGallery, missingFiles, readmeOf } from '../gallery.ts';
import { EXAMPLES_EXAMPLES } from '../help.ts';

interface ExamplesOptions {
  /** Where to copy to; true for a folder of the scene's name here. */
  readonly save?: string | true;
}

/** Options and action of `thixo examples`. */
export function defineExamples(command: Command, context: Context): void {
  command
    .addHelpText('before', EXAMPLES_EXAMPLES)
    .option('--save [dir]', 'copy it here, or into dir; never overwrites anything')
    .action((name: string | undefined, options: ExamplesOptions) => {
      const scenes = listGallery();
      if (name === undefined && options.save === undefined) list(scenes, context);
      else if (options.save === undefined) show(find(scenes, name), context);
      else save(find(scenes, name), options.save === true ? name! : options.save, context);
    });
}

function list(scenes: readonly GalleryScene[], context: Context): void {
  if (context.json) {
    printJson(context, { examples: scenes });
    return;
  }
  for (const line of columns(scenes.map(({ name, summary }) => [name, summary]))) print(context, line);
  const [first] = scenes;
  if (first)
    say(
      context,
      `\nTo try one: thixo run ${shortest(first.folder, context)}   To change one: thixo examples ${first.name} --save`,
    );
}

function show(scene: GalleryScene, context: Context): void {
  const file = join(scene.folder, 'scene.json'),
    text = readFileSync(file, 'utf8');
  if (context.json) {
    printJson(context, { ...scene, file, readme: readmeOf(scene.folder), scene: text });
    return;
  }
  print(context, readmeOf(scene.folder).trimEnd());
  print(context, `\n${context.resultColors.bold(shortest(file, context))}\n${text.trimEnd()}`);
  const save = `thixo examples ${scene.name} --save`,
    isWhole = missingFiles(scene).length === 0;
  say(
    context,
    isWhole
      ? `\nTo run it: thixo run ${shortest(scene.folder, context)}   To change it: ${save}`
      : `\nTo run it: ${save}, then thixo run ${scene.name}. Its mesh comes with the copy.`,
  );
}

/** Copies the folder; what is already there is never touched. */
function save(scene: GalleryScene, to: string, context: Context): void {
  const target = pathOf(context, to);
  if (existsSync(target)) {
    const hint = `Choose another folder: thixo examples ${scene.name} --save other.`;
    throw new ThixoError([usage(`"${to}" already exists; nothing was copied.`, hint)]);
  }
  cpSync(scene.folder, target, { recursive: true, errorOnExist: true, force: false });
  for (const file of missingFiles(scene)) cpSync(file, join(target, basename(file)));
  adapt(join(target, 'scene.json'), SCHEMA, relative(target, join(scene.folder, SCHEMA)).replaceAll('\\', '/'));
  adapt(join(target, 'README.md'), `run scenes/${scene.name}`, `run ${to}`);
  if (context.json) printJson(context, { ...scene, saved: target });
  else print(context, to);
  if (!context.quiet && !context.json) say(context, `To run it: thixo run ${to}`);
}

/** The schema as scenes of the gallery name it. */
const SCHEMA = '../../schema/scene.schema.json';

/** Makes a copied file say where things are now. */
function adapt(file: string, before: string, after: string): void {
  if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, after));
}

function find(scenes: readonly GalleryScene[], name: string | undefined): GalleryScene {
  const names = scenes.map((scene) => scene.name),
    all = `The examples are: ${names.join(', ')}.`;
  if (name === undefined) throw new ThixoError([usage('--save needs the name of an example.', all)]);
  const found = scenes.find((scene) => scene.name === name);
  if (found) return found;
  throw new ThixoError([usage(`There is no example "${name}".`, `${didYouMean(name, names)}${all}`)]);
}

/** The path as one would type it. */
function shortest(path: string, { io }: Context): string {
  const near = relative(io.cwd, path);
  return near.startsWith('..') ? path : near;
}
