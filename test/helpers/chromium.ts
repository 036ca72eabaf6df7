// The browser that pages are tested in.

import { existsSync } from 'node:fs';

/** Where Chromium is, and how it is started. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Whether it is there. */
export const hasChromium = existsSync(CHROMIUM.executablePath);

/** Why tests in a browser are skipped without it. */
export const NO_CHROMIUM = `no Chromium at ${CHROMIUM.executablePath}: run \`npm run setup\`, or set CHROMIUM to its path`;
