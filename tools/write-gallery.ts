// Writes the pages of the gallery from the scenes themselves: scenes/README.md and scenes/gallery.html, by substance and by paper.
//   tsx tools/write-gallery.ts            with --check it only says whether they fit

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';

const SCENES = 'scenes';

/** What the gallery says of a scene. */
interface Entry {
  readonly name: string;
  readonly title: string;
  /** First sentence of its page. */
  readonly summary: string;
  readonly kinds: readonly string[];
  readonly paper: string | undefined;
  /** Whether a short loop stands beside the still. */
  readonly moves: boolean;
}

interface SceneLike {
  readonly substances: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly obstacles?: readonly Readonly<Record<string, unknown>>[];
  readonly cuts?: readonly unknown[];
}

type Substance = SceneLike['substances'][string];

const isSolid = ({ model }: Substance): boolean => model === 'elastic';
const isGlobule = ({ model }: Substance): boolean => model === 'globules';
const flows = (s: Substance): boolean =>
  'yieldStress' in s || ['dough', 'mud', 'lava', 'clay', 'wax'].includes(`${s['preset']}`);

/** Kinds of substances, in the order of the page, and what makes a scene one of them. */
const KINDS: readonly (readonly [string, (all: readonly Substance[], scene: SceneLike) => boolean])[] = [
  ['Liquids', (all) => all.some((s) => !isSolid(s) && !isGlobule(s) && !flows(s) && s['preset'] !== undefined)],
  ['Clay, dough, lava and other pastes', (all) => all.some((s) => !isSolid(s) && !isGlobule(s) && flows(s))],
  [
    'Jelly, rubber and other elastic solids',
    (all) => all.some((s) => isSolid(s) && !('yieldStrain' in s) && !breaks(s)),
  ],
  [
    'Cracks and cuts',
    (all, { cuts, obstacles = [] }) => all.some(breaks) || !!cuts || obstacles.some((o) => 'cuts' in o),
  ],
  [
    'Solids that keep a dent',
    (all) => all.some((s) => isSolid(s) && ('yieldStrain' in s || ['clay', 'tin'].includes(`${s['preset']}`))),
  ],
  ['Powders and globules', (all) => all.some(isGlobule)],
  ['Heat: melting and setting', (all) => all.some((s) => 'melting' in s)],
  ['Rigid bodies', (_, { obstacles = [] }) => obstacles.some((o) => 'rigid' in o)],
];

function breaks(s: Substance): boolean {
  return isSolid(s) && ('strength' in s || ['glass', 'stone', 'bread'].includes(`${s['preset']}`));
}

/** Papers whose figures scenes repeat, by how pages name them. */
const PAPERS: readonly (readonly [RegExp, string])[] = [
  [/Miller and Pearce 1989/, 'Miller and Pearce 1989, Globular dynamics'],
  [/Desbrun and Cani 1996/, 'Desbrun and Cani 1996, Smoothed particles'],
  [/Desbrun and Cani 1999/, 'Desbrun and Cani 1999, Space-time adaptive simulation'],
  [/Paiva and others 2009/, 'Paiva and others 2009, Particle-based viscoplastic fluid/solid simulation'],
  [/AW09|Adams and Wicke 2009/, 'Adams and Wicke 2009, Meshless approximation methods'],
];

function entryOf(name: string): Entry {
  const folder = join(SCENES, name);
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  const scene = parse(readFileSync(join(folder, 'scene.json'), 'utf8')) as SceneLike;
  const [, title = name] = /^# (.*)$/m.exec(page) ?? [];
  const first = (page.split('\n\n')[1] ?? '').replaceAll('\n', ' ');
  const all = Object.values(scene.substances);
  return {
    ...{ name, title, summary: /^.*?\.(?= |$)/.exec(first)?.[0] ?? first },
    kinds: KINDS.filter(([, is]) => is(all, scene)).map(([kind]) => kind),
    paper: PAPERS.find(([known]) => known.test(page))?.[1],
    moves: existsSync(join(folder, 'loop.webp')),
  };
}

/** The headings of the page, each with its scenes. Nothing is left out: what is of no kind stands last. */
function sectionsOf(entries: readonly Entry[]): (readonly [string, readonly Entry[]])[] {
  const kinds = KINDS.map(([kind]) => [kind, entries.filter((entry) => entry.kinds[0] === kind)] as const);
  return [...kinds, ['Others', entries.filter(({ kinds: own }) => own.length === 0)] as const].filter(
    ([, all]) => all.length > 0,
  );
}

function papersOf(entries: readonly Entry[]): (readonly [string, readonly Entry[]])[] {
  return PAPERS.map(([, paper]) => [paper, entries.filter((entry) => entry.paper === paper)] as const).filter(
    ([, all]) => all.length > 0,
  );
}

const picture = ({ name, moves }: Entry): string => `${name}/${moves ? 'loop.webp' : 'thumbnail.png'}`;

function markdown(entries: readonly Entry[]): string {
  const cell = (entry: Entry): string =>
    `[![${entry.title}](${picture(entry)})](${entry.name})<br>[${entry.title}](${entry.name})`;
  const table = (all: readonly Entry[]): string => {
    const rows = Array.from({ length: Math.ceil(all.length / 3) }, (_, k) => all.slice(3 * k, 3 * k + 3));
    const line = (row: readonly Entry[]): string =>
      `| ${[0, 1, 2].map((k) => (row[k] ? cell(row[k]) : '')).join(' | ')} |`;
    return ['| | | |', '|---|---|---|', ...rows.map(line)].join('\n');
  };
  const parts = sectionsOf(entries).map(([kind, all]) => `## ${kind}\n\n${table(all)}`);
  const papers = papersOf(entries).map(
    ([paper, all]) => `- **${paper}**: ${all.map(({ name }) => `[${name}](${name})`).join(',\n  ')}`,
  );
  return `${[
    '# The gallery',
    `${entries.length} scenes, each in a folder with its settings, a page about it and a picture that the program has drawn.\n\`npx thixo make scenes/NAME\` makes the video. The same with larger pictures: [gallery.html](gallery.html). Both are written by \`tsx tools/write-gallery.ts\`.`,
    ...parts,
    `## By paper\n\n${papers.join('\n')}`,
  ].join('\n\n')}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#14171b;color:#e8eaed}
main{max-width:1500px;margin:0 auto;padding:24px}h1{font-size:40px;margin:16px 0}h2{margin:48px 0 16px}a{color:inherit}
.scenes{display:grid;grid-template-columns:repeat(auto-fill,minmax(340px,1fr));gap:20px}
figure{margin:0;background:#1e2227;border-radius:10px;overflow:hidden}img{width:100%;aspect-ratio:16/9;object-fit:cover;display:block}
figcaption{padding:10px 14px 14px}figcaption b{display:block}figcaption span{color:#aab0b7;font-size:14px}nav a{margin-right:16px}`;

function html(entries: readonly Entry[]): string {
  const figure = (entry: Entry): string =>
    `<figure><a href="${entry.name}/README.md"><img loading="lazy" src="${picture(entry)}" alt="${escaped(entry.title)}"></a><figcaption><b>${escaped(entry.title)}</b><span>${escaped(entry.summary)}</span></figcaption></figure>`;
  const section =
    (id: string) =>
    ([title, all]: readonly [string, readonly Entry[]], k: number): string =>
      `<h2 id="${id}${k}">${escaped(title)}</h2>\n<div class="scenes">\n${all.map(figure).join('\n')}\n</div>`;
  const links = (id: string, all: readonly (readonly [string, unknown])[]): string =>
    `<nav>${all.map(([title], k) => `<a href="#${id}${k}">${escaped(title)}</a>`).join('')}</nav>`;
  const [kinds, papers] = [sectionsOf(entries), papersOf(entries)];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Thixo: the gallery</title>
<style>${STYLE}</style></head>
<body><main>
<h1>Thixo</h1>
<p>${entries.length} scenes. By substance, then by paper.</p>
${links('k', kinds)}
${links('p', papers)}
${kinds.map(section('k')).join('\n')}
${papers.map(section('p')).join('\n')}
</main></body>
</html>
`;
}

/** The pages as they should be, by path. */
export function galleryPages(): ReadonlyMap<string, string> {
  const names = readdirSync(SCENES).filter((name) =>
    ['scene.json', 'README.md', 'thumbnail.png'].every((file) => existsSync(join(SCENES, name, file))),
  );
  const entries = names.sort().map(entryOf);
  return new Map([
    [join(SCENES, 'README.md'), markdown(entries)],
    [join(SCENES, 'gallery.html'), html(entries)],
  ]);
}

if (process.argv[1]?.endsWith('write-gallery.ts')) {
  const stale = [...galleryPages()].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  if (!process.argv.includes('--check')) for (const [path, text] of stale) writeFileSync(path, text);
  else if (stale.length > 0) {
    console.error(`write-gallery: ${stale.map(([path]) => path).join(', ')} is old; run tsx tools/write-gallery.ts`);
    process.exitCode = 1;
  }
}
