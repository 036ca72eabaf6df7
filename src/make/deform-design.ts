// The shape that the handles of a design pull, as a mesh in any format or as a picture.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Descent } from '../design/levenberg-marquardt.ts';
import type { ShapeDesign, ShapeReport } from '../design/shape-design.ts';
import { designedFields } from '../modeling/designed-fields.ts';
import { ThixoError } from '../problem.ts';
import { requirePath } from '../scene/options.ts';
import { openDesignCache } from './design-cache.ts';
import { type DesignInput, type DesignOptions, withDesign } from './design-input.ts';
import { exportCache } from './export-cache.ts';
import { exportOutput } from './export-output.ts';
import { withProblems } from './failure.ts';
import { type OptionNames, requireOptions } from './options.ts';
import { renderCache } from './render-cache.ts';
import { usage } from './usage.ts';

/** How to deform. */
export interface DeformOptions extends DesignOptions {
  /**
   * The file to write: .obj, .ply, .stl, .glb, .usda, .vtp, .pov, or .png for a picture. Default: `out/` and the name of the design, .obj.
   * @example { output: 'bent.ply' }
   */
  readonly output?: string | undefined;
  /**
   * Pull the shape by the handles of this pose. Default: those of the design itself.
   * @example { pose: 'crouched' }
   */
  readonly pose?: string | undefined;
  /**
   * Told of every step of the search. Default: nobody is.
   * @example { onEvent: ({ energy }) => console.log(energy) }
   */
  onEvent?(event: DeformEvent): void;
}

/** A step of the search. */
export interface DeformEvent {
  readonly event: 'start' | 'solve';
  readonly iterations: number;
  readonly energy: number;
}

/** A shape that was written. */
export interface DeformResult extends ShapeReport {
  readonly outcome: 'done' | 'interrupted';
  /** The file, as the caller knows it. */
  readonly output: string;
  readonly particles: number;
}

const NAMES: OptionNames<DeformOptions> = {
  ...{ set: true, limits: true, output: true, pose: true, signal: true, cwd: true, onEvent: true },
};

/**
 * Solves the shape of a design and writes it.
 * @example const { volumeChange } = await deformDesign('designs/bend', { output: 'bent.obj' });
 */
export async function deformDesign(design: string, options: DeformOptions = {}): Promise<DeformResult> {
  return withProblems(async () => {
    requirePath('design', design);
    requireOptions(options, NAMES);
    const { cwd = process.cwd(), pose } = options;
    return withDesign(design, options, async (input) => {
      const output =
        options.output ?? join('out', `${fileName(input.file.title)}${pose ? `-${fileName(pose)}` : ''}.obj`);
      requireKind(output, cwd);
      const shape = input.open.shapeOf(pose),
        report = await solve(shape, options),
        { count: particles } = input.open.field;
      if (!report) return { outcome: 'interrupted', output, particles, ...shape.report() };
      await write(input, shape, output, cwd);
      return { outcome: 'done', output, particles, ...report };
    });
  });
}

/** A title as the name of a file. */
function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}._ -]+/gu, '-').replace(/^[.\s-]+/, '') || 'shape';
}

const isPicture = (output: string): boolean => extname(output).toLowerCase() === '.png';

/** Throws USAGE before any work if nothing can be written under this name. */
function requireKind(output: string, cwd: string): void {
  if (isPicture(output)) return;
  if (extname(output) === '') {
    const hint = 'End it in .obj, .ply, .stl, .glb, .usda, .vtp or .pov for a mesh, or in .png for a picture.';
    throw new ThixoError([usage(`"${output}" does not say which kind of file it is.`, hint)]);
  }
  exportOutput({ output, single: true }, output, cwd);
}

/** Solves step by step, so that signals are answered; undefined if it was asked to stop. */
async function solve(shape: ShapeDesign, { signal, onEvent }: DeformOptions): Promise<ShapeReport | undefined> {
  const steps = shape.steps();
  onEvent?.({ event: 'start', iterations: 0, energy: shape.report().energy });
  for (;;) {
    const { done, value } = steps.next() as IteratorResult<Descent, ShapeReport>;
    if (done) return value;
    onEvent?.({ event: 'solve', iterations: value.iterations, energy: value.energy });
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) return undefined;
  }
}

/** By way of a cache of one frame, so that whatever can be made of frames can be made of a shape. */
async function write(
  { file, matter, sceneOf }: DesignInput,
  shape: ShapeDesign,
  output: string,
  cwd: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'thixo-shape-'));
  try {
    const cache = await openDesignCache(file, await sceneOf(0), folder, false),
      positions = matter.field.positions.map((x, k) => x + shape.displacements[k]!),
      fields = designedFields(matter, positions, new Float64Array(positions.length));
    try {
      cache.begin(() => fields);
      cache.commit(0, fields);
    } finally {
      cache.close();
    }
    const how = { frame: 0, output, cwd, threads: 1 };
    await (isPicture(output) ? renderCache(folder, how) : exportCache(folder, how));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
