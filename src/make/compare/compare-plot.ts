// The picture of a comparison, like figures 9 and 10 of the paper: cost and particles of both runs over time, and the errors. [DC99 §7]

import { SUBSTANCE_COLORS } from '../../colors/substance-colors.ts';
import { plural, shortNumber } from '../numbers.ts';
import { type ComparedFrame, type Comparison, type Errors, type Pair, TARGETS } from './comparison.ts';
import { type Line, type Panel, svgChart } from './svg-chart.ts';

const [BLUE, ORANGE, GREEN, PINK, RUST] = SUBSTANCE_COLORS as readonly [string, string, string, string, string];

/** The SVG file of a comparison of the scene `title`. */
export function comparisonPlot(title: string, comparison: Comparison): string {
  const { frames, speedup, evaluationRatio } = comparison;
  const summary = [
    `${shortNumber(speedup)} times as fast`,
    `evaluations 1 : ${shortNumber(evaluationRatio)}`,
    plural(frames.length, 'frame'),
  ];
  return svgChart({
    title: `${title}: adaptive and standard`,
    subtitle: summary.join(', '),
    axis: 'simulated time, s',
    times: frames.map(({ time }) => time),
    panels: [
      both('CPU time of a frame, s', frames, ({ cpuSeconds }) => cpuSeconds),
      both('Particles', frames, ({ particles }) => particles),
      both('Force evaluations in a frame', frames, ({ evaluations }) => evaluations),
      errors(frames),
    ],
  });
}

function both(title: string, frames: readonly ComparedFrame[], pairOf: (frame: ComparedFrame) => Pair): Panel {
  const lines: readonly Line[] = [
    { label: 'standard', color: ORANGE, values: frames.map((frame) => pairOf(frame).standard), dashed: true },
    { label: 'adaptive', color: BLUE, values: frames.map((frame) => pairOf(frame).adaptive) },
  ];
  return { title, lines };
}

/** All errors in one panel, each over its target. */
function errors(frames: readonly ComparedFrame[]): Panel {
  const line = (label: string, color: string, key: keyof Errors): Line => ({
    label,
    color,
    values: frames.map((frame) => frame[key] / TARGETS[key]),
  });
  return {
    title: 'Errors over their targets of 2 %, 1 spacing, 1 %',
    lines: [
      line('center of mass', GREEN, 'centerOfMassError'),
      { ...line('profile', RUST, 'profileError'), dashed: true },
      line('volume', PINK, 'volumeError'),
    ],
    mark: { value: 1, label: 'target' },
  };
}
