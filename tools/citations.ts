// The grammar of citations. [DC99 eq. 8, 22] cites equations 8 and 22 of the entry DC99 of docs/references.bib; several works may
// share one pair of brackets. `card` is docs/equations.md: sections (§), errata (X) and validation cases (V), each with an anchor there.
// Errata and cases may also be named without brackets. `design: …` names a decision in words.

/** A work that can be cited, and what is known about its places. */
export interface Work {
  readonly key: string;
  readonly title: string;
  /** How far the numbers of a kind go; undefined: not known, so not checked. */
  readonly limits: Readonly<Partial<Record<LocatorKind, number>>>;
  /** Every §, X and V that exists, as `formatLocator` writes it; undefined: not known, so not checked. */
  readonly places?: ReadonlySet<string>;
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

/** Key of docs/equations.md in citations. */
export const CARD = 'card';

const KEY_FORM = '[A-Z][A-Za-z]{1,3}\\d{2,4}[a-z]?';
const BRACKETS = new RegExp(`\\[(?<body>(?:card\\b|design:|${KEY_FORM}\\b)[^\\][]*)\\]`, 'g');
const KEY = new RegExp(`^(?<key>card|${KEY_FORM})\\b\\s*`);
const PLACE =
  /^(?<kind>eqs?\.|§+|slides?)?\s*(?<first>\d+(?:\.\d+)*)(?<letter>[a-z]?)(?:\s*[-–]\s*(?<last>\d+))?(?![\w.])(?<remark>.*)$/;
const CARD_PLACE = /\b(?<kind>[XV])(?<name>\d{1,2})(?:\s*[-–]\s*\k<kind>(?<last>\d{1,2}))?\b/g;
const CARD_SECTION = /\bcard (?<place>§.*)/;
const CARD_MENTION = /\bcard (?<place>§\d+[a-z]?(?:\s*[-–]\s*\d+)?)/g;
const ANCHOR = /<a id="(?<kind>[sxv])(?<name>\d+[a-z]?)"><\/a>/g;
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

/** docs/equations.md as a work: its places are its anchors, `s3e` for §3e, `x12` for X12, `v33` for V33. */
export function parseCard(markdown: string): Work {
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? '';
  const anchors = [...markdown.matchAll(ANCHOR)].map(({ groups }) => groups as { kind: string; name: string });
  const places = anchors.map(({ kind, name }) => (kind === 's' ? `§${name}` : kind.toUpperCase() + name));
  return { key: CARD, title, limits: {}, places: new Set(places) };
}

/** Anchor of a place in docs/equations.md, without the #; undefined if the place can have none. */
export function anchorOf({ kind, name }: Locator): string | undefined {
  if (kind === '§') return `s${name}`;
  return kind === 'X' || kind === 'V' ? kind.toLowerCase() + name : undefined;
}

/** Places of the card that a text names without brackets around them: "(X12)", "the block of V7", "as card §6 says". */
export function parseMentions(text: string): Citation[] {
  const bare = text.replace(BRACKETS, (citation) => ' '.repeat(citation.length));
  const mention = (hit: RegExpExecArray, locators: readonly Locator[]) => ({ key: CARD, locators, offset: hit.index });
  return [
    ...[...bare.matchAll(CARD_PLACE)].map((hit) => mention(hit, cardPlaces(hit))),
    ...[...bare.matchAll(CARD_MENTION)].map((hit) => mention(hit, parsePlace(hit.groups!.place!, 'other'))),
  ];
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
    const key = KEY.exec(part),
      inside = key === null ? CARD_SECTION.exec(part) : null; // "the tests are those of card §5"
    if (inside !== null) {
      citations.push({ key: CARD, locators: parsePlace(inside.groups!.place!, 'other'), offset });
      continue;
    }
    if (key !== null) {
      citations.push({ key: key.groups!.key!, locators: [], offset });
      kind = 'other';
    }
    const locators = parsePlace(key === null ? part : part.slice(key[0].length), kind);
    kind = locators[0]?.kind ?? kind;
    citations.at(-1)!.locators.push(...locators);
  }
  const inCard = [...body.matchAll(CARD_PLACE)].flatMap(cardPlaces);
  if (inCard.length > 0) citations.push({ key: CARD, locators: inCard, offset });
  return citations;
}

/** X12, or every erratum from X27 to X29. */
function cardPlaces({ groups }: RegExpMatchArray): Locator[] {
  const { kind, name, last = name } = groups as { kind: 'X' | 'V'; name: string; last?: string };
  return namesBetween(name, last).map((n) => ({ kind, name: n }));
}

/** The whole numbers of a range. One the wrong way round keeps its ends, so that both are still checked. */
function namesBetween(first: string, last: string): string[] {
  const [low, high] = [Number(first), Number(last)];
  return high < low ? [first, last] : Array.from({ length: high - low + 1 }, (_, n) => String(low + n));
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
  return namesBetween(first, last).map((name) => ({ kind, name }));
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
    if (work.places !== undefined && kind !== 'other' && !work.places.has(formatLocator(locator)))
      return [`${key} has no ${formatLocator(locator)}: docs/equations.md has no anchor for it`];
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
