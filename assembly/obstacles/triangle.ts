// The point of a triangle that is nearest to a given one. Reference: src/shapes/closest-point.ts.

/** What `squareToTriangle` found: from the nearest point to the given one, m. Globals belong to one instance, hence to one thread. */
export let awayX: f64 = 0;
export let awayY: f64 = 0;
export let awayZ: f64 = 0;

@inline
function clampUnit(s: f64): f64 {
  return min<f64>(max<f64>(s, 0), 1);
}

/** Square of the distance from (x, y, z) to the triangle whose nine coordinates stand at an address, m². */
export function squareToTriangle(triangle: usize, x: f64, y: f64, z: f64): f64 {
  const ax = load<f64>(triangle);
  const ay = load<f64>(triangle, 8);
  const az = load<f64>(triangle, 16);
  const ux = load<f64>(triangle, 24) - ax;
  const uy = load<f64>(triangle, 32) - ay;
  const uz = load<f64>(triangle, 40) - az;
  const vx = load<f64>(triangle, 48) - ax;
  const vy = load<f64>(triangle, 56) - ay;
  const vz = load<f64>(triangle, 64) - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const up = ux * px + uy * py + uz * pz;
  const vp = vx * px + vy * py + vz * pz;
  const all = uu * vv - uv * uv;
  const s = vv * up - uv * vp;
  const t = uu * vp - uv * up;
  if (all > 0 && s >= 0 && t >= 0 && s + t <= all) {
    // Above the face: straight along its normal, which rounds less than going to the foot.
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const height = (nx * px + ny * py + nz * pz) / (nx * nx + ny * ny + nz * nz);
    return setAway(height * nx, height * ny, height * nz);
  }
  // The nearest of the three edges.
  const alongU = uu > 0 ? clampUnit(up / uu) : 0;
  const alongV = vv > 0 ? clampUnit(vp / vv) : 0;
  const ww = uu - 2 * uv + vv;
  const alongW = ww > 0 ? clampUnit((uu - uv - up + vp) / ww) : 0;
  let least = setAway(px - alongU * ux, py - alongU * uy, pz - alongU * uz);
  let bx = awayX;
  let by = awayY;
  let bz = awayZ;
  const second = setAway(px - alongV * vx, py - alongV * vy, pz - alongV * vz);
  if (second < least) {
    least = second;
    bx = awayX;
    by = awayY;
    bz = awayZ;
  }
  const rest = 1 - alongW;
  const third = setAway(px - rest * ux - alongW * vx, py - rest * uy - alongW * vy, pz - rest * uz - alongW * vz);
  if (third < least) return third;
  return setAway(bx, by, bz);
}

@inline
function setAway(x: f64, y: f64, z: f64): f64 {
  awayX = x;
  awayY = y;
  awayZ = z;
  return x * x + y * y + z * z;
}

/** How far the triangle's normal, of any length, points along a direction. */
export function alongNormal(triangle: usize, x: f64, y: f64, z: f64): f64 {
  const ax = load<f64>(triangle);
  const ay = load<f64>(triangle, 8);
  const az = load<f64>(triangle, 16);
  const ux = load<f64>(triangle, 24) - ax;
  const uy = load<f64>(triangle, 32) - ay;
  const uz = load<f64>(triangle, 40) - az;
  const vx = load<f64>(triangle, 48) - ax;
  const vy = load<f64>(triangle, 56) - ay;
  const vz = load<f64>(triangle, 64) - az;
  awayX = uy * vz - uz * vy;
  awayY = uz * vx - ux * vz;
  awayZ = ux * vy - uy * vx;
  const length = Math.sqrt(awayX * awayX + awayY * awayY + awayZ * awayZ);
  if (!(length > 0)) { awayX = 0; awayY = 1; awayZ = 0; return y; }
  awayX /= length;
  awayY /= length;
  awayZ /= length;
  return awayX * x + awayY * y + awayZ * z;
}
