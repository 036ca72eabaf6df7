// Two projects in one run: `node`, and `browser` in a real Chromium when there is one. At most two workers, because the tests
// themselves start threads; forks, because a worker that waits on shared memory blocks its thread.

import { readdirSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { CHROMIUM, hasChromium, NO_CHROMIUM } from './test/helpers/chromium.ts';
import { LongestFirst } from './test/longest-first.ts';
import { TallyReporter } from './test/reporter.ts';

const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

const node: TestProjectInlineConfiguration = {
  test: { name: 'node', include: ['test/**/*.test.ts'], exclude: ['**/*.browser.test.ts'], pool: 'forks', ...patience },
};

const browser: TestProjectInlineConfiguration = {
  // Shared memory in the browser needs an isolated page.
  server: {
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
  test: {
    ...patience,
    name: 'browser',
    include: ['test/**/*.browser.test.ts'],
    globalSetup: ['test/three/baked-caches.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: CHROMIUM,
      }),
    },
  },
};

const leftOut = hasChromium
  ? []
  : readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.browser.test.ts'))
      .sort()
      .map((file) => ({ name: `[browser] test/${file}`, reason: NO_CHROMIUM }));

export default defineConfig({
  test: {
    projects: hasChromium ? [node, browser] : [node],
    reporters: ['default', new TallyReporter(leftOut)],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'fuzzed', description: 'draws its inputs; npm run fuzz runs these with new seeds' },
      { name: 'long', description: 'takes too long for npm test; npm run test:long and npm run test:studio run these' },
    ],
  },
});
