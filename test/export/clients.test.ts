// Programs that nobody here wrote read our files. `npm run check:clients` also asks the large ones, and installs what is missing.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { CLIENTS } from '../../tools/clients/clients.ts';
import { type Sample, writeSample } from '../../tools/clients/sample.ts';

let sample: Sample;
beforeAll(async () => {
  sample = await writeSample(mkdtempSync(join(tmpdir(), 'thixo-clients-')));
});
afterAll(() => rmSync(sample.folder, { recursive: true }));

for (const client of CLIENTS.filter(({ heavy }) => !heavy)) {
  const isThere = client.isThere();
  describe(client.name, () => {
    for (const [name, check] of Object.entries(client.checks)) {
      test(name, async (context) => {
        if (!isThere) context.skip(`no ${client.name}; install ${client.debian}`);
        await check(sample);
      });
    }
  });
}
