// What happens at the beginning of a frame in which something of the scene comes, goes or changes; and how a running simulation goes on
// with another scene or another state. Threads and memory stay: tables are written anew, and the state is put back. [ADR 48]

import { Part } from '../particles/part.ts';
import { problem, ThixoError } from '../problem.ts';
import { requireBranch, requireFields } from '../scene/branch.ts';
import type { Scene } from '../scene/schema.ts';
import { isSame, Script } from '../scene/script.ts';
import { compile, lastFrame, requireOneWorld } from './build.ts';
import type { Simulation } from './simulation.ts';
import type { OpenSnapshot } from './snapshot.ts';
import { type Captured, capture, loadSnapshot, refit } from './state.ts';

/** Puts the scene of the frame that begins in force. */
export function turn(s: Simulation): void {
  const { script, frame } = s;
  if (frame === 0) s.addEmitters(); // a branch of the start may have more
  if (frame === 0 || !script.turnsAt(frame)) return;
  if (!isSame(s.scene, script.at(frame))) recompile(s, script, frame, (state) => state.putBack());
  s.addEmitters();
  refit(s);
  s.fillArrivals();
}

/** Goes on with another scene that has been parsed; throws a ThixoError where the state cannot follow, and then changes nothing. */
export function amend(s: Simulation, scene: Scene): void {
  const { frame, set } = s,
    { fields } = set;
  if (s.script.scene === scene) return;
  requireBranch(s.script.scene, scene, frame, simulated(s));
  requireSameSolids(s, scene);
  const script = new Script(scene);
  requireOneWorld(script, set.team.wasm);
  recompile(s, script, lastFrame(frame), (state) => {
    requireFields(fields, s.set.rows);
    state.putBack();
    refit(s);
  });
}

/** Goes to the state of a snapshot, with its scene or with another that has been parsed; throws a ThixoError where that cannot be. */
export function rewind(s: Simulation, snapshot: OpenSnapshot, scene: Scene, isBranch: boolean): void {
  const { header } = snapshot,
    script = new Script(scene);
  if (isBranch) requireBranch(header.scene, scene, header.frame, simulated(s));
  requireSameSolids(s, scene);
  requireOneWorld(script, s.set.team.wasm);
  recompile(s, script, lastFrame(header.frame), () => loadSnapshot(s, snapshot, isBranch));
}

/** What moves rigid bodies knows the solids, joints and gravity that it was made for. [ADR 45] */
function requireSameSolids({ bodies, script }: Simulation, { obstacles, joints, gravity }: Scene): void {
  const { scene } = script,
    told = (of: Pick<Scene, 'obstacles' | 'joints' | 'gravity'>) =>
      JSON.stringify([of.obstacles, of.joints, of.gravity]);
  if (!bodies || told(scene) === told({ obstacles, joints, gravity })) return;
  const message = 'Obstacles, joints and gravity of a world with rigid bodies cannot be changed while it runs.';
  throw new ThixoError([problem('RIGID_BODY', '/obstacles', message, 'Branch off from a snapshot: World.branch(…).')]);
}

function simulated({ bodies }: Simulation): number[] | undefined {
  return bodies && [...bodies.sources.keys()];
}

/** Writes the tables of another scene; `load` then puts a state in. If that fails, everything is as before. */
function recompile(s: Simulation, script: Script, frame: number, load: (state: Captured) => void): void {
  const state = capture(s),
    { set, bodies, script: before, compiledFor } = s,
    { shared, team } = set,
    ground = { shared, team, mover: bodies?.mover };
  const adopt = (next: Script, at: number): void => {
    s.adopt(compile(next, at, ground));
    if (set.part) new Part(s.set, set.part.comm);
  };
  try {
    adopt(script, frame);
    load(state);
  } catch (error) {
    adopt(before, compiledFor);
    state.putBack();
    throw error;
  }
}
