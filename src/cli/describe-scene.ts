// What `info` says about a scene.

import { loadTrigonometry } from '../cache/scene-file.ts';
import { preparedSubstances, type Substance } from '../substances/substance.ts';
import { type Context, print, printJson, sayProblems } from './context.ts';
import { columns, formatBytes, number, plural } from './format.ts';
import { type Inspection, inspectScene } from './inspect-scene.ts';
import { numericsLines } from './numerics-of-scene.ts';

/** Prints a scene: what it consists of, how large it is, and what is odd about it. */
export async function describeScene(
  path: string,
  options: { readonly set?: readonly string[]; readonly limits?: string },
  context: Context,
): Promise<void> {
  const inspection = await inspectScene(path, options),
    substances = preparedSubstances(inspection.source.scene, await loadTrigonometry());
  if (context.json) {
    printJson(context, sceneObject(inspection, substances));
    return;
  }
  sayProblems(context, inspection.warnings);
  for (const line of sceneLines(inspection, substances)) print(context, line);
}

function sceneObject(
  { source, particles, frames, cost, numerics, warnings }: Inspection,
  all: readonly Substance[],
): object {
  const { scene, path, title } = source;
  const { dimension, frameRate, duration } = scene;
  const substances = Object.fromEntries(all.map(({ name, ...rest }) => [name, rest]));
  const counts = {
    bodies: scene.bodies.length,
    emitters: scene.emitters.length,
    obstacles: scene.obstacles.length,
    sinks: scene.sinks.length,
    forces: scene.forces.length,
  };
  return {
    ...{ kind: 'scene', path, title, dimension, frameRate, duration, frames, particles },
    ...{ finalParticles: Math.round(cost.particles.end), memoryBytes: cost.memoryBytes, diskBytes: cost.diskBytes },
    ...{ substances, numerics, counts, warnings },
  };
}

function sceneLines({ source, particles, frames, cost, numerics }: Inspection, all: readonly Substance[]): string[] {
  const { scene, title } = source;
  const parts = [
    plural(scene.emitters.length, 'emitter'),
    plural(scene.obstacles.length, 'obstacle'),
    plural(scene.sinks.length, 'sink'),
    plural(scene.forces.length, 'force'),
  ].filter((part) => !part.startsWith('0 '));
  const end = Math.round(cost.particles.end),
    most = scene.emitters.length > 0 ? `, about ${end.toLocaleString('en-US')} at the end` : '';
  const bodies = scene.bodies.length === 1 ? 'body' : 'bodies';
  return [
    `${title}  (${scene.dimension}D)`,
    `${plural(particles, 'particle')} at the start${most}: ${[`${scene.bodies.length} ${bodies}`, ...parts].join(', ')}.`,
    `${plural(frames, 'frame')}, ${number(scene.duration)} s at ${number(scene.frameRate)} per second.`,
    `About ${formatBytes(cost.memoryBytes)} of memory and ${formatBytes(cost.diskBytes)} of disk.`,
    ...numericsLines(numerics),
    '',
    ...columns(substanceRows(all)),
  ];
}

/** Every parameter a row, every substance a column. */
function substanceRows(all: readonly Substance[]): string[][] {
  const [first] = all;
  if (!first) return [];
  const keys = [...new Set(all.flatMap((p) => Object.keys(p)))].filter(
    (key) => key !== 'name' && key !== 'restSpacing',
  );
  const values = (key: string): string[] => all.map((p) => shown((p as unknown as Record<string, unknown>)[key]));
  return [['substance', ...all.map((p) => p.name)], ...keys.map((key) => [key, ...values(key)])];
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, part]) => `${key} ${number(part)}`)
      .join(', ');
  return typeof value === 'number' ? number(value) : String(value ?? '–');
}
