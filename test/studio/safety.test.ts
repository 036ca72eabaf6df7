// Texts of strangers in every place that the page shows: none becomes a script, a request or a dialog.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packText } from '../../studio/model/link.ts';
import { isLong, NO_STUDIO, untilFrame, Visitor } from './visitor.ts';

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
function sceneWith(payload: string): string {
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
  });
}

let visitor: Visitor;
beforeEach((context) => {
  if (NO_STUDIO) context.skip(NO_STUDIO);
});
beforeAll(async () => {
  if (!NO_STUDIO && isLong) visitor = await Visitor.start();
});
afterAll(() => visitor?.stop());

/** What a browser says of answers that are refused is no complaint of the page. */
const own = (complaints: readonly string[]): string[] => complaints.filter((each) => !/status of 40[34]/.test(each));

describe.runIf(isLong)('texts of strangers', () => {
  it('stay texts in every panel, in the editor, on the timeline and among the problems', async () => {
    const { url } = await visitor.serve(),
      base = url.split('#')[0]!,
      context = await visitor.context({ reducedMotion: 'reduce' });
    for (const payload of PAYLOADS) {
      const { page, complaints } = await visitor.visitIn(
        context,
        `${base}#scene=${await packText(sceneWith(payload))}`,
      );
      await page.click('.asking button');
      await page.click('#tab-problems');
      await page.waitForSelector('.problems li');
      for (const tab of ['substance', 'scene', 'look']) {
        await page.click(`#tab-${tab}`);
        for (const fold of await page.locator('.panel details:not([open]) > summary').all())
          await fold.click().catch(() => {});
      }
      await page.click('.top [aria-label=Text]');
      await page.waitForSelector('.editor-host .cm-content');
      expect(own(complaints), payload).toEqual([]);
      expect(
        await page.evaluate(() => document.querySelectorAll('script[src*=evil], iframe, object, embed').length),
      ).toBe(0);
      await page.close();
    }
    await context.close();
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
