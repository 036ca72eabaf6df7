// The designs that a scene names: found in its folder, solved, and written into the scene in place of their names. [ADR 40]

import * as path from 'node:path';
import { type DesignRole, designedBody, designedMesh } from '../modeling/designed-body.ts';
import { OpenDesign } from '../modeling/open-design.ts';
import { below } from '../pointer.ts';
import { type Problem, ThixoError } from '../problem.ts';
import { NOTE } from '../scene/clean-input.ts';
import type { Limits } from '../scene/limits.ts';
import { isObject } from '../scene/schema-tree.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { readDesign } from './design-file.ts';
import { findAsset, type SceneWithFiles } from './scene-assets.ts';

const ROLES: readonly unknown[] = ['start', 'rest', 'motion'];

/** Reads and solves the designs of a scene. `folder` is that of the scene as the user wrote it. */
export function readDesigns(input: unknown, folder: string, limits: Limits): SceneWithFiles {
  const problems: Problem[] = [],
    opened = new Map<string, OpenDesign>(),
    open: Opener = (name, set = '') => {
      const known = opened.get(`${name} ${set}`) ?? openDesign(name, folder, limits, set);
      opened.set(`${name} ${set}`, known);
      return known;
    },
    note = <T>(pointer: string, act: () => T, instead: T): T => {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof ThixoError)) throw error;
        problems.push(...error.problems.map((found) => inScene(found, pointer)));
        return instead;
      }
    };
  const visit = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, k) => (isObject(item) ? visit(item, below(pointer, k)) : item));
    if (!isObject(value)) return value;
    const body = bodyDesign(value),
      at = below(below(below(pointer, 'shape'), 'points'), 'design');
    if (body === 'wrong') return { ...value, spacing: value.spacing ?? 1 }; // the checks say what is
    if (body) return note(at, () => withDesignedBody(value, body, open), { ...value, ...NO_BODY });
    const entries = Object.entries(value).map(([key, part]) => {
      const place = below(pointer, key);
      if (key.startsWith(NOTE)) return [key, part];
      if (key === 'mesh' && isObject(part) && typeof part.design === 'string') {
        const { design, pose, ...rest } = part;
        const act = () => designedMesh(open(design), poseOf(pose));
        return [key, { ...rest, ...note<object>(`${place}/design`, act, NO_MESH) }];
      }
      return [key, visit(part, place)];
    });
    return Object.fromEntries(entries);
  };
  return { input: visit(input, ''), problems };
}

/** What stands for a mesh that could not be made: a tetrahedron. */
const NO_MESH = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };
/** What stands for a body that could not be made. */
const NO_BODY = { shape: { points: { positions: [] } }, spacing: 1 };

type Entry = Readonly<Record<string, unknown>> & { readonly design: string };

/** The design that a body is made of. Wrong keys are left for the checks of the scene. */
function bodyDesign(value: Readonly<Record<string, unknown>>): Entry | 'wrong' | undefined {
  const { shape } = value,
    points = isObject(shape) ? shape.points : undefined;
  if (!isObject(points) || typeof points.design !== 'string') return undefined;
  const { design: _, as = 'start', pose, particles, translate, ...more } = points,
    fits = ROLES.includes(as) && (pose === undefined || typeof pose === 'string') && Object.keys(more).length === 0;
  const numbers = [...(Array.isArray(translate) ? translate : []), particles ?? 0];
  return fits && isShift(translate) && numbers.every(Number.isFinite) ? (points as Entry) : 'wrong';
}

function isShift(translate: unknown): boolean {
  return translate === undefined || (Array.isArray(translate) && translate.length === 3);
}

function withDesignedBody(
  body: Readonly<Record<string, unknown>>,
  { design, as = 'start', pose, particles, translate = [0, 0, 0] }: Entry,
  open: Opener,
): unknown {
  const set = particles === undefined ? '' : `sampling.particles=${particles}`,
    made = designedBody(open(design, set), { role: as as DesignRole, pose: poseOf(pose), shift: translate as Vec3 });
  return { ...made, ...body, shape: made.shape };
}

/** Opens a design, each once. */
type Opener = (name: string, set?: string) => OpenDesign;

function openDesign(name: string, folder: string, limits: Limits, set: string): OpenDesign {
  findAsset(name, folder); // it may not lead out of the folder
  return new OpenDesign(
    readDesign(path.join(folder, ...name.split('/')), { set: set === '' ? [] : [set], limits }).design,
  );
}

function poseOf(pose: unknown): string | undefined {
  return typeof pose === 'string' ? pose : undefined;
}

/** A problem of a design, told where the scene names it. */
function inScene({ pointer, message, ...found }: Problem, at: string): Problem {
  return { ...found, pointer: at, message: pointer === '' ? message : `${pointer} of the design: ${message}` };
}
