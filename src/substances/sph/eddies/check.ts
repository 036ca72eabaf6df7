// Where eddies can spin, and the numbers of those that do. [ADR 69]

import { below } from '../../../pointer.ts';
import { type Problem, problem } from '../../../problem.ts';
import type { Scene } from '../../../scene/schema.ts';
import { isImplicit } from '../check-implicit.ts';
import { type SphParameters, soundSpeed } from '../parameters.ts';
import type { Eddying } from './eddies.ts';

/** Whether the eddies of a substance spin. */
export function hasEddies({ vorticity }: SphParameters): boolean {
  return vorticity !== undefined && vorticity.transfer > 0;
}

/** Everything of a scene that spin cannot do. */
export function checkVorticity(scene: Scene, own: readonly SphParameters[]): Problem[] {
  if (!scene.adaptivity || isImplicit(scene)) return [];
  return own
    .filter(hasEddies)
    .map(({ name }) =>
      problem(
        'SCENE_VORTICITY',
        below(below('/substances', name), 'vorticity'),
        'Where particles are split and merged, vorticity needs the same steps for all.',
        'Add "pressure": "implicit" to `time`, or leave out `adaptivity` or `vorticity`.',
      ),
    );
}

/** What a substance says, in SI units: `transfer` and `viscosity` count in h c, `inertia` in h². */
export function eddyingOf(p: SphParameters, index: number, finest: number, lightest: number): Eddying {
  const { transfer, inertia, viscosity } = p.vorticity!,
    scale = finest * soundSpeed(p);
  return {
    ...{ index, finest, heavier: p.restDensity / lightest },
    transfer: transfer * scale,
    inertia: inertia * finest * finest,
    viscosity: viscosity * scale,
  };
}
