// What the pass of contacts reads of a particle beside its record: radius, ½ over its modulus, 1/M, μ | of a solid, meets solids here.
// Numbers of two particles are added: half of each makes the sum that of springs in a row.

import {
  AT_MASS, AT_SMOOTHING_LENGTH, AT_TOUCH, ELASTIC_COMPLIANCE, ELASTIC_FRICTION, ELASTIC_IS, ELASTIC_RADIUS, ELASTIC_TOUCHES, PAIR_UNIT,
  SUB_GRADIENT_SCALE, SUB_REST_DENSITY,
  TOUCH_RECORD_COMPLIANCE, TOUCH_RECORD_FRICTION, TOUCH_RECORD_INVERSE_MASS, TOUCH_RECORD_IS, TOUCH_RECORD_RADIUS, TOUCH_RECORD_SHIFT,
  TOUCH_RECORD_TOUCHES, TOUCH_RECORD_VOLUME, TOUCH_RECORD_WEIGHT,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, real } from '../context';
import { isSmoothed, substanceOf } from '../passes/pack';
import { lawOf } from './law';

/** The records of a chunk. */
export function packElastic(chunk: i32): void {
  const end = chunkEnd(chunk), unit = real(PAIR_UNIT);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const out = address(AT_TOUCH) + (<usize>i << TOUCH_RECORD_SHIFT), law = lawOf(i), at = <usize>i << 3;
    store<f32>(out, <f32>(load<f64>(address(AT_SMOOTHING_LENGTH) + at) * load<f64>(law, ELASTIC_RADIUS)), TOUCH_RECORD_RADIUS);
    store<f32>(out, <f32>(load<f64>(law, ELASTIC_COMPLIANCE) * unit), TOUCH_RECORD_COMPLIANCE);
    store<f32>(out, <f32>(unit / load<f64>(address(AT_MASS) + at)), TOUCH_RECORD_INVERSE_MASS);
    store<f32>(out, <f32>load<f64>(law, ELASTIC_FRICTION), TOUCH_RECORD_FRICTION);
    store<f32>(out, <f32>load<f64>(law, ELASTIC_IS), TOUCH_RECORD_IS);
    store<f32>(out, <f32>load<f64>(law, ELASTIC_TOUCHES), TOUCH_RECORD_TOUCHES);
    const substance = substanceOf(i), rho0 = load<f64>(substance, SUB_REST_DENSITY), isSolid = load<f64>(law, ELASTIC_IS) != 0;
    store<f32>(out, isSolid ? <f32>(load<f64>(address(AT_MASS) + at) / (rho0 * unit)) : 0, TOUCH_RECORD_VOLUME);
    store<f32>(out, isSmoothed(i) ? <f32>(load<f64>(substance, SUB_GRADIENT_SCALE) * rho0) : 0, TOUCH_RECORD_WEIGHT);
  }
}
