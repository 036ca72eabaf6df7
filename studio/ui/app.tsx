// The page: bar above, tools left, picture, settings right, time below.

import { useEffect, useRef, useState } from 'preact/hooks';
import { save, simulateCache } from '../actions.ts';
import { besideWork, branches, type Compared, compared, active as played } from '../branches.ts';
import { Client } from '../client.ts';
import { Companion } from '../companion.ts';
import { handleKey, type Parts, toggleDrawer } from '../keys.ts';
import { middleOf, movedShape } from '../model/move-shape.ts';
import { Pointer } from '../pointer.ts';
import type { CacheEntry } from '../server.ts';
import * as s from '../studio.ts';
import { Stage } from '../view/stage.ts';
import { Dialogs, type GalleryItem } from './dialogs.tsx';
import { Drawer } from './drawer.tsx';
import { Hints } from './hints.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Legend } from './legend.tsx';
import { changeTheme, More, themeIcon, themeLabel } from './more.tsx';
import { Panels } from './panels.tsx';
import { Timeline } from './timeline.tsx';

export const TOOLS: readonly (readonly [tool: s.Tool, icon: IconName, label: string])[] = [
  ['grab', 'hand-grab', 'Grab: pull the substance along'],
  ['push', 'circle-dot-dashed', 'Push: a ball that goes where you drag'],
  ['pour', 'droplet', 'Pour: more of it, here'],
  ['erase', 'eraser', 'Erase: take substance away'],
  ['heat', 'flame', 'Heat'],
  ['cool', 'snowflake', 'Cool'],
  ['obstacle', 'circle-plus', 'Obstacle: put a ball that stays'],
  ['cut', 'scissors', 'Cut: a wire along the view'],
  ['probe', 'crosshair', 'Probe: speed, density, temperature, viscosity'],
  ['measure', 'ruler', 'Measure: click two places'],
];

export function App({
  gallery,
  caches,
}: {
  readonly gallery: readonly GalleryItem[];
  readonly caches: readonly CacheEntry[];
}) {
  const canvas = useRef<HTMLCanvasElement>(null),
    [parts, setParts] = useState<Parts | undefined>(undefined),
    [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const stage = new Stage(canvas.current!),
      client = new Client(stage),
      pointer = new Pointer(stage, client),
      made = { stage, client, pointer };
    stage.controls.addEventListener('change', () => pointer.showMeasured());
    setParts(made);
    const fit = new ResizeObserver(([entry]) => stage.resize(entry!.contentRect.width, entry!.contentRect.height));
    fit.observe(canvas.current!.parentElement!);
    const onKey = (event: KeyboardEvent): void => handleKey(event, made);
    addEventListener('keydown', onKey);
    if (s.playing.peek()) client.play();
  }, []);
  useEffect(() => parts && setTheme(parts.stage), [parts, s.theme.value]);
  useEffect(() => parts?.stage.showFault(s.divergence.value?.position), [parts, s.divergence.value]);
  useEffect(() => {
    if (s.tool.value !== 'measure') parts?.pointer.forgetMeasured();
  }, [parts, s.tool.value]);
  useEffect(() => parts?.pointer.forgetMeasured(), [parts, s.doc.value]);
  const other = compared.value,
    name = s.scene.value?.name || s.doc.value.name;
  return (
    <div class={`studio${isOpen ? ' sheet-open' : ''}${s.drawer.value ? ' drawer-open' : ''}`}>
      <Bar toggleSheet={() => setOpen(!isOpen)} isOpen={isOpen} />
      <Tools />
      <main class="stage" aria-label="Picture">
        <div class="views">
          <div class="view">
            <canvas ref={canvas} tabIndex={0} aria-label={`${name}, simulated. Tool: ${s.tool.value}.`} />
            {other && <span class="view-name">{branchName() ?? name}</span>}
            <Distance />
            <Probed />
            {parts && <Arrows stage={parts.stage} />}
          </div>
          {parts && other && <Beside key={`${other.kind}${other.id}`} main={parts.stage} other={other} />}
        </div>
        <Attached />
        <Hints />
        <Legend stage={parts?.stage} />
        <Asking />
        <output class="status">{s.status.value}</output>
      </main>
      <Drawer />
      <Panels />
      {parts && <Timeline client={parts.client} />}
      <Dialogs gallery={gallery} caches={caches} parts={parts} />
    </div>
  );
}

/** The colors of the page for a picture. */
function setTheme(stage: Stage): void {
  const style = getComputedStyle(document.documentElement),
    color = (name: string): string => style.getPropertyValue(name).trim();
  stage.setTheme(color('--stage'), color('--grid'), s.theme.peek() === 'dark');
}

const branchName = (): string | undefined =>
  branches.value.length > 1 ? branches.value.find(({ id }) => id === played.value)?.name : undefined;

/** The shape that has the arrows; asked anew at every drag, because the arrows go from one obstacle to the next. */
const movedPath = (): (string | number)[] => ['obstacles', s.gizmo.peek() ?? -1, 'shape'];

/** Arrows at the obstacle that is being moved; a drag is one step to undo. */
function moveObstacle(stage: Stage): void {
  let shape: unknown;
  void stage.showGizmo(middleOf(s.valueNow(movedPath())), {
    onMove: (by) => {
      shape ??= s.valueNow(movedPath());
      s.setValue(movedPath(), movedShape(shape, by), `gizmo${s.gizmo.peek()}`);
    },
    onEnd: () => {
      shape = undefined;
      s.endGesture();
    },
  });
}

/** The arrows follow the obstacle, also through its changes in time. */
function Arrows({ stage }: { readonly stage: Stage }) {
  const isShown = s.gizmo.value !== undefined;
  useEffect(() => moveObstacle(stage), [stage, s.gizmo.value, s.value.value, isShown && s.frame.value]);
  return null;
}

/** A second picture, of another branch or of a cache. */
function Beside({ main, other }: { readonly main: Stage; readonly other: Compared }) {
  const canvas = useRef<HTMLCanvasElement>(null),
    [shown, show] = useState<Stage | undefined>(undefined);
  useEffect(() => {
    const stage = new Stage(canvas.current!),
      companion = new Companion(stage, main, other),
      fit = new ResizeObserver(([entry]) => stage.resize(entry!.contentRect.width, entry!.contentRect.height));
    fit.observe(canvas.current!.parentElement!);
    show(stage);
    return () => {
      fit.disconnect();
      companion.dispose();
    };
  }, []);
  useEffect(() => shown && setTheme(shown), [shown, s.theme.value]);
  return (
    <div class="view beside">
      <canvas ref={canvas} aria-label={`${other.name}, beside`} />
      <span class="view-name">
        {other.name}
        {besideWork.value && <small> {besideWork.value}</small>}
      </span>
      <button
        type="button"
        class="round"
        aria-label={`Stop watching ${other.name}`}
        onClick={() => {
          compared.value = undefined;
        }}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

/** The distance that was measured, at its middle. */
function Distance() {
  const found = s.measured.value;
  if (!found) return null;
  return (
    <output class="distance" style={{ left: `${found.x}px`, top: `${found.y}px` }}>
      {Number(found.distance.toPrecision(4))} m
    </output>
  );
}

/** That a cache is looked at, and whether it still grows. */
function Attached() {
  const cache = s.attached.value;
  if (!cache) return null;
  return (
    <p class="bubble attached">
      <span class={cache.isRunning ? 'dot running' : 'dot'} />
      {cache.frames} frames baked{cache.isRunning ? ', more are coming' : ''}
      <button type="button" class="small" onClick={simulateCache}>
        Simulate it live
      </button>
    </p>
  );
}

/** A button of the bar above; with words beside its icon where there is room. */
function TopButton({
  icon,
  label,
  title = label,
  hasWords = false,
  pressed,
  expanded,
  disabled,
  onClick,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly title?: string;
  readonly hasWords?: boolean;
  readonly pressed?: boolean;
  /** Of the button that opens the settings on narrow screens. */
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      class={`quiet${hasWords ? '' : ' only-icon'}${expanded === undefined ? '' : ' sheet-button'}`}
      aria-label={label}
      title={title}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {hasWords && <span>{label}</span>}
    </button>
  );
}

function Bar({ toggleSheet, isOpen }: { toggleSheet(): void; readonly isOpen: boolean }) {
  const open = (what: NonNullable<typeof s.overlay.value>) => () => {
    s.overlay.value = what;
  };
  return (
    <header class="top">
      <span class="mark" aria-hidden="true" />
      <h1>
        {s.scene.value?.name || s.doc.value.name}
        {s.isDirty.value && <span class="dirty" title="Not saved" aria-label="Not saved" role="img" />}
      </h1>
      <TopButton icon="layout-grid" label="Gallery" hasWords onClick={open('gallery')} />
      <span class="count-particles">{s.particles.value.toLocaleString('en')} particles</span>
      <div class="group-right">
        <TopButton
          icon="undo-2"
          label={`Undo ${s.undoable.value}`}
          title="Undo (Ctrl+Z)"
          disabled={!s.undoable.value}
          onClick={s.undo}
        />
        <TopButton
          icon="redo-2"
          label={`Redo ${s.redoable.value}`}
          title="Redo (Ctrl+Shift+Z)"
          disabled={!s.redoable.value}
          onClick={s.redo}
        />
        <span class="divider" />
        <TopButton
          icon="code"
          label="Text"
          title="Text of the scene (E)"
          hasWords
          pressed={s.drawer.value === 'editor'}
          onClick={() => toggleDrawer('editor')}
        />
        <TopButton
          icon="chart-line"
          label="Charts"
          title="Charts (C)"
          hasWords
          pressed={s.drawer.value === 'charts'}
          onClick={() => toggleDrawer('charts')}
        />
        <span class="divider" />
        <TopButton icon="share-2" label="Share" hasWords onClick={open('share')} />
        <TopButton icon="clapperboard" label="Make" title="Picture, video, files" hasWords onClick={open('make')} />
        <button type="button" class="primary" aria-label="Save" onClick={() => void save().catch(() => {})}>
          <Icon name="save" /> <span>Save</span>
        </button>
        <span class="divider" />
        <TopButton icon="keyboard" label="Keys (?)" onClick={open('keys')} />
        <TopButton icon={themeIcon()} label={themeLabel()} onClick={changeTheme} />
        <TopButton icon="sliders-horizontal" label="Settings" expanded={isOpen} onClick={toggleSheet} />
        <More />
      </div>
    </header>
  );
}

function Tools() {
  return (
    <nav class="tools" aria-label="Tools">
      {TOOLS.map(([tool, icon, label], k) => (
        <button
          key={tool}
          type="button"
          aria-label={label}
          aria-pressed={s.tool.value === tool}
          title={`${label} (${(k + 1) % 10})`}
          onClick={() => {
            s.tool.value = tool;
          }}
        >
          <Icon name={icon} />
        </button>
      ))}
      <label class="reach" title="Reach of the tool ([ and ])">
        <span class="hidden">Reach of the tool</span>
        <input
          type="range"
          min="0.01"
          max="0.25"
          step="0.005"
          value={s.reach.value}
          onInput={({ currentTarget }) => {
            s.reach.value = Number(currentTarget.value);
          }}
        />
      </label>
    </nav>
  );
}

function Probed() {
  const found = s.probed.value;
  if (!found) return null;
  return (
    <dl class="probed">
      {Object.entries(found).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <button
        type="button"
        aria-label="Close the probe"
        onClick={() => {
          s.probed.value = undefined;
        }}
      >
        <Icon name="x" />
      </button>
    </dl>
  );
}

/** A scene from a link waits until a person wants it. */
function Asking() {
  if (s.mayRun.value) return null;
  return (
    <div class="asking">
      <p>{s.linkFault.value || 'This scene came with a link. It runs in this page only.'}</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          s.mayRun.value = true;
        }}
      >
        <Icon name="play" /> {s.linkFault.value ? 'Begin with honey' : 'Run it'}
      </button>
    </div>
  );
}
