// Forces of a solid on its particles: −∂E/∂x exactly. [AW09 eq. 64, card §14, X34]
//   f_i = Σ_j (V_i P_i g_ij − V_j P_j g_ji)
// Each particle gathers; what a link gives to one end it takes from the other to the last bit, whatever thread does it.

import { AT_ELASTIC_FORCE, AT_NODE_PLACE, AT_NODE_STRESS, AT_NODE_VELOCITY, ELASTIC_HOURGLASS, LINK_BYTES } from '../../src/wasm/layout';
import { address, int } from '../context';
import { vectorAt } from '../math/vector';
import { dot, linksEndOf, linksOf, rowDot, total } from './gradient';
import { addHourglass, addHourglassEnergy } from './hourglass';
import { nodesBegin, nodesEnd, particleOf } from './law';

/** Bytes of the stress of a node. */
const STRESS: usize = 80;

/** Forces on the nodes of a chunk. */
export function forceSolids(chunk: i32): void {
  const end = nodesEnd(chunk), stresses = address(AT_NODE_STRESS), forces = address(AT_ELASTIC_FORCE);
  const controlled = int(ELASTIC_HOURGLASS) != 0;
  for (let n = nodesBegin(chunk); n < end; n++) {
    const i = particleOf(n), out = forces + (<usize>i << 5);
    sumForce(stresses, n, out);
    if (controlled) addHourglassEnergy(n, i, addHourglass(n, address(AT_NODE_PLACE), out));
  }
}

/** −w K p on the nodes of a chunk, of the directions that stand in the place of their velocities. */
export function multiplySolids(chunk: i32): void {
  const end = nodesEnd(chunk), stresses = address(AT_NODE_STRESS), forces = address(AT_ELASTIC_FORCE);
  const controlled = int(ELASTIC_HOURGLASS) != 0;
  for (let n = nodesBegin(chunk); n < end; n++) {
    const out = forces + (<usize>particleOf(n) << 5);
    sumForce(stresses, n, out);
    if (controlled) addHourglass(n, address(AT_NODE_VELOCITY), out);
  }
}

function sumForce(stresses: usize, n: i32, out: usize): void {
  const own = stresses + <usize>n * STRESS;
  const a = v128.load64_splat(own), b = v128.load64_splat(own, 8), c = v128.load64_splat(own, 16);
  const d = v128.load64_splat(own, 24), e = v128.load64_splat(own, 32), f = v128.load64_splat(own, 40);
  const g = v128.load64_splat(own, 48), h = v128.load64_splat(own, 56), k = v128.load64_splat(own, 64);
  let x = f64x2.splat(0), y = f64x2.splat(0), z = f64x2.splat(0);
  for (let l = linksOf(n), end = linksEndOf(n); l < end; l += LINK_BYTES) {
    const p = stresses + <usize>load<u32>(l) * STRESS, q = stresses + <usize>load<u32>(l, 4) * STRESS;
    const gx = v128.load(l, 16), gy = v128.load(l, 32), gz = v128.load(l, 48); // g_ij
    const hx = v128.load(l, 64), hy = v128.load(l, 80), hz = v128.load(l, 96); // g_ji
    x = f64x2.add(x, f64x2.sub(dot(a, b, c, gx, gy, gz), rowDot(p, q, hx, hy, hz)));
    y = f64x2.add(y, f64x2.sub(dot(d, e, f, gx, gy, gz), rowDot(p + 24, q + 24, hx, hy, hz)));
    z = f64x2.add(z, f64x2.sub(dot(g, h, k, gx, gy, gz), rowDot(p + 48, q + 48, hx, hy, hz)));
  }
  vectorAt(out).set(total(x), total(y), total(z));
}
