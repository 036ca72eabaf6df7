// V38: a cantilever sags under its weight as the beam theory of Timoshenko says. [card §14, V38]
// The held layer has its centers at z = 0; the beam ends half a spacing beyond the last centers.

import { type Check, defineCase, unjudged, withinPart } from '../case.ts';
import { type Bar, restBar } from '../elastic-bar.ts';

export const v38 = defineCase({
  number: 38,
  title: 'Cantilever',
  proves: 'A beam that is held at one end sags as beam theory says.',
  remark:
    'Differences over a support of 1.8 bend 15 % too far (X35); use moving least squares, or a support of 1.5 with differences.',
  parameters: {
    across: { value: 4, meaning: 'particles across the beam' },
    slenderness: { value: 5, meaning: 'length over width' },
    weight: { value: 0.02, meaning: 'gravity, m/s²: the beam sags by a fiftieth of its length' },
  },
  resolution: { parameter: 'across', values: [3, 4, 6], label: 'across' },
  async run({ across, slenderness, weight }): Promise<Check[]> {
    const spacing = 0.4 / across,
      along = slenderness * across + 1,
      E = 1e5,
      nu = 0.3,
      bar = {
        across,
        along,
        spacing,
        youngsModulus: E,
        poissonsRatio: nu,
        frameRate: 10,
        gravity: [weight, 0, 0] as const,
      },
      more = { massDamping: 1.2, stressDamping: 50 },
      expected = sag(E, nu, 0.4, (along - 0.5) * spacing, (along - 1) * spacing, 1000 * weight);
    const measured = async (gradient: Bar['gradient'], support: number) => {
      const { place } = await restBar({ ...bar, gradient, support, more }, 120);
      let sum = 0;
      for (let j = 0; j < across; j++) for (let i = 0; i < across; i++) sum += place(i, j, along - 1)[0] - i * spacing;
      return sum / (across * across);
    };
    const checks = [
      withinPart(
        'moving least squares, support 1.8: sag over theory',
        (await measured('mls', 1.8)) / expected,
        1,
        0.05,
      ),
      withinPart('differences, support 1.5: sag over theory', (await measured('differences', 1.5)) / expected, 1, 0.05),
    ];
    return across < 4 ? checks.map(unjudged) : checks;
  },
});

/** Sag at z of a beam of square section b and length l under ρg (N/m³), held at z = 0. κ of Cowper. */
function sag(E: number, nu: number, b: number, l: number, z: number, load: number): number {
  const A = b * b,
    I = b ** 4 / 12,
    q = load * A,
    G = E / (2 * (1 + nu)),
    kappa = (10 * (1 + nu)) / (12 + 11 * nu);
  return (q * z * z * (6 * l * l - 4 * l * z + z * z)) / (24 * E * I) + (q * (l * z - 0.5 * z * z)) / (kappa * G * A);
}
