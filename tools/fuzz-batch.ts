// Some of the numbered inputs of tools/fuzz-inputs.ts, in a process of their own. Prints the report as JSON; the file `place` always says
// which input is being read, in case the process does not survive it.
//   tsx tools/fuzz-batch.ts <place> <seed> <from> <count>

import { openSync, writeSync } from 'node:fs';
import { runFuzz } from '../test/helpers/fuzz-run.ts';
import { allTargets } from '../test/helpers/fuzz-targets.ts';

const [place, ...numbers] = process.argv.slice(2),
  [seed, from, count] = numbers.map(Number) as [number, number, number];
const targets = await allTargets(),
  file = openSync(place!, 'w');
const report = await runFuzz(targets, {
  seed,
  from,
  count,
  begin: (index) => writeSync(file, `${index}`.padStart(12), 0),
});
const failures = report.failures.map((failure) => ({ ...failure, bytes: [] })); // the number gives them back
process.stdout.write(JSON.stringify({ ...report, failures }));
