// The studio as a folder of static files for any web host: the built page, the engine, the documentation, and the scenes of the gallery with
// the content of the files that they name. Run with `npm run build:studio`; an argument names the folder, by default out/studio.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listGallery, missingFiles } from '../src/cli/gallery.ts';
import { Documents } from '../src/studio-server/documents.ts';
import { writeDocsPages } from './static-studio/docs-pages.ts';

/** Larger scenes are not worth the wait of a visitor. */
const MOST_BYTES = 1e6;

const folder = process.argv[2] ?? join('out', 'studio');
rmSync(folder, { recursive: true, force: true });
cpSync(join('dist', 'studio'), folder, { recursive: true });
cpSync(join('dist', 'wasm', 'thixo.wasm'), join(folder, 'thixo.wasm'));
cpSync(join('dist', 'threads', 'worker.js'), join(folder, 'worker.js'));
cpSync(join(import.meta.dirname, 'static-studio', 'isolate.js'), join(folder, 'isolate.js'));
writeDocsPages('docs', join(folder, 'docs'));
mkdirSync(join(folder, 'scenes'));
const documents = new Documents(
  '.',
  listGallery().map((scene) => ({ ...scene, companions: missingFiles(scene) })),
);
const gallery = documents.list().filter(({ id }) => {
  const { name, text, resolved, problems } = documents.read(id),
    file = JSON.stringify({ id, name, text, resolved, problems });
  if (file.length > MOST_BYTES) return false;
  writeFileSync(join(folder, 'scenes', `${id}.json`), file);
  return true;
});
writeFileSync(join(folder, 'gallery.json'), JSON.stringify(gallery));
console.log(
  `${folder}: put it on any web host. Over https it uses several threads: isolate.js adds the headers that they need.`,
);
