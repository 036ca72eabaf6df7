// Which thread this instance of the module is.

let thread: i32 = 0;

/** Number of this thread: 0 is the caller. */
export function threadIndex(): i32 { return thread; }

/** Says which thread this is. */
export function setThread(index: i32): void { thread = index; }
