// Undo and redo: one entry per drag and per stroke.

export interface Step {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** Most steps that are kept. */
const MOST = 200;

export class History {
  private past: Step[] = [];
  private future: Step[] = [];
  /** What the last step belongs to; more of the same is the same step. */
  private gesture: string | undefined;

  get canUndo(): Step | undefined {
    return this.past.at(-1);
  }

  get canRedo(): Step | undefined {
    return this.future.at(-1);
  }

  add(step: Step, gesture?: string): void {
    const last = this.past.at(-1);
    if (last && gesture !== undefined && gesture === this.gesture)
      this.past[this.past.length - 1] = { ...last, after: step.after };
    else this.past = [...this.past, step].slice(-MOST);
    this.gesture = gesture;
    this.future = [];
  }

  /** A drag has ended: the next change is a step of its own. */
  close(): void {
    this.gesture = undefined;
  }

  /** Another scene: there is nothing to undo. */
  forget(): void {
    this.past = [];
    this.future = [];
    this.close();
  }

  undo(): Step | undefined {
    const step = this.past.pop();
    if (step) this.future.push(step);
    this.close();
    return step;
  }

  redo(): Step | undefined {
    const step = this.future.pop();
    if (step) this.past.push(step);
    this.close();
    return step;
  }
}
