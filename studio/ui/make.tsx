// What can be made of a scene: a picture, a video of the page, and everything that the server bakes.

import { useEffect, useRef, useState } from 'preact/hooks';
import { download, save, takePicture } from '../actions.ts';
import type { Parts } from '../keys.ts';
import * as server from '../server.ts';
import * as s from '../studio.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { Typed } from './typed.tsx';

/** What the server makes: names of formats and what they are. */
const FORMATS: readonly (readonly [format: string, label: string])[] = [
  ['video', 'Video, as `thixo make`'],
  ['gltf', 'glTF, animated (.glb)'],
  ['usda', 'USD, animated (.usda)'],
  ['pc2', 'Point cache for Blender (.pc2)'],
  ['obj', 'OBJ meshes'],
  ['ply', 'PLY meshes'],
  ['stl', 'STL meshes'],
  ['vtk', 'VTK for ParaView'],
  ['pov', 'POV-Ray'],
];

const SIZES: readonly (readonly [width: number, height: number])[] = [
  [640, 360],
  [960, 540],
  [1280, 720],
  [1920, 1080],
];

export function Make({ parts }: { readonly parts: Parts | undefined }) {
  return (
    <Dialog title="Make">
      {parts && <PageVideo parts={parts} />}
      <Bake />
    </Dialog>
  );
}

/** From the picture as it is: a still, or a video of simulated frames. */
function PageVideo({ parts: { stage, client } }: { readonly parts: Parts }) {
  const [first, setFirst] = useState(0),
    [last, setLast] = useState(Math.max(1, s.simulated.value)),
    [size, setSize] = useState(1),
    [kind, setKind] = useState<'webm' | 'mp4'>('webm'),
    [done, setDone] = useState<number | undefined>(undefined),
    [words, say] = useState(''),
    stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const record = async (): Promise<void> => {
    stop.current = new AbortController();
    setDone(0);
    say('');
    try {
      const { recordVideo } = await import('../video/record-video.ts'),
        [width, height] = SIZES[size]!,
        scene = s.scene.peek(),
        frameRate = (scene?.frameRate ?? 25) * (scene?.output.speed ?? 1);
      const blob = await recordVideo(stage, client, {
        ...{ first, last, width, height, kind, frameRate, signal: stop.current.signal },
        onFrame: (now, all) => setDone(now / all),
      });
      download(blob, `${s.doc.peek().name}.${kind}`);
      say(`${last - first + 1} frames, ${(blob.size / 1e6).toFixed(1)} MB.`);
    } catch (error) {
      say((error as Error).message);
    }
    setDone(undefined);
  };
  return (
    <section>
      <h2>From this page</h2>
      <p class="muted">As you see it now, in the resolution that is simulated here.</p>
      <div class="choices">
        <Whole id="video-first" label="from frame" value={first} most={s.frameCount.value} onChange={setFirst} />
        <Whole id="video-last" label="to frame" value={last} most={s.frameCount.value} onChange={setLast} />
        <div>
          <label for="video-size">size</label>
          <select id="video-size" value={size} onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}>
            {SIZES.map(([width, height], k) => (
              <option key={width} value={k}>
                {width} × {height}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label for="video-kind">file</label>
          <select
            id="video-kind"
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as 'webm' | 'mp4')}
          >
            <option value="webm">.webm</option>
            <option value="mp4">.mp4</option>
          </select>
        </div>
      </div>
      {done !== undefined && <progress value={done} max={1} aria-label="Progress of the video" />}
      <div class="actions">
        <output class="muted">{words}</output>
        <button type="button" onClick={() => void takePicture(stage)}>
          <Icon name="camera" /> Picture
        </button>
        {done === undefined ? (
          <button
            type="button"
            disabled={last < first || !('VideoEncoder' in window)}
            title={'VideoEncoder' in window ? undefined : 'This browser cannot encode videos.'}
            onClick={() => void record()}
          >
            <Icon name="film" /> Record video
          </button>
        ) : (
          <button type="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        )}
      </div>
    </section>
  );
}

function Whole({
  id,
  label,
  value,
  most,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly most: number;
  onChange(next: number): void;
}) {
  return (
    <div>
      <label for={id}>{label}</label>
      <Typed
        id={id}
        inputMode="numeric"
        value={String(value)}
        onTaken={(typed) => {
          const next = Math.round(Number(typed));
          if (Number.isFinite(next)) onChange(Math.min(Math.max(0, next), most));
        }}
      />
    </div>
  );
}

/** What the stages of a bake do, for people. */
const STAGES: Readonly<Record<string, string>> = {
  ...{ run: 'Simulating', mesh: 'Finding the surfaces', render: 'Drawing', export: 'Exporting', write: 'Writing' },
};

/** At full quality, by the server. */
function Bake() {
  const [lines, setLines] = useState<readonly string[]>([]),
    [done, setDone] = useState(0),
    [format, setFormat] = useState('video'),
    [isWorking, setWorking] = useState(false),
    stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const note = (line: string): void => setLines((before) => [...before.slice(-5), line]);
  const hear = (event: Record<string, unknown>): void => {
    if (event.event === 'frame') setDone(Number(event.frame) / (s.frameCount.peek() + 1));
    if (event.event === 'start' && event.stage) {
      setDone(0);
      note(`${STAGES[String(event.stage)] ?? event.stage} …`);
    }
    if (event.event === 'made') note(event.outcome === 'done' ? `Made ${event.output}` : `Stopped: ${event.outcome}`);
    if (event.event === 'failed') for (const p of event.problems as { message: string }[]) note(p.message);
  };
  const start = async (preview: boolean): Promise<void> => {
    stop.current = new AbortController();
    setLines([]);
    setWorking(true);
    try {
      await save();
      await server.bakeScene(s.doc.peek().id!, { preview, format }, hear, stop.current.signal);
    } catch (error) {
      note((error as Error).message);
    }
    setWorking(false);
  };
  const isAble = server.hasServer && s.doc.value.cache === undefined;
  return (
    <section>
      <h2>At full quality</h2>
      <p class="muted">
        Simulates, meshes and writes on all cores, as the command line does. The scene is saved first
        {s.doc.value.place ? ` (${s.doc.value.place})` : ''}.
      </p>
      {!server.hasServer && (
        <p class="wrong">
          This page has no server. Save the scene, then run <code>npx thixo make scene.json</code>.
        </p>
      )}
      <div class="choices">
        <div>
          <label for="bake-format">what</label>
          <select id="bake-format" value={format} onChange={({ currentTarget }) => setFormat(currentTarget.value)}>
            {FORMATS.map(([name, label]) => (
              <option key={name} value={name}>
                {label.replaceAll('`', '')}
              </option>
            ))}
          </select>
        </div>
      </div>
      {isWorking && <progress value={done} max={1} aria-label="Progress of the bake" />}
      <output class="log">
        {lines.map((line, k) => (
          <span key={k}>{line}</span>
        ))}
      </output>
      <div class="actions">
        {isWorking ? (
          <button type="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        ) : (
          <>
            <button type="button" disabled={!isAble} onClick={() => void start(true)}>
              Bake preview
            </button>
            <button type="button" class="primary" disabled={!isAble} onClick={() => void start(false)}>
              Bake full
            </button>
          </>
        )}
      </div>
    </section>
  );
}
