// Installs what tests need beside Node: `npm run setup`. On Debian and Ubuntu everything, with tools/install-programs.sh. Elsewhere Chromium,
// with playwright, and it says what is left.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findFfmpeg } from '../src/render/video.ts';
import { runNode } from './run-node.ts';

if (existsSync('/usr/bin/apt-get')) {
  const { status } = spawnSync('bash', ['tools/install-programs.sh'], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
runNode('node_modules/playwright/cli.js', 'install', 'chromium');
if (!(await findFfmpeg())) console.log('ffmpeg is missing: install it for the tests of videos (https://ffmpeg.org).');
console.log(
  'The tests of exported files also use POV-Ray, and VTK and meshio for Python; without them they are skipped.',
);
