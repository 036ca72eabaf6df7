// The page: bar above, tools left, picture, settings right, time below.

import { useEffect, useRef, useState } from 'preact/hooks';
import { save, takePicture } from '../actions.ts';
import { Client } from '../client.ts';
import { handleKey } from '../keys.ts';
import { Pointer } from '../pointer.ts';
import * as s from '../studio.ts';
import { Stage } from '../view/stage.ts';
import { Dialogs, type GalleryItem } from './dialogs.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Legend } from './legend.tsx';
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
];

export function App({ gallery }: { readonly gallery: readonly GalleryItem[] }) {
  const canvas = useRef<HTMLCanvasElement>(null),
    [parts, setParts] = useState<{ stage: Stage; client: Client; pointer: Pointer } | undefined>(undefined),
    [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const stage = new Stage(canvas.current!),
      client = new Client(stage),
      made = { stage, client, pointer: new Pointer(stage, client) };
    setParts(made);
    const fit = new ResizeObserver(([entry]) => stage.resize(entry!.contentRect.width, entry!.contentRect.height));
    fit.observe(canvas.current!.parentElement!);
    const onKey = (event: KeyboardEvent): void => handleKey(event, made);
    addEventListener('keydown', onKey);
    if (s.playing.peek()) client.play();
  }, []);
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    parts?.stage.setTheme(
      style.getPropertyValue('--stage').trim(),
      style.getPropertyValue('--grid').trim(),
      s.theme.value === 'dark',
    );
  }, [parts, s.theme.value]);
  return (
    <div class={`studio${isOpen ? ' sheet-open' : ''}`}>
      <Bar stage={parts?.stage} toggleSheet={() => setOpen(!isOpen)} isOpen={isOpen} />
      <Tools />
      <main class="stage" aria-label="Picture">
        <canvas
          ref={canvas}
          tabIndex={0}
          aria-label={`${s.scene.value?.name || s.doc.value.name}, simulated. Tool: ${s.tool.value}.`}
        />
        <Hints />
        <Probed />
        <Legend stage={parts?.stage} />
        <Asking />
        <output class="status">{s.status.value}</output>
      </main>
      <Panels />
      {parts && <Timeline client={parts.client} />}
      <Dialogs gallery={gallery} />
    </div>
  );
}

function Bar({
  stage,
  toggleSheet,
  isOpen,
}: {
  readonly stage: Stage | undefined;
  toggleSheet(): void;
  readonly isOpen: boolean;
}) {
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
      <button type="button" class="quiet" aria-label="Gallery" onClick={open('gallery')}>
        <Icon name="layout-grid" /> <span>Gallery</span>
      </button>
      <span class="count-particles">{s.particles.value.toLocaleString('en')} particles</span>
      <div class="group-right">
        <button
          type="button"
          class="quiet only-icon"
          aria-label={`Undo ${s.undoable.value}`}
          title="Undo (Ctrl+Z)"
          disabled={!s.undoable.value}
          onClick={s.undo}
        >
          <Icon name="undo-2" />
        </button>
        <button
          type="button"
          class="quiet only-icon"
          aria-label={`Redo ${s.redoable.value}`}
          title="Redo (Ctrl+Shift+Z)"
          disabled={!s.redoable.value}
          onClick={s.redo}
        >
          <Icon name="redo-2" />
        </button>
        <span class="divider" />
        <button type="button" class="quiet" aria-label="Picture" onClick={() => stage && void takePicture(stage)}>
          <Icon name="camera" /> <span>Picture</span>
        </button>
        <button type="button" class="quiet" aria-label="Share" onClick={open('share')}>
          <Icon name="share-2" /> <span>Share</span>
        </button>
        <button type="button" class="quiet" aria-label="Bake" onClick={open('bake')}>
          <Icon name="clapperboard" /> <span>Bake</span>
        </button>
        <button type="button" class="primary" aria-label="Save" onClick={() => void save().catch(() => {})}>
          <Icon name="save" /> <span>Save</span>
        </button>
        <span class="divider" />
        <button type="button" class="quiet only-icon" aria-label="Keys (?)" title="Keys (?)" onClick={open('keys')}>
          <Icon name="keyboard" />
        </button>
        <button
          type="button"
          class="quiet only-icon"
          aria-label={s.theme.value === 'dark' ? 'Light colors' : 'Dark colors'}
          onClick={() => {
            s.theme.value = s.theme.value === 'dark' ? 'light' : 'dark';
          }}
        >
          <Icon name={s.theme.value === 'dark' ? 'sun' : 'moon'} />
        </button>
        <button
          type="button"
          class="quiet only-icon sheet-button"
          aria-label="Settings"
          aria-expanded={isOpen}
          onClick={toggleSheet}
        >
          <Icon name="sliders-horizontal" />
        </button>
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
          title={`${label} (${k + 1})`}
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

/** Each appears once, and only until it is done. */
function Hints() {
  const [done, setDone] = useState(false);
  if (done || s.frame.value === 0 || s.bars.value.length > 0 || s.doc.value.id !== undefined) return null;
  return (
    <p class="bubble">
      Pull it: drag the honey.
      <button type="button" aria-label="Dismiss" onClick={() => setDone(true)}>
        <Icon name="x" />
      </button>
    </p>
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
