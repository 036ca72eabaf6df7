// Other programs read what we write: `npm run check:clients [-- --light] [-- --keep folder]`. One line per check; missing programs are
// installed from Debian's packages, with --light only small ones are asked and none is installed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENTS } from './clients.ts';
import { install } from './programs.ts';
import { writeSample } from './sample.ts';

const { values } = parseArgs({ options: { light: { type: 'boolean', default: false }, keep: { type: 'string' } } });

const asked = CLIENTS.filter(({ heavy }) => !(heavy && values.light));
const missing = asked.filter((client) => !client.isThere()).flatMap(({ debian }) => debian ?? []);
if (missing.length > 0 && !values.light) {
  console.log(`installing ${missing.join(', ')}`);
  const failure = install(missing);
  if (failure) console.error(`cannot install: ${failure}`);
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'thixo-clients-'));
const sample = await writeSample(folder);
let [passed, failed] = [0, 0];
for (const client of asked) {
  if (!client.isThere()) {
    const words = `${client.name}: not there; install ${client.debian}`;
    if (values.light) console.log(`skipped  ${words}`);
    else {
      console.log(`FAILED   ${words}`);
      failed++;
    }
    continue;
  }
  for (const [name, check] of Object.entries(client.checks)) {
    try {
      await check(sample);
      console.log(`passed   ${client.name}: ${name}`);
      passed++;
    } catch (error) {
      console.log(`FAILED   ${client.name}: ${name}\n         ${error instanceof Error ? error.message : error}`);
      failed++;
    }
  }
}
if (values.keep) console.log(`files are in ${folder}`);
else rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
