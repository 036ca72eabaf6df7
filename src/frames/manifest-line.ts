// The lines of a manifest: what each kind must say. A line with a right checksum may still come from anywhere.

import * as z from 'zod';
import type { Divergence } from '../diagnose/inspect.ts';
import { type Scene, sceneSchema } from '../scene/schema.ts';
import type { FrameRecord, FrameWork } from './frame-record.ts';

/** A file that was committed. */
export interface CommittedFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** A part of what was committed, in a file of its own. */
export interface CommittedPart extends CommittedFile {
  readonly particles: number;
}

/** What was committed: a file, or several that follow each other. Then `bytes` is their sum, and `sha256` that of the sums of all as text. */
export interface Committed extends CommittedFile {
  readonly parts?: readonly CommittedPart[] | undefined;
}

/** The first line: whose frames these are. */
export interface CacheLine {
  readonly kind: 'cache';
  readonly format: number;
  /** Version of Thixo that simulates it. */
  readonly version: string;
  readonly title: string;
  readonly scene: Scene;
  /** The cache that this one branched off, and where. */
  readonly branch?: { readonly of: string; readonly frame: number };
  /** The design whose motion the frames are, with its meshes; undefined where they are simulated. */
  readonly design?: unknown;
}

/** Settings that do not touch the frames were edited: title, look, camera, duration and the like. */
export interface SceneLine {
  readonly kind: 'scene';
  readonly title: string;
  readonly scene: Scene;
}

export interface FrameLine extends FrameRecord, FrameWork, Committed {
  readonly kind: 'frame';
}

export interface CheckpointLine extends Committed {
  readonly kind: 'checkpoint';
  readonly frame: number;
}

/** The run stopped after the frame before, because the numbers went wrong. */
export interface DivergedLine {
  readonly kind: 'diverged';
  readonly frame: number;
  readonly problem: Divergence;
}

export type ManifestLine = CacheLine | SceneLine | FrameLine | CheckpointLine | DivergedLine;

const count = z.int().nonnegative();
const triple = z.tuple([z.number(), z.number(), z.number()]);
const range = z.looseObject({ min: z.number(), mean: z.number(), max: z.number() });
const file = { bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) };
const committed = {
  ...file,
  parts: z
    .array(z.looseObject({ ...file, particles: count }))
    .min(1)
    .optional(),
};

const cacheLine = z.looseObject({
  kind: z.literal('cache'),
  format: count,
  version: z.string().max(100),
  title: z.string(),
  scene: sceneSchema,
  branch: z.looseObject({ of: z.string(), frame: count }).optional(),
});
const sceneLine = z.looseObject({ kind: z.literal('scene'), title: z.string(), scene: sceneSchema });
const frameLine = z.looseObject({
  kind: z.literal('frame'),
  ...committed,
  frame: count,
  time: z.number(),
  particles: count,
  mass: z.number(),
  momentum: triple,
  angularMomentum: triple,
  kineticEnergy: z.number(),
  centerOfMass: triple,
  bounds: z.looseObject({ min: triple, max: triple }),
  density: range,
  speedMax: z.number(),
  temperature: range.nullable(),
  evaluations: z.number(),
  wallSeconds: z.number(),
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  steps: count,
  dt: z.looseObject({ min: z.number(), max: z.number() }),
  criterion: z.string().max(100),
});
const checkpointLine = z.looseObject({ kind: z.literal('checkpoint'), ...committed, frame: count });
const divergedLine = z.looseObject({
  kind: z.literal('diverged'),
  frame: count,
  problem: z.looseObject({ code: z.string(), message: z.string(), hint: z.string(), pointer: z.string() }),
});
const anyLine = z.discriminatedUnion('kind', [cacheLine, sceneLine, frameLine, checkpointLine, divergedLine]);

/** A line as it was written, its scene with all defaults; undefined if it lacks something. */
export function readLine(value: unknown): ManifestLine | undefined {
  const line = anyLine.safeParse(value);
  if (!line.success) return undefined;
  return { ...(value as object), ...('scene' in line.data ? { scene: line.data.scene } : {}) } as ManifestLine;
}
