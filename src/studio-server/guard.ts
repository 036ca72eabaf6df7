// Who may talk to the studio: the page that this server has sent, and nobody else. A foreign site, a rebound name and a guessed
// address all end here, before any route is looked at.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The header in which the page shows the token of the printed address. */
export const TOKEN_HEADER = 'x-thixo-token';

/** What a request is compared with. */
export interface Door {
  readonly port: number;
  readonly token: string;
}

/** Names under which a browser of this machine may know the server. */
const HOSTS = ['127.0.0.1', 'localhost'];

/** Whether a request may be answered at all; with `secret`, whether it also has the token. */
export function mayEnter(headers: IncomingHttpHeaders, { port, token }: Door, secret: boolean): boolean {
  const hosts = HOSTS.map((host) => `${host}:${port}`),
    { host = '', origin } = headers;
  if (!hosts.includes(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  if (!secret) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return isSame(headers[TOKEN_HEADER], token);
}

function isSame(given: string | string[] | undefined, token: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
