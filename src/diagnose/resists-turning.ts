// Bodies that turn, fall or hang, of a substance whose viscous force resists turning and bending, or lets a spin drift. [card X52; ADR 29]

import type { TurningHarm } from '../engine/family.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { assignmentOf, below } from '../pointer.ts';
import { type Fix, type Problem, problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { signedDistance } from '../shapes/distance.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { solidOf } from '../shapes/solid.ts';
import { familiesIn } from '../substances/families.ts';
import type { Substance } from '../substances/substance.ts';
import { findHangs, type Hang } from './resting-cells.ts';
import { lengthOf } from './suspicion.ts';
import { bodyBounds, measureScene } from './yardstick.ts';

/** A body that reaches over by more than this many times its thickness bends. */
const SLENDER = 1.5;

/** A jet whose opening is so many times its reach away from everything hangs as a strand. */
const FREE = 4;

type Harm = Pick<TurningHarm<never>, 'form' | 'harm'>;

/** What the stress of a substance does to a body of a size (m) that turns, if anything. */
type HarmOf = (name: string, size: number) => Harm | undefined;

/**
 * Warnings about such bodies and jets, one for each substance.
 * @param ends where the particles of each body end; they must still be in the order of the bodies
 */
export function resistsTurning(
  set: ParticleSet,
  scene: Scene,
  substances: readonly Substance[],
  ends: readonly number[],
): Problem[] {
  const trig = set.team.wasm,
    families = familiesIn(substances),
    harmOf: HarmOf = (name, size) =>
      families
        .flatMap(({ family, own }) => family.hindersTurning?.(own as never, size, scene.duration) ?? [])
        .find(({ substance }) => substance.name === name),
    warned = new Set<string>();
  return [...freeBodies(set, scene, harmOf, ends), ...freeJets(scene, harmOf, trig)].filter(({ fix }) => {
    const isNew = !warned.has(fix!.pointer);
    warned.add(fix!.pointer);
    return isNew;
  });
}

function freeBodies(set: ParticleSet, scene: Scene, harmOf: HarmOf, ends: readonly number[]): Problem[] {
  const { dimension, bodies } = scene,
    harms = bodies.map((body) => {
      const { min, max } = bodyBounds(body, set.team.wasm, dimension);
      return harmOf(body.substance, Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]));
    });
  if (harms.every((harm) => !harm)) return [];
  const hangs = hangsOf(set, scene, ends);
  return bodies.flatMap((body, k) => {
    const harm = harms[k],
      does = harm ? whatItDoes(scene, body, harm, hangs[k]) : '';
    return harm && does ? [warning(`/bodies/${k}`, `The body ${does}`, body.substance, harm)] : [];
  });
}

/** Jets that leave their opening far from every obstacle. */
function freeJets(scene: Scene, harmOf: HarmOf, trig: Trigonometry): Problem[] {
  const { emitters, obstacles, gravity, dimension } = scene,
    harms = emitters.map(({ substance, spacing }) => harmOf(substance, spacing));
  if (!harms.some((harm) => harm?.harm === 'stops') || lengthOf(gravity) === 0) return [];
  const solids = obstacles.map(({ shape }) => solidOf(shape, trig, dimension));
  return measureScene(scene, trig).jets.flatMap(({ center: [x, y, z], reach }, k) => {
    const isFree = solids.every((solid) => Math.abs(signedDistance(solid, x, y, z)) > FREE * reach);
    const harm = harms[k];
    return harm?.harm === 'stops' && isFree
      ? [warning(`/emitters/${k}`, 'The jet hangs in the air', emitters[k]!.substance, harm)]
      : [];
  });
}

/** How the bodies hang; unknown without gravity, with nothing to fall on, and where gravity drives a flow through a periodic domain. */
function hangsOf(set: ParticleSet, { gravity, bodies, domain, obstacles }: Scene, ends: readonly number[]): Hang[] {
  const g = lengthOf(gravity),
    isDrive = domain?.periodic.some((periodic, a) => periodic && Math.abs(gravity[a]!) > 0.5 * g);
  if (g === 0 || isDrive || obstacles.length === 0) return [];
  const up = gravity.map((a) => -a / g),
    spacing = Math.max(...bodies.map((body) => body.spacing));
  return findHangs(set, obstacles.length, ends, up, spacing);
}

/** What a body does that needs turning, in words; nothing if it rests. A body that only falls has no spin that could drift. */
function whatItDoes(
  { forces }: Scene,
  { angularVelocity }: Scene['bodies'][number],
  { harm }: Harm,
  hang: Hang | undefined,
): string {
  if (lengthOf(angularVelocity) > 0) return 'turns';
  if (forces.some((force) => 'vortex' in force)) return 'is turned by a vortex';
  if (hang?.falls) return harm === 'stops' ? 'is in the air' : '';
  return hang && hang.reach > SLENDER * hang.thickness ? 'hangs over' : '';
}

const WHAT_HAPPENS: Readonly<Record<Harm['harm'], string>> = {
  stops: 'resists turning and bending: spinning stops at once, strands hover',
  drifts: 'does not keep the spin of what yields: it turns ever faster, and strands break',
};

function warning(pointer: string, what: string, substance: string, { form, harm }: Harm): Problem {
  const fix: Fix = { pointer: `${below('/substances', substance)}/stressForm`, value: 'symmetric' },
    message = `${what}, but the stress form ${form} of "${substance}" ${WHAT_HAPPENS[harm]}.`,
    hint = `Use the symmetric form: ${assignmentOf(fix)}. Keep ${form} only to repeat a figure of its paper.`;
  return { ...problem('RESISTS_TURNING', pointer, message, hint), severity: 'warning', fix };
}
