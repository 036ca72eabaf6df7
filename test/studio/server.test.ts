// The server of the studio: who may enter, what it sends, where it writes. Requests are written by hand, as an attacker would.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bake } from '../../src/cache/bake.ts';
import { loadScene } from '../../src/cache/scene-file.ts';
import { type Studio, startStudio } from '../../src/studio-server/start-studio.ts';

let folder: string;
let studio: Studio;
let token: string;
const SCENE = '{ "duration": 0.1 } // mine\n';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thixo-studio-test-'));
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  mkdirSync(join(folder, 'root'));
  writeFileSync(join(folder, 'site/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'site/assets/a.js'), '1');
  writeFileSync(join(folder, 'site/secret.key'), 'secret');
  writeFileSync(join(folder, 'outside.json'), 'secret');
  writeFileSync(join(folder, 'root/scene.json'), SCENE);
  const gallery = ['lava-mountain', 'honey-coil'].map((name) => ({
    ...{ name, folder: resolve('scenes', name), summary: name, companions: [] },
  }));
  studio = await startStudio({ root: join(folder, 'root'), open: 'scene.json', site: join(folder, 'site'), gallery });
  token = studio.url.split('#token=')[1]!;
});
afterAll(async () => {
  await studio.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** A request with headers of one's own; `path` is sent as it is. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body?: unknown): Promise<Answer> {
  return new Promise((done, reject) => {
    const to = { host: '127.0.0.1', port: studio.port, path, method, headers },
      sent = request(to, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          done({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        );
      });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const known = (): Record<string, string> => ({ 'x-thixo-token': token });
const json = (): Record<string, string> => ({ ...known(), 'content-type': 'application/json' });

describe('who may enter', () => {
  it('is on 127.0.0.1, with the token in the fragment of its address only', () => {
    expect(studio.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/);
  });

  it('sends the page isolated, and with a policy that allows nothing from elsewhere', async () => {
    const { status, headers } = await ask('/');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-inline|https?:|\*/);
  });

  it('refuses foreign hosts, origins and sites, and everything without the token', async () => {
    const own = `127.0.0.1:${studio.port}`;
    const refused: Record<string, string>[] = [
      ...[
        'evil.example',
        `evil.example:${studio.port}`,
        '127.0.0.1',
        `127.0.0.1:${studio.port + 1}`,
        `${own}.evil.example`,
      ].map((host) => ({ ...known(), host })),
      ...['http://evil.example', 'null', `https://${own}`, `http://localhost:${studio.port}`].map((origin) => ({
        ...known(),
        origin,
      })),
      ...['cross-site', 'same-site', 'none'].map((site) => ({ ...known(), 'sec-fetch-site': site })),
      {},
      { 'x-thixo-token': '' },
      { 'x-thixo-token': `${token}a` },
      { 'x-thixo-token': token.toLowerCase() },
      { cookie: `token=${token}`, authorization: `Bearer ${token}` },
    ];
    for (const headers of refused)
      expect((await ask('/api/session', headers)).status, JSON.stringify(headers)).toBe(403);
    expect((await ask(`/api/session?token=${token}`)).status).toBe(403);
    expect((await ask('/', { host: 'evil.example' })).status).toBe(403);
    const allowed: Record<string, string>[] = [{}, { origin: `http://${own}`, 'sec-fetch-site': 'same-origin' }];
    for (const headers of allowed) expect((await ask('/api/session', { ...known(), ...headers })).status).toBe(200);
  });

  it('does not know paths that lead elsewhere, however they are written', async () => {
    const ups = ['..', '%2e%2e', '.%2e', '..%00', '..;', '%252e%252e', '..%c0%af', '%c0%ae%c0%ae', '....'],
      slashes = ['/', '%2f', '\\', '%5c', '//'];
    const forms = ups.flatMap((up) => slashes.map((slash) => `/${up}${slash}outside.json`));
    const more = [
      '/secret.key',
      '/assets',
      '/assets/',
      '/assets/../secret.key',
      '//etc/passwd',
      '/etc/passwd',
      '/C:/x',
      '/.',
      '/..',
      '/assets/a.js/',
      '/index.html%00.js',
    ];
    const inApi = ['..', '%2e%2e', '..%2f..', '....', 'g-honey-coil%00', 'g-../../x', '%2e'].flatMap((id) => [
      `/api/scenes/${id}`,
      `/api/caches/${id}/manifest.ndjson`,
    ]);
    expect(forms.length + more.length + inApi.length).toBeGreaterThan(60);
    for (const path of [...forms, ...more, ...inApi]) expect((await ask(path, known())).status, path).toBe(404);
  });
});

describe('scenes', () => {
  const session = async () => JSON.parse((await ask('/api/session', known())).text);

  it('lists the gallery and what it was started with, by names that say nothing of the disk', async () => {
    const { opened, gallery } = await session();
    expect(gallery.map((scene: { name: string }) => scene.name)).toEqual(['lava-mountain', 'honey-coil']);
    expect(JSON.parse((await ask(`/api/scenes/${opened.scene}`, known())).text)).toMatchObject({
      text: SCENE,
      problems: [],
    });
    const { resolved, text } = JSON.parse((await ask('/api/scenes/g-lava-mountain', known())).text);
    expect(text).toContain('mountain.obj');
    expect(JSON.stringify(resolved)).not.toContain('mountain.obj'); // the mesh itself is there
  });

  it('saves below its folder, and never over what another program has written', async () => {
    const { opened } = await session(),
      path = `/api/scenes/${opened.scene}`,
      { sum } = JSON.parse((await ask(path, known())).text);
    const saved = await ask(path, json(), 'PUT', { text: '{ "duration": 0.2 }', sum });
    expect(saved.status).toBe(200);
    expect(readFileSync(join(folder, 'root/scene.json'), 'utf8')).toBe('{ "duration": 0.2 }');
    writeFileSync(join(folder, 'root/scene.json'), '{ "duration": 0.3 }');
    expect((await ask(path, json(), 'PUT', { text: '{}', sum: JSON.parse(saved.text).sum })).status).toBe(409);
    expect(readFileSync(join(folder, 'root/scene.json'), 'utf8')).toBe('{ "duration": 0.3 }');
  });

  it('copies a scene of the gallery with its files when it is saved', async () => {
    const { sum } = JSON.parse((await ask('/api/scenes/g-lava-mountain', known())).text),
      before = readFileSync('scenes/lava-mountain/scene.json', 'utf8');
    const { text } = await ask('/api/scenes/g-lava-mountain', json(), 'PUT', {
      text: before.replace(/"duration": [\d.]+/, '"duration": 0.5'),
      sum,
    });
    expect(JSON.parse(text).place).toBe(join('lava-mountain', 'scene.json'));
    expect((await loadScene(join(folder, 'root/lava-mountain'))).scene.duration).toBe(0.5);
    expect(readFileSync('scenes/lava-mountain/scene.json', 'utf8')).toBe(before);
  });

  it('makes new scenes in folders of their own', async () => {
    const make = () => ask('/api/scenes', json(), 'POST', { name: '../../Evil "Name"', text: '{}' });
    expect(JSON.parse((await make()).text).place).toBe(join('evil-name', 'scene.json'));
    expect(JSON.parse((await make()).text).place).toBe(join('evil-name-2', 'scene.json'));
  });

  it('takes its usual port, by which a browser knows what it has kept, and another one if that is taken', async () => {
    const site = join(folder, 'site'),
      root = join(folder, 'root'),
      usualPort = studio.port,
      second = await startStudio({ root, site, usualPort });
    expect(second.port).not.toBe(usualPort);
    const { port } = second;
    await second.close();
    const third = await startStudio({ root, site, usualPort: port });
    expect(third.port).toBe(port);
    await expect(startStudio({ root, site, port })).rejects.toThrow(`Port ${port}`);
    await third.close();
  });

  it('writes nothing through a link that leads out of its folder', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere/scene.json'), '{}');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'root/link'));
    const other = await startStudio({ root: join(folder, 'root'), open: 'link', site: join(folder, 'site') });
    const headers = { 'x-thixo-token': other.url.split('#token=')[1]! },
      url = `http://127.0.0.1:${other.port}/api`,
      { opened } = await (await fetch(`${url}/session`, { headers })).json(),
      { sum } = await (await fetch(`${url}/scenes/${opened.scene}`, { headers })).json();
    const saved = await fetch(`${url}/scenes/${opened.scene}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: '{"a":1}', sum }),
    });
    await other.close();
    expect(saved.status).toBe(403);
    expect(readFileSync(join(folder, 'elsewhere/scene.json'), 'utf8')).toBe('{}');
  });

  it('takes only JSON, and not too much of it', async () => {
    expect((await ask('/api/scenes', known(), 'POST', {})).status).toBe(415);
    expect((await ask('/api/scenes', json(), 'POST', [])).status).toBe(400);
    expect((await ask('/api/scenes', json(), 'POST', { name: 1 })).status).toBe(400);
    expect((await ask('/api/scenes', json(), 'DELETE')).status).toBe(405);
  });
});

describe('exports', () => {
  const TINY = JSON.stringify({
    duration: 0.04,
    substances: { goo: { stiffness: 1000 } },
    bodies: [{ substance: 'goo', shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } }, spacing: 0.1 }],
  });
  const create = async (name: string): Promise<string> =>
    JSON.parse((await ask('/api/scenes', json(), 'POST', { name, text: TINY })).text).id;
  const bakeAs = (id: string, format: unknown) =>
    ask(`/api/scenes/${id}/bake`, json(), 'POST', { preview: true, format });

  it('runs a scene and writes its frames as files of other programs, line by line', async () => {
    const id = await create('tiny'),
      { status, headers, text } = await bakeAs(id, 'ply');
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      made = lines.at(-1);
    expect(made).toMatchObject({ event: 'made', outcome: 'done', format: 'ply' });
    expect(lines.filter(({ event }) => event === 'frame').length).toBeGreaterThan(1);
    const files = readdirSync(join(folder, 'root', made.output)).filter((name) => name.endsWith('.ply'));
    expect(files.length).toBe(2);
    expect(readFileSync(join(folder, 'root', made.output, files[0]!)).toString('latin1', 0, 4)).toBe('ply\n');
  });

  it('refuses formats that it does not know, and scenes that are not saved, before anything is simulated', async () => {
    const id = await create('unmade');
    for (const format of ['exe', '', 'PLY', '__proto__', 'toString', '../ply', 5, null, ['ply']]) {
      const { status, text } = await bakeAs(id, format);
      expect([status, JSON.parse(text).error], String(format)).toEqual([400, expect.stringContaining('ply')]);
    }
    expect((await bakeAs('g-honey-coil', 'ply')).status).toBe(409);
    expect((await bakeAs('nothing', 'ply')).status).toBe(404);
    expect(existsSync(join(folder, 'root/out/unmade-preview'))).toBe(false);
  });
});

describe('caches', () => {
  it('sends the files of frames, says when there are more, and nothing else of the folder', async () => {
    const cache = join(folder, 'cache');
    await bake(await loadScene('scenes/drop-on-sphere', { preview: true }), cache, { frames: 1 });
    writeFileSync(join(cache, 'notes.txt'), 'secret');
    symlinkSync(join(folder, 'outside.json'), join(cache, 'frames/link.bin'));
    const other = await startStudio({ root: folder, open: 'cache', site: join(folder, 'site') });
    const headers = { 'x-thixo-token': other.url.split('#token=')[1]! },
      url = `http://127.0.0.1:${other.port}/api`,
      { opened } = await (await fetch(`${url}/session`, { headers })).json(),
      get = (name: string, more = {}) =>
        fetch(`${url}/caches/${opened.cache}/${name}`, { headers: { ...headers, ...more } });
    const manifest = await (await get('manifest.ndjson')).text();
    expect(manifest).toBe(readFileSync(join(cache, 'manifest.ndjson'), 'utf8'));
    const rest = await get('manifest.ndjson', { range: 'bytes=10-' });
    expect([rest.status, await rest.text()]).toEqual([206, manifest.slice(10)]);
    for (const name of ['notes.txt', 'frames/link.bin', 'run.lock', 'frames'])
      expect((await get(name)).status).toBe(404);
    const events = await get('events'),
      { value } = await events.body!.getReader().read();
    expect(JSON.parse(new TextDecoder().decode(value).replace('data: ', '')).bytes).toBe(Buffer.byteLength(manifest));
    await other.close();
  });
});
