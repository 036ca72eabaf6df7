// What walls mean for the heat of a particle beside them: how well it exchanges heat with those that have a temperature, and how they close
// its free surface, because the substance is taken to go on behind them: ∫∇W dV beyond a plane at distance d is S(d/R)/R towards the plane.
// The inside of a box has up to three faces near a particle; everything else counts as its nearest tangent plane.

import { KIND, RECORD_SLOTS, SIDE, TEMPERATURE, VECTOR } from '../../src/obstacles/layout';
import { BOX } from '../../src/shapes/kinds';
import { AT_POSITION, COVER_TABLE, OBSTACLE_COUNT, OBSTACLES, SLICE_TABLE } from '../../src/wasm/layout';
import { address, int } from '../context';
import { faceWall, wallDistance, wallNormalX, wallNormalY, wallNormalZ } from '../obstacles/face-wall';
import { enterFrame, frameX, frameY, frameZ, toLocal, turnToWorld } from '../obstacles/frame';
import { rememberFaces } from '../obstacles/near-faces';
import { isBeyond, slot } from '../obstacles/solid';
import { NEAREST, tableAt } from '../obstacles/walls';
import { wallDrag } from './walls';

/** Gradient of the part of the kernel that walls cover, 1/m. */
export let closureX: f64 = 0, closureY: f64 = 0, closureZ: f64 = 0;
/** Σ 2 ∫F (1 + s/d) dV over the walls with a temperature, 1/m², and that times their temperatures, K/m². */
export let exchange: f64 = 0, exchangeHeat: f64 = 0;

// What `faceOf` adds up along one axis of a box: difference and sum over its two faces, R = 1.
let slice: f64 = 0, open: f64 = 0;

/** Looks at the walls within R (m) of particle i: those with a temperature if `conducts`, all if `closes`. */
export function lookAtWalls(i: i32, R: f64, conducts: bool, closes: bool): void {
  const count = int(OBSTACLE_COUNT), point = address(AT_POSITION) + <usize>i * 24;
  rememberFaces(i);
  closureX = 0; closureY = 0; closureZ = 0; exchange = 0; exchangeHeat = 0;
  for (let k = 0; k < count; k++) {
    const record = address(OBSTACLES) + <usize>k * (RECORD_SLOTS << 3), T = slot(record, TEMPERATURE);
    if (!closes && !(conducts && T >= 0)) continue;
    if (isBeyond(record, slot(point, 0), slot(point, 1), slot(point, 2), R)) continue;
    if (<i32>slot(record, KIND) == BOX && slot(record, SIDE) < 0) lookFromInside(record, point, R, T);
    else if (faceWall(record, point, R)) {
      const q = max<f64>(wallDistance / R, NEAREST), S = tableAt(SLICE_TABLE, q) / R;
      closureX -= S * wallNormalX; closureY -= S * wallNormalY; closureZ -= S * wallNormalZ;
      addExchange(q, R, T);
    }
  }
}

/** The faces of a box around the point. */
function lookFromInside(record: usize, point: usize, R: f64, T: f64): void {
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  const y = frameY, z = frameZ;
  faceOf(slot(record, VECTOR), frameX, R, T);
  const sx = slice, ox = open;
  faceOf(slot(record, VECTOR + 1), y, R, T);
  const sy = slice, oy = open;
  faceOf(slot(record, VECTOR + 2), z, R, T);
  turnToWorld((sx * oy * open) / R, (sy * ox * open) / R, (slice * ox * oy) / R);
  closureX += frameX; closureY += frameY; closureZ += frameZ;
}

/** The two faces at ±half along an axis, seen from x. */
function faceOf(half: f64, x: f64, R: f64, T: f64): void {
  slice = 0; open = 1;
  for (let sign = -1.0; sign < 2; sign += 2) {
    const q = max<f64>((half - sign * x) / R, NEAREST);
    if (q >= 1) continue;
    slice += sign * tableAt(SLICE_TABLE, q);
    open -= tableAt(COVER_TABLE, q);
    addExchange(q, R, T);
  }
}

@inline function addExchange(q: f64, R: f64, T: f64): void {
  if (T < 0) return;
  const S = wallDrag(q, R);
  exchange += S;
  exchangeHeat += S * T;
}
