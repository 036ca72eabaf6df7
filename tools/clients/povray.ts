// POV-Ray renders our scenes, and the picture has in it what it should.

import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import type { Client } from './check.ts';
import { outputOf, runs } from './programs.ts';
import type { Sample } from './sample.ts';

const WIDTH = 160;
const HEIGHT = 100;

export const POVRAY: Client = {
  name: 'POV-Ray',
  debian: 'povray',
  heavy: false,
  isThere: () => runs('povray', ['--version']),
  checks: {
    'surface.pov is a picture of both liquids and the paddle': (sample) => requireColors(sample, 'surface-0'),
    'particles.pov is a picture of both liquids and the paddle': (sample) => requireColors(sample, 'particles-0'),
  },
};

/** Renders a scene; water is blue in it, honey yellow, obstacles gray. */
function requireColors(sample: Sample, name: string): void {
  const { data } = render(sample, name);
  let [blue, yellow, gray] = [0, 0, 0];
  for (let k = 0; k < data.length; k += 4) {
    const [r, g, b] = [data[k]!, data[k + 1]!, data[k + 2]!];
    if (b > r + 30) blue++;
    else if (r > b + 30) yellow++;
    else if (r < 200 && Math.abs(r - g) < 12 && Math.abs(g - b) < 12) gray++;
  }
  const pixels = WIDTH * HEIGHT;
  const enough = blue > 0.01 * pixels && yellow > 0.004 * pixels && gray > 0.01 * pixels;
  if (!enough) throw new Error(`of ${pixels} pixels ${blue} are blue, ${yellow} yellow, ${gray} gray`);
}

function render(sample: Sample, name: string): PNG {
  const picture = sample.file(`${name}.png`);
  const size = [`+W${WIDTH}`, `+H${HEIGHT}`];
  outputOf('povray', [`+I${sample.file(`${name}.pov`)}`, `+O${picture}`, ...size, '-D', '+A0.3', '+FN8']);
  return PNG.sync.read(readFileSync(picture));
}
