// The state of a world of globules between steps.

import type { Engine } from '../../engine/engine.ts';
import * as at from '../../wasm/layout.ts';
import { contactPasses } from './contacts.ts';
import type { GlobuleParameters } from './parameters.ts';

/** An engine all of whose particles are globules. */
export interface Globules extends Engine {
  /** Compiled loop of the pair force. */
  readonly forces: number;
  /** Friction and restitution of globules that touch. */
  readonly rub: () => void;
  /** Which lists the records were packed for; −1 at first. */
  packedBuild: number;
}

/** Prepares the step of a world of globules. */
export function globulesOn(engine: Engine, own: readonly GlobuleParameters[]): Globules {
  const forces = forcePass(engine, own);
  return Object.assign(engine, { forces, rub: contactPasses(engine, forces), packedBuild: -1 });
}

/** The compiled loop for the domain and the exponents; those of the paper have one of their own. */
export function forcePass({ loop }: Engine, own: readonly GlobuleParameters[]): number {
  const others = own.some((p) => p.repulsionExponent !== 5 || p.attractionExponent !== 3);
  return at.PASS_GLOBULES + (loop >> 3) + (others ? 2 : 0);
}
