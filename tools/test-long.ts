// `npm run test:long`: the tests that take longer than `npm test` may, and all frames of the gallery instead of every 24th. Further arguments go to vitest.

import { spawnSync } from 'node:child_process';

const files = [
    ...['physics/validation', 'physics/gallery', 'physics/determinism', 'physics/elastic-cracks', 'cache/kill'],
    ...['physics/still-liquids', 'surface/pieces-of-scenes', 'ranks/ranks', 'ranks/run-on-ranks', 'farm/redis'],
  ].map((name) => `test/${name}.test.ts`),
  patience = ['--testTimeout', '7200000', '--hookTimeout', '7200000'];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', ...patience, ...files, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, LONG_TESTS: '1' },
  },
);
process.exitCode = status ?? 1;
