// The public part for Node: scene files, baking, caches.

export type { FrameFields } from '../frames/frame-file.ts';
export type { FrameRecord, FrameWork } from '../frames/frame-record.ts';
export { type BakeOptions, type BakeResult, bake } from './bake.ts';
export { type Cache, openCache } from './cache.ts';
export { type Cleaning, cleanCache } from './clean.ts';
export type { BakeEvent } from './records.ts';
export { type Repair, type RepairOptions, repairCache } from './repair.ts';
export { type LoadOptions, loadScene, type SceneFile } from './scene-file.ts';
export { type Verification, type VerifyOptions, verifyCache } from './verify.ts';
