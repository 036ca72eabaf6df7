// What smoothed substances of a scene must agree on.

import { below } from '../../pointer.ts';
import { type Problem, problem } from '../../problem.ts';
import type { SphParameters } from './parameters.ts';

/** Everything that is wrong between the smoothed substances of a scene. */
export function checkSmoothed(own: readonly SphParameters[]): Problem[] {
  return [...checkKernels(own), ...checkXsph(own), ...checkShepard(own)];
}

function at(name: string, key: string): string {
  return below(below('/substances', name), key);
}

function checkKernels(all: readonly SphParameters[]): Problem[] {
  const [first, ...others] = all;
  return others
    .filter(({ kernel }) => kernel !== first!.kernel)
    .map(({ name, kernel }) => {
      const message = `"${name}" uses the kernel ${kernel}, "${first!.name}" uses ${first!.kernel}.`;
      const hint = 'Give all substances of a scene the same kernel; a preset may have its own.';
      return problem('SCENE_MIXED_KERNELS', at(name, 'kernel'), message, hint);
    });
}

/** A stored XSPH velocity is momentum handed over: what one substance gives, another must take. */
function checkXsph(all: readonly SphParameters[]): Problem[] {
  if (!all.some((p) => p.xsph > 0 && p.xsphStored)) return [];
  return all
    .filter((p) => !p.xsphStored)
    .map(({ name }) => {
      const message = `"${name}" does not store its XSPH velocity, but another substance does. Momentum would be lost between them.`;
      const hint = 'Set the same xsphStored for all substances.';
      return problem('SCENE_MIXED_XSPH', at(name, 'xsphStored'), message, hint);
    });
}

/** All substances that re-initialise their density do so together. */
function checkShepard(all: readonly SphParameters[]): Problem[] {
  const [first, ...others] = all.filter((p) => p.density === 'continuity' && p.shepardInterval > 0);
  return others
    .filter((p) => p.shepardInterval !== first!.shepardInterval)
    .map(({ name, shepardInterval }) => {
      const message = `"${name}" has a Shepard interval of ${shepardInterval}, "${first!.name}" of ${first!.shepardInterval}.`;
      const hint = 'Give all substances the same interval, or 0 for never.';
      return problem('SCENE_MIXED_SHEPARD', at(name, 'shepardInterval'), message, hint);
    });
}
