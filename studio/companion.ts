// What is watched beside the active branch: another branch, simulated on its own, or a cache. It follows the playhead, the look and the camera.

import { effect, untracked } from '@preact/signals';
import { besideWork, type Compared, textOf } from './branches.ts';
import { beside } from './numbers.ts';
import type { Run, RunFrame } from './runs/run.ts';
import { SceneRun } from './runs/scene-run.ts';
import * as s from './studio.ts';
import type { Stage } from './view/stage.ts';
import { SurfaceFeed } from './view/surface-feed.ts';

export class Companion {
  private readonly stage: Stage;
  private readonly main: Stage;
  private readonly feed: SurfaceFeed;
  private readonly endings: (() => void)[] = [];
  private run: Run | undefined;
  private shown: RunFrame['scene'] | undefined;

  constructor(stage: Stage, main: Stage, compared: Compared) {
    this.stage = stage;
    this.main = main;
    this.feed = new SurfaceFeed(stage);
    main.onTurned = () => stage.lookLike(main);
    stage.controls.enabled = false;
    this.endings.push(
      effect(() => {
        stage.setLook(s.look.value);
        untracked(() => this.feed.renew());
      }),
    );
    beside.dropAfter(-1);
    if (compared.kind === 'branch') this.follow(new SceneRun(s.withFiles(textOf(compared.id)), s.preview.peek()));
    else
      void import('./runs/cache-run.ts')
        .then(({ CacheRun }) => CacheRun.open(compared.id))
        .then((run) => {
          this.follow(run);
          run.tellNumbers();
        })
        .catch((error: Error) => s.say(error.message));
  }

  dispose(): void {
    for (const end of this.endings) end();
    this.main.onTurned = undefined;
    this.run?.dispose();
    this.feed.dispose();
    this.stage.dispose();
    beside.dropAfter(-1);
    besideWork.value = '';
  }

  private follow(run: Run): void {
    this.run = run;
    run.onFrame = (frame) => this.show(frame);
    run.onNumbers = (numbers) => beside.add(numbers);
    run.onWorking = (frame, goal) => {
      besideWork.value = `simulating ${frame} of ${goal}`;
    };
    run.onFault = (words) => s.say(`Beside: ${words}`);
    this.endings.push(effect(() => run.seek(s.frame.value)));
  }

  private show({ frame, scene, fields, hash }: RunFrame): void {
    besideWork.value = '';
    if (this.shown !== scene) {
      this.shown = scene;
      this.stage.setScene(scene, fields, false);
      this.stage.lookLike(this.main);
      this.feed.setScene(scene, fields);
    }
    this.stage.setFrame(fields, frame / scene.frameRate);
    this.feed.show(fields);
    Object.assign(this.stage.canvas.dataset, { frame: String(frame), hash });
  }
}
