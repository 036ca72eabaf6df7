// Simulated poses in the header of a frame file.

import type { SimulatedPoses } from '../obstacles/pose-source.ts';

/** The pose of an obstacle. */
export interface SavedPose {
  /** Its number in the scene, from 0. */
  readonly obstacle: number;
  /** Twelve numbers: rotation from where the scene puts it, row by row, and translation (m). */
  readonly pose: readonly number[];
}

/** Poses as a header has them. */
export function savePoses(poses: SimulatedPoses): SavedPose[] {
  return [...poses].map(([obstacle, pose]) => ({ obstacle, pose: [...pose] }));
}

/** Poses of a header that `isPoses` has found sound. */
export function readPoses(saved: readonly SavedPose[]): SimulatedPoses {
  return new Map(saved.map(({ obstacle, pose }) => [obstacle, Float64Array.from(pose)]));
}

/** Whether a value is a list of poses. */
export function isPoses(value: unknown): value is readonly SavedPose[] {
  return (
    Array.isArray(value) &&
    value.every(
      (saved: Partial<SavedPose> | null) =>
        Number.isSafeInteger(saved?.obstacle) &&
        saved!.obstacle! >= 0 &&
        Array.isArray(saved!.pose) &&
        saved!.pose.length === 12 &&
        saved!.pose.every(Number.isFinite),
    )
  );
}
