// The version of Thixo, from the package this file belongs to.

import { readFileSync } from 'node:fs';

/** The folder of the package, as a URL. */
export const PACKAGE_FOLDER = new URL('../../', import.meta.url);

/** The version of Thixo. */
export function version(): string {
  return (JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8')) as { version: string }).version;
}
