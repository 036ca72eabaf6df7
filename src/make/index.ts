// `thixo/make`: from scenes to videos, surfaces, pictures and files, on all cores; goes on where it was stopped.

export { type AnimateEvent, type AnimateOptions, type AnimateResult, animateDesign } from './animate-design.ts';
export type { ComparedFrame, Comparison, Errors, Pair, RunName } from './compare/comparison.ts';
export type { CompareEvent } from './compare/run-comparison.ts';
export { type CompareOptions, compareScene, type SceneComparison } from './compare-scene.ts';
export { type DeformEvent, type DeformOptions, type DeformResult, deformDesign } from './deform-design.ts';
export type { DesignOptions } from './design-input.ts';
export type { MakeEvent, StageEvent, StageName } from './events.ts';
export { type ExportOptions, type ExportResult, exportCache } from './export-cache.ts';
export type { FrameRange, Frames } from './frame-range.ts';
export { type MakeOptions, type MakeResult, makeVideo } from './make-video.ts';
export { type MeshOptions, type MeshResult, meshCache } from './mesh-cache.ts';
export type { FfmpegOptions, StageOptions, WorkOptions } from './options.ts';
export type { PictureKind } from './picture-kind.ts';
export { type RenderOptions, type RenderResult, renderCache } from './render-cache.ts';
export { type RunOptions, type RunResult, runScene } from './run-scene.ts';
