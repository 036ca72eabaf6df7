// A second simulation beside the first: of another branch. It has a worker of its own and follows the frame that it is told.

import type { FrameNumbers } from '../../src/frames/curves.ts';
import type { Scene } from '../../src/scene/schema.ts';
import { memoryBytes, snapshotBytes, wasmUrl, workerUrl } from '../device.ts';
import type { FromSimulation, ToSimulation } from '../worker/protocol.ts';
import type { Run, RunFrame } from './run.ts';

export class SceneRun implements Run {
  onFrame: ((frame: RunFrame) => void) | undefined;
  onNumbers: ((numbers: FrameNumbers) => void) | undefined;
  onFault: ((words: string) => void) | undefined;
  onWorking: ((frame: number, goal: number) => void) | undefined;
  private readonly worker: Worker;
  private scene: Scene | undefined;

  constructor(written: unknown, preview: boolean) {
    this.worker = new Worker(new URL('../worker/simulation.worker.ts', import.meta.url), { type: 'module' });
    this.worker.addEventListener('message', ({ data }: MessageEvent<FromSimulation>) => this.hear(data));
    const options = { threads: 1, wasmUrl, workerUrl, budget: snapshotBytes / 4, memoryBytes };
    this.tell({ say: 'open', run: 1, written, preview, options });
  }

  seek(frame: number): void {
    this.tell({ say: 'seek', frame });
  }

  dispose(): void {
    this.worker.terminate();
  }

  private tell(message: ToSimulation): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromSimulation): void {
    if (message.say === 'opened') this.scene = message.scene;
    if (message.say === 'refused') this.onFault?.(message.problems[0]?.message ?? '');
    if (message.say === 'diverged') this.onFault?.('The numbers went wrong here.');
    if (message.say === 'working') this.onWorking?.(message.frame, message.goal);
    if (message.say === 'numbers') this.onNumbers?.(message.numbers);
    if (message.say !== 'frame' || !this.scene) return;
    this.tell({ say: 'drawn' });
    const { frame, fields, hash } = message;
    this.onFrame?.({ frame, fields, hash, scene: this.scene });
  }
}
