// What of a scene never reaches its frames.

/** Keys of a scene that never change a simulated frame: titles, how long to run, and how it looks. `skin` of a body and `look` of an obstacle are the only others. */
export const NOT_PHYSICS: readonly string[] = ['$schema', 'name', 'duration', 'surface', 'camera', 'look', 'output'];
