// The ghosts of a world, as the reference takes them: particles like others.

import type { World } from '../../src/index.ts';
import { obstaclePoseInto, type PreparedObstacle } from '../../src/obstacles/pack.ts';
import { identityPose } from '../../src/obstacles/pose.ts';
import * as at from '../../src/wasm/layout.ts';
import type { State } from '../reference/sph.ts';
import { inside } from './worlds.ts';

export interface GhostList {
  /** In the world at a time, three numbers each, m. */
  readonly positions: number[];
  /** m^d */
  readonly volumes: number[];
  readonly compressions: number[];
  /** 1/s */
  readonly rates: number[];
  /** Which obstacle of the scene. */
  readonly obstacles: number[];
}

/** The ghosts of a world where their obstacles are at a time (s), and their states as they are now. */
export function ghostsAt(world: World, time: number): GhostList {
  const { engine, tables } = inside(world),
    { shared } = engine.set,
    { f32, f64, u32 } = shared,
    count = engine.ghosts?.count ?? 0,
    prepared = (tables as unknown as { obstacles: readonly PreparedObstacle[] }).obstacles,
    heads = shared.int(at.GHOST_HEADS),
    list: GhostList = { positions: [], volumes: [], compressions: [], rates: [], obstacles: [] };
  for (let n = 0; n < shared.int(at.GHOST_HEAD_COUNT); n++) {
    const head = heads + n * at.GHOST_HEAD_BYTES,
      last = n + 1 === shared.int(at.GHOST_HEAD_COUNT),
      end = last ? count : shared.int(head + at.GHOST_HEAD_BYTES + at.GHOST_HEAD_FIRST),
      obstacle = shared.int(head + at.GHOST_HEAD_OBSTACLE),
      pose = identityPose();
    obstaclePoseInto(pose, prepared[obstacle]!, time);
    for (let k = shared.int(head + at.GHOST_HEAD_FIRST); k < end; k++) {
      const [x, y, z] = [at.AT_GHOST_X, at.AT_GHOST_Y, at.AT_GHOST_Z].map((slot) => f32[(u32[slot >> 2]! >> 2) + k]!),
        state = (u32[at.AT_GHOST_STATE >> 2]! + k * at.GHOST_STATE_BYTES) >> 3;
      for (let a = 0; a < 3; a++)
        list.positions.push(pose[3 * a]! * x! + pose[3 * a + 1]! * y! + pose[3 * a + 2]! * z! + pose[9 + a]!);
      list.volumes.push(f32[(u32[at.AT_GHOST_VOLUME >> 2]! >> 2) + k]! * shared.real(at.PAIR_UNIT));
      list.compressions.push(f64[state]!);
      list.rates.push(f64[state + 1]!);
      list.obstacles.push(obstacle);
    }
  }
  return list;
}

/** Particles and ghosts in one state of the reference: ghosts have their own compression and a velocity by their place. */
export function withGhosts(
  s: State,
  ghosts: GhostList,
  restDensity: number,
  velocity: (x: number, y: number, z: number) => readonly [number, number, number] = () => [0, 0, 0],
  h = s.smoothingLength[0]!,
): State {
  const { positions, volumes, compressions } = ghosts,
    velocities = volumes.flatMap((_, k) => [
      ...velocity(positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!),
    ]);
  return {
    ...s,
    position: Float64Array.from([...s.position, ...positions]),
    velocity: Float64Array.from([...s.velocity, ...velocities]),
    density: Float64Array.from([...s.density, ...compressions.map((N) => N * restDensity)]),
    mass: Float64Array.from([...s.mass, ...volumes.map((V) => V * restDensity)]),
    smoothingLength: Float64Array.from([...s.smoothingLength, ...volumes.map(() => h)]),
    material: Uint8Array.from([...s.material, ...volumes.map(() => 0)]),
  };
}
