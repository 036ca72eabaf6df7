// A line to type in. What is typed stays while the page is drawn anew around it: frames come, changes come back from the simulation.

import type { InputHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';

type Given = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onInput' | 'onChange' | 'onBlur' | 'type'>;

interface TypedProps extends Given {
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
