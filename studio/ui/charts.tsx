// Charts of the run: the same curves as `thixo plot` draws, with what is under the pointer, and as CSV. Those of the run beside it are dashed.

import { useState } from 'preact/hooks';
import { niceRange, niceTicks } from '../../src/colors/nice-numbers.ts';
import { SUBSTANCE_COLORS } from '../../src/colors/substance-colors.ts';
import {
  type CurveGroup,
  type CurveRun,
  curveGroups,
  curvesCsv,
  type FrameNumbers,
  shortName,
} from '../../src/frames/curves.ts';
import { type Distribution, distributionOf, speedsOf } from '../../src/frames/distribution.ts';
import { download } from '../actions.ts';
import { active, branches, compared } from '../branches.ts';
import { beside, played } from '../numbers.ts';
import * as s from '../studio.ts';
import { Icon } from './icon.tsx';

/** Units of the drawings; they scale to the width of the drawer. */
const SIZE = { width: 360, height: 132, left: 46, right: 10, top: 8, bottom: 20 };
const PARTS = 32;

/** Curves need no more points than pixels. */
const MOST_POINTS = 360;

export function Charts() {
  void [played.version.value, beside.version.value];
  const runs = runsNow(),
    frames = runs.flatMap(({ lines }) => lines);
  if (frames.length < 2) return <p class="empty">Charts appear as soon as there are two frames.</p>;
  return (
    <div class="charts">
      {runs.length > 1 && (
        <p class="sentence">
          Solid: {runs[0]!.label}. Dashed: {runs[1]!.label}.
        </p>
      )}
      {curveGroups(frames).map((group) => (
        <Chart key={group.title} group={group} runs={runs} />
      ))}
      <Spread title="Density now, kg/m³" values={s.stageFields.value?.density} />
      <Spread title="Speed now, m/s" values={s.stageFields.value && speedsOf(s.stageFields.value.velocity)} />
      <button
        type="button"
        class="small"
        onClick={() => download(new Blob([curvesCsv(runs)], { type: 'text/csv' }), `${s.doc.peek().name}.csv`)}
      >
        <Icon name="download" /> CSV of all frames
      </button>
    </div>
  );
}

function runsNow(): CurveRun[] {
  const name = branches.value.length > 1 ? branches.value.find(({ id }) => id === active.value)?.name : undefined,
    runs = [{ label: name ?? s.doc.value.name, lines: played.all }],
    other = compared.value;
  return other && beside.all.length > 1 ? [...runs, { label: other.name, lines: beside.all }] : runs;
}

const number = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '–');

interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

function scaleOf(low: number, high: number, from: number, to: number, most: number): Scale {
  const at = (value: number): number => from + ((value - low) / (high - low)) * (to - from);
  return { at, ticks: niceTicks(low, high, most) };
}

function rangeOf(values: readonly number[], isClose: boolean): readonly [number, number] {
  const finite = values.filter(Number.isFinite),
    [low, high] = [Math.min(...finite), Math.max(...finite)];
  return isClose ? niceRange(low, high) : niceRange(Math.min(0, low), Math.max(0, high));
}

const thinned = (lines: readonly FrameNumbers[]): readonly FrameNumbers[] => {
  const step = Math.ceil(lines.length / MOST_POINTS);
  return step === 1 ? lines : lines.filter((_, k) => k % step === 0 || k === lines.length - 1);
};

function Chart({ group, runs }: { readonly group: CurveGroup; readonly runs: readonly CurveRun[] }) {
  const [pointed, point] = useState<number | undefined>(undefined),
    shown = runs.map(({ lines }) => thinned(lines)),
    values = shown.flatMap((lines) => lines.flatMap((line) => group.quantities.map(({ of }) => of(line)))),
    end = Math.max(...shown.flatMap((lines) => lines.map(({ time }) => time)), 1e-9),
    x = scaleOf(0, end, SIZE.left, SIZE.width - SIZE.right, 6),
    [low, high] = rangeOf(values, group.close === true),
    y = scaleOf(low, high, SIZE.height - SIZE.bottom, SIZE.top, 5);
  const time = pointed ?? s.time.value,
    here = nearest(runs[0]!.lines, time);
  return (
    <figure class="chart">
      <figcaption>
        <b>{group.title}</b>
        {group.quantities.map((quantity, k) => (
          <span key={quantity.name}>
            <i style={{ background: colorOf(k) }} />
            {group.quantities.length > 1 && `${shortName(quantity)} `}
            {here && number(quantity.of(here))}
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={`${group.title} over time`}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect(),
            place = ((event.clientX - left) / width) * SIZE.width;
          point(((place - SIZE.left) / (SIZE.width - SIZE.left - SIZE.right)) * end);
        }}
        onPointerLeave={() => point(undefined)}
      >
        <Axes x={x} y={y} />
        {shown.map((lines, r) =>
          group.quantities.map(({ name, of }, k) => (
            <polyline
              key={`${r}${name}`}
              class={r > 0 ? 'beside' : ''}
              points={pointsOf(lines, of, x, y)}
              stroke={colorOf(k)}
            />
          )),
        )}
        {here && (
          <line class="now" x1={x.at(here.time)} x2={x.at(here.time)} y1={SIZE.top} y2={SIZE.height - SIZE.bottom} />
        )}
      </svg>
    </figure>
  );
}

const colorOf = (k: number): string => SUBSTANCE_COLORS[k % SUBSTANCE_COLORS.length]!;

function pointsOf(lines: readonly FrameNumbers[], of: (line: FrameNumbers) => number, x: Scale, y: Scale): string {
  return lines
    .filter((line) => Number.isFinite(of(line)))
    .map((line) => `${x.at(line.time).toFixed(1)},${y.at(of(line)).toFixed(1)}`)
    .join(' ');
}

function nearest(lines: readonly FrameNumbers[], time: number): FrameNumbers | undefined {
  let best = lines[0];
  for (const line of lines) if (Math.abs(line.time - time) < Math.abs(best!.time - time)) best = line;
  return best;
}

function Axes({ x, y }: { readonly x: Scale; readonly y: Scale }) {
  return (
    <>
      {y.ticks.map((tick) => (
        <g key={`y${tick}`}>
          <line class="rule" x1={SIZE.left} x2={SIZE.width - SIZE.right} y1={y.at(tick)} y2={y.at(tick)} />
          <text x={SIZE.left - 6} y={y.at(tick) + 3} text-anchor="end">
            {number(tick)}
          </text>
        </g>
      ))}
      {x.ticks.map((tick) => (
        <text key={`x${tick}`} x={x.at(tick)} y={SIZE.height - 5} text-anchor="middle">
          {number(tick)}
        </text>
      ))}
    </>
  );
}

/** How many particles have which value, as columns. */
function Spread({ title, values }: { readonly title: string; readonly values: Float32Array | undefined }) {
  const [pointed, point] = useState<number | undefined>(undefined),
    spread = values && distributionOf(values, PARTS);
  if (!spread) return null;
  const x = scaleOf(spread.from, spread.to, SIZE.left, SIZE.width - SIZE.right, 6),
    y = scaleOf(0, niceRange(0, Math.max(...spread.shares))[1], SIZE.height - SIZE.bottom, SIZE.top, 4),
    width = (SIZE.width - SIZE.left - SIZE.right) / PARTS;
  return (
    <figure class="chart">
      <figcaption>
        <b>{title}</b>
        <span>{pointed === undefined ? 'share of particles' : shareText(spread, pointed)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={`${title}: share of particles`}>
        <Axes x={x} y={y} />
        {spread.shares.map((share, k) => (
          <rect
            key={k}
            x={SIZE.left + k * width}
            y={y.at(share)}
            width={width - 1}
            height={SIZE.height - SIZE.bottom - y.at(share)}
            fill={colorOf(0)}
            onPointerEnter={() => point(k)}
            onPointerLeave={() => point(undefined)}
          />
        ))}
      </svg>
    </figure>
  );
}

function shareText({ from, to, shares }: Distribution, k: number): string {
  const part = (to - from) / shares.length;
  return `${number(from + k * part)} to ${number(from + (k + 1) * part)}: ${number(100 * shares[k]!)} %`;
}
