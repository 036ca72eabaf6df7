// `npm run test:studio`: all tests of the studio, also those that take longer than `npm test` may. Further arguments go to vitest.

import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'test/studio', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, LONG_TESTS: '1' } },
);
process.exitCode = status ?? 1;
