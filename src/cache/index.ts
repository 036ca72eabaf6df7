// The public part for Node: scene files, baking, caches.

export { type BakeOptions, type BakeResult, bake } from './bake.ts';
export { type Cache, openCache } from './cache.ts';
export { type Cleaning, cleanCache } from './clean.ts';
export type { FrameFields } from './frame-file.ts';
export type { BakeEvent, FrameRecord, FrameWork } from './records.ts';
export { type LoadOptions, loadScene, type SceneFile } from './scene-file.ts';
export { type Verification, type VerifyOptions, verifyCache } from './verify.ts';
