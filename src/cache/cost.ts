// What a run will need, before its first step: refused while nothing is lost.

import { totalmem } from 'node:os';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { estimateParticles } from '../scene/estimate.ts';
import type { Limits } from '../scene/limits.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { type Disk, formatBytes } from './disk.ts';

/** Measured: peak of the whole process over its particles, 1005 bytes at 415,000. */
const MEMORY_PER_PARTICLE = 1050;
const MEMORY_OF_PROCESS = 150e6;
/** Measured: a splashing frame, packed, 22 bytes, 2.5 of them pressure; a checkpoint 76. */
const FRAME_PER_PARTICLE = 23;
const CHECKPOINT_PER_PARTICLE = 80;
const LINE = 1200;
/** Part of the free space that a run may take. */
const DISK_SHARE = 0.9;
/** Part of the machine's memory that a run may take. */
const MEMORY_SHARE = 0.75;

/** What a run is expected to need. */
export interface Cost {
  /** Particles at the start and at the end. */
  readonly particles: { readonly start: number; readonly end: number };
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

/** Expected cost of simulating `frames` frames of a scene with about four checkpoints kept. */
export function estimateCost(scene: Scene, frames: number, trig: Trigonometry): Cost {
  const particles = estimateParticles({ ...scene, duration: frames / scene.frameRate }, trig),
    mean = (particles.start + particles.end) / 2;
  return {
    particles,
    memoryBytes: MEMORY_OF_PROCESS + MEMORY_PER_PARTICLE * particles.end,
    diskBytes: (frames + 1) * (FRAME_PER_PARTICLE * mean + LINE) + 4 * CHECKPOINT_PER_PARTICLE * particles.end,
  };
}

/** Throws LIMIT_PARTICLES or LIMIT_MEMORY if a run has no room in memory. */
export function requireMemory({ particles, memoryBytes }: Cost, limits: Limits): void {
  const most = limits.memory > 0 ? limits.memory : MEMORY_SHARE * totalmem(),
    problems: Problem[] = [];
  if (particles.end > limits.particles) {
    const message = `The scene would have about ${Math.round(particles.end)} particles; the limit is ${limits.particles}.`;
    const hint = 'Use a larger spacing, or raise the limit with --limits particles=….';
    problems.push(problem('LIMIT_PARTICLES', '/bodies', message, hint));
  }
  if (memoryBytes > most) {
    const message = `The run would need about ${formatBytes(memoryBytes)} of memory; the limit is ${formatBytes(most)}.`;
    const hint = 'Use a larger spacing, or raise the limit with --limits memory=….';
    problems.push(problem('LIMIT_MEMORY', '/bodies', message, hint));
  }
  if (problems.length > 0) throw new ThixoError(problems);
}

/** Throws DISK_SPACE if what is left to write, a part of the whole run, has no room on the disk. */
export function requireDisk({ diskBytes }: Cost, left: number, disk: Disk, folder: string): void {
  const needed = left * diskBytes,
    free = disk.freeBytes(folder);
  if (needed <= DISK_SHARE * free) return;
  const message = `The frames need about ${formatBytes(needed)} in ${folder}; ${formatBytes(free)} are free.`;
  const hint = 'Free some space, choose another disk with -o, or simulate fewer --frames.';
  throw new ThixoError([problem('DISK_SPACE', '', message, hint)]);
}
