// What `make` shows: the run, then what is made of its frames.

import type { MakeEvent } from '../make/events.ts';
import type { Context } from './context.ts';
import type { StopReason } from './io.ts';
import { makeRunView } from './run-view.ts';
import { makeStageView } from './stage-view.ts';
import type { View } from './watch.ts';

/** The view that the flags ask for; `cache` is the path of the cache as people know it. */
export function makeMakeView(context: Context, cache: string): View<MakeEvent> {
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
    },
    stopping: (reason: StopReason) => current.stopping(reason),
    end: () => current.end(),
  };
}
