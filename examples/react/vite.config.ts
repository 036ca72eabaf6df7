import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  // Here preact stands in for React; in a project with React itself these two lines go away.
  resolve: { alias: { 'react-dom/client': 'preact/compat/client', react: 'preact/compat' } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022' },
});
