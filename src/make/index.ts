// `thixo/make`: from scenes to videos, surfaces, pictures and files, on all cores; goes on where it was stopped.

export { type AnimateEvent, type AnimateOptions, type AnimateResult, animateDesign } from './animate-design.ts';
export type { ComparedFrame, Comparison, Errors, Pair, RunName } from './compare/comparison.ts';
export type { CompareEvent } from './compare/run-comparison.ts';
export { type CompareOptions, compareScene, type SceneComparison } from './compare-scene.ts';
export { type DeformEvent, type DeformOptions, type DeformResult, deformDesign } from './deform-design.ts';
export type { DesignOptions } from './design-input.ts';
export type { MakeEvent, StageEvent, StageName } from './events.ts';
export { type ExportOptions, type ExportResult, exportCache } from './export-cache.ts';
export { type FarmCacheOptions, type FarmResult, farmCache } from './farm/farm-cache.ts';
export type { FarmOptions } from './farm/farm-options.ts';
export type { FarmEvent } from './farm/run-batch.ts';
export { runWorker, type WorkerEvent, type WorkerOptions } from './farm/run-worker.ts';
export { type FoamOptions, type FoamResult, foamCache } from './foam-cache.ts';
export type { FrameRange, Frames } from './frame-range.ts';
export { type MakeOptions, type MakeResult, makeVideo } from './make-video.ts';
export { type MeshOptions, type MeshResult, meshCache } from './mesh-cache.ts';
export type { FfmpegOptions, StageOptions, WorkOptions } from './options.ts';
export type { PictureKind } from './picture-kind.ts';
export { type PlotOptions, plotCaches } from './plot-cache.ts';
export { type RenderOptions, type RenderResult, renderCache } from './render-cache.ts';
export { renderSideBySide, type SideBySideOptions } from './render-side-by-side.ts';
export { type RunOptions, type RunResult, runScene } from './run-scene.ts';
export type { SweepRow } from './sweep/collect.ts';
export type { Measure, MeasuredFrame } from './sweep/measure.ts';
export { type PlanOptions, type PlanResult, planSweep } from './sweep/plan-sweep.ts';
export { runSweep, type SweepOptions, type SweepResult } from './sweep/run-sweep.ts';
export type { Best } from './sweep/study.ts';
