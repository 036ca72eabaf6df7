// The browser that pages are tested in: the one in CHROMIUM, Debian's, or the one that playwright has installed.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const DEBIAN = '/usr/bin/chromium';

/** Where Chromium is, or should be, and how it is started. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? (existsSync(DEBIAN) ? DEBIAN : chromium.executablePath()),
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
export const NO_CHROMIUM = `no Chromium at ${CHROMIUM.executablePath}`;
