// The kinds of work that the time of a frame is divided into.

/** Kinds of work of a frame; `host` is everything that is none of the others. */
export const WORK_KINDS = [
  'search',
  'obstacles',
  'pack',
  'density',
  'forces',
  'viscosity',
  'heat',
  'steps',
  'adapt',
  'host',
] as const;

/** A kind of work. Example: `'forces'`. */
export type WorkKind = (typeof WORK_KINDS)[number];
