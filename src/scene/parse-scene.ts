// From anything to a valid scene: structure by the schema, then what the parts say about each other. All problems at once.

import { checkObstacle } from '../obstacles/check-obstacle.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { checkBody } from '../sources/check-body.ts';
import { checkEmitter } from '../sources/check-emitter.ts';
import { sphParameters } from '../substances/sph/presets.ts';
import { MAX_SUBSTANCES } from '../wasm/layout.ts';
import { type Scene, type SceneInput, sceneSchema } from './schema.ts';

/** The scene with all defaults, or a ThixoError with everything that is wrong with it. */
export function parseScene(input: SceneInput, trig: Trigonometry): Scene {
  const parsed = sceneSchema.safeParse(input);
  if (!parsed.success) throw new ThixoError(parsed.error.issues.map(structureProblem));
  const problems = checkScene(parsed.data, trig);
  if (problems.length > 0) throw new ThixoError(problems);
  return freeze(parsed.data);
}

/** Settings never change: makes them and all they contain read-only. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function structureProblem(issue: Issue): Problem {
  const pointer = issue.path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    const names = issue.keys.map((key) => `"${key}"`).join(', ');
    return problem('SCENE_UNKNOWN_KEY', pointer, `Unknown key ${names}.`, 'Check the spelling in the scene reference.');
  }
  return problem('SCENE_INVALID', pointer, `${issue.message}.`, 'See the scene reference for what is allowed here.');
}

function checkScene(scene: Scene, trig: Trigonometry): Problem[] {
  const { dimension } = scene,
    space = { dimension, trig };
  const problems: Problem[] = [...checkSubstances(scene), ...checkDomain(scene)];
  scene.bodies.forEach((body, k) => {
    problems.push(...checkSubstanceName(scene, body.substance, `/bodies/${k}/substance`));
    problems.push(...checkBody(body, `/bodies/${k}`, dimension));
  });
  scene.emitters.forEach((emitter, k) => {
    problems.push(...checkSubstanceName(scene, emitter.substance, `/emitters/${k}/substance`));
    problems.push(...checkEmitter(emitter, `/emitters/${k}`, space).filter((p) => p.severity === 'error'));
  });
  scene.obstacles.forEach((obstacle, k) => {
    problems.push(...checkObstacle(obstacle, `/obstacles/${k}`, dimension));
  });
  scene.sinks.forEach((sink, k) => {
    problems.push(...checkShape(sink.shape, `/sinks/${k}/shape`, dimension));
  });
  return problems;
}

function checkSubstanceName({ substances }: Scene, name: string, pointer: string): Problem[] {
  if (Object.hasOwn(substances, name)) return [];
  const known = Object.keys(substances).join(', ') || 'none';
  return [problem('SCENE_UNKNOWN_SUBSTANCE', pointer, `There is no substance "${name}".`, `Name one of: ${known}.`)];
}

function checkSubstances({ substances }: Scene): Problem[] {
  const names = Object.keys(substances),
    problems: Problem[] = [];
  if (names.length > MAX_SUBSTANCES) {
    const message = `There are ${names.length} substances; the most is ${MAX_SUBSTANCES}.`;
    problems.push(problem('SCENE_TOO_MANY_SUBSTANCES', '/substances', message, 'Merge substances that behave alike.'));
  }
  const kernels = names.map((name) => sphParameters(name, substances[name]!).kernel);
  names.forEach((name, k) => {
    if (kernels[k] === kernels[0]) return;
    const message = `"${name}" uses the kernel ${kernels[k]}, "${names[0]}" uses ${kernels[0]}.`;
    problems.push(
      problem(
        'SCENE_MIXED_KERNELS',
        `/substances/${name}/kernel`,
        message,
        'Give all substances of a scene one kernel.',
      ),
    );
  });
  return [...problems, ...checkXsph(substances), ...checkShepard(substances)];
}

/** A stored XSPH velocity is momentum handed over: whoever gives must give to someone who takes. */
function checkXsph(substances: Scene['substances']): Problem[] {
  const all = Object.entries(substances).map(([name, input]) => sphParameters(name, input));
  if (!all.some((p) => p.xsph > 0 && p.xsphStored)) return [];
  return all
    .filter((p) => !p.xsphStored)
    .map(({ name }) => {
      const message = `"${name}" does not store its XSPH velocity, another substance does: momentum would be lost between them.`;
      return problem(
        'SCENE_MIXED_XSPH',
        `/substances/${name}/xsphStored`,
        message,
        'Set xsphStored the same for all substances.',
      );
    });
}

/** All substances that re-initialise their density do so together. */
function checkShepard(substances: Scene['substances']): Problem[] {
  const all = Object.entries(substances).map(([name, input]) => sphParameters(name, input));
  const renewing = all.filter((p) => p.density === 'continuity' && p.shepardInterval > 0);
  return renewing
    .filter((p) => p.shepardInterval !== renewing[0]!.shepardInterval)
    .map(({ name, shepardInterval }) => {
      const message = `"${name}" has a Shepard interval of ${shepardInterval}, "${renewing[0]!.name}" of ${renewing[0]!.shepardInterval}.`;
      const hint = 'Give all substances one interval, or 0 for never.';
      return problem('SCENE_MIXED_SHEPARD', `/substances/${name}/shepardInterval`, message, hint);
    });
}

function checkDomain({ domain, dimension, bodies, emitters, substances }: Scene): Problem[] {
  if (!domain) return [];
  const problems: Problem[] = [];
  const spacing = [...bodies, ...emitters].reduce((most, source) => Math.max(most, source.spacing), 0);
  const smoothing = Math.max(0, ...Object.entries(substances).map(([name, s]) => sphParameters(name, s).smoothing));
  for (let a = 0; a < dimension; a++) {
    const length = domain.max[a]! - domain.min[a]!;
    if (!(length > 0)) {
      problems.push(
        problem(
          'DOMAIN_EMPTY',
          `/domain/max/${a}`,
          'The domain has no extent on this axis.',
          'Make max larger than min.',
        ),
      );
    } else if (domain.periodic[a] && length < 4 * smoothing * spacing * 0.9) {
      const message = `The period of ${length} m is shorter than two support radii (${(4 * smoothing * spacing).toPrecision(3)} m).`;
      problems.push(
        problem('DOMAIN_TOO_SMALL', `/domain/max/${a}`, message, 'Use a longer period or a smaller spacing.'),
      );
    }
  }
  return problems;
}
