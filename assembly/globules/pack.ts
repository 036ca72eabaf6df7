// What the pair pass of globules reads of a particle beside its record, at the temperature it has. [MP89 §2, card §11]
//   radius r, ½ρ₀c², ½ζρ₀c, 1/M | ½c_r, ½c_d, substance, 1 for a globule
// Numbers of two particles are added: half of each makes the sum their mean. A melting globule goes from bonds to none, a crumbling one
// on to damping at contact only: solid → fluid → powder. Long bonds pull the globules of a solid closer than r₀: as they vanish, first the
// longest, r₀ shrinks to the distance that they rest at, so that melting changes no volume.

import {
  AT_GLOBULE, AT_MASS, AT_SMOOTHING_LENGTH, AT_SUBSTANCE, AT_TEMPERATURE, GLOBULE_BYTES, GLOBULE_CRUMBLES_FROM, GLOBULE_CRUMBLES_TO,
  GLOBULE_DAMPING, GLOBULE_DAMPING_RANGE, GLOBULE_IS, GLOBULE_MELTED_DAMPING, GLOBULE_MELTED_RADIUS, GLOBULE_MELTED_STRENGTH,
  GLOBULE_RADIUS, GLOBULE_RANGE, GLOBULE_RECORD_DAMPING, GLOBULE_RECORD_DAMPING_RANGE, GLOBULE_RECORD_INVERSE_MASS, GLOBULE_RECORD_IS,
  GLOBULE_RECORD_RADIUS, GLOBULE_RECORD_RANGE, GLOBULE_RECORD_SHIFT, GLOBULE_RECORD_STRENGTH, GLOBULE_RECORD_SUBSTANCE, GLOBULE_STRENGTH,
  GLOBULE_TABLE, HAS_HEAT, PAIR_UNIT, SUB_LIQUIDUS, SUB_SOLIDUS,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { substanceOf } from '../passes/pack';

/** Half of the range of contact: forces end where two globules part. */
const CONTACT: f64 = 0.5;

/** The pair law of the substance of particle i. */
@inline export function lawOf(i: i32): usize {
  return GLOBULE_TABLE + <usize>load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)) * GLOBULE_BYTES;
}

/** What the pair pass reads of a chunk. */
export function packGlobules(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(PAIR_UNIT);
  for (let i = begin; i < end; i++) {
    const out = address(AT_GLOBULE) + (<usize>i << GLOBULE_RECORD_SHIFT), law = lawOf(i), at = <usize>i << 3;
    const melted = int(HAS_HEAT) ? partBetween(i, load<f64>(substanceOf(i), SUB_SOLIDUS), load<f64>(substanceOf(i), SUB_LIQUIDUS)) : 0;
    const crumbled = int(HAS_HEAT) ? partBetween(i, load<f64>(law, GLOBULE_CRUMBLES_FROM), load<f64>(law, GLOBULE_CRUMBLES_TO)) : 0;
    const frozen = 1 - melted;
    const radius = mix(load<f64>(law, GLOBULE_MELTED_RADIUS), load<f64>(law, GLOBULE_RADIUS), frozen * frozen * frozen);
    store<f32>(out, <f32>(load<f64>(address(AT_SMOOTHING_LENGTH) + at) * radius), GLOBULE_RECORD_RADIUS);
    const strength = mix(load<f64>(law, GLOBULE_STRENGTH), load<f64>(law, GLOBULE_MELTED_STRENGTH), melted);
    store<f32>(out, <f32>(strength / unit), GLOBULE_RECORD_STRENGTH);
    const damping = mix(load<f64>(law, GLOBULE_DAMPING), load<f64>(law, GLOBULE_MELTED_DAMPING), melted);
    store<f32>(out, <f32>(damping / unit), GLOBULE_RECORD_DAMPING);
    store<f32>(out, <f32>(unit / load<f64>(address(AT_MASS) + at)), GLOBULE_RECORD_INVERSE_MASS);
    const range = load<f64>(law, GLOBULE_RANGE), reach = load<f64>(law, GLOBULE_DAMPING_RANGE);
    store<f32>(out, <f32>mix(range, min<f64>(range, CONTACT), melted), GLOBULE_RECORD_RANGE);
    store<f32>(out, <f32>mix(reach, min<f64>(reach, CONTACT), crumbled), GLOBULE_RECORD_DAMPING_RANGE);
    store<f32>(out, <f32>load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)), GLOBULE_RECORD_SUBSTANCE);
    store<f32>(out, <f32>load<f64>(law, GLOBULE_IS), GLOBULE_RECORD_IS);
  }
}

@inline function mix(a: f64, b: f64, part: f64): f64 { return a + (b - a) * part; }

/** How far the temperature of particle i has come from one to another (K), 0 to 1; 0 if there is no way between them. */
@inline function partBetween(i: i32, from: f64, to: f64): f64 {
  if (!(to > from)) return 0;
  return min<f64>(max<f64>((load<f64>(address(AT_TEMPERATURE) + (<usize>i << 3)) - from) / (to - from), 0), 1);
}
