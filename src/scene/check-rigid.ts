// Finds rigid bodies and joints that the schema accepts but that cannot be.

import { type Problem, problem } from '../problem.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { checkClosed } from './mesh-problems.ts';
import type { Joint, Obstacle, Scene } from './schema.ts';

/** Every problem of the rigid body at `pointer`, which names an obstacle that passed its own checks. */
export function checkRigid(obstacle: Obstacle, pointer: string, dimension: 2 | 3): Problem[] {
  const { rigid, shape, inside, motion } = obstacle;
  if (!rigid) return [];
  const found = checkClosed(shape, `${pointer}/shape`, 'rigid body'),
    refuse = (at: string, message: string, hint: string) =>
      found.push(problem('RIGID_BODY', pointer + at, message, hint));
  if ('plane' in shape) refuse('/shape', 'A plane has no end, and so no mass.', 'Use a box, or remove `rigid`.');
  if (inside) {
    const hint = 'Build a container that moves of several boxes with the same `name`.';
    refuse('/inside', 'A rigid body cannot be the outside of its shape.', hint);
  }
  if (motion)
    refuse('/motion', 'A rigid body moves by itself and cannot follow a motion.', 'Remove `motion` or `rigid`.');
  if (rigid.density !== undefined && rigid.mass !== undefined)
    refuse('/rigid/mass', 'Density and mass are both given.', 'Keep one of them; the other follows from the shape.');
  if (dimension === 2 && rigid.velocity && rigid.velocity[2] !== 0) found.push(offPlane(`${pointer}/rigid/velocity/2`));
  if (dimension === 2 && rigid.spin && (rigid.spin[0] !== 0 || rigid.spin[1] !== 0))
    found.push(offPlane(`${pointer}/rigid/spin`));
  return found;
}

/** Problems of bodies that are made of several obstacles, and of the joints between bodies. */
export function checkJoints(scene: Scene, indices: readonly number[]): Problem[] {
  const { obstacles, joints = [], dimension } = scene;
  return [
    ...checkParts(obstacles, indices),
    ...checkLasting(scene, indices),
    ...joints.flatMap((joint, k) => checkJoint(joint, `/joints/${k}`, obstacles, dimension)),
  ];
}

/** What moves the bodies knows the solids, joints and gravity of the start. */
function checkLasting({ obstacles, changes = [] }: Scene, indices: readonly number[]): Problem[] {
  if (!obstacles.some(({ rigid }) => rigid)) return [];
  const timed = obstacles.flatMap(({ from = 0, to }, k) =>
    from > 0 || to !== undefined
      ? [
          problem(
            'RIGID_BODY',
            `/obstacles/${indices[k]}/${to === undefined ? 'from' : 'to'}`,
            'Solids cannot come or go in a scene with rigid bodies.',
            'Remove `from` and `to`, or move it there and away by `motion`.',
          ),
        ]
      : [],
  );
  if (changes.length === 0) return timed;
  const message = 'Parameters cannot change over time in a scene with rigid bodies.';
  return [...timed, problem('RIGID_BODY', '/changes', message, 'Remove `changes`, or the rigid bodies.')];
}

/** Parts of one body start alike. */
function checkParts(obstacles: readonly Obstacle[], indices: readonly number[]): Problem[] {
  const known = new Map<string, Partial<Record<'velocity' | 'spin', string | undefined>>>();
  return obstacles.flatMap(({ rigid }, k) => {
    if (rigid?.name === undefined) return [];
    const said = known.get(rigid.name) ?? {};
    known.set(rigid.name, said);
    return (['velocity', 'spin'] as const).flatMap((key) => {
      const value = rigid[key] && JSON.stringify(rigid[key]);
      said[key] ??= value;
      if (value === undefined || said[key] === value) return [];
      const message = `"${rigid.name}" already has another ${key}: its parts move together.`;
      return [problem('RIGID_BODY', `/obstacles/${indices[k]}/rigid/${key}`, message, 'Say it at one of its parts.')];
    });
  });
}

function checkJoint(joint: Joint, pointer: string, obstacles: readonly Obstacle[], dimension: 2 | 3): Problem[] {
  const [kind, settings] = Object.entries(joint)[0]! as readonly [string, JointSettings],
    at = `${pointer}/${kind}`,
    names = new Set(obstacles.flatMap(({ rigid }) => rigid?.name ?? [])),
    found: Problem[] = [],
    refuse = (where: string, message: string, hint: string) =>
      found.push(problem('RIGID_JOINT', at + where, message, hint));
  settings.bodies.forEach((name, k) => {
    if (names.has(name)) return;
    const hint =
      names.size > 0 ? `The scene has: ${[...names].slice(0, 20).join(', ')}.` : 'Name bodies by `rigid.name`.';
    refuse(`/bodies/${k}`, `There is no rigid body "${name.slice(0, 40)}".`, hint);
  });
  if (settings.bodies[0] === settings.bodies[1])
    refuse('/bodies/1', 'A body cannot be joined to itself.', 'Name two bodies, or one that is joined to the world.');
  const { axis, limits } = settings;
  if (limits && limits[0] > limits[1])
    refuse('/limits', `From ${limits[0]} to ${limits[1]} there is nothing.`, 'Write the least first.');
  if (dimension === 2 && axis && !(kind === 'hinge' ? axis[0] === 0 && axis[1] === 0 : axis[2] === 0)) {
    const hint = kind === 'hinge' ? 'Use [0, 0, 1].' : 'Set z to 0.';
    refuse('/axis', 'The joint would leave the plane z = 0 of a 2D scene.', hint);
  }
  return found;
}

interface JointSettings {
  readonly bodies: readonly string[];
  readonly axis?: Vec3 | undefined;
  readonly limits?: readonly [number, number] | undefined;
}

function offPlane(pointer: string): Problem {
  const message = 'The rigid body would leave the plane z = 0 of a 2D scene.';
  return problem('SCENE_OFF_PLANE', pointer, message, 'Move in x and y, turn about z, or set dimension to 3.');
}
