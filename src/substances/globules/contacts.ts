// What globules that touch remember, and what that amounts to. [ADR 33, assembly/globules/contacts.ts]

import type { Triple } from '../../engine/booking.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Measured } from '../../engine/family.ts';
import type { FieldRow } from '../../particles/fields.ts';
import * as at from '../../wasm/layout.ts';
import { type GlobuleParameters, isGlobules, lawAt, reachOf } from './parameters.ts';

/** Fields of globules with friction or restitution. */
export const CONTACT_FIELDS: readonly FieldRow[] = [
  {
    name: 'spin',
    type: 'f64',
    components: 3,
    lifetime: 'state',
    unit: 'rad/s',
    slot: at.AT_SPIN,
    feature: 'contacts',
    meaning: 'angular velocity',
    late: true,
  },
  {
    name: 'spinRate',
    type: 'f64',
    components: 3,
    lifetime: 'state',
    unit: 'rad/s²',
    slot: at.AT_SPIN_RATE,
    feature: 'contacts',
    meaning: 'angular acceleration at the last evaluation',
    late: true,
  },
  {
    name: 'contacts',
    type: 'u32',
    components: 1,
    words: (at.CONTACT_SLOTS * at.CONTACT_BYTES) / 4,
    lifetime: 'state',
    unit: '',
    slot: at.AT_CONTACTS,
    feature: 'contacts',
    meaning: 'springs to the globules that it touches',
    late: true,
  },
];

/** Springs of a contact, over S/r₀ and over that times R²; as in assembly/globules/contacts.ts. */
const TANGENT_STIFFNESS = 0.1,
  ROLLING_STIFFNESS = 1;

/** The passes of contacts, after all other forces are known: ξ ← ξ + dt v_t, F_t and M from it. Nothing in a world without. */
export function contactPasses({ set, neighbors }: Engine, forces: number, asGuests = false): () => void {
  if (!set.has('contacts')) return () => {};
  const pass = at.PASS_CONTACTS + (forces - at.PASS_GLOBULES);
  return () => {
    set.team.run(at.PASS_AGE_CONTACTS, set.chunks);
    neighbors.runPairs(pass);
    set.team.run(at.PASS_TURN_GLOBULES, set.chunks);
    if (asGuests) set.team.run(at.PASS_SPIN_GUESTS, set.chunks);
  };
}

/** Moment of inertia of a globule over m: that of a disc or a ball, m². */
function inertia(radius: number, dimension: 2 | 3): number {
  return (dimension === 3 ? 0.4 : 0.5) * radius * radius;
}

/** Σ I ω, N·m·s. */
export function totalSpin(world: Measured): Triple {
  const sum: Triple = [0, 0, 0];
  if (!world.set.has('contacts')) return sum;
  const { radius, spin, mass, dimension } = viewOf(world);
  for (let i = 0; i < world.set.count; i++)
    for (let a = 0; a < 3; a++) sum[a]! += mass[i]! * inertia(radius(i), dimension) * spin[3 * i + a]!;
  return sum;
}

/** ½ Σ I ω² and ½ Σ (k_t ξ² + k_r ψ²), J. */
export function contactEnergy(world: Measured): number {
  if (!world.set.has('contacts')) return 0;
  const { radius, strength, spin, mass, dimension } = viewOf(world),
    words = world.set.u32('contacts'),
    springs = new Float32Array(words.buffer, words.byteOffset, words.length),
    ids = world.set.u32('id'),
    byId = new Map(Array.from(ids, (id, i) => [id, i]));
  let energy = 0;
  for (let i = 0; i < world.set.count; i++) {
    const w = spin.subarray(3 * i, 3 * i + 3);
    energy += 0.5 * mass[i]! * inertia(radius(i), dimension) * (w[0]! * w[0]! + w[1]! * w[1]! + w[2]! * w[2]!);
    for (let k = 0; k < at.CONTACT_SLOTS; k++) {
      const place = ((i * at.CONTACT_SLOTS + k) * at.CONTACT_BYTES) / 4,
        j = byId.get(words[place]! - 1);
      if (words[place] === 0 || j === undefined || words[place + 7] === 0) continue;
      const r0 = radius(i) + radius(j),
        R = (2 * radius(i) * radius(j)) / r0,
        k_t = TANGENT_STIFFNESS * 0.5 * (strength(i) + strength(j)) * (dimension === 3 ? r0 : 1),
        square = (first: number) => springs.subarray(place + first, place + first + 3).reduce((s, x) => s + x * x, 0);
      energy += 0.5 * k_t * (square(1) + ROLLING_STIFFNESS * R * R * square(4));
    }
  }
  return energy;
}

function viewOf({ set, substances, dimension }: Measured) {
  const lengths = set.f64('smoothingLength'),
    kinds = set.u32('substance'),
    temperature = set.hasHeat ? set.f64('temperature') : undefined;
  const lawOf = (i: number) => {
    const p = substances[kinds[i]!]! as GlobuleParameters;
    return isGlobules(p) ? { reach: reachOf(p), ...lawAt(p, temperature?.[i] ?? 0, dimension) } : undefined;
  };
  return {
    radius: (i: number): number => {
      const law = lawOf(i);
      return law ? (lengths[i]! / law.reach) * law.size : 0;
    },
    strength: (i: number): number => lawOf(i)?.strength ?? 0,
    spin: set.f64('spin'),
    mass: set.f64('mass'),
    dimension,
  };
}
