// Where particles are split and merged: measures all of them, decides, and replaces. The state must be synchronous; the new particles wait
// to be evaluated. [DC99 §4, card §5]

import { enthalpy, temperatureOf } from '../engine/heat.ts';
import { fieldBytes } from '../particles/field-rows.ts';
import { CHILDREN, type Child, splitParticle } from '../particles/split.ts';
import { gatherAll } from '../substances/sph/tick.ts';
import { smoothingLength } from '../substances/substance.ts';
import * as at from '../wasm/layout.ts';
import type { AdaptInput } from './adapt-input.ts';
import { coverWithClusters } from './cover.ts';
import { type Criteria, makeCriteria, ONE_LEVEL } from './criteria.ts';
import { type Merged, mergeParticles } from './merge.ts';
import { choosePairs } from './pairs.ts';
import { ParticleView } from './particle-view.ts';

/** What was done, and what it cost. */
export interface Adaptation {
  readonly splits: number;
  readonly merges: number;
  /** J */
  readonly energyLost: number;
  /** N·m·s */
  readonly spinLost: readonly [number, number, number];
}

/** Frames between two looks for what can merge. */
const MERGE_EVERY = 4;

const NOTHING: Adaptation = { splits: 0, merges: 0, energyLost: 0, spinLost: [0, 0, 0] };

/** Splits and merges particles. */
export function adaptParticles(input: AdaptInput): Adaptation {
  const { smoothed, settings, tick, starting } = input,
    { set } = smoothed;
  if (set.count === 0 || settings.levels === 0) return NOTHING;
  if (!starting && !mergesNow(input) && !someIsCoarse(input)) return NOTHING;
  gatherAll(smoothed, tick);
  set.team.run(smoothed.passes.measure, set.chunks);
  const view = new ParticleView(smoothed),
    criteria = makeCriteria(input, view);
  const parents = starting ? [] : chooseParents(view, criteria, input.room);
  const clusters = starting || mergesNow(input) ? chooseClusters(input, view, criteria, parents) : [];
  if (parents.length + clusters.length === 0) return NOTHING;
  const families = parents.map((i) => splitParticle(view.splitting(i, input.dimension)));
  const unions = clusters
    .map((indices) => ({
      indices,
      merged: mergeParticles({ ...view.fields, dimension: input.dimension, indices, count: indices.length }),
    }))
    .filter(({ indices, merged: { x, y, z } }) => view.isClearOfMeshes(indices, x, y, z));
  if (parents.length + unions.length === 0) return NOTHING;
  const merged = unions.map((union) => union.merged);
  return replace(input, view, { parents, families, clusters: unions.map(({ indices }) => indices), merged });
}

/** Whether it is time to merge: nothing hurries, and looking for round clusters is dear. */
function mergesNow({ tick, frame }: AdaptInput): boolean {
  return tick === 0 && frame > 0 && frame % MERGE_EVERY === 0;
}

function someIsCoarse({ smoothed: { set }, finest }: AdaptInput): boolean {
  const mass = set.f64('mass'),
    substance = set.u32('substance');
  for (let i = 0; i < set.count; i++) if (mass[i]! > 1.5 * finest[substance[i]!]!) return true;
  return false;
}

/** Particles to split, with all that must split so that neighbors stay within one level; none if there is no room for them all. */
function chooseParents(view: ParticleView, criteria: Criteria, room: number): number[] {
  const chosen = new Uint8Array(view.count),
    parents: number[] = [];
  const choose = (i: number): void => {
    chosen[i] = 1;
    parents.push(i);
  };
  for (let i = 0; i < view.count; i++)
    if (criteria.mustSplit(i) || criteria.tooCoarseBeside(i, view.lightestBeside(i))) choose(i);
  for (let k = 0; k < parents.length; k++) {
    const parent = parents[k]!,
      child = view.fields.mass[parent]! / CHILDREN;
    for (const j of view.neighborsOf(parent))
      if (chosen[j] === 0 && criteria.tooCoarseBeside(j, child * view.inMassesOf(j, parent))) choose(j);
  }
  return (CHILDREN - 1) * parents.length > room ? [] : parents.sort((a, b) => a - b);
}

/**
 * Near-spherical clusters, and with the criterion of shape pairs of what they leave over. Not in a world that flows: with
 * pairs its layers do not flow as far. [ADR 23]
 */
function chooseClusters(
  { dimension, settings, smoothed }: AdaptInput,
  view: ParticleView,
  criteria: Criteria,
  parents: readonly number[],
): number[][] {
  const { mass } = view.fields,
    byDensity = settings.criterion === 'density',
    eligible = new Uint8Array(view.count),
    limits = new Float64Array(view.count);
  const lightest = lightestSoon(view, parents);
  let some = 0;
  for (let i = 0; i < view.count; i++) {
    if (!criteria.mayMerge(i)) continue;
    limits[i] = Math.min(criteria.massLimit(i), ONE_LEVEL * leastAround(view, lightest, i));
    const takes = mass[i]! + view.lightestBeside(i) <= limits[i]!,
      isTaken = 2 * mass[i]! < view.heaviestBeside(i);
    if (takes || isTaken) some += eligible[i] = 1;
  }
  for (const i of parents) eligible[i] = 0;
  if (some < 2) return [];
  const among = {
    ...view.fields,
    smoothingLength: view.smoothingLength,
    count: view.count,
    eligible,
    neighborsOf: (i: number) => view.neighborsOnItsSide(i),
    massLimit: (i: number) => limits[i]!,
  };
  const alike = (i: number, j: number): boolean => view.substance[i] === view.substance[j];
  const clusters = coverWithClusters({
    dimension,
    ...among,
    mayCenter: (i) => limits[i]! >= CHILDREN * mass[i]!,
    alike,
    ...(byDensity ? { leftovers: false } : { targetMultiple: CHILDREN + 1 }),
  });
  if (byDensity || smoothed.set.has('flow')) return clusters;
  for (const members of clusters) for (const i of members) eligible[i] = 0;
  return [...clusters, ...choosePairs({ ...among, alike })];
}

/** Mass of the lightest of each particle and its neighbors once the parents are split, as if they were of its substance, kg. */
function lightestSoon(view: ParticleView, parents: readonly number[]): Float64Array {
  const { mass } = view.fields,
    lightest = mass.map((m, i) => Math.min(m, view.lightestBeside(i)));
  for (const i of parents) {
    const child = mass[i]! / CHILDREN;
    lightest[i] = Math.min(lightest[i]!, child);
    for (const j of view.neighborsOf(i)) lightest[j] = Math.min(lightest[j]!, child * view.inMassesOf(j, i));
  }
  return lightest;
}

/** The least mass of particle i and its neighbors, as if they were of its substance, kg: what merges reaches farther than its members. */
function leastAround(view: ParticleView, masses: Float64Array, i: number): number {
  let least = masses[i]!;
  const neighbors = view.neighborsOf(i);
  for (let k = 0; k < neighbors.length; k++) {
    const j = neighbors[k]!;
    least = Math.min(least, masses[j]! * view.inMassesOf(i, j));
  }
  return least;
}

interface Decisions {
  readonly parents: readonly number[];
  readonly families: readonly (readonly Child[])[];
  readonly clusters: readonly (readonly number[])[];
  readonly merged: readonly Merged[];
}

/** Puts the new particles at the end and marks the old ones as replaced. */
function replace(
  input: AdaptInput,
  view: ParticleView,
  { parents, families, clusters, merged }: Decisions,
): Adaptation {
  const { smoothed, frame } = input,
    { set } = smoothed,
    lost = { energy: 0, spin: [0, 0, 0] as [number, number, number] };
  for (const i of [...parents, ...clusters.flat()]) leave(input, view, i); // before the view goes stale
  let n = set.append(parents.length * CHILDREN + clusters.length);
  parents.forEach((i, k) => {
    for (const child of families[k]!) {
      inherit(input, i, n);
      place(input, n, child.x, child.y, child.z, child.mass, child.density);
      shareOut(input, i, n);
      set.u32('changed')[n] = 2 * frame;
      n++;
    }
  });
  clusters.forEach((members, k) => {
    const one = merged[k]!;
    inherit(input, members[0]!, n);
    place(input, n, one.x, one.y, one.z, one.mass, one.density);
    set.f64('velocity').set([one.vx, one.vy, one.vz], 3 * n);
    mixInto(input, members, n);
    set.u32('changed')[n] = 2 * frame + 1;
    lost.energy += one.kineticEnergy;
    for (let a = 0; a < 3; a++) lost.spin[a]! += one.spin[a]!;
    n++;
  });
  smoothed.neighbors.invalidate();
  return { splits: parents.length, merges: clusters.length, energyLost: lost.energy, spinLost: lost.spin };
}

/** Particle i is replaced; its neighbors must be evaluated with what takes its place. */
function leave({ smoothed: { set } }: AdaptInput, view: ParticleView, i: number): void {
  const steps = set.u32('step'),
    scales = set.f64('densityScale'),
    neighbors = view.neighborsOf(i);
  set.replace(set.u32('id')[i]!);
  for (let k = 0; k < neighbors.length; k++) {
    steps[neighbors[k]!]! |= at.STEP_WAKE;
    scales[neighbors[k]!] = 0; // its sum changes, its density shall not
  }
}

/** The new particle n begins as a copy of particle i, whose id becomes its parent. */
function inherit({ smoothed: { set } }: AdaptInput, i: number, n: number): void {
  for (const row of set.rows) {
    if (row.name === 'id') continue;
    const bytes = fieldBytes(row),
      begin = set.address(row.name),
      from = begin + i * bytes;
    set.shared.u8.copyWithin(begin + n * bytes, from, from + bytes);
  }
  set.u32('parent')[n] = set.u32('id')[i]!;
  set.u32('step')[n] = (set.u32('step')[i]! & at.STEP_BITS) | at.STEP_NEW;
  set.f64('densityScale')[n] = 0; // a summed density is kept at first
}

/** Child n gets its part, by mass, of what the table says is shared out; all else it has inherited from parent i. */
function shareOut({ smoothed: { set } }: AdaptInput, i: number, n: number): void {
  const mass = set.f64('mass'),
    part = mass[n]! / mass[i]!;
  for (const { name, components, merge } of set.rows) {
    if (merge !== 'sum') continue;
    const values = set.f64(name);
    for (let k = n * components; k < (n + 1) * components; k++) values[k]! *= part;
  }
}

/** The new particle n has what the table says its members have together, and their heat. */
function mixInto({ smoothed: { set, substances } }: AdaptInput, members: readonly number[], n: number): void {
  const mass = set.f64('mass'),
    sum = (of: (i: number) => number): number => members.reduce((total, i) => total + of(i), 0),
    mean = (of: (i: number) => number): number => sum((i) => mass[i]! * of(i)) / sum((i) => mass[i]!);
  for (const { name, components, merge } of set.rows) {
    if (merge !== 'mean' && merge !== 'sum') continue;
    const values = set.f64(name),
      together = merge === 'mean' ? mean : sum;
    for (let a = 0; a < components; a++) values[components * n + a] = together((i) => values[components * i + a]!);
  }
  if (!set.hasHeat) return;
  const temperature = set.f64('temperature'),
    substance = substances[set.u32('substance')[n]!]!;
  temperature[n] = temperatureOf(
    substance,
    mean((i) => enthalpy(substance, temperature[i]!)),
  );
}

function place(
  { smoothed: { set, substances }, dimension }: AdaptInput,
  n: number,
  x: number,
  y: number,
  z: number,
  mass: number,
  density: number,
): void {
  const substance = substances[set.u32('substance')[n]!]!;
  set.f64('position').set([x, y, z], 3 * n);
  set.f64('mass')[n] = mass;
  set.f64('density')[n] = density;
  set.f64('smoothingLength')[n] = smoothingLength(substance, mass, dimension);
}
