// Cracks that grow: every few steps, between stresses and forces, on one thread and in the order of nodes. [ADR 42, card §16]
// Places and velocities are not touched, so that momentum stays; forces are those of the new links.

import { maxOverChunks } from '../../../engine/reports.ts';
import * as at from '../../../wasm/layout.ts';
import { renewControl } from '../hourglass.ts';
import { nodesOf, noteWritten, type Solids } from '../solids.ts';
import { advanceFronts } from './advance-fronts.ts';
import { type Cracks, cracksOf } from './cracks.ts';
import { cutWithBlades } from './cut-with-blades.ts';
import { holdEnergy } from './hold-energy.ts';
import { changedEdges } from './live-fronts.ts';
import { cutLinks, rewriteLinks } from './renew-links.ts';
import { startAtCuts, startCracks } from './start-cracks.ts';
import { endSpentFronts, tearThreads } from './threads.ts';

/** Steps from one look to the next, at least; more where steps are so short that a front cannot go half a spacing in them. */
const EVERY = 4,
  MOST = 64;
/** Looks from one at what fronts left behind, and at fronts that nothing pulls at, to the next. */
const SELDOM = 8,
  /** And at fronts that stopped. */
  PATIENT = 4;

/** Lets the cracks of a world run, and new ones begin. */
export function growCracks(s: Solids): void {
  const { engine } = s;
  if (!s.breaks || !s.cutter || !s.links) return;
  const { set, lists, steps } = engine,
    dt = set.shared.real(at.STEP),
    blades = steps % EVERY === 0 ? s.blades : [];
  if (!(dt > 0)) return;
  const isFirst = steps === 0 && s.cuts.length > 0,
    least = Math.min(
      ...s.own.map(({ strength, scatter }) => (strength === undefined ? Number.POSITIVE_INFINITY : 1 - scatter)),
    ),
    isTense = maxOverChunks(set, at.REPORT_TENSION) >= least;
  if (!isFirst && !isTense && lists.crackFronts!.length === 0 && blades.length === 0) return;
  const cracks = cracksIn(s),
    between = stepsBetween(cracks, dt),
    isDue = steps % between === 0 && cracks.bodies.size > 0;
  if (!isDue && blades.length === 0) return;
  const { cutter, links, nodes, marks, tensions } = cracks,
    [numbers, first] = [lists.crackFacets!.length, cutter.facets.count],
    fronts = lists.crackFronts!.slice();
  tensions.begin(Math.min(...[...cracks.bodies.values()].map(({ runsAt }) => runsAt)));
  if (isFirst) startAtCuts(cracks, s.cuts, set.team.wasm);
  const isThorough = isDue && steps % (SELDOM * between) === 0,
    isPatient = steps % (PATIENT * between) === 0;
  if (isDue) advanceFronts(cracks, { time: between * dt, now: engine.now, from: numbers, isPatient, isThorough });
  if (isThorough) {
    tearThreads(cracks, set, engine.now, numbers);
    endSpentFronts(cracks);
  }
  if (blades.length > 0) cutWithBlades({ engine, cracks, blades, cuts: s.cuts.length }, EVERY * dt);
  marks.add(lists.crackFacets!, (body) => cracks.bodies.get(body)?.faceGround ?? 0);
  if (isTense && isDue) startCracks(cracks, { seed: s.seed, now: engine.now, from: numbers, fronts });
  const edges = cutter.fades ? changedEdges(fronts, lists.crackFronts!, cracks.dimension) : [];
  if (lists.crackFacets!.length === numbers && edges.length === 0) return;
  cutter.addCracks(lists.crackFacets!, numbers);
  cutter.seeFronts(lists.crackFronts!);
  const changed = cutLinks(cracks, first, edges),
    places = changed.map((node) => tensions.places[node]!);
  const control = () => s.control && renewControl(engine, nodes, s.control, links, changed, places);
  holdEnergy(engine, places, () => {
    rewriteLinks(set.shared, links, changed);
    control();
  });
  control(); // of the volumes that carry stress now
  noteWritten(s);
}

/** Steps of dt (s) from one look to the next. */
function stepsBetween({ bodies }: Cracks, dt: number): number {
  let steps = EVERY,
    time = Number.POSITIVE_INFINITY; // of the fastest front for the farthest way
  for (const { spacing, shearSpeed } of bodies.values()) time = Math.min(time, spacing / shearSpeed);
  while (steps < MOST && 1.5 * steps * dt < time) steps *= 2;
  return steps;
}

/** What cracks are grown with, by their cutter. */
const known = new WeakMap<object, Cracks>();

function cracksIn(s: Solids): Cracks {
  const cracks = known.get(s.cutter!) ?? cracksOf(s.engine, s.links!, s.cutter!, nodesOf(s), s.unbreakable);
  known.set(s.cutter!, cracks);
  return cracks;
}
