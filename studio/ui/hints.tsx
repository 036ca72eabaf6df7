// What a newcomer may try in the first minute, one thing after the other. Each is said until it is done; nobody hears it twice.

import { useState } from 'preact/hooks';
import * as s from '../studio.ts';
import { Icon } from './icon.tsx';

const hasBar = (list: string): boolean => s.bars.value.some((bar) => bar.list === list);

/** The steps, and when they are done. */
const STEPS: readonly { readonly words: string; isDone(): boolean }[] = [
  { words: 'Press play: the honey begins to pour.', isDone: () => s.playing.value || s.frame.value > 0 },
  { words: 'Pull it: drag the honey.', isDone: () => s.bars.value.some(({ list }) => list !== 'changes') },
  { words: 'Make it thicker: move the slider of its viscosity.', isDone: () => hasBar('changes') },
  { words: 'Drag time back, and pull it there: that makes a branch.', isDone: () => s.frame.value < s.simulated.value },
  { words: 'Share it as a link, or make a video of it.', isDone: () => s.overlay.value !== undefined },
];

export function Hints() {
  const [step, setStep] = useState(0),
    isStart = s.doc.value.name === 'honey' && s.doc.value.id === undefined && s.mayRun.value,
    hint = STEPS[step];
  if (!hint || !isStart || s.probed.value || !s.scene.value) return null;
  if (hint.isDone()) {
    setStep(step + 1);
    return null;
  }
  return (
    <p class="bubble">
      {hint.words}
      <button type="button" aria-label="No more hints" onClick={() => setStep(STEPS.length)}>
        <Icon name="x" />
      </button>
    </p>
  );
}
