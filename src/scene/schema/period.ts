// From when to when something is there. Things come and go at the beginnings of frames.

import { quantity, seconds } from '../../schema/field.ts';

/** The keys `from` and `to`; `does` says what happens between them. */
export function window(does: string) {
  return {
    from: quantity(seconds.optional(), 's', `Time from which ${does}, up to the beginning of a frame.`, {
      defaultText: '0',
    }),
    to: quantity(seconds.optional(), 's', `Time until which ${does}, up to the beginning of a frame.`, {
      defaultText: 'for ever',
    }),
  };
}
