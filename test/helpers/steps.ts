// A world and the reference side by side, step by step.

import { expect } from 'vitest';
import type { SceneInput, SmoothedInput } from '../../src/index.ts';
import { copyState } from '../reference/arrangements.ts';
import {
  type Material,
  material,
  type RateOptions,
  type Rates,
  rates,
  type State,
  shepard,
  stepPredictorVerlet,
  type Vec3,
  xsph,
} from '../reference/sph.ts';
import { relativeError } from './engine.ts';
import { stateOfWorld, withWorld } from './worlds.ts';

const STEPS = 20;
/** One step per frame: 1/FRAME_RATE is below every limit of these scenes. */
const FRAME_RATE = 4096;
const gravityIn = (dimension: 2 | 3): Vec3 => [0.3, -9.81, dimension === 3 ? 0.1 : 0];

/** One step of the reference, in place; takes the rates at its start and returns those at its end. */
export type Step = (s: State, old: Rates, dt: number, m: Material, options: RateOptions) => Rates;

type SubstanceInput = SmoothedInput;

/** A compressed, turning block of one substance. */
function blockScene(substance: SubstanceInput, dimension: 2 | 3): SceneInput {
  const solid = dimension === 3;
  return {
    gravity: gravityIn(dimension),
    dimension,
    frameRate: FRAME_RATE,
    substances: { test: substance },
    bodies: [
      {
        substance: 'test',
        shape: { box: { min: [0, 0, solid ? 0 : -1], max: solid ? [0.5, 0.5, 0.5] : [1, 1, 1] } },
        spacing: solid ? 0.07 : 0.05,
        jitter: 0.1,
        density: 1030,
        angularVelocity: [0, 0, 2],
      },
    ],
  };
}

/** Deviations of displacement, change of velocity and change of density after 20 steps, relative to their rms. */
export async function compareSteps(
  { xsphStored, shepardInterval, ...shared }: SubstanceInput & Partial<Material>,
  step: Step,
  { dimension = 3 }: { dimension?: 2 | 3 } = {},
): Promise<Record<'moved' | 'velocity' | 'density', number>> {
  const m = material({ ...shared });
  const input: SubstanceInput = { artificialViscosity: 0, ...shared, xsphStored, shepardInterval };
  const options: RateOptions = { gravity: gravityIn(dimension) };
  return withWorld(blockScene(input, dimension), (world) => {
    const start = stateOfWorld(world);
    const s = copyState(start);
    let now = rates(s, [m], options);
    for (let k = 0; k < STEPS; k++) {
      expect(world.advance()).toMatchObject({ ok: true, steps: 1 });
      now = step(s, now, 1 / FRAME_RATE, m, options);
    }
    const end = stateOfWorld(world);
    const deviation = (name: 'position' | 'velocity' | 'density') => {
      const change = (state: State) => state[name].map((value, k) => value - start[name][k]!);
      return relativeError(change(end), change(s));
    };
    return { moved: deviation('position'), velocity: deviation('velocity'), density: deviation('density') };
  });
}

/** [card §6] */
export const plainStep: Step = (s, old, dt, m, options) => stepPredictorVerlet(s, old, dt, [m], options);

/** The predicted state v*, ρ* at the new positions, of which XSPH takes its velocities. */
function predictedState(before: State, after: State, old: Rates, dt: number): State {
  return {
    ...after,
    velocity: before.velocity.map((v, c) => v + dt * old.acceleration[c]!),
    density: before.density.map((rho, i) => rho + dt * old.densityRate[i]!),
  };
}

/** XSPH as a drift: x moves with v½ + Δv of the evaluation before. [PV09 eq. 11] */
export function driftingStep(): Step {
  let drift: Float64Array | undefined;
  return (s, old, dt, m, options) => {
    drift ??= xsph(s, [m]);
    for (let c = 0; c < s.position.length; c++) s.position[c]! += dt * drift[c]!;
    const before = copyState(s);
    const now = stepPredictorVerlet(s, old, dt, [m], options);
    drift = xsph(predictedState(before, s, old, dt), [m]);
    return now;
  };
}

/** XSPH stored: v ← v + Δv at the end of every step. */
export const storingStep: Step = (s, old, dt, m, options) => {
  const before = copyState(s);
  const now = stepPredictorVerlet(s, old, dt, [m], options);
  const change = xsph(predictedState(before, s, old, dt), [m]);
  s.velocity.set(s.velocity.map((v, c) => v + change[c]!));
  return now;
};

/** The density is re-initialised at the end of every step. [card §4] */
export const shepardStep: Step = (s, old, dt, m, options) => {
  const now = stepPredictorVerlet(s, old, dt, [m], options);
  s.density.set(shepard(s, [m]));
  return now;
};
