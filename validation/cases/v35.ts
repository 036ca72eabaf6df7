// V35: a solid that is turned and moved as a whole has no strain and no energy. [card §14, V35; AW09 eq. 61, 72]

import { World } from '../../src/index.ts';
import { atMost, type Check, defineCase } from '../case.ts';
import { evaluateAt, solidBlock } from '../elastic-block.ts';

export const v35 = defineCase({
  number: 35,
  title: 'Rigid motion of a solid',
  proves: 'Turning and moving a body changes nothing in it.',
  parameters: {
    across: { value: 5, meaning: 'particles along each edge' },
    jitter: { value: 0.15, meaning: 'by which they are moved at most, over their spacing' },
    angles: { value: [0.3, 1, 2.1, 3], meaning: 'turns about an oblique axis, rad' },
  },
  async run({ across, jitter, angles }): Promise<Check[]> {
    const checks: Check[] = [];
    for (const gradient of ['mls', 'differences'] as const) {
      using world = await World.create(solidBlock({ across, jitter, gradient }), { threads: 1 });
      let strain = 0,
        energy = 0;
      for (const angle of angles) {
        const [c, s] = [Math.cos(angle), Math.sin(angle)],
          turned = evaluateAt(world, ([x, y, z]) => {
            const [u, v] = [0.6 * x + 0.8 * z, 0.8 * x - 0.6 * z]; // about (0.6, 0, 0.8)
            return [0.6 * u + 0.8 * (c * v - s * y) + 3, s * v + c * y - 2, 0.8 * u - 0.6 * (c * v - s * y) + 5];
          });
        strain = Math.max(strain, ...world.fields.get('strain')!);
        energy = Math.max(energy, turned.energy / (turned.modulus * turned.volume));
      }
      checks.push(atMost(`${gradient}: strain`, strain, 1e-12), atMost(`${gradient}: E over E V`, energy, 1e-20));
    }
    return checks;
  },
});
