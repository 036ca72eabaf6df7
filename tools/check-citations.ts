// Checks every citation in code and documents against docs/references.bib and docs/equations.md, and writes docs/equation-index.md:
// paper → equation → files. Cited decisions (ADR) must exist as well.
// Run with `tsx tools/check-citations.ts [root]` to write the index, with `--check` to fail when the committed one is stale.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  anchorOf,
  CARD,
  type Citation,
  formatLocator,
  judgeCitation,
  type Locator,
  type LocatorKind,
  parseCard,
  parseCitations,
  parseMentions,
  parseWorks,
  type Work,
} from './citations.ts';
import { findMissingDecisions } from './cited-decisions.ts';
import { isMain, report } from './run-check.ts';
import { lineAt, listFiles, type Offense, readSource, splitSource } from './source-text.ts';

const FOLDERS: readonly string[] = ['src', 'assembly', 'validation', 'test', 'bench'];
/** Folders of Markdown: only what is wrong there counts, the index lists code. */
const DOCUMENTS: readonly string[] = ['docs', 'scenes', 'bench'];
const PAGES: readonly string[] = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const BIBLIOGRAPHY = 'docs/references.bib';
const EQUATIONS = 'docs/equations.md';
const DECISIONS = 'docs/adr';
const INDEX = 'docs/equation-index.md';
const KIND_ORDER: readonly LocatorKind[] = ['eq.', '§', 'slide', 'X', 'V', 'other'];
/** What AssemblyScript sources may not be checked for: written by a tool and not committed. */
const GENERATED = /(?:^|\/)generated\.ts$/;

interface CitedPlace {
  readonly file: string;
  readonly citation: Citation;
}

/** What a scan of the repository found. */
export interface CitationReport {
  readonly offenses: readonly Offense[];
  readonly citations: number;
  /** Text of the index that fits the code. */
  readonly index: string;
}

/** Scans the code of a repository. */
export function checkCitations(root: string): CitationReport {
  const card = parseCard(readFileSync(join(root, EQUATIONS), 'utf8'));
  const works = [...parseWorks(readFileSync(join(root, BIBLIOGRAPHY), 'utf8')), card];
  const byKey = new Map(works.map((work) => [work.key, work]));
  const offenses: Offense[] = [];
  const places: CitedPlace[] = [];
  const judge = (file: string, text: string, citations: readonly Citation[], indexed: boolean): void => {
    for (const citation of citations) {
      const problems = judgeCitation(citation, byKey);
      const line = lineAt(text, citation.offset);
      offenses.push(...problems.map((message) => ({ file, line, message })));
      if (problems.length === 0 && indexed) places.push({ file, citation });
    }
  };
  const decisions = existsSync(join(root, DECISIONS)) ? readdirSync(join(root, DECISIONS)) : [];
  const judgeDecisions = (file: string, text: string, prose: string): void => {
    for (const { cited, offset } of findMissingDecisions(prose, decisions))
      offenses.push({ file, line: lineAt(text, offset), message: `${cited} is not in ${DECISIONS}` });
  };
  const files = FOLDERS.flatMap((folder) => listFiles(root, folder)).filter((file) => !GENERATED.test(file));
  for (const file of files) {
    const text = readSource(root, file),
      { prose, comments } = splitSource(text);
    judge(file, text, parseCitations(prose), true);
    judge(file, text, parseMentions(comments), false);
    judgeDecisions(file, text, comments);
  }
  const pages = PAGES.filter((file) => existsSync(join(root, file)));
  for (const file of [...pages, ...DOCUMENTS.flatMap((folder) => listFiles(root, folder, ['.md']))]) {
    if (file === INDEX) continue;
    const text = readSource(root, file);
    judge(file, text, [...parseCitations(text), ...parseMentions(text)], false);
    judgeDecisions(file, text, text);
  }
  return { offenses, citations: places.length, index: writeIndex(works, places) };
}

/** The index as Markdown: works in the order of the bibliography, places in natural order, files by name. */
function writeIndex(works: readonly Work[], places: readonly CitedPlace[]): string {
  const sections = works.flatMap((work) => {
    const cited = places.filter(({ citation }) => citation.key === work.key);
    return cited.length === 0 ? [] : [writeSection(work, cited)];
  });
  return [
    '# Equation index',
    'Which file implements, tests or relies on which equation. Written by `npm run index`; do not edit.',
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}

function writeSection(work: Work, cited: readonly CitedPlace[]): string {
  const rows = new Map<string, { rank: number; number: number; files: Set<string>; locator: Locator }>();
  for (const { file, citation } of cited) {
    const locators = citation.locators.length > 0 ? citation.locators : [{ kind: 'other', name: '(whole)' } as const];
    for (const locator of locators) {
      const name = formatLocator(locator);
      const rank = KIND_ORDER.indexOf(locator.kind);
      const number = Number.parseFloat(locator.name) || 0;
      const row = rows.get(name) ?? { rank, number, files: new Set(), locator };
      row.files.add(file);
      rows.set(name, row);
    }
  }
  const sorted = [...rows].sort(([a, x], [b, y]) => x.rank - y.rank || x.number - y.number || (a < b ? -1 : 1));
  const lines = sorted.map(([name, { files, locator }]) => {
    const links = [...files].sort().map((file) => `[${file}](../${file})`);
    return `| ${work.key === CARD ? linkToCard(name, locator) : name} | ${links.join(', ')} |`;
  });
  return [`## ${work.key}: ${work.title}\n`, '| place | files |', '|---|---|', ...lines].join('\n');
}

/** A place of docs/equations.md as a link to it. */
function linkToCard(name: string, locator: Locator): string {
  const anchor = anchorOf(locator);
  return anchor === undefined ? `[${name}](equations.md)` : `[${name}](equations.md#${anchor})`;
}

if (isMain(import.meta.url)) {
  const args = process.argv.slice(2);
  const root = args.find((arg) => !arg.startsWith('-')) ?? '.';
  const { offenses, citations, index } = checkCitations(root);
  const stale: Offense[] = [];
  if (args.includes('--check')) {
    if (readFileSync(join(root, INDEX), 'utf8') !== index) {
      stale.push({ file: INDEX, line: 0, message: 'does not fit the code: run `npm run index`' });
    }
  } else writeFileSync(join(root, INDEX), index);
  report('check-citations', [...offenses, ...stale], `${citations} citations, all of them known`);
}
