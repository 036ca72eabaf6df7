// What `make` shows: the run, then what is made of its frames.

import type { MakeEvent } from '../make/events.ts';
import type { Context } from './context.ts';
import type { StopReason } from './io.ts';
import { makeRunView, sayPreview } from './run-view.ts';
import { makeStageView } from './stage-view.ts';
import type { View } from './watch.ts';

/** The view that the flags ask for; `cache` is the path of the cache as people know it. Says of a preview that it is one. */
export function makeMakeView(context: Context, cache: string, preview: boolean): View<MakeEvent> {
  const run = makeRunView(context, cache),
    stages = makeStageView(context);
  let current: View<never> = stages;
  return {
    show: (event) => {
      if (event.stage === 'run') {
        current = run;
        run.show(event);
        return;
      }
      if (current === run) run.end();
      current = stages;
      stages.show(event);
      if (event.event === 'output' && preview) sayPreview(context);
    },
    stopping: (reason: StopReason) => current.stopping(reason),
    end: () => current.end(),
  };
}
