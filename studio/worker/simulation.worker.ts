// The worker in which the world lives. Between two frames it listens: whatever the page says takes effect at the next frame.

import type { FrameNumbers } from '../../src/frames/curves.ts';
import { ThixoError } from '../../src/problem.ts';
import { Pace } from '../../src/worker/pace.ts';
import { fieldsOf } from './fields.ts';
import type { FromSimulation, Opened, ToSimulation } from './protocol.ts';
import { Timeline } from './timeline.ts';
import { trustOwnScripts } from './trusted.ts';

trustOwnScripts();

/** Frames after which the page hears how far a rewound run is, ms. */
const TELL_EVERY = 200;

let timeline: Timeline | undefined;
let run = 0;
let playing = false;
let goal = 0;
let latest: Extract<ToSimulation, { say: 'update' }> | undefined;
let told = 0;
let running = false;
// A stroke begins with the frame after the one that is simulated: more of them ahead of the picture, and the hand would be late.
const pace = new Pace(1);
const inbox: ToSimulation[] = [];

const post = (message: FromSimulation, transfer: Transferable[] = []): void => postMessage(message, { transfer });

addEventListener('message', ({ data }: MessageEvent<ToSimulation>) => {
  if (data.say === 'drawn') pace.taken();
  else inbox.push(data);
  void loop();
});

/** Lets messages arrive. */
const breathe = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

async function loop(): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (;;) {
      while (inbox.length > 0) await handle(inbox.shift()!);
      await applyUpdate();
      if (!(await work())) break;
      await breathe();
    }
  } finally {
    running = false;
  }
}

async function handle(message: ToSimulation): Promise<void> {
  switch (message.say) {
    case 'open':
      return open(message);
    case 'update':
      latest = message;
      return;
    case 'play':
      playing = true;
      return;
    case 'pause':
      playing = false;
      goal = timeline?.frame ?? 0;
      return;
    case 'seek':
      playing = false;
      release();
      return seek(message.frame);
    case 'hold':
      timeline?.hold(message.stroke);
      return;
    case 'release':
      release();
  }
}

/** Ends the stroke that lasts. The page writes it into its text and sends that, with whatever else it has changed meanwhile. */
function release(): void {
  const stroke = timeline?.release();
  if (!stroke) return;
  latest = undefined;
  post({ say: 'stroke', run, stroke });
}

async function open({ run: number, written, preview, options }: Extract<ToSimulation, { say: 'open' }>): Promise<void> {
  run = number;
  timeline?.dispose();
  timeline = undefined;
  latest = undefined;
  goal = 0;
  pace.reset();
  await guarded(async () => {
    timeline = await Timeline.open(written, { ...options, preview });
    post({ say: 'opened', run, ...about() });
    tellNumbers({ min: 0, max: 0 });
    show(0);
  });
}

function about(): Opened {
  const { scene, warnings } = timeline!.world;
  return { scene, warnings, frameCount: timeline!.frameCount };
}

/** A changed scene: simulated to the present moment, while the page shows what it has. */
async function applyUpdate(): Promise<void> {
  const update = latest;
  if (!update || !timeline || timeline.isHeld) return;
  latest = undefined;
  const frame = Math.max(update.to ?? 0, goal, timeline.frame);
  await guarded(async () => {
    const valid = await timeline!.update(update.written);
    if (valid === undefined) return;
    post({ say: 'changed', run, valid, ...about() });
    goal = Math.min(frame, timeline!.frameCount);
    if (timeline!.frame === goal) show(0);
  });
}

async function seek(frame: number): Promise<void> {
  if (!timeline) return;
  goal = Math.min(Math.max(0, frame), timeline.frameCount);
  await guarded(async () => timeline!.rewind(goal));
  if (timeline.frame === goal) show(0);
}

/** One frame, if one is wanted; says whether there may be more to do. */
async function work(): Promise<boolean> {
  if (!timeline) return false;
  const isBehind = timeline.frame < goal;
  if (!playing && !isBehind) return false;
  if (timeline.frame >= timeline.frameCount) {
    if (playing) post({ say: 'ended', run });
    playing = false;
    return false;
  }
  if (!isBehind && pace.isFull) return false; // `drawn` wakes it
  const wait = isBehind ? 0 : pace.delay(interval());
  if (wait > 0) {
    await new Promise((done) => setTimeout(done, wait));
    if (inbox.length > 0) return true;
  }
  return simulate(isBehind);
}

/** From one frame to the next, ms: never faster than life; slow motion, as scenes of many frames a second are, at 30 frames a second. */
function interval(): number {
  const { frameRate } = timeline!.world.scene;
  return 1000 / Math.min(frameRate, frameRate > 60 ? 30 : 60);
}

async function simulate(isBehind: boolean): Promise<boolean> {
  const began = performance.now(),
    report = await guarded(async () => timeline!.advance());
  if (!report) return stop();
  if (!report.ok) {
    const finding = await timeline!.world.diagnose().catch(() => undefined);
    post({ say: 'diverged', run, frame: report.frame, problems: [finding ?? report.problem] });
    return stop();
  }
  tellNumbers(report.dt);
  const now = performance.now();
  pace.took(now - began, 1 / timeline!.world.scene.frameRate, interval());
  if (!isBehind || timeline!.frame === goal) show(pace.speed);
  else if (now - told > TELL_EVERY) {
    told = now;
    post({ say: 'working', run, frame: timeline!.frame, goal });
  }
  goal = Math.max(goal, playing ? timeline!.frame : 0);
  return true;
}

/** What the charts are drawn of. */
function tellNumbers(dt: FrameNumbers['dt']): void {
  const { frame, time, particles, mass, momentum, kineticEnergy, centerOfMass, ...rest } = timeline!.world.ledger(),
    { bounds, density, speedMax, temperature } = rest,
    totals = { frame, time, particles, mass, momentum, kineticEnergy, centerOfMass };
  post({ say: 'numbers', run, numbers: { ...totals, bounds, density, speedMax, temperature, dt } });
}

function stop(): false {
  playing = false;
  goal = timeline?.frame ?? 0;
  return false;
}

function show(shownPace: number): void {
  const { world, frame, simulated, ring } = timeline!,
    { fields, buffers } = fieldsOf(world.fields, world.scene.look.colorBy === 'pressure');
  pace.sent();
  const kept = ring.frames;
  post(
    { say: 'frame', run, frame, simulated, kept, fields, hash: world.hash(), pace: shownPace, bytes: ring.bytes },
    buffers,
  );
}

/** Does something; what is wrong with the scene goes to the page. */
async function guarded<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    const problems =
      error instanceof ThixoError
        ? error.problems
        : [
            {
              code: 'BUG' as never,
              severity: 'error' as const,
              pointer: '',
              message: String(error),
              hint: 'Please report this.',
            },
          ];
    post({ say: 'refused', run, problems });
    return undefined;
  }
}
