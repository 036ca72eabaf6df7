// Decisions that a text cites: `ADR 12`, or the path of its page, `docs/adr/0012-walls-and-density.md`, whole or only `docs/adr/0012`.

/** A decision that a text cites and docs/adr does not have. */
export interface MissingDecision {
  /** As written: `ADR 99`. */
  readonly cited: string;
  /** Where it is in the text. */
  readonly offset: number;
}

const CITED = /\bADRs? (?<number>\d+)\b|\bdocs\/adr\/(?<page>\d{4}[\w-]*)/g;

/**
 * The cited decisions that are not among the pages of docs/adr.
 * @example findMissingDecisions('as ADR 99 says', ['0001-languages.md']) // [{ cited: 'ADR 99', offset: 3 }]
 */
export function findMissingDecisions(text: string, pages: readonly string[]): MissingDecision[] {
  return [...text.matchAll(CITED)].flatMap((hit) => {
    const { number, page = number!.padStart(4, '0') } = hit.groups as { number?: string; page?: string };
    const exists = pages.some((name) => name === `${page}.md` || (page.length === 4 && name.startsWith(`${page}-`)));
    return exists ? [] : [{ cited: hit[0], offset: hit.index }];
  });
}
