// The passes of a world that flows, without a world around them.

import { ParticleSet } from '../../src/particles/particle-set.ts';
import { startFlow, stepFlow } from '../../src/substances/sph/flow-step.ts';
import type { SphParameters } from '../../src/substances/sph/parameters.ts';
import { Team } from '../../src/threads/team.ts';
import { ARENA } from '../../src/wasm/layout.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';
import type { FlowMaterial } from '../reference/flow.ts';
import { material, type State } from '../reference/sph.ts';
import { addParticles, byId, createSmoothed, meanVolume, parametersOf } from './engine.ts';

/** A material that flows, ρ₀ = 1000, J = 20, changed where asked. */
export function flowMaterial(changes: Partial<FlowMaterial> = {}): FlowMaterial {
  return {
    ...material({ artificialViscosity: 0.3 }),
    jumpNumber: 20,
    powerIndex: 0.5,
    yieldStress: 1,
    consistency: 1,
    stressForm: 'morris',
    ...changes,
  };
}

export type FlowEvaluation = Readonly<
  Record<'acceleration' | 'densityRate' | 'density' | 'viscosity' | 'drift' | 'velocity' | 'position', Float64Array>
>;

export interface FlowRun {
  readonly threads?: number;
  readonly extra?: Partial<SphParameters>;
  /** Steps to take after the first evaluation: their lengths, s. */
  readonly steps?: readonly number[];
  readonly implicit?: boolean;
}

/** Evaluates a state and takes steps; fields in order of id. */
export async function evaluateFlow(
  s: State,
  materials: readonly FlowMaterial[],
  run: FlowRun = {},
): Promise<FlowEvaluation> {
  const { threads = 1, extra = {}, steps = [], implicit = false } = run,
    shared = new SharedMemory(2 * ARENA),
    team = await Team.start(shared, threads),
    set = new ParticleSet(shared, team, 64, ['flow', 'shapes']);
  const substances = materials.map((m) => parametersOf(m, s.kernel, extra));
  const smoothed = createSmoothed(
    set,
    substances,
    s.dimension as 2 | 3,
    { min: [0, 0, 0], period: s.period },
    meanVolume(s, materials),
  );
  addParticles(set, s);
  startFlow(smoothed, implicit);
  if (steps.length === 0) stepFlow(smoothed, 2 ** -40, false); // forces where they are, viscous ones too
  for (const dt of steps) stepFlow(smoothed, dt, implicit);
  const names = ['acceleration', 'densityRate', 'density', 'viscosity', 'drift', 'velocity', 'position'] as const;
  const found = Object.fromEntries(names.map((name) => [name, byId(set, name)])) as unknown as FlowEvaluation;
  team.stop();
  return found;
}
