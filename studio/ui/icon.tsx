// An icon; what it means is said by the control that it is in.

import { h } from 'preact';
import { ICONS, type IconShape } from './icon-shapes.ts';

export type IconName = keyof typeof ICONS;

export function Icon({ name }: { readonly name: IconName }) {
  const shapes: readonly IconShape[] = ICONS[name];
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {shapes.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
