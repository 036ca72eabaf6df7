// npx tsx validation/compare-forms.ts: prints the tables of ADR 29 that compare forms of the viscous stress apart from the engine.

import { bending, prescribe, rotation, rounds, sawTooth, shearWave, spin, stretching } from './measure-forms.ts';
import { dot, FORMS, field, lattice } from './stress-forms.ts';

const show = (value: number): string => (Math.abs(value) < 5e-13 ? '0' : String(Number(value.toPrecision(3))));
const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

line([
  'form',
  'shear wave, 24 and 12',
  'saw-tooth',
  'stretching, 6 and 12 across',
  'rotation',
  'bending, 4 and 8',
  'spin after a step',
  'rounds, κ = 1, 100, 10⁴',
]);
line(Array.from({ length: 8 }, () => '---'));
for (const form of FORMS) {
  line([
    form,
    [24, 12].map((edge) => show(shearWave(form, edge))).join(', '),
    show(sawTooth(form)),
    [6, 12].map((across) => show(stretching(form, across))).join(', '),
    show(rotation(form, 8)),
    [4, 8].map((across) => show(bending(form, across))).join(', '),
    show(spin(form, 8, 1e4, 2e-3)),
    [1, 100, 1e4].map((kappa) => rounds(form, 6, kappa, 2e-3)).join(', '),
  ]);
}

console.log('\nPeer and others 2015, what one step leaves of a velocity:\n');
line(['ξ', 'shear wave, 24', 'shear wave, 12', 'stretching', 'rotation', 'rounds to 10⁻² and 10⁻⁴']);
line(Array.from({ length: 6 }, () => '---'));
for (const xi of [0, 0.5, 0.9]) {
  const left = (cloud: ReturnType<typeof lattice>, v: Float64Array, enough = 1e-6): number =>
      dot(prescribe(cloud, v, xi, enough).v, v) / dot(v, v),
    wave = (edge: number): number => {
      const cloud = lattice(edge, edge, true);
      return left(
        cloud,
        field(cloud, (_, y) => [Math.sin((2 * Math.PI * y) / edge), 0]),
      );
    },
    block = lattice(8, 16),
    stretched = field(block, (x, y) => [x, -y]);
  line([
    xi,
    show(wave(24)),
    show(wave(12)),
    show(left(block, stretched)),
    show(
      left(
        block,
        field(block, (x, y) => [-y, x]),
      ),
    ),
    [1e-2, 1e-4].map((enough) => prescribe(block, stretched, xi, enough).rounds).join(', '),
  ]);
}
