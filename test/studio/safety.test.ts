// Texts of strangers in every place that the page shows: none becomes a script, a request or a dialog.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { useVisitor, visitor } from './use-visitor.ts';
import { isLong, LUMP, untilFrame } from './visitor.ts';

const PAYLOADS: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'><iframe src=javascript:alert(1)>",
  'javascript:alert(1)',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<math><mtext></mtext><script>alert(1)</script>',
  '<input autofocus onfocus=alert(1)>',
  '<style>@import "http://evil.example/x.css"</style>',
  '<link rel=stylesheet href=http://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=http://evil.example">',
  '<object data=http://evil.example>',
  '<embed src=http://evil.example>',
  '<base href=http://evil.example>',
  '<form action=http://evil.example><input type=submit>',
  '{{constructor.constructor("alert(1)")()}}',
  `$\{alert(1)}`,
  '`;alert(1);//',
  '";alert(1);//',
  "';alert(1);//",
  '</textarea><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '<!--><script>alert(1)</script>',
  '<![CDATA[><script>alert(1)</script>]]>',
  '\u2028alert(1)\u2029',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<IMG SRC=`javascript:alert(1)`>',
  '<svg><animate onbegin=alert(1) attributeName=x>',
  '<img srcset="http://evil.example/x 1x">',
  'url(http://evil.example/x)',
  'expression(alert(1))',
  '#fff;background:url(http://evil.example/x)',
  '__proto__',
  'constructor',
  '\u202e<script>alert(1)</script>',
];

/** A scene whose every text is the payload: names, keys, notes, colors, files, and something wrong for the list of problems. */
function sceneWith(payload: string, k: number): string {
  const name = payload.slice(0, 60);
  return JSON.stringify({
    name,
    $schema: payload,
    duration: 1,
    substances: { [name]: { preset: 'honey' } },
    bodies: [
      {
        substance: name,
        shape: { box: { min: [-0.1, 0.05, -0.1], max: [0.1, 0.25, 0.1] } },
        spacing: 0.05,
        [payload]: payload,
      },
      { substance: payload, shape: { mesh: { file: payload } }, spacing: 0.05 },
    ],
    obstacles: [{ shape: { mesh: { file: `${payload}.obj` } } }, { shape: { [payload]: {} } }],
    changes: [{ time: 0.1, set: { [`/${payload}`]: payload } }],
    look: { colors: [payload], colorBy: payload },
    'x-note': payload,
    'x-muted': [{ list: payload, item: { from: 0, name: payload } }],
    [markOf(k)]: 1,
  });
}

/** A scene that runs, with the payload wherever names are free. */
function runningWith(payload: string, k: number): string {
  const name = payload.slice(0, 60);
  return JSON.stringify({
    name: `${markOf(k)} ${name}`,
    duration: 1,
    substances: { [name]: { preset: 'honey' } },
    bodies: [{ substance: name, shape: { box: { min: [-0.1, 0.05, -0.1], max: [0.1, 0.25, 0.1] } }, spacing: 0.1 }],
    'x-note': { [payload]: payload },
    'x-muted': [
      { list: payload, item: { from: 0, name: payload } },
      { list: 'forces', item: { [payload]: { from: 0, to: 0.5 } } },
      { list: 'changes', item: { time: 0.2, set: { [`/${payload}`]: payload } } },
    ],
  });
}

/** Says which text is shown. */
const markOf = (k: number): string => `mark-${k}.`;

/** Replaces the text of the editor. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.editor-host .cm-content').press('Control+a');
  await page.keyboard.insertText(text);
}

/** Opens what is folded in the panel, and what is folded in that. */
async function unfold(page: Page): Promise<void> {
  for (let depth = 0; depth < 3; depth++)
    await page.evaluate(() => {
      const folds = document.querySelectorAll<HTMLElement>('.panel details:not([open], .more) > summary');
      for (const fold of folds) fold.click();
      return new Promise((done) => requestAnimationFrame(done));
    });
}

/** Elements that the page never makes, and attributes that run. */
function strangers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = document.querySelectorAll('script[src^="./assets/"], script[src^="/assets/"]').length,
      found = [...document.querySelectorAll('script, iframe, object, embed, base, math, video, form, body style')],
      links = ['href', 'src', 'action', 'formaction', 'data', 'style'],
      running = [...document.querySelectorAll('*')].filter((each) =>
        each
          .getAttributeNames()
          .some(
            (name) =>
              name.startsWith('on') || (links.includes(name) && /javascript:|evil/.test(each.getAttribute(name)!)),
          ),
      );
    return [...found.slice(own), ...running].map(({ outerHTML }) => outerHTML.slice(0, 100));
  });
}

useVisitor(isLong);

/** What a browser says of answers that are refused is no complaint of the page. */
const own = (complaints: readonly string[]): string[] => complaints.filter((each) => !/status of 40[34]/.test(each));

describe.runIf(isLong)('texts of strangers', { tags: 'long' }, () => {
  it('stay texts in every panel, in the editor, on the timeline and among the problems', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await page.click('.top [aria-label=Text]');
    const content = page.locator('.editor-host .cm-content');
    await content.waitFor();
    for (const [k, payload] of PAYLOADS.entries()) {
      // One page for all: the text is replaced as by pasting. What is wrong with it says that it was read.
      await write(page, sceneWith(payload, k));
      await page.click('#tab-problems');
      await page.waitForFunction((mark) => document.querySelector('.problems')?.textContent?.includes(mark), markOf(k));
      for (const tab of ['substance', 'scene', 'look']) {
        await page.click(`#tab-${tab}`);
        await unfold(page);
      }
      expect(own(complaints), payload).toEqual([]);
      expect(await strangers(page), payload).toEqual([]);
    }
    await page.context().close();
  }, 600_000);

  it('stay texts as names of scenes and substances, in strokes and notes of scenes that run', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' }),
      titles: string[] = [];
    await untilFrame(page, 0);
    await page.click('.top [aria-label=Text]');
    await page.locator('.editor-host .cm-content').waitFor();
    for (const [k, payload] of PAYLOADS.entries()) {
      await write(page, runningWith(payload, k));
      await page.waitForFunction(
        (mark) =>
          document.querySelector('.top h1')?.textContent?.startsWith(mark) ||
          /^\d+ problem/.test(document.querySelector('.status')?.textContent ?? ''),
        `${markOf(k)} `,
      );
      titles.push((await page.textContent('.top h1'))!);
      expect(own(complaints), payload).toEqual([]);
      expect(await strangers(page), payload).toEqual([]);
    }
    // Most of them are allowed as names, so they were shown.
    expect(titles.filter((title, k) => title.startsWith(markOf(k))).length).toBeGreaterThan(30);
    expect(titles).toContain(`${markOf(1)} ${PAYLOADS[1]}`);
    await page.context().close();
  }, 600_000);

  it('stay texts in the manifest and the name of a cache', async () => {
    const { bake } = await import('../../src/cache/bake.ts'),
      { loadScene } = await import('../../src/cache/scene-file.ts');
    const payload = '<img src=x onerror=alert(1)>',
      folder = join(visitor.folder, 'evil');
    mkdirSync(folder, { recursive: true });
    const scene = { name: payload, duration: 0.1, substances: { [payload]: { preset: 'honey' } } };
    writeFileSync(
      join(folder, 'scene.json'),
      JSON.stringify({
        ...scene,
        bodies: [{ substance: payload, shape: { box: { min: [0, 0, 0], max: [0.2, 0.2, 0.2] } }, spacing: 0.1 }],
      }),
    );
    const cache = join(visitor.folder, "<b onclick=alert(1)>'cache");
    await bake(await loadScene(folder), cache);
    const { url } = await visitor.open("<b onclick=alert(1)>'cache"),
      { page, complaints } = await visitor.visit(url);
    await untilFrame(page, 0);
    expect(await page.textContent('.top h1')).toContain('<img');
    await page.click('.top [aria-label=Gallery]');
    expect(await page.textContent('.caches')).toContain('<b onclick');
    expect(own(complaints)).toEqual([]);
    await page.context().close();
  });
});
