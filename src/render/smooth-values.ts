// Values on a mesh that change over the distance of a few triangles instead of from one vertex to the next. Colors: where two
// substances meet, single vertices belong to one or the other. Normals: highlights would show the triangles.

/** Three numbers per vertex, averaged with those of the vertices around, as often as `rounds` says. */
export function smoothValues(values: Float32Array, elements: Uint32Array, rounds: number): Float32Array {
  let [from, to] = [values.slice(), new Float32Array(values.length)];
  const neighbors = new Float32Array(values.length / 3);
  for (const vertex of elements) neighbors[vertex]! += 2;
  for (let round = 0; round < rounds; round++) {
    to.fill(0);
    for (let t = 0; t + 2 < elements.length; t += 3) {
      const a = 3 * elements[t]!;
      const b = 3 * elements[t + 1]!;
      const c = 3 * elements[t + 2]!;
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
