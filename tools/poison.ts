// Lets the detective look at every poisoned scene of test/poison and counts how often it is right. `npm run poison`, `-- name` for some of them.

import { judge } from '../test/poison/judge.ts';
import { POISONED } from '../test/poison/scenes.ts';

const wanted = process.argv[2] ?? '',
  scenes = POISONED.filter(({ name }) => name.includes(wanted)),
  count = { right: 0, cured: 0, kept: 0 };
for (const scene of scenes) {
  const { name, said, right, cured, kept, frames } = await judge(scene);
  count.right += Number(right);
  count.cured += Number(cured);
  count.kept += Number(kept);
  const fix = said?.fix ? `${said.fix.pointer} = ${JSON.stringify(said.fix.value).slice(0, 60)}` : 'no fix';
  console.log(
    `${right ? 'right' : 'WRONG'} ${cured ? 'cured' : 'NOT CURED'}  ${name}: ${said?.code ?? 'silent'} at ${said?.pointer ?? '-'} after ${frames} frames; ${fix}`,
  );
}
console.log(
  `${scenes.length} poisoned scenes: cause named in ${count.right}, run goes on with the fix in ${count.cured}, last good frame kept in ${count.kept}.`,
);
