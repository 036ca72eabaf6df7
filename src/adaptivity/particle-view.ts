// The particles as splitting and merging see them: plain arrays in the sorted order, lists, and what was measured. Valid until particles
// are added or sorted.

import { rootOf } from '../math/roots.ts';
import { GRIP, RECORD_SLOTS } from '../obstacles/layout.ts';
import { SPREAD, type Splitting } from '../particles/split.ts';
import type { Smoothed } from '../substances/sph/smoothed.ts';
import * as at from '../wasm/layout.ts';

/** Children go at most this part of the way to a mesh. */
const MESH_SHARE = 0.9;
/** Size of a ball that must get past meshes to where particles merge, as a part of the smoothing length. */
const MESH_MARGIN = 0.1;

export class ParticleView {
  readonly count: number;
  readonly fields: {
    readonly position: Float64Array;
    readonly velocity: Float64Array;
    readonly mass: Float64Array;
    readonly density: Float64Array;
  };
  readonly smoothingLength: Float64Array;
  readonly substance: Uint32Array;
  readonly changed: Uint32Array;
  private readonly id: Uint32Array;
  private readonly smoothed: Smoothed;
  private readonly measures: Float32Array;
  private readonly packing: readonly number[];
  private readonly unit: number;
  private readonly restDensity: readonly number[];
  private readonly words: Uint32Array;
  private readonly lists: number;
  private readonly records: number;
  private readonly period: readonly number[];
  private readonly wraps: boolean;
  private found = new Uint32Array(256);

  constructor(smoothed: Smoothed) {
    const { set } = smoothed;
    this.smoothed = smoothed;
    this.count = set.count;
    this.fields = {
      position: set.f64('position'),
      velocity: set.f64('velocity'),
      mass: set.f64('mass'),
      density: set.f64('density'),
    };
    this.smoothingLength = set.f64('smoothingLength');
    this.substance = set.u32('substance');
    this.changed = set.u32('changed');
    this.id = set.u32('id');
    this.words = set.shared.u32;
    this.lists = this.words[at.AT_LIST >> 2]! >> 2;
    this.records = this.words[at.AT_RECORD >> 2]!;
    this.period = smoothed.neighbors.box.period;
    this.wraps = this.period.some((length) => length > 0);
    this.unit = set.shared.real(at.PAIR_UNIT);
    this.packing = smoothed.substances.map((_, k) =>
      set.shared.real(at.SUBSTANCE_TABLE + k * at.SUBSTANCE_BYTES + at.SUB_SUM_SCALE),
    );
    this.restDensity = smoothed.substances.map((p) => p.restDensity);
    const begin = set.shared.u32[at.AT_MEASURE >> 2]! >> 2;
    this.measures = set.shared.f32.subarray(begin, begin + (this.count * at.MEASURE_BYTES) / 4);
  }

  /** One of the measures (`MEASURE_…`) of particle i. */
  measure(i: number, slot: number): number {
    return this.measures[(i * at.MEASURE_BYTES + slot) / 4]!;
  }

  /** Σ V W̄ of particle i over what it is inside a regular packing. */
  fill(i: number): number {
    return this.measure(i, at.MEASURE_FILL) * this.packing[this.substance[i]!]!;
  }

  /** Part of the kernel of particle i that lies in obstacles, 0 to 1. */
  covered(i: number): number {
    const { set } = this.smoothed,
      { shared } = set,
      count = shared.int(at.OBSTACLE_COUNT);
    if (count === 0) return 0;
    const obstacles = shared.u32[at.OBSTACLES >> 2]!,
      point = set.address('position') + 24 * i,
      flat = shared.real(at.DIMENSION) === 2;
    return set.team.wasm.coveredPart(obstacles, count, point, 2 * this.smoothingLength[i]!, flat);
  }

  /** What makes a mass of the substance of particle j one of the same volume at rest of the substance of particle i. */
  inMassesOf(i: number, j: number): number {
    return this.restDensity[this.substance[i]!]! / this.restDensity[this.substance[j]!]!;
  }

  /** Mass of the lightest neighbor of particle i, as if it were of the same substance, kg. */
  lightestBeside(i: number): number {
    return this.measure(i, at.MEASURE_SMALLEST) * this.unit * this.restDensity[this.substance[i]!]!;
  }

  /** Mass of the heaviest neighbor of particle i, as if it were of the same substance, kg. */
  heaviestBeside(i: number): number {
    return this.measure(i, at.MEASURE_LARGEST) * this.unit * this.restDensity[this.substance[i]!]!;
  }

  /** Indices in the list of particle i, without itself; overwritten by the next call. */
  neighborsOf(i: number): Uint32Array {
    const { lists, records, words } = this,
      begin = words[lists + 2 * i]! >>> 2,
      end = words[lists + 2 * i + 1]! >>> 2;
    if (this.found.length < end - begin) this.found = new Uint32Array(2 * (end - begin));
    let n = 0;
    for (let l = begin; l < end; l++) {
      const j = (words[l]! - records) / at.RECORD_BYTES;
      if (j !== i) this.found[n++] = j;
    }
    return this.found.subarray(0, n);
  }

  /** The same without those that are only near around the end of a periodic domain: they cannot merge with particle i. */
  neighborsOnItsSide(i: number): Uint32Array {
    const near = this.neighborsOf(i);
    if (!this.wraps) return near;
    const { position } = this.fields;
    return near.filter((j) =>
      this.period.every(
        (length, a) => length === 0 || 2 * Math.abs(position[3 * j + a]! - position[3 * i + a]!) < length,
      ),
    );
  }

  /** A difference of coordinates, to the nearest image in a periodic domain, m. */
  private shortest(difference: number, axis: number): number {
    const length = this.period[axis]!;
    return length > 0 ? difference - length * Math.floor(difference / length + 0.5) : difference;
  }

  /** Distance from a point to the nearest obstacle, m, negative inside. */
  private clearance(x: number, y: number, z: number): number {
    const { shared, team } = this.smoothed.set,
      records = shared.u32[at.OBSTACLES >> 2]!,
      point = shared.u32[at.SCRATCH >> 2]!;
    shared.f64.set([x, y, z], point >> 3);
    let nearest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < shared.int(at.OBSTACLE_COUNT); k++)
      nearest = Math.min(nearest, team.wasm.obstacleDistance(records, k, point, 0));
    return nearest;
  }

  /** Distance of particle i from the nearest wall that drags, m; infinite without one, and where nothing flows. */
  distanceFromWalls(i: number): number {
    const { set } = this.smoothed,
      { shared, team } = set,
      records = shared.u32[at.OBSTACLES >> 2]!,
      point = set.address('position') + 24 * i;
    let nearest = Number.POSITIVE_INFINITY;
    for (let k = 0; set.has('flow') && k < shared.int(at.OBSTACLE_COUNT); k++) {
      if (shared.f64[(records >> 3) + k * RECORD_SLOTS + GRIP] === 0) continue;
      nearest = Math.min(nearest, Math.abs(team.wasm.obstacleDistance(records, k, point, 0)));
    }
    return nearest;
  }

  /** Whether what merges into (x, y, z) can go there from each member without crossing a mesh. */
  isClearOfMeshes(members: readonly number[], x: number, y: number, z: number): boolean {
    const { shared, team } = this.smoothed.set,
      count = shared.int(at.OBSTACLE_COUNT);
    if (count === 0) return true;
    const records = shared.u32[at.OBSTACLES >> 2]!,
      point = shared.u32[at.SCRATCH >> 2]!,
      positions = this.smoothed.set.address('position');
    shared.f64.set([x, y, z], point >> 3);
    return members.every((i) =>
      team.wasm.isWayClear(records, count, positions + 24 * i, point, MESH_MARGIN * this.smoothingLength[i]!),
    );
  }

  /** How far the children of particle i may be from it so that none is across a mesh, m. */
  private roomBesideMeshes(i: number, reach: number): number {
    const { shared, team } = this.smoothed.set,
      records = shared.u32[at.OBSTACLES >> 2]!,
      point = this.smoothed.set.address('position') + 24 * i;
    let room = reach;
    for (let k = 0; k < shared.int(at.OBSTACLE_COUNT); k++)
      if (team.wasm.isNearMesh(records, k, point, room))
        room = Math.min(room, Math.abs(team.wasm.obstacleDistance(records, k, point, 0)));
    return room;
  }

  /** What a split of particle i has to know. [card §5] */
  splitting(i: number, dimension: 2 | 3): Splitting {
    const { position, density, mass } = this.fields,
      list = this.neighborsOf(i).slice(),
      rho = density[i]!,
      neighbors = new Float64Array(3 * list.length),
      gradient: [number, number, number] = [0, 0, 0];
    let [densityMin, densityMax, weights] = [rho, rho, 0];
    list.forEach((j, k) => {
      const d = [0, 1, 2].map((a) => this.shortest(position[3 * j + a]! - position[3 * i + a]!, a)) as [
        number,
        number,
        number,
      ];
      for (let a = 0; a < 3; a++) neighbors[3 * k + a] = position[3 * i + a]! + d[a]!;
      if (this.substance[j] !== this.substance[i]) return;
      densityMin = Math.min(densityMin, density[j]!);
      densityMax = Math.max(densityMax, density[j]!);
      const r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2],
        weight = mass[j]!;
      if (r2 === 0) return;
      for (let a = 0; a < 3; a++) gradient[a]! += (weight * (density[j]! - rho) * d[a]!) / r2; // ∇ρ ≈ d Σ m Δρ d/r² / Σ m
      weights += weight;
    });
    const scale = weights > 0 ? dimension / weights : 0;
    const obstacles = this.smoothed.set.shared.int(at.OBSTACLE_COUNT) > 0,
      size = rootOf(mass[i]! / rho, dimension),
      enough = (SPREAD[dimension] / MESH_SHARE) * size,
      room = obstacles ? this.roomBesideMeshes(i, enough) : enough;
    return {
      dimension,
      id: this.id[i]!,
      position: position.subarray(3 * i, 3 * i + 3),
      mass: mass[i]!,
      density: rho,
      gradient: gradient.map((g) => g * scale),
      densityMin,
      densityMax,
      neighbors,
      ...(room < enough ? { spread: (MESH_SHARE * room) / size } : {}),
      ...(obstacles ? { clearance: (x: number, y: number, z: number) => this.clearance(x, y, z) } : {}),
    };
  }
}
