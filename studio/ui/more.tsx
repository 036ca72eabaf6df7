// The menu of the bar on phones, and the colors of the page.

import * as s from '../studio.ts';
import { Icon, type IconName } from './icon.tsx';

export const themeIcon = (): IconName => (s.theme.value === 'dark' ? 'sun' : 'moon');
export const themeLabel = (): string => (s.theme.value === 'dark' ? 'Light colors' : 'Dark colors');
export function changeTheme(): void {
  s.theme.value = s.theme.value === 'dark' ? 'light' : 'dark';
}

/** What the bar has no room for on a phone. */
export function More() {
  const item = (icon: IconName, words: string, onClick: () => void, disabled = false) => (
    <button
      type="button"
      class="quiet"
      disabled={disabled}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.hidePopover();
        onClick();
      }}
    >
      <Icon name={icon} /> {words}
    </button>
  );
  return (
    <>
      <button type="button" class="quiet only-icon more-button" aria-label="More" title="More" popovertarget="more">
        <Icon name="ellipsis-vertical" />
      </button>
      <div id="more" class="menu" popover="auto">
        {item('redo-2', `Redo ${s.redoable.value}`, s.redo, !s.redoable.value)}
        {item('keyboard', 'Keys', () => {
          s.overlay.value = 'keys';
        })}
        {item(themeIcon(), themeLabel(), changeTheme)}
      </div>
    </>
  );
}
