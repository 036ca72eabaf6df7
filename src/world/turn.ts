// What happens at the beginning of a frame in which something of the scene comes, goes or changes; and how a running simulation goes on
// with another scene. Both keep threads and memory: the state is taken out, tables are written anew, and it is put back. [ADR 48]

import { requireBranch, requireFields } from '../scene/branch.ts';
import type { Scene } from '../scene/schema.ts';
import { isSame, Script } from '../scene/script.ts';
import { compile, lastFrame, requireOneWorld } from './build.ts';
import type { Simulation } from './simulation.ts';
import { capture, refit } from './state.ts';

/** Puts the scene of the frame that begins in force. */
export function turn(s: Simulation): void {
  const { script, frame } = s;
  if (frame === 0 || !script.turnsAt(frame)) return;
  if (!isSame(s.scene, script.at(frame))) recompile(s, script, frame);
  s.addEmitters();
  refit(s);
  s.fillArrivals();
}

/** Goes on with another scene that has been parsed; throws a ThixoError where the state cannot follow, and then changes nothing. */
export function amend(s: Simulation, scene: Scene): void {
  const { frame, set, bodies } = s,
    { team } = set,
    script = new Script(scene);
  requireBranch(s.script.scene, scene, frame, bodies && [...bodies.sources.keys()]);
  requireOneWorld(script, team.wasm);
  recompile(s, script, lastFrame(frame), true);
  refit(s);
}

/** Writes the tables of another scene; the state stays. */
function recompile(s: Simulation, script: Script, frame: number, isBranch = false): void {
  const state = capture(s),
    { set, bodies, script: before } = s,
    { shared, team, fields } = set,
    ground = { shared, team, mover: bodies?.mover },
    wasFrame = s.compiledFor;
  try {
    s.adopt(compile(script, frame, ground));
    if (isBranch) requireFields(fields, s.set.rows);
  } catch (error) {
    s.adopt(compile(before, wasFrame, ground));
    state.putBack();
    throw error;
  }
  state.putBack();
}
