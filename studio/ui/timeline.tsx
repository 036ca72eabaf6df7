// The timeline: what is simulated, where one is, and the strokes as bars.

import { useRef } from 'preact/hooks';
import { active, branches, branchHere, compared, compareWith, removeBranch, switchTo } from '../branches.ts';
import type { Client } from '../client.ts';
import * as s from '../studio.ts';
import { Icon, type IconName } from './icon.tsx';

function Button({
  icon,
  label,
  onClick,
  pressed,
  disabled,
}: {
  icon: IconName;
  label: string;
  onClick(): void;
  pressed?: boolean;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      class="round"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Timeline({ client }: { readonly client: Client }) {
  const isPlaying = s.playing.value;
  return (
    <section class="timeline" aria-label="Time">
      <div class="transport">
        <Button icon="skip-back" label="Restart (R)" onClick={() => client.restart()} />
        <Button
          icon="step-back"
          label="One frame back (←)"
          onClick={() => client.seek(s.frame.value - 1)}
          disabled={s.frame.value === 0}
        />
        <button
          type="button"
          class="round play"
          aria-label={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
          title={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
          onClick={() => client.toggle()}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
        <Button icon="step-forward" label="One frame on (→)" onClick={() => client.seek(s.frame.value + 1)} />
        <Button
          icon="git-branch"
          label="Branch from this frame (B)"
          onClick={() => void branchHere()}
          disabled={s.doc.value.cache !== undefined}
        />
        <output class="clock" aria-label="Simulated time">
          <b>{s.time.value.toFixed(2)}</b> s
        </output>
      </div>
      <Track client={client} />
      <Pace />
    </section>
  );
}

function Track({ client }: { readonly client: Client }) {
  const track = useRef<HTMLDivElement>(null),
    count = Math.max(1, s.frameCount.value),
    rate = s.scene.value?.frameRate ?? 25,
    percent = (frame: number): string => `${Math.min(100, (100 * frame) / count)}%`;
  const seekTo = (clientX: number): void => {
    const { left, width } = track.current!.getBoundingClientRect();
    client.seek(((clientX - left) / width) * count);
  };
  const rows = rowsOf(s.bars.value);
  return (
    <div class="track-box">
      <div class="bars" style={{ '--rows': String(Math.max(1, rows.length)) }}>
        {rows.map((row, k) =>
          row.map((bar) => (
            <BarButton
              key={bar.key}
              bar={bar}
              left={percent(bar.from * rate)}
              width={`max(22px, ${(100 * (bar.to - bar.from) * rate) / count}%)`}
              top={`${k * 18}px`}
              framesOf={(pixels) => (pixels / (track.current?.clientWidth ?? 1)) * count}
            />
          )),
        )}
      </div>
      <div
        class="track"
        ref={track}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seekTo(event.clientX);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) seekTo(event.clientX);
        }}
      >
        <i class="simulated" style={{ width: percent(s.simulated.value) }} />
        {hasGaps(s.kept.value) &&
          s.kept.value.map((frame) => <i key={frame} class="kept" style={{ left: percent(frame) }} />)}
        {s.working.value && <i class="working" style={{ width: percent(s.working.value.frame) }} />}
        <input
          type="range"
          class="head"
          aria-label="Frame"
          aria-valuetext={`${s.time.value.toFixed(2)} s, frame ${s.frame.value} of ${count}`}
          min="0"
          max={count}
          value={s.frame.value}
          onInput={({ currentTarget }) => client.seek(Number(currentTarget.value))}
        />
        <i class="playhead" style={{ left: percent(s.frame.value) }} />
      </div>
      <Branches percent={percent} />
      <Selection />
    </div>
  );
}

interface BarProps {
  readonly bar: s.Bar;
  readonly left: string;
  readonly width: string;
  readonly top: string;
  framesOf(pixels: number): number;
}

/** A stroke on the timeline: a click selects it, a drag moves it in time. */
function BarButton({ bar, left, width, top, framesOf }: BarProps) {
  const grip = useRef<{ readonly x: number; moved: number } | undefined>(undefined),
    drags = useRef(0);
  return (
    <button
      type="button"
      class={`bar ${bar.list}${bar.isMuted ? ' muted' : ''}`}
      aria-pressed={s.selected.value === bar.key}
      title={`${bar.name}, ${bar.from.toFixed(2)} to ${bar.to.toFixed(2)} s${bar.isMuted ? ', muted' : ''}`}
      style={{ left, width, top }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: event.clientX, moved: 0 };
        drags.current++;
      }}
      onPointerMove={({ clientX }) => {
        if (!grip.current) return;
        const frames = Math.round(framesOf(clientX - grip.current.x)) - grip.current.moved;
        if (frames === 0) return;
        grip.current.moved += frames;
        s.moveBar(bar, frames, `bar${bar.key}${drags.current}`);
      }}
      onPointerUp={() => s.endGesture()}
      onClick={() => {
        const wasDragged = grip.current !== undefined && grip.current.moved !== 0;
        grip.current = undefined;
        if (!wasDragged) s.selected.value = s.selected.value === bar.key ? undefined : bar.key;
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (event.key === 'Delete') s.deleteBar(bar);
        else if (event.key === 'm') s.muteBar(bar);
        else if (by && event.altKey) {
          event.preventDefault();
          s.moveBar(bar, by);
        }
      }}
    >
      <span>{bar.name}</span>
    </button>
  );
}

/** A row for each branch; they share the playhead. */
function Branches({ percent }: { percent(frame: number): string }) {
  const all = branches.value;
  if (all.length < 2) return null;
  return (
    <ul class="branches" aria-label="Branches">
      {all.map(({ id, name, from }) => {
        const isActive = id === active.value,
          other = compared.value,
          isBeside = other?.kind === 'branch' && other.id === id;
        return (
          <li key={id} class={isActive ? 'active' : ''}>
            <i style={{ left: percent(from) }} />
            <button type="button" aria-pressed={isActive} onClick={() => switchTo(id)}>
              {name}
            </button>
            {!isActive && (
              <>
                <button
                  type="button"
                  aria-label={`Watch ${name} beside`}
                  title="Watch it beside"
                  aria-pressed={isBeside}
                  onClick={() => compareWith({ kind: 'branch', id, name })}
                >
                  <Icon name="columns-2" />
                </button>
                <button type="button" aria-label={`Forget ${name}`} title="Forget it" onClick={() => removeBranch(id)}>
                  <Icon name="x" />
                </button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Selection() {
  const bar = s.bars.value.find(({ key }) => key === s.selected.value);
  if (!bar) return null;
  return (
    <fieldset class="selection" aria-label={`Stroke ${bar.name}`}>
      <b>{bar.name}</b> {bar.from.toFixed(2)} – {bar.to.toFixed(2)} s
      <button type="button" class="small" onClick={() => s.muteBar(bar)}>
        <Icon name={bar.isMuted ? 'eye' : 'eye-off'} /> {bar.isMuted ? 'Unmute' : 'Mute'}
      </button>
      <button type="button" class="small danger" onClick={() => s.deleteBar(bar)}>
        <Icon name="trash-2" /> Delete
      </button>
    </fieldset>
  );
}

/** Whether saved states are far apart: then it is worth to show where they are. */
function hasGaps([first, second]: readonly number[]): boolean {
  return first !== undefined && second !== undefined && second - first > 2;
}

/** Bars that overlap come below each other. */
function rowsOf(bars: readonly s.Bar[]): s.Bar[][] {
  const rows: s.Bar[][] = [];
  for (const bar of [...bars].sort((a, b) => a.from - b.from)) {
    const row = rows.find((each) => each.at(-1)!.to < bar.from && each.at(-1)!.from < bar.from - 0.2);
    if (row) row.push(bar);
    else if (rows.length < 3) rows.push([bar]);
    else rows[2]!.push(bar);
  }
  return rows;
}

function Pace() {
  const pace = s.pace.value;
  return (
    <div class="pace">
      <output aria-label="Pace">
        {pace > 0 ? `${pace >= 10 ? pace.toFixed(0) : pace.toFixed(pace < 0.1 ? 2 : 1)} × real time` : ''}
      </output>
      <fieldset class="segments" aria-label="Resolution">
        <button
          type="button"
          aria-pressed={s.preview.value}
          title="Fewer, larger particles"
          onClick={() => {
            s.preview.value = true;
          }}
        >
          Preview
        </button>
        <button
          type="button"
          aria-pressed={!s.preview.value}
          title="As fine as the scene says"
          onClick={() => {
            s.preview.value = false;
          }}
        >
          Full
        </button>
      </fieldset>
    </div>
  );
}
