// The public library.

export type { Divergence, Symptom, Trial } from './diagnose/inspect.ts';
export type { Account, Exchange, Ledger, Range, Triple } from './diagnose/ledger.ts';
export type { Cause } from './engine/family.ts';
export type { Criterion } from './engine/step-limit.ts';
export {
  type Dimension,
  diffusionFactor,
  KERNEL_NAMES,
  type KernelName,
  kernelSlope,
  kernelValue,
  normalization,
} from './kernels/kernels.ts';
export { type ForceMaker, type LiveOptions, LiveWorld, type Place, Stroke } from './live/live-world.ts';
export { type KeptSnapshot, SnapshotRing } from './live/snapshot-ring.ts';
export { findDefects, type MeshDefects, meshArea, meshVolume } from './meshes/measure-mesh.ts';
export type { MeshCondition } from './meshes/mesh-condition.ts';
export type { MeshFile } from './meshes/read/mesh-file.ts';
export { readMesh } from './meshes/read/read-mesh.ts';
export { type MeshReport, type RepairedMesh, repairMesh } from './meshes/repair-mesh.ts';
export type { SurfaceMesh, VertexField } from './meshes/surface-mesh.ts';
export { makeTerrain, type TerrainKind, type TerrainOptions, usualTerrain } from './meshes/terrain.ts';
export { OpenDesign } from './modeling/open-design.ts';
export type { Pieces } from './particles/label-pieces.ts';
export { type Fix, type Problem, type Severity, ThixoError } from './problem.ts';
export type { Design, DesignInput } from './scene/design-schema.ts';
export { DEFAULT_LIMITS, type Limits } from './scene/limits.ts';
export { parseDesign } from './scene/parse-design.ts';
export {
  type ElasticInput,
  type GlobulesInput,
  type Scene,
  type SceneInput,
  type SmoothedInput,
  sceneSchema,
} from './scene/schema.ts';
export { packTriangles, type TriangleSet } from './shapes/triangle-set.ts';
export { type BindOptions, type BoundSkin, bindSkin } from './skin/bind-skin.ts';
export { deformSkin, type SkinShape } from './skin/deform-skin.ts';
export { FastSkin, type FastSkinOptions } from './skin/fast-skin.ts';
export type { SkinMesh } from './skin/skin-mesh.ts';
export { ActiveSurface, type ActiveSurfaceOptions } from './surface/active-surface.ts';
export { type SurfaceOptions, surfaceOptions } from './surface/surface-options.ts';
export { Surfacer } from './surface/surfacer.ts';
export type { WorkKind, WorkTimes } from './threads/work-times.ts';
export type { DiagnoseOptions } from './world/diagnose.ts';
export type { WorldEvents } from './world/events.ts';
export { type ChangeKind, kindOfPointer } from './world/kind-of-pointer.ts';
export { pieceFields } from './world/piece-fields.ts';
export { type PieceFields, type PieceScene, piecesOf, withPieces } from './world/pieces.ts';
export { type Probe, probe } from './world/probe.ts';
export type { LiveFields, WorldFields } from './world/published-fields.ts';
export type { FrameDone, FrameFailed, FrameReport, FrameTally } from './world/report.ts';
export type { Snapshot, SnapshotParts } from './world/snapshot.ts';
export { World, type WorldOptions } from './world/world.ts';
