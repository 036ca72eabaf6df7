// Jobs that others do: their results appear in the folder of the batch.

import type { Job, JobResult } from './batch.ts';
import { readResult } from './batch.ts';

/** Tells of results as they appear. */
export class ResultWatch {
  private readonly folder: string;
  private readonly open: Set<string>;
  private readonly tell: (result: JobResult) => void;

  constructor(folder: string, jobs: readonly Job[], tell: (result: JobResult) => void) {
    this.folder = folder;
    this.open = new Set(jobs.map(({ id }) => id));
    this.tell = tell;
  }

  /** Looks for new results; true when there is one of every job. */
  look(): boolean {
    for (const id of this.open) {
      const result = readResult(this.folder, id);
      if (!result) continue;
      this.open.delete(id);
      this.tell(result);
    }
    return this.open.size === 0;
  }

  /** Jobs without a result. */
  get missing(): readonly string[] {
    return [...this.open];
  }
}
