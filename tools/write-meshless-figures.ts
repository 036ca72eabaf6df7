// Draws the figures of docs/meshless.md: what approximations make of a function, and how their errors fall with the spacing.
// Run with `tsx tools/write-meshless-figures.ts`; takes seconds and gives the same bytes everywhere but for the last digits of sines.

import { mkdirSync, writeFileSync } from 'node:fs';
import { DifferenceGradients, MlsApproximation, type Samples, SphApproximation } from '../src/meshless/index.ts';
import { randomSigned } from '../src/random/random.ts';
import { drawFigure, type NamedCurve } from '../validation/figure.ts';

const FOLDER = new URL('../docs/pictures/meshless/', import.meta.url);
const SPACINGS = [10, 14, 20, 28, 40, 56];
/** Support radius over spacing. */
const SUPPORT = 2.7;

const wave = (x: number, y: number) => Math.sin(2 * x + 0.3) * Math.cos(3 * y);
const waveSlope = (x: number, y: number) => 2 * Math.cos(2 * x + 0.3) * Math.cos(3 * y);
const waveLaplacian = (x: number, y: number) => -13 * wave(x, y);

/** A square of samples, moved by chance by up to a quarter of their spacing. */
function square(across: number): { samples: Samples; values: Float64Array; inner: number[] } {
  const spacing = 1 / across,
    positions = new Float64Array(2 * across * across);
  for (let k = 0; k < positions.length; k++) {
    const cell = k % 2 === 0 ? ((k / 2) | 0) % across : Math.floor(((k / 2) | 0) / across);
    positions[k] = (cell + 0.5 + 0.25 * randomSigned(1, 0, k)) * spacing;
  }
  const place = (i: number) => [positions[2 * i]!, positions[2 * i + 1]!] as const,
    values = Float64Array.from({ length: across * across }, (_, i) => wave(...place(i))),
    inner = [...values.keys()].filter((i) => place(i).every((c) => c > 0.3 && c < 0.7));
  return { samples: { dimension: 2, positions, supportRadius: SUPPORT * spacing }, values, inner };
}

/** Root mean square over the inner samples. */
function rms(inner: readonly number[], error: (i: number) => number): number {
  return Math.sqrt(inner.reduce((sum, i) => sum + error(i) ** 2, 0) / inner.length);
}

type Approximate = (made: ReturnType<typeof square>) => (i: number) => number;

const placeOf = ({ positions }: Samples, i: number): [number, number] => [positions[2 * i]!, positions[2 * i + 1]!];

const mlsOf =
  (
    order: 0 | 1 | 2,
    part: (mls: MlsApproximation, values: Float64Array, place: [number, number]) => number,
  ): Approximate =>
  ({ samples, values }) => {
    const mls = new MlsApproximation(samples, { order });
    return (i) => part(mls, values, placeOf(samples, i));
  };

/** A figure of errors against spacing, one curve for each way to approximate. */
function errors(
  title: string,
  y: string,
  exact: (x: number, y: number) => number,
  ways: Record<string, Approximate>,
): string {
  const curves = Object.entries(ways).map(([name, approximate]): NamedCurve => {
    const points = SPACINGS.map((across) => {
      const made = square(across),
        found = approximate(made);
      return [1 / across, rms(made.inner, (i) => found(i) - exact(...placeOf(made.samples, i)))] as const;
    });
    const fall = Math.log(points[0]![1] / points.at(-1)![1]) / Math.log(points[0]![0] / points.at(-1)![0]);
    console.log(`${title}: ${name}, order ${fall.toFixed(2)}, ${points.map(([, e]) => e.toExponential(1)).join(' ')}`);
    return { name: `${name} (order ${fall.toFixed(1)})`, kind: 'simulated', points };
  });
  return drawFigure({ title, x: 'spacing, m', y, log: { x: true, y: true } }, curves);
}

mkdirSync(FOLDER, { recursive: true });
const write = (name: string, svg: string) => writeFileSync(new URL(`${name}.svg`, FOLDER), svg);

write(
  'values',
  errors('Error of the value', 'rms error', wave, {
    'SPH, eq. 3': ({ samples, values }) => {
      const sph = new SphApproximation(samples);
      return (i) => sph.value(values, placeOf(samples, i));
    },
    'Shepard = MLS of order 0': mlsOf(0, (mls, f, x) => mls.value(f, x)),
    'MLS of order 1': mlsOf(1, (mls, f, x) => mls.value(f, x)),
    'MLS of order 2': mlsOf(2, (mls, f, x) => mls.value(f, x)),
  }),
);

const sphGradient =
  (form: 'plain' | 'difference' | 'symmetric' | 'corrected'): Approximate =>
  ({ samples, values }) => {
    const sph = new SphApproximation(samples);
    return (i) => sph.gradient(values, i, form)[0]!;
  };
write(
  'gradients',
  errors('Error of gradients that are sums', 'rms error of ∂f/∂x, 1/m', waveSlope, {
    'SPH plain, eq. 9': sphGradient('plain'),
    'SPH symmetric, eq. 19': sphGradient('symmetric'),
    'SPH difference, eq. 13': sphGradient('difference'),
    'SPH corrected': sphGradient('corrected'),
  }),
);
write(
  'fitted-gradients',
  errors('Error of gradients that are fitted', 'rms error of ∂f/∂x, 1/m', waveSlope, {
    'SPH corrected': sphGradient('corrected'),
    'differences, eq. 37': ({ samples, values }) => {
      const gradients = new DifferenceGradients(samples);
      return (i) => gradients.gradient(values, i)[0]!;
    },
    'MLS of order 1, eq. 32': mlsOf(1, (mls, f, x) => mls.gradient(f, x)[0]!),
    'MLS of order 2, eq. 32': mlsOf(2, (mls, f, x) => mls.gradient(f, x)[0]!),
  }),
);

const sphLaplacian =
  (form: 'plain' | 'difference' | 'pairwise'): Approximate =>
  ({ samples, values }) => {
    const sph = new SphApproximation(samples);
    return (i) => sph.laplacian(values, i, form);
  };
write(
  'laplacians',
  errors('Error of the Laplacian', 'rms error of Δf, 1/m²', waveLaplacian, {
    'SPH plain, eq. 11': sphLaplacian('plain'),
    'SPH difference, eq. 15': sphLaplacian('difference'),
    'SPH pairwise': sphLaplacian('pairwise'),
    'MLS of order 2, eq. 34': mlsOf(2, (mls, f, x) => mls.laplacian(f, x)),
  }),
);

/** One function of one variable, irregular samples, and what is made of it between and beyond them. */
function line(): string {
  const positions = [0.02, 0.11, 0.17, 0.3, 0.36, 0.45, 0.57, 0.62, 0.74, 0.8, 0.93, 0.98],
    f = (x: number) => 0.6 + 0.4 * Math.sin(7 * x),
    values = positions.map(f),
    samples: Samples = { dimension: 1, positions, supportRadius: 0.22 },
    sph = new SphApproximation(samples),
    mls = new MlsApproximation(samples, { order: 1 }),
    along = Array.from({ length: 201 }, (_, k) => k / 200),
    curve = (name: string, kind: NamedCurve['kind'], of: (x: number) => number): NamedCurve => ({
      name,
      kind,
      points: along.map((x) => [x, of(x)] as const),
    });
  return drawFigure({ title: 'A function of one variable from twelve samples', x: 'x, m', y: 'f' }, [
    curve('f', 'theory', f),
    curve('SPH, eq. 3', 'simulated', (x) => sph.value(values, [x])),
    curve('Shepard', 'simulated', (x) => sph.shepard(values, [x])),
    curve('MLS of order 1', 'simulated', (x) => mls.value(values, [x])),
    { name: 'samples', kind: 'experiment', points: positions.map((x) => [x, f(x)] as const) },
  ]);
}
write('line', line());
