import { POISONED } from './scenes.ts';
import { World } from '../../src/index.ts';
import { withValue } from '../../src/pointer.ts';
const only = process.argv[2];
let right = 0, curedN = 0, n = 0;
for (const { name, scene, guilty, when } of POISONED) {
  if (only && !name.includes(only)) continue;
  n++;
  const t0 = performance.now();
  try {
    using world = await World.create(scene);
    const w = world.warnings.map((x) => `${x.code}@${x.pointer}${x.fix ? '+fix' : ''}`).join(' ');
    let out = 'ok', r, frames = 0;
    const warned = world.warnings.find((x) => guilty.test(x.pointer));
    while (frames < 40 && performance.now() - t0 < 8000 && when === 'run') { r = world.advance(); frames++; if (!r.ok) break; }
    const t1 = performance.now();
    let fix = warned?.fix, isRight = warned !== undefined;
    if (r && !r.ok) {
      const p = (await world.diagnose())!;
      fix = p.fix; isRight = guilty.test(p.pointer);
      out = `F${world.frame} ${p.symptom} first=${r.problem!.code}@${r.problem!.pointer} -> ${p.code}@${p.pointer} tried=${p.tried!.map((t) => `${t.pointer}=${JSON.stringify(t.value).slice(0, 40)}:${t.helped}`).join(' ')} dt=${((performance.now() - t1) / 1000).toFixed(1)}s`;
    } else if (when === 'run') isRight = false;
    let goes = '-';
    if (fix) {
      using again = await World.create(withValue(scene, fix.pointer, fix.value));
      goes = 'runs';
      const t2 = performance.now();
      for (let k = 0; k < 40 && performance.now() - t2 < 6000; k++) { const q = again.advance(); goes = `runs ${again.frame}`; if (!q.ok) { goes = `fails ${again.frame} ${q.problem!.code}`; break; } }
      if (when === 'start' && again.warnings.length) goes += ` warns ${again.warnings.map((x) => x.code)}`;
    }
    if (isRight) right++; if (goes.startsWith('runs')) curedN++;
    console.log(`${isRight ? 'RIGHT' : 'wrong'} ${goes} [${name}] warn=[${w}] ${out} fix=${JSON.stringify(fix)?.slice(0, 120)}`);
  } catch (e) { console.log(`THROW [${name}] ${(e as Error).stack}`); }
}
console.log(n, right, curedN);
