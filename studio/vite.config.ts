// Builds the page of the studio into dist/studio: static files that any web host can serve. `thixo studio` serves them too.

import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** The page loads the module and the worker of threads as files that the package has anyway: their text is not bundled again. */
const engineAsFiles: Plugin = {
  name: 'engine-as-files',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('src/wasm/inline.ts')) return "export const PACKED_MODULE = '';";
    return undefined;
  },
};

/** zod tries whether it may make functions of texts; the policy of the page forbids it, and browsers report even the try. */
const output = { intro: '(globalThis.__zod_globalConfig??={}).jitless=true;' };

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [engineAsFiles],
  json: { stringify: true },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es', plugins: () => [engineAsFiles], rolldownOptions: { output } },
  build: {
    outDir: resolve(import.meta.dirname, '../dist/studio'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
    rolldownOptions: { output },
  },
});
