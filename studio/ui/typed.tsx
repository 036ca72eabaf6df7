// A line to type in. What is typed stays while the page is drawn anew around it: frames come, changes come back from the simulation.

import { useState } from 'preact/hooks';

interface TypedProps {
  readonly id?: string | undefined;
  readonly class?: string;
  readonly inputMode?: 'decimal' | 'numeric';
  readonly spellcheck?: boolean;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly value: string;
  /** Takes what was typed, at Enter or when the line is left; what it does not want is not shown any longer. */
  onTaken(typed: string): void;
}

export function Typed({ value, onTaken, ...rest }: TypedProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return (
    <input
      {...rest}
      type="text"
      value={typed ?? value}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => {
        setTyped(undefined);
        onTaken(currentTarget.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
