// The seeds of every random test. `npm test` runs with the fixed ones, so that a green tree stays green; `npm run fuzz` gives others
// through the environment and goes on for as long as it is told.

/** What `npm test` draws from. More of them make every random test slower; new ones are for `npm run fuzz`. */
export const SEEDS: readonly number[] = [1, 271828, 20261116];

/** How a random test explores. */
export interface Exploration {
  readonly seed: number;
  /** How long every random test goes on, s. */
  readonly seconds: number;
  /** File to which a line is added for every property. */
  readonly tally: string;
}

/** Set while `npm run fuzz` runs the tests. */
export const exploration: Exploration | undefined = process.env.FUZZ_SEED
  ? {
      seed: Number(process.env.FUZZ_SEED),
      seconds: Number(process.env.FUZZ_SECONDS ?? 10),
      tally: process.env.FUZZ_TALLY ?? '/dev/null',
    }
  : undefined;

/** A seed of its own for everything that has a name. */
export function seedFor(name: string, seed: number): number {
  let hash = seed | 0;
  for (let k = 0; k < name.length; k++) hash = Math.imul(hash ^ name.charCodeAt(k), 0x01000193);
  return hash ^ (hash >>> 15);
}
