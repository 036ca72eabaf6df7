// Compares what a program says with what a document says it says: words count, numbers, hashes and times do not.

/** Lines of `told` that do not come, in this order, among those of `said`. A line `…` stands for any. */
export function unsaid(said: string, told: string): string[] {
  const lines = said.split('\n').map(inWords);
  let next = 0;
  return told.split('\n').filter((line) => {
    const wanted = inWords(line);
    if (wanted === '' || wanted === '…') return false;
    const found = lines.indexOf(wanted, next);
    if (found >= 0) next = found + 1;
    return found < 0;
  });
}

/** A line with # for every number, hash and duration, and one blank for many. */
export function inWords(line: string): string {
  return line
    .replace(/(?<!\.)\b[0-9a-f]{16}\b|\b[0-9a-f]{4}…/g, '#')
    .replace(/-?\d[\d.,]*(?:e[-+]?\d+)?/g, '#')
    .replace(/# (?:h|min|s)(?: # (?:min|s))?\b/g, '# s')
    .replace(/\((?:sound|viscosity|speed|acceleration|divergence)\)/g, '(…)')
    .replace(/\bthreads\b/g, 'thread')
    .replace(/\s+/g, ' ')
    .trim();
}
