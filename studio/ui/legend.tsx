// The colors of numbers, and what they stand for.

import { colorMapOf } from '../../src/colors/particle-colors.ts';
import * as s from '../studio.ts';
import type { Stage } from '../view/stage.ts';
import { words } from './field.tsx';

export function Legend({ stage }: { readonly stage: Stage | undefined }) {
  void [s.frame.value, s.look.value]; // the range widens with what is seen
  const legend = stage?.legend,
    scene = s.scene.value;
  if (!legend || !scene) return null;
  const map = colorMapOf({ look: { ...scene.look, colorBy: legend.colorBy as never } }),
    out = new Float32Array(3),
    byte = (x: number): number => Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)),
    stops = [0, 0.25, 0.5, 0.75, 1].map((t) => {
      map.linearInto(t, out, 0);
      return `rgb(${byte(out[0]!)} ${byte(out[1]!)} ${byte(out[2]!)})`;
    });
  return (
    <figure class="legend">
      <figcaption>{words(legend.colorBy)}</figcaption>
      <span style={{ background: `linear-gradient(90deg, ${stops.join(', ')})` }} />
      <div>
        {legend.range.map((x, k) => (
          <b key={k}>{Number(x.toPrecision(3))}</b>
        ))}
      </div>
    </figure>
  );
}
