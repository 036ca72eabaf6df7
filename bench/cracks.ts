// What cracks cost: the share of growing them in the time of steps, by a profile of the run itself, so that other work on the machine hardly
// disturbs it. `npm run bench -- --only cracks`.

import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { type SceneInput, World } from '../src/index.ts';
import { pullApart } from '../test/helpers/flying-block.ts';
import { loadGalleryScene } from '../test/helpers/gallery.ts';
import { inside } from '../test/helpers/worlds.ts';
import { fixed } from './print.ts';

/** How a body broke. */
export interface CrackResult {
  readonly name: string;
  readonly particles: number;
  readonly steps: number;
  /** At the end. */
  readonly facets: number;
  /** Points of fronts, mean over the steps. */
  readonly points: number;
  /** Time of growing cracks over that of the rest of the steps: of all frames, and of those with more points than the mean. */
  readonly share: number;
  readonly busyShare: number;
  /** Time in which fronts advance and links are cut, µs for each point and step. */
  readonly microsPerPoint: number;
}

/** Microseconds between two samples of a profile. */
const INTERVAL = 250;
/** Numbers of a point of a front and of a facet in space, as lists have them. */
const [POINT, FACET] = [9, 11];
/** Edges of blocks whose fronts grow with them, in particles. */
const EDGES = [8, 16, 24] as const;

/** By how much the velocity of blocks grows along x, 1/s: only their notches run. */
const PULL = 12;

/** Whether a name asks for these rows. */
export const isCracksName = (wanted: string): boolean => wanted === 'cracks';

/** Scenes of the gallery, and blocks whose fronts are two and three times as long. */
export async function* measureCracks(): AsyncGenerator<CrackResult> {
  for (const name of ['notched-bar', 'plate-shot', 'stone-figure'])
    yield await measure(`cracks/${name}`, (await loadGalleryScene(name)).scene);
  for (const edge of EDGES) {
    const once = () => measure(`cracks/front/${edge}`, notchedBlock(edge), (world) => pullApart(world, PULL));
    await once(); // what is hot is compiled then
    yield await once();
  }
}

/** A block with a notch that flies apart along x. */
function notchedBlock(edge: number): SceneInput {
  const [dx, half] = [0.01, 0.005 * edge];
  return {
    ...{ gravity: [0, 0, 0], frameRate: 1000, duration: 0.008 + 0.001 * edge },
    substances: { glass: { model: 'elastic', youngsModulus: 1e6, poissonsRatio: 0.2, strength: 2e4 } },
    bodies: [
      {
        ...{ substance: 'glass', spacing: dx, lattice: 'cubic' },
        shape: { box: { min: [-0.08, -half, -half], max: [0.08, half, half] } },
      },
    ],
    cuts: [{ shape: { disc: { center: [0, -half, 0], normal: [1, 0, 0], radius: 0.5 * half } } }],
  };
}

/** Plays a scene, and asks a profile of every frame where its time went. */
async function measure(
  name: string,
  scene: SceneInput,
  begin: (world: World) => void = () => {},
): Promise<CrackResult> {
  using world = await World.create(scene, { threads: 1 });
  const { engine } = inside(world),
    session = new Session(),
    frames: { readonly times: Times; readonly points: number; readonly steps: number }[] = [];
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  begin(world);
  while (world.frame < world.frameCount) {
    const before = engine.steps;
    await session.post('Profiler.start');
    world.advance();
    const { profile } = await session.post('Profiler.stop');
    const points = engine.lists.crackFronts!.length / POINT;
    frames.push({ times: timesOf(profile), points, steps: engine.steps - before });
  }
  session.disconnect();
  const steps = sum(frames.map((frame) => frame.steps)),
    looks = sum(frames.map((frame) => frame.points * frame.steps)),
    share = (some: typeof frames) => {
      const cracks = sum(some.map(({ times }) => times.cracks));
      return cracks / (sum(some.map(({ times }) => times.all)) - cracks);
    };
  return {
    ...{ name, particles: world.fields.count, steps, facets: engine.lists.crackFacets!.length / FACET },
    points: looks / steps,
    share: share(frames),
    busyShare: share(frames.filter(({ points }) => points > looks / steps)),
    microsPerPoint: (INTERVAL * sum(frames.map(({ times }) => times.fronts))) / looks,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, x) => all + x, 0);

/** Samples in a frame, in growing cracks, and in what that does along fronts. */
interface Times {
  readonly all: number;
  readonly cracks: number;
  readonly fronts: number;
}

const ALONG_FRONTS = new Set(['advanceFronts', 'cutLinks', 'rewriteLinks']);

function timesOf({ nodes }: Profiler.Profile): Times {
  const byId = new Map(nodes.map((node) => [node.id, node])),
    times = { all: 0, cracks: 0, fronts: 0 },
    visit = (id: number, isAll: boolean, isCracks: boolean, isFronts: boolean): void => {
      const { callFrame, hitCount = 0, children = [] } = byId.get(id)!,
        called = callFrame.functionName,
        [all, cracks, fronts] = [
          isAll || called === 'advance',
          isCracks || called === 'growCracks',
          isFronts || ALONG_FRONTS.has(called),
        ];
      times.all += all ? hitCount : 0;
      times.cracks += cracks ? hitCount : 0;
      times.fronts += fronts ? hitCount : 0;
      for (const child of children) visit(child, all, cracks, fronts);
    };
  visit(nodes[0]!.id, false, false, false);
  return times;
}

/** The head of the table, and a line of it. */
export const crackTableHead = (): string =>
  'row                   particles  steps  facets  points  share  while many run  µs/point and step';
export const crackTableRow = (r: CrackResult): string =>
  `${r.name.padEnd(22)}${String(r.particles).padStart(9)}${String(r.steps).padStart(7)}${String(r.facets).padStart(8)}${fixed(r.points, 0).padStart(8)}${fixed(r.share, 2).padStart(7)}${fixed(r.busyShare, 2).padStart(16)}${fixed(r.microsPerPoint, 2).padStart(19)}`;
