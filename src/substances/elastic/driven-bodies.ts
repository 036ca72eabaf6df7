// Bodies that move along a path of the scene, whatever acts on them: an anchor holds every particle where the path has it at the end of a step.
// An anchor brakes what it holds to its own velocity. Here that is 0, so the place is set ahead by v/√k, which is the same pull:
//   k(x* + v*/√k − x) − √k v = k(x* − x) + √k(v* − v).

import type { Engine } from '../../engine/engine.ts';
import { drivenBodies } from '../../obstacles/holders.ts';
import type { Scene } from '../../scene/schema.ts';
import { openBody } from '../../sources/fill-body.ts';
import { pathInto, type ReadPath, readPath } from '../../sources/points-path.ts';
import * as at from '../../wasm/layout.ts';
import { elasticRow } from './tables.ts';

/** The bodies of a scene that have a path. */
export class DrivenBodies {
  readonly #engine: Engine;
  /** By body: its path, and the id of its first particle. */
  readonly #paths: ReadonlyMap<number, { readonly path: ReadPath; readonly first: number }>;
  readonly #place = new Float64Array(3);
  readonly #velocity = new Float64Array(3);

  constructor(engine: Engine, scene: Scene) {
    this.#engine = engine;
    const driven = drivenBodies(scene),
      last = driven.at(-1) ?? -1,
      context = { dimension: scene.dimension, trig: engine.set.team.wasm, seed: scene.seed },
      paths = new Map<number, { path: ReadPath; first: number }>();
    let first = 0;
    for (let k = 0; k <= last; k++) {
      const body = scene.bodies[k]!,
        { shape } = body;
      if ('points' in shape && shape.points.path)
        paths.set(k, { path: readPath(shape.points.path, shape.points.positions.length)!, first });
      if (k < last) first += openBody(body, k, 1, scene.maxParticles, context).count;
    }
    this.#paths = paths;
  }

  /** Puts what holds the bodies where it is at the end of a step, at `time` (s). */
  place(time: number): void {
    if (this.#paths.size === 0) return;
    const { set } = this.#engine,
      { shared } = set,
      held = set.f64('anchored'),
      bodies = set.u32('sourceBody'),
      volumes = set.f64('referenceVolume'),
      lengths = set.f64('smoothingLength'),
      kinds = set.u32('substance'),
      ids = set.u32('id');
    for (let i = 0; i < set.count; i++) {
      if (!(volumes[i]! > 0)) continue;
      const own = this.#paths.get(bodies[i]!);
      if (!own) continue;
      pathInto(this.#place, this.#velocity, own.path, ids[i]! - own.first, time);
      const stiffness = shared.real(elasticRow(kinds[i]!) + at.ELASTIC_HOLD),
        ahead = lengths[i]! / Math.sqrt(stiffness); // 1/√k
      for (let a = 0; a < 3; a++) held[3 * i + a] = this.#place[a]! + ahead * this.#velocity[a]!;
    }
  }
}
