// "Did you mean …?": the name a person most likely meant. Case does not count; one typo in a short name, up to three in a long one.

/** What other tools, other spellings and habit call our keys. Only those that exist where they are asked for are suggested. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  material: ['substance', 'preset'],
  materials: ['substances'],
  fluid: ['substance', 'bodies'],
  fluids: ['substances', 'bodies'],
  liquid: ['substance'],
  type: ['preset', 'model'],
  blocks: ['bodies'],
  particles: ['bodies', 'points'],
  objects: ['bodies'],
  solids: ['obstacles'],
  walls: ['obstacles'],
  boundaries: ['obstacles'],
  colliders: ['obstacles'],
  boundary: ['domain', 'obstacles'],
  bounds: ['domain'],
  inflow: ['emitters'],
  inlets: ['emitters'],
  outflow: ['sinks'],
  outlets: ['sinks'],
  fps: ['frameRate'],
  rate: ['frameRate', 'flowRate'],
  dt: ['time'],
  timestep: ['time'],
  timesteps: ['time'],
  cfl: ['courant'],
  end: ['duration', 'to'],
  endtime: ['duration', 'to'],
  length: ['duration'],
  start: ['from'],
  stop: ['to'],
  title: ['name'],
  version: ['format'],
  dimensions: ['dimension', 'size'],
  dim: ['dimension'],
  position: ['center', 'point', 'positions'],
  pos: ['center', 'point', 'positions'],
  origin: ['center', 'point'],
  centre: ['center'],
  size: ['spacing', 'radius'],
  extent: ['size'],
  extents: ['size'],
  width: ['size'],
  diameter: ['radius'],
  particlesize: ['spacing'],
  resolution: ['spacing'],
  step: ['spacing'],
  rho: ['restDensity', 'density'],
  density: ['restDensity'],
  density0: ['restDensity'],
  mu: ['viscosity'],
  nu: ['viscosity'],
  gamma: ['exponent'],
  stiffnessconstant: ['stiffness'],
  h: ['smoothing'],
  eos: ['stateEquation'],
  angle: ['degrees'],
  omega: ['angularVelocity', 'degreesPerSecond'],
  restitution: ['normalRestitution'],
  bounce: ['normalRestitution'],
  color: ['look'],
  colour: ['look'],
  ball: ['sphere'],
  cube: ['box'],
  block: ['box'],
  circle: ['disc', 'sphere'],
  disk: ['disc'],
  path: ['file'],
  filename: ['file'],
};

/** `Did you mean "x"? ` (with the space at its end) or nothing: for the beginning of a hint. */
export function didYouMean(written: string, known: readonly string[]): string {
  const meant = nearest(written, known);
  return meant === undefined ? '' : `Did you mean "${meant}"? `;
}

/** The known name nearest to what was written, or undefined if none is near. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const word = written.toLowerCase();
  const plain = simplify(word);
  const same = known.find((name) => simplify(name.toLowerCase()) === plain);
  if (same !== undefined) return same;
  const synonym = Object.hasOwn(SYNONYMS, plain) ? SYNONYMS[plain]!.find((name) => known.includes(name)) : undefined;
  let best = synonym;
  let least = synonym === undefined ? Number.POSITIVE_INFINITY : 2;
  for (const name of known) {
    const allowed = Math.min(typosAllowed(Math.max(word.length, name.length)), least - 1);
    const distance = typos(word, name.toLowerCase(), allowed);
    if (distance > allowed) continue;
    best = name;
    least = distance;
  }
  return best;
}

/** Without what separates words: `frame_rate` and `frame-rate` are `framerate`. */
function simplify(word: string): string {
  return word.length > 64 ? word : word.replace(/[-_ ]/g, '');
}

/** Typos that still count as the same word. */
function typosAllowed(length: number): number {
  return length <= 3 ? 1 : length <= 7 ? 2 : 3;
}

/**
 * Letters left out, put in, changed or swapped with their neighbor (Damerau-Levenshtein, optimal string alignment); more than `most`
 * if there are more. Cost: product of the lengths, which are alike or nothing is done.
 */
export function typos(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const differ = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + differ);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return above[b.length]!;
}
