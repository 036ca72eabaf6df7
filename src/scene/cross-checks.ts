// What the parts of a scene say about each other: names that must exist, substances that must agree, the plane of a 2D world, limits.

import { checkMotion, checkObstacle } from '../obstacles/check-obstacle.ts';
import { drivenBodies } from '../obstacles/holders.ts';
import { below } from '../pointer.ts';
import { type Problem, problem } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { triangleCount } from '../shapes/mesh-triangles.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { checkBody } from '../sources/check-body.ts';
import { checkEmitter } from '../sources/check-emitter.ts';
import { triedSites } from '../sources/jet-layers.ts';
import { jetDirection, makeOpening } from '../sources/opening.ts';
import type { Space } from '../sources/source.ts';
import { smoothingOf, substancesOf } from '../substances/substance.ts';
import { MAX_ANCHORS } from '../wasm/layout.ts';
import { checkCamera } from './check-camera.ts';
import { checkCuts } from './check-cuts.ts';
import { checkHeatRegion, checkMelting } from './check-heat.ts';
import { checkArrival, checkMoving } from './check-moving.ts';
import { checkJoints, checkRigid } from './check-rigid.ts';
import { checkSkin } from './check-skin.ts';
import { checkSubstances } from './check-substances.ts';
import { NOTE } from './clean-input.ts';
import { bodyParticles } from './estimate.ts';
import type { LenientScene } from './lenient-scene.ts';
import type { Limits } from './limits.ts';
import { checkClosed } from './mesh-problems.ts';
import type { ProblemList } from './problem-list.ts';
import { type Emitter, type ForceField, type Scene, SPH_PRESETS } from './schema.ts';
import { showValue } from './show-value.ts';
import { didYouMean } from './suggest.ts';

/** Most sites that are looked at for the layers of all emitters: a second of work. */
const MAX_TRIED = 1 << 22;

/** Merging needs a threshold this many times below that of splitting, or particles flicker. [X3] */
const HYSTERESIS = 40;

/** Adds everything that is wrong between the sound parts of a scene. */
export function checkTogether(view: LenientScene, trig: Trigonometry, limits: Limits, list: ProblemList): void {
  const { scene, indices } = view;
  const { dimension } = scene;
  list.addErrors(checkFrames(scene, limits));
  list.addErrors(checkSubstances(scene, view.substanceNames.length));
  list.addErrors(checkMelting(scene));
  list.addErrors(checkDomain(scene));
  list.addErrors(checkAdaptivity(scene));
  if (dimension === 2) list.addErrors(checkPlane(scene, indices.forces));
  const checkName = nameChecker(view.substanceNames);
  for (const [pointer, name] of view.otherUses) list.addErrors(checkName(name, pointer));
  const budget = new ParticleBudget(scene, trig, limits);
  scene.bodies.forEach((body, k) => {
    const at = `/bodies/${indices.bodies[k]}`;
    const problems = checkBody(body, at, dimension);
    if (problems.length === 0) problems.push(...checkClosed(body.shape, `${at}/shape`, 'body'));
    list.addErrors(checkName(body.substance, `${at}/substance`));
    list.addErrors(checkRest(body, scene, `${at}/shape/points`));
    list.addErrors(checkArrival(body, scene, `${at}/from`));
    list.addErrors(checkSkin(body, scene, `${at}/skin`));
    list.addErrors(problems.length > 0 ? problems : budget.take(body, at));
  });
  let tried = 0;
  scene.emitters.forEach((emitter, k) => {
    const at = `/emitters/${indices.emitters[k]}`;
    list.addErrors(checkName(emitter.substance, `${at}/substance`));
    const before = tried;
    tried += openingSites(emitter, { dimension, trig });
    if (before > MAX_TRIED) return;
    list.addErrors(tried > MAX_TRIED && k > 0 ? [tooManyOpenings(at)] : checkEmitter(emitter, at, { dimension, trig }));
  });
  list.addErrors(checkMoving(scene, indices));
  scene.obstacles.forEach((obstacle, k) => {
    const at = `/obstacles/${indices.obstacles[k]}`;
    const problems = checkObstacle(obstacle, at, dimension);
    list.addErrors(problems.length > 0 ? problems : checkRigid(obstacle, at, dimension));
    for (const name of Object.keys(obstacle.substances ?? {}))
      list.addErrors(checkName(name, below(`${at}/substances`, name)));
  });
  list.addErrors(checkJoints(scene, indices.obstacles));
  list.addErrors(checkCamera(scene, scene.obstacles.length));
  const followed = scene.camera.follow?.substance;
  if (followed !== undefined) list.addErrors(checkName(followed, '/camera/follow/substance'));
  for (const name of Object.keys(scene.look.substances ?? {}))
    list.addErrors(checkName(name, below('/look/substances', name)));
  list.addErrors(checkHolders(scene));
  list.addErrors(checkCuts(scene, indices.bodies));
  list.addErrors(checkTriangleCount(scene, indices, limits));
  scene.sinks.forEach((sink, k) => {
    const at = `/sinks/${indices.sinks[k]}/shape`;
    const problems = checkShape(sink.shape, at, dimension);
    list.addErrors(problems.length > 0 ? problems : checkClosed(sink.shape, at, 'sink'));
  });
  scene.heatRegions.forEach((region, k) => {
    list.addErrors(checkHeatRegion(region, `/heatRegions/${indices.heatRegions[k]}`, dimension));
  });
}

/** A shape at rest and a path are for elastic solids. */
function checkRest({ shape, substance }: Scene['bodies'][number], scene: Scene, at: string): Problem[] {
  const known = scene.substances[substance];
  if (!('points' in shape) || !(shape.points.rest ?? shape.points.path) || !known || known.model === 'elastic')
    return [];
  const message = `"${substance}" is no elastic solid: its particles have neither a shape at rest nor a path.`;
  return [problem('SCENE_ELASTIC', at, message, 'Give the substance `model` "elastic".')];
}

/** What holds elastic solids, and holds them together. */
function checkHolders({ anchors, handles, unbreakable, bodies, dimension }: Scene): Problem[] {
  const found = [
    ...anchors.flatMap(({ motion }, k) => checkMotion(motion, `/anchors/${k}/motion`, dimension)),
    ...handles.flatMap(({ region, motion }, k) => [
      ...checkShape(region, `/handles/${k}/region`, dimension),
      ...checkMotion(motion, `/handles/${k}/motion`, dimension),
    ]),
    ...unbreakable.flatMap(({ region }, k) => checkShape(region, `/unbreakable/${k}/region`, dimension)),
  ];
  const paths = drivenBodies({ bodies }).length;
  if (anchors.length + handles.length + paths <= MAX_ANCHORS) return found;
  const others =
      paths > 0 ? `, ${handles.length} handles and ${paths} bodies with a path` : ` and ${handles.length} handles`,
    message = `There are ${anchors.length} anchors${others}; the most of ${paths > 0 ? 'all' : 'both'} is ${MAX_ANCHORS}.`;
  return [...found, problem('SCENE_OUT_OF_RANGE', '/handles', message, 'Join regions that move alike.')];
}

/** Whether a mesh is still the name of its file. */
function isUnread(mesh: object): boolean {
  return 'file' in mesh || 'design' in mesh;
}

/** The first mesh that is too much, if there is one. */
function checkTriangleCount(scene: Scene, indices: LenientScene['indices'], { triangles: most }: Limits): Problem[] {
  let total = 0;
  for (const list of ['bodies', 'obstacles', 'sinks', 'heatRegions', 'cuts'] as const) {
    for (const [k, { shape }] of scene[list].entries()) {
      if (!('mesh' in shape || 'heightfield' in shape) || isUnread(Object.values(shape)[0]!)) continue;
      total += triangleCount(shape);
      if (total <= most) continue;
      const message = `The meshes up to this one have ${total} triangles; the most is ${most}.`;
      const hint = 'Simplify the mesh, or raise --limits triangles.';
      return [problem('LIMIT_TRIANGLES', `/${list}/${list === 'cuts' ? k : indices[list][k]}/shape`, message, hint)];
    }
  }
  return [];
}

/** Sites that are looked at for the layer of an emitter. */
function openingSites(emitter: Emitter, space: Space): number {
  const direction = jetDirection(emitter, space.dimension);
  return direction ? triedSites(makeOpening(emitter, direction, space), emitter.spacing, space.dimension) : 0;
}

function tooManyOpenings(pointer: string): Problem {
  const message = 'The emitters up to this one have too many particles per layer to prepare.';
  return problem(
    'SOURCE_TOO_MANY',
    `${pointer}/spacing`,
    message,
    'Use a larger spacing, or fewer or smaller openings.',
  );
}

function checkFrames({ duration, frameRate }: Scene, limits: Limits): Problem[] {
  const frames = Math.round(duration * frameRate);
  if (frames <= limits.frames) return [];
  const message = `${duration} s at ${frameRate} frames per second are ${frames} frames; the most is ${limits.frames}.`;
  const hint = 'Shorten the duration (s), lower frameRate, or raise --limits frames.';
  return [problem('LIMIT_FRAMES', '/duration', message, hint)];
}

/** Checks the names of substances that bodies and emitters give. */
function nameChecker(names: readonly string[]): (name: string, pointer: string) => Problem[] {
  const known = new Set(names);
  return (name, pointer) => {
    if (known.has(name)) return [];
    const shown = names.slice(0, 20).map((other) => other.slice(0, 40));
    const list = names.length > 20 ? `${shown.join(', ')}, …` : shown.join(', ');
    const meant = didYouMean(name, names.slice(0, 1000));
    const isPreset = (SPH_PRESETS as readonly string[]).includes(name);
    const preset = isPreset ? name : 'water';
    let hint = `${meant}The scene has: ${list}.`;
    if (names.length === 0 || (isPreset && meant === '')) {
      hint = `Describe it under "substances": { ${showValue(name)}: { "preset": "${preset}" } }.`;
    } else if (name.startsWith(NOTE)) hint = `Keys that begin with ${NOTE} are notes and no substances. ${hint}`;
    return [problem('SCENE_UNKNOWN_SUBSTANCE', pointer, `There is no substance ${showValue(name)}.`, hint)];
  };
}

/** Refuses bodies that surely have too many particles, before anyone counts them. What is close is counted while filling. */
class ParticleBudget {
  private total = 0;
  private readonly scene: Scene;
  private readonly trig: Trigonometry;
  private readonly most: number;

  constructor(scene: Scene, trig: Trigonometry, limits: Limits) {
    this.scene = scene;
    this.trig = trig;
    this.most = limits.particles;
  }

  take(body: Scene['bodies'][number], pointer: string): Problem[] {
    const { dimension, maxParticles } = this.scene;
    const count = bodyParticles(body, { dimension, trig: this.trig });
    this.total += count;
    const isExact = 'points' in body.shape || ('box' in body.shape && 'min' in body.shape.box);
    const hint = `Use a larger spacing than ${body.spacing} m or a smaller shape`;
    if (this.total > this.most && this.total - count <= this.most) {
      const message = `The bodies up to this one would have about ${rounded(this.total)} particles; the most is ${this.most}.`;
      return [problem('LIMIT_PARTICLES', `${pointer}/spacing`, message, `${hint}, or raise --limits particles.`)];
    }
    if (count <= maxParticles * (isExact ? 1 : 4)) return [];
    const message = `The body would have about ${rounded(count)} particles; the most is ${maxParticles}.`;
    return [problem('SOURCE_TOO_MANY', `${pointer}/spacing`, message, `${hint}, or raise maxParticles.`)];
  }
}

/** A number of particles in words: exact while it is small. */
function rounded(count: number): string {
  return count < 1e6 ? String(Math.round(count)) : Number(count).toPrecision(2);
}

function checkDomain({ domain, dimension, bodies, emitters, substances }: Scene): Problem[] {
  if (!domain) return [];
  const problems: Problem[] = [];
  const spacing = [...bodies, ...emitters].reduce((most, source) => Math.max(most, source.spacing), 0);
  const smoothing = substancesOf({ substances, dimension }).reduce(
    (most, p) => Math.max(most, smoothingOf(p, dimension)),
    0,
  );
  const support = 2 * smoothing * spacing;
  for (let a = 0; a < dimension; a++) {
    const length = domain.max[a]! - domain.min[a]!;
    if (!(length > 0)) {
      const message = `The domain has no extent on this axis: from ${domain.min[a]} m to ${domain.max[a]} m.`;
      problems.push(problem('DOMAIN_EMPTY', `/domain/max/${a}`, message, 'Make max larger than min.'));
    } else if (domain.periodic[a] && length < 2 * support * 0.9) {
      const message = `The period of ${length} m is shorter than two support radii (${(2 * support).toPrecision(3)} m).`;
      problems.push(
        problem('DOMAIN_TOO_SMALL', `/domain/max/${a}`, message, 'Use a longer period or a smaller spacing.'),
      );
    }
  }
  return problems;
}

/** Gravity and forces of a 2D scene that would push particles out of the plane z = 0. */
function checkPlane({ gravity, forces }: Scene, indices: readonly number[]): Problem[] {
  const problems = gravity[2] === 0 ? [] : [offPlane('Gravity', '/gravity/2', 'Set it to 0')];
  forces.forEach((force, k) => {
    const at = `/forces/${indices[k]}`;
    for (const path of pathsOffPlane(force)) problems.push(offPlane('The force', `${at}/${path}`, 'Set z to 0'));
    if ('vortex' in force && (force.vortex.axis[0] !== 0 || force.vortex.axis[1] !== 0)) {
      problems.push(offPlane('The vortex', `${at}/vortex/axis`, 'Use the axis [0, 0, 1]'));
    }
  });
  return problems;
}

function pathsOffPlane(force: ForceField): string[] {
  const found: string[] = [];
  for (const [kind, settings] of Object.entries(force)) {
    for (const key of ['acceleration', 'center', 'wind']) {
      const vector = (settings as Readonly<Record<string, unknown>>)[key];
      if (Array.isArray(vector) && vector[2] !== 0) found.push(`${kind}/${key}/2`);
    }
  }
  return found;
}

function offPlane(what: string, pointer: string, advice: string): Problem {
  const message = `${what} leaves the plane z = 0 of a 2D scene.`;
  return problem('SCENE_OFF_PLANE', pointer, message, `${advice}, or set dimension to 3.`);
}

/** The thresholds of the density criterion are far enough apart. */
function checkAdaptivity({ adaptivity }: Scene): Problem[] {
  if (!adaptivity) return [];
  const { split, merge } = adaptivity;
  if (split === undefined || merge === undefined || HYSTERESIS * merge <= split * (1 + 1e-9)) return [];
  const message = `"merge" is ${merge} kg, more than a fortieth of "split" (${split} kg): particles would split and merge without end.`;
  const hint = `Use at most ${split / HYSTERESIS}, or leave it out.`;
  return [problem('SCENE_OUT_OF_RANGE', '/adaptivity/merge', message, hint)];
}
