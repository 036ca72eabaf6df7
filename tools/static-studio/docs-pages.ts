// The documentation as pages of HTML, for the static build of the studio.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';

/** Writes a page for every page of docs/, with its pictures; links between them work, others become plain text. */
export function writeDocsPages(from: string, to: string): number {
  const names = readdirSync(from).filter((name) => name.endsWith('.md'));
  mkdirSync(to, { recursive: true });
  cpSync(join(from, 'pictures'), join(to, 'pictures'), { recursive: true });
  cpSync(join(import.meta.dirname, 'docs.css'), join(to, 'docs.css'));
  const marked = new Marked({
    renderer: {
      link({ href, tokens }: Tokens.Link): string {
        const words = this.parser.parseInline(tokens),
          target = targetOf(href, names);
        return target === undefined ? words : `<a href="${escaped(target)}">${words}</a>`;
      },
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const id = text
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .trim()
          .replaceAll(/\s+/g, '-');
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => escaped(text),
    },
  });
  for (const name of names) {
    const text = readFileSync(join(from, name), 'utf8'),
      title = /^# (.*)$/m.exec(text)?.[1] ?? name;
    writeFileSync(join(to, pageOf(name)), page(title, marked.parse(text, { async: false })));
  }
  return names.length;
}

const pageOf = (name: string): string => (name === 'README.md' ? 'index.html' : name.replace(/\.md$/, '.html'));

/** Where a link leads in the build; undefined if nowhere. */
function targetOf(href: string, names: readonly string[]): string | undefined {
  if (/^https?:/.test(href)) return href;
  const [path = '', part] = href.split('#'),
    behind = part ? `#${part}` : '';
  if (path === '') return behind;
  return names.includes(path) ? `${pageOf(path)}${behind}` : undefined;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>${escaped(title)} · Thixo</title>
    <link rel="stylesheet" href="docs.css" />
  </head>
  <body>
    <nav><a href="../index.html">Studio</a> <a href="index.html">Documentation</a></nav>
    <main>
${body}
    </main>
  </body>
</html>
`;
