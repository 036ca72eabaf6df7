// What the kicks of smoothed particles share.

import {
  AT_CONTACT_SUM, AT_ELASTIC_FORCE, AT_SUM_XSPH, CONTACT_SUM_BYTES, HAS_CONTACTS, HAS_ELASTIC, SUB_XSPH_STORED,
} from '../../../src/wasm/layout';
import { address, int } from '../../context';
import { Vector, vectorAt } from '../../math/vector';
import { correctionOf, sumsOf } from './particle';

/** a = f/m + g: adds the forces of other particles on particle i to its external acceleration. Returns a². */
@inline export function addForcesOf(i: i32, m: f64, a: Vector): f64 {
  const f = sumsOf(i), x = <f64>load<f32>(f) / m + a.x, y = <f64>load<f32>(f, 4) / m + a.y, z = <f64>load<f32>(f, 8) / m + a.z;
  a.set(x, y, z);
  if (int(HAS_CONTACTS)) add(vectorAt(address(AT_CONTACT_SUM) + <usize>i * CONTACT_SUM_BYTES), m, a);
  if (int(HAS_ELASTIC)) add(vectorAt(address(AT_ELASTIC_FORCE) + (<usize>i << 5)), m, a);
  return a.square;
}

/** The same for forces in double precision: contacts of globules, solids. */
function add(f: Vector, m: f64, a: Vector): void {
  a.set(a.x + f.x / m, a.y + f.y / m, a.z + f.z / m);
}

/** v + time a into `out`. Returns its square. */
@inline export function accelerated(v: Vector, time: f64, a: Vector, out: Vector): f64 {
  const x = v.x + time * a.x, y = v.y + time * a.y, z = v.z + time * a.z;
  out.set(x, y, z);
  return x * x + y * y + z * z;
}

/** XSPH: moves with v + Δv, and stores it only if the substance says so. [PV09 eq. 11, X19] */
@inline export function smoothVelocity(i: i32, substance: usize, v: Vector, m: f64, dt: f64): void {
  const sum = address(AT_SUM_XSPH) + (<usize>i << 4);
  const ex = <f64>load<f32>(sum) / m, ey = <f64>load<f32>(sum, 4) / m, ez = <f64>load<f32>(sum, 8) / m;
  if (load<f64>(substance, SUB_XSPH_STORED) == 0) correctionOf(i).set(ex, ey, ez);
  else if (dt > 0) v.set(v.x + ex, v.y + ey, v.z + ez);
}
