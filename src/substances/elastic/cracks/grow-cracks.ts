// Cracks that grow: every few steps, after the forces of a step, on one thread and in the order of nodes. [ADR 42, card §16]
// Places and velocities are not touched, so that momentum stays; forces of the next step are those of the new links.

import { maxOverChunks } from '../../../engine/reports.ts';
import * as at from '../../../wasm/layout.ts';
import { renewControl } from '../hourglass.ts';
import { nodesOf, noteWritten, type Solids } from '../solids.ts';
import { advanceFronts } from './advance-fronts.ts';
import { cracksOf } from './cracks.ts';
import { FaceMarks } from './face-marks.ts';
import { holdEnergy } from './hold-energy.ts';
import { cutLinks, rewriteLinks } from './renew-links.ts';
import { startAtCuts, startCracks } from './start-cracks.ts';
import { StartGrid } from './start-grid.ts';

/** Steps from one look to the next: a front that is as fast as it may be goes half a spacing in them. */
const EVERY = 4;

/** Lets the cracks of a world run, and new ones begin. */
export function growCracks(s: Solids): void {
  const { engine } = s;
  if (!s.breaks || !s.cutter || !s.links) return;
  const { set, lists, steps } = engine,
    dt = set.shared.real(at.STEP);
  if (steps % EVERY !== 0 || !(dt > 0)) return;
  const isFirst = steps === 0 && s.cuts.length > 0,
    least = Math.min(
      ...s.own.map(({ strength, scatter }) => (strength === undefined ? Number.POSITIVE_INFINITY : 1 - scatter)),
    ),
    isTense = maxOverChunks(set, at.REPORT_TENSION) >= least;
  if (!isFirst && !isTense && lists.crackFronts!.length === 0) return;
  const { cutter, links } = s,
    nodes = nodesOf(s),
    grid = gridOf(s),
    marks = marksOf(s, grid),
    cracks = cracksOf(engine, links, cutter, grid, nodes.reaches, marks),
    [numbers, first] = [lists.crackFacets!.length, cutter.facets.count];
  if (isFirst) startAtCuts(cracks, s.cuts, set.team.wasm);
  advanceFronts(cracks, EVERY * dt);
  marks.add(lists.crackFacets!, (body) => cracks.bodies.get(body)?.spacing ?? 0);
  if (isTense) startCracks(cracks, s.seed);
  if (lists.crackFacets!.length === numbers) return;
  cutter.addCracks(lists.crackFacets!, numbers);
  const changed = cutLinks(nodes, links, cutter, grid, first),
    places = changed.map((node) => cracks.placeOf(node));
  holdEnergy(engine, places, () => rewriteLinks(set.shared, links, changed));
  if (s.control) renewControl(engine, nodes, s.control, links, changed, places);
  noteWritten(s);
}

/** Marks by the cutter whose nodes they are of. */
const allMarks = new WeakMap<object, FaceMarks>();

function marksOf({ cutter }: Solids, grid: StartGrid): FaceMarks {
  const known = allMarks.get(cutter!.nodes) ?? new FaceMarks(cutter!.nodes, grid);
  allMarks.set(cutter!.nodes, known);
  return known;
}

/** Grids by the cutter whose nodes they hold. */
const grids = new WeakMap<object, StartGrid>();

function gridOf({ cutter }: Solids): StartGrid {
  const { starts, reach } = cutter!.nodes,
    known = grids.get(starts) ?? new StartGrid(starts, reach);
  grids.set(starts, known);
  return known;
}
