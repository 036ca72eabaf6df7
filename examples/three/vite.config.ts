import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  publicDir: '../../out', // caches of `thixo run` are served from here
  appType: 'mpa', // what is not there is a 404, not a page
  build: { target: 'es2022', rollupOptions: { input: ['index.html', 'player.html', 'design.html', 'jelly.html'] } },
  // Optional: with these headers worlds and surfacers may use several threads.
  server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
});
