// Waiting that a signal ends.

/** Waits, ms; not at all for a number below zero, and no longer than until the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (!(milliseconds > 0) || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
