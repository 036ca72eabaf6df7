// The rigid bodies of a scene: which obstacles make up each, and their masses.

import type { Body } from '../obstacles/body.ts';
import type { Obstacle, Rigid, Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import { flattened, joinMasses, type MassProperties, massProperties, withMass } from './mass-properties.ts';

/** Water: neither floats nor sinks in it. */
export const DEFAULT_DENSITY = 1000;

/** A rigid body of a scene. */
export interface RigidBody extends Body {
  readonly name: string | undefined;
  readonly parts: readonly number[];
  readonly friction: number;
  readonly restitution: number;
}

/** The obstacles of each rigid body, in the order of the scene: those of one name belong together. */
export function rigidParts(obstacles: readonly Pick<Obstacle, 'rigid'>[]): number[][] {
  const parts: number[][] = [],
    named = new Map<string, number[]>();
  obstacles.forEach(({ rigid }, k) => {
    if (!rigid) return;
    const known = rigid.name === undefined ? undefined : named.get(rigid.name);
    if (known) known.push(k);
    else {
      const own = [k];
      parts.push(own);
      if (rigid.name !== undefined) named.set(rigid.name, own);
    }
  });
  return parts;
}

/** The rigid bodies of a scene, which must have passed its checks. */
export function rigidBodies(scene: Pick<Scene, 'obstacles' | 'dimension'>, trig: Trigonometry): RigidBody[] {
  return rigidParts(scene.obstacles).map((parts) => {
    const settings = parts.map((k) => scene.obstacles[k]!.rigid!),
      whole = joinMasses(parts.map((k) => massOf(scene.obstacles[k]!, scene.dimension, trig))),
      { mass, center, inertia } = scene.dimension === 2 ? flattened(whole) : whole;
    const spin = first(settings, 'spin')?.map((degrees) => (degrees * Math.PI) / 180);
    return {
      obstacle: parts[0]!,
      parts,
      name: settings[0]!.name,
      ...{ mass, center, inertia },
      velocity: first(settings, 'velocity'),
      spin: spin as unknown as Vec3 | undefined,
      friction: settings[0]!.friction,
      restitution: settings[0]!.restitution,
    };
  });
}

/** Mass properties of one obstacle. */
export function massOf(obstacle: Obstacle, dimension: 2 | 3, trig: Trigonometry): MassProperties {
  const { density = DEFAULT_DENSITY, mass } = obstacle.rigid!,
    found = massProperties(solidOf(obstacle.shape, trig, dimension), density);
  return mass === undefined ? found : withMass(found, mass);
}

function first<K extends 'velocity' | 'spin'>(settings: readonly Rigid[], key: K): Rigid[K] {
  return settings.find((each) => each[key] !== undefined)?.[key];
}
