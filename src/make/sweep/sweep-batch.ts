// The runs of a study as jobs.

import { join, resolve } from 'node:path';
import { type Problem, ThixoError } from '../../problem.ts';
import type { Batch } from '../farm/batch.ts';
import { runScene } from '../run-scene.ts';
import { usage } from '../usage.ts';
import { settingsOf, type Values } from './draw.ts';
import { cacheOf, digestOfScene, type Study } from './study.ts';

/** The jobs of a study. */
export function sweepBatch(study: Study): Batch {
  const { folder, title, runs } = study,
    byId = new Map(runs.map((run) => [run.id, run]));
  return {
    ...{ folder, title, noun: 'run' },
    jobs: runs.map(({ id, values }) => ({ id, label: labelOf(values) })),
    work: async (id, { threads, signal }) => {
      const run = byId.get(id);
      if (!run) throw new ThixoError([usage(`${folder} has no run ${id}.`, 'It may have been planned again.')]);
      const scene = requireScene(study),
        { set, frames, preview, limits } = study,
        settings = { set: [...set, ...settingsOf(run.values)], frames, preview, limits };
      let problem: Problem | undefined;
      const { outcome } = await runScene(scene, {
        ...settings,
        ...{ output: cacheOf(study, id), threads, signal },
        onEvent: (event) => {
          if (event.event === 'diverged') problem = withoutEvent(event);
        },
      });
      return { outcome, problem };
    },
  };
}

/** The scene file of a study. Throws USAGE if it is not the one that was planned with: results of two scenes must not mix. */
export function requireScene({ folder, scene, sceneDigest }: Study): string {
  const path = resolve(join(folder, scene)),
    found = digestOfScene(path);
  if (found === sceneDigest) return path;
  const message = found === '' ? `The scene ${path} is gone.` : `${path} has changed since the sweep was planned.`;
  throw new ThixoError([usage(message, 'Plan the sweep again; runs whose settings did not change are kept.')]);
}

/** `jumpNumber 15, spacing 0.02`: the last word of each path, and the value. */
export function labelOf(values: Values): string {
  return values.map(([path, value]) => `${shortPath(path)} ${value}`).join(', ');
}

/** The last name of a path, with the numbers behind it: `spacing`, `gravity.1`. */
export function shortPath(path: string): string {
  return /[^.[\]]*(?:(?:\.|\[)\d+\]?)*$/.exec(path)?.[0].replace(/^\./, '') || path;
}

function withoutEvent({ code, severity, pointer, message, hint }: Problem): Problem {
  return { code, severity, pointer, message, hint };
}
