// Colors of a mesh that change over the distance of a few triangles instead of from one vertex to the next: where two substances meet,
// single vertices belong to one or the other, and the border would be jagged.

/** Rounds of averaging. */
const ROUNDS = 6;

/** Red, green and blue per vertex, averaged with the vertices around. */
export function smoothColors(colors: Float32Array, elements: Uint32Array): Float32Array {
  let [from, to] = [colors.slice(), new Float32Array(colors.length)];
  const neighbors = new Float32Array(colors.length / 3);
  for (const vertex of elements) neighbors[vertex]! += 2;
  for (let round = 0; round < ROUNDS; round++) {
    to.fill(0);
    for (let t = 0; t + 2 < elements.length; t += 3) {
      const [a, b, c] = [3 * elements[t]!, 3 * elements[t + 1]!, 3 * elements[t + 2]!];
      for (let k = 0; k < 3; k++) {
        to[a + k]! += from[b + k]! + from[c + k]!;
        to[b + k]! += from[c + k]! + from[a + k]!;
        to[c + k]! += from[a + k]! + from[b + k]!;
      }
    }
    for (let k = 0; k < to.length; k++) {
      const count = neighbors[Math.floor(k / 3)]!;
      to[k] = count > 0 ? 0.5 * from[k]! + (0.5 * to[k]!) / count : from[k]!;
    }
    [from, to] = [to, from];
  }
  return from;
}
