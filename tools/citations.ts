// The grammar of citations. [DC99 eq. 8, 22] cites equations 8 and 22 of the entry DC99 of docs/references.bib; several works may
// share one pair of brackets. `card` is the project's corrected collection of equations: sections §1-25, errata X1-X51, validation
// cases V1-V52. `design: …` names a decision in words.

/** How far the numbers of a work go; undefined: not known, so not checked. */
export interface Work {
  readonly key: string;
  readonly title: string;
  readonly limits: Readonly<Partial<Record<LocatorKind, number>>>;
}

export type LocatorKind = 'eq.' | '§' | 'slide' | 'X' | 'V' | 'other';

/** A place inside a work. */
export interface Locator {
  readonly kind: LocatorKind;
  /** As written after the kind: `8`, `3a`, `5.2`, `App. C`. */
  readonly name: string;
}

export interface Citation {
  readonly key: string;
  /** Empty when the whole work is cited. */
  readonly locators: readonly Locator[];
  /** Offset of the opening bracket. */
  readonly offset: number;
}

export const CARD: Work = { key: 'card', title: 'Equations card', limits: { '§': 25, X: 51, V: 52 } };

const KEY_FORM = '[A-Z][A-Za-z]{1,3}\\d{2,4}[a-z]?';
const BRACKETS = new RegExp(`\\[(?<body>(?:card\\b|design:|${KEY_FORM}\\b)[^\\][]*)\\]`, 'g');
const KEY = new RegExp(`^(?<key>card|${KEY_FORM})\\b\\s*`);
const PLACE =
  /^(?<kind>eqs?\.|§+|slides?)?\s*(?<first>\d+(?:\.\d+)*)(?<letter>[a-z]?)(?:\s*[-–]\s*(?<last>\d+))?(?![\w.])(?<remark>.*)$/;
const CARD_PLACE = /\b(?<kind>[XV])(?<name>\d+)\b/g;
const NAMED_PLACE = /^(?:App|Alg|Fig|Table|p)\b\.?\s*\w+/;

/** The works of a BibTeX file, in its order. `equations` and `slides` fields give the limits. */
export function parseWorks(bibtex: string): Work[] {
  return bibtex
    .split(/^@/m)
    .slice(1)
    .map((entry) => {
      const field = (name: string): string | undefined =>
        new RegExp(`^\\s*${name}\\s*=\\s*\\{(.*)\\},?$`, 'm').exec(entry)?.[1];
      const [equations, slides] = [field('equations'), field('slides')];
      return {
        key: /^\w+\{([^,\s]+),/.exec(entry)?.[1] ?? '',
        title: (field('title') ?? '').replace(/[{}]/g, ''),
        limits: {
          ...(equations === undefined ? {} : { 'eq.': Number(equations) }),
          ...(slides === undefined ? {} : { slide: Number(slides) }),
        },
      };
    });
}

/** Every citation in a text, in its order; `[design: …]` carries nothing to check and is left out. */
export function parseCitations(text: string): Citation[] {
  return [...text.matchAll(BRACKETS)].flatMap((hit) => parseBody(hit.groups!.body!, hit.index));
}

/** Errata and validation cases belong to the card whichever work they stand beside: [AW09 eq. 47, X28]. */
function parseBody(body: string, offset: number): Citation[] {
  if (body.startsWith('design:')) return [];
  const citations: { key: string; locators: Locator[]; offset: number }[] = [];
  let kind: LocatorKind = 'other';
  for (const part of body.split(/[,;]/).map((piece) => piece.replace(/[\s*]+/g, ' ').trim())) {
    const key = KEY.exec(part);
    if (key !== null) {
      citations.push({ key: key.groups!.key!, locators: [], offset });
      kind = 'other';
    }
    const locators = parsePlace(key === null ? part : part.slice(key[0].length), kind);
    kind = locators[0]?.kind ?? kind;
    citations.at(-1)!.locators.push(...locators);
  }
  const inCard = [...body.matchAll(CARD_PLACE)].map(({ groups }) => groups as { kind: 'X' | 'V'; name: string });
  if (inCard.length > 0)
    citations.push({ key: CARD.key, locators: inCard.map(({ kind, name }) => ({ kind, name })), offset });
  return citations;
}

/** One place, or every place of a range; a bare number continues the kind before it (`eq. 8, 22`); other words are a remark. */
function parsePlace(text: string, before: LocatorKind): Locator[] {
  const named = NAMED_PLACE.exec(text)?.[0];
  if (named !== undefined) return [{ kind: 'other', name: named }];
  const found = PLACE.exec(text)?.groups;
  if (found === undefined) return [];
  const kind = found.kind === undefined ? before : kindOf(found.kind);
  const { first, letter, last } = found as { first: string; letter: string; last?: string };
  if (last === undefined) return [{ kind, name: first + letter }];
  if (first.includes('.')) return [{ kind, name: `${first}-${last}` }];
  const [low, high] = [Number(first), Number(last)];
  // A range the wrong way round keeps its ends, so that both are still checked.
  const numbers = high < low ? [low, high] : Array.from({ length: high - low + 1 }, (_, n) => low + n);
  return numbers.map((n) => ({ kind, name: String(n) }));
}

function kindOf(written: string): LocatorKind {
  if (written.startsWith('eq')) return 'eq.';
  return written.startsWith('§') ? '§' : 'slide';
}

/** What is wrong with a citation; empty when nothing is. */
export function judgeCitation({ key, locators }: Citation, works: ReadonlyMap<string, Work>): string[] {
  const work = works.get(key);
  if (work === undefined) return [`[${key}] is not in docs/references.bib`];
  return locators.flatMap((locator) => {
    const { kind, name } = locator;
    if (kind === 'other' && /^\d/.test(name)) return [`[${key} ${name}] does not say what ${name} is: eq., § or slide`];
    const limit = work.limits[kind];
    const number = Number.parseInt(name, 10);
    if (limit === undefined || (number >= 1 && number <= limit)) return [];
    return [`${key} has no ${formatLocator(locator)}: the last is ${formatLocator({ kind, name: String(limit) })}`];
  });
}

/** As a reader writes it: `eq. 8`, `§3a`, `slide 20`, `X12`, `App. C`. */
export function formatLocator({ kind, name }: Locator): string {
  if (kind === 'other') return name;
  return kind === 'eq.' || kind === 'slide' ? `${kind} ${name}` : `${kind}${name}`;
}
