// What a run will need, before its first step: refused while nothing is lost.

import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { estimateParticles } from '../scene/estimate.ts';
import type { Limits } from '../scene/limits.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { type Crowd, findCrowd } from './crowding.ts';
import { type Disk, formatBytes } from './disk.ts';

/** Measured: peak of the whole process over its particles, 1005 bytes at 415,000. */
const MEMORY_PER_PARTICLE = 1050;
const MEMORY_OF_PROCESS = 150e6;
/** Not measured: a number of 4 bytes in a list for each pair; what the lists hold in reserve is not counted. */
const MEMORY_PER_PAIR = 4;
/** Measured: a splashing frame, packed, 22 bytes, 2.5 of them pressure; a checkpoint 76. */
const FRAME_PER_PARTICLE = 23;
const CHECKPOINT_PER_PARTICLE = 80;
const LINE = 1200;
/** Part of the free space that a run may take. */
const DISK_SHARE = 0.9;
/** Part of the machine's memory that a run may take, and of the heap that a file may. */
const MEMORY_SHARE = 0.75;
const HEAP_SHARE = 0.75;
/** From a file of 63 MB that took 3.2 GB to be read; it had about 4 million points if its lines were 15 bytes long. */
const HEAP_PER_POINT = 800;

/** What a run is expected to need. */
export interface Cost {
  /** Particles at the start and at the end. */
  readonly particles: { readonly start: number; readonly end: number };
  readonly memoryBytes: number;
  readonly diskBytes: number;
  /** The body whose points are so close that their pairs take memory of their own; undefined if there is none. */
  readonly crowd: Crowd | undefined;
}

/** Expected cost of simulating `frames` frames of a scene with about four checkpoints kept. The memory is that of one of `processes` that share it. */
export function estimateCost(scene: Scene, frames: number, trig: Trigonometry, processes = 1): Cost {
  const particles = estimateParticles({ ...scene, duration: frames / scene.frameRate }, trig),
    mean = (particles.start + particles.end) / 2,
    crowd = findCrowd(scene);
  return {
    particles,
    crowd,
    memoryBytes:
      MEMORY_OF_PROCESS + (MEMORY_PER_PARTICLE * particles.end + MEMORY_PER_PAIR * (crowd?.pairs ?? 0)) / processes,
    diskBytes: (frames + 1) * (FRAME_PER_PARTICLE * mean + LINE) + 4 * CHECKPOINT_PER_PARTICLE * particles.end,
  };
}

/** Memory that this process may have, bytes: that of the container, if it has less than the machine. */
export function machineMemory(constrained = process.constrainedMemory()): number {
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
}

/** Throws LIMIT_MEMORY if a file with so many points does not fit into the memory for objects, of which each takes some. */
export function requireHeap(points: number, limits: Limits): void {
  const heap = HEAP_SHARE * getHeapStatistics().heap_size_limit,
    most = limits.memory > 0 ? Math.min(limits.memory, heap) : heap,
    needed = HEAP_PER_POINT * points;
  if (needed <= most) return;
  const message = `A file with about ${points} points takes about ${formatBytes(needed)} of memory to be read; the limit is ${formatBytes(most)}.`;
  const hint =
    'Use fewer points with a larger spacing, or start with more memory: NODE_OPTIONS=--max-old-space-size=16000 (in MB).';
  throw new ThixoError([problem('LIMIT_MEMORY', '', message, hint)]);
}

/** Throws LIMIT_PARTICLES or LIMIT_MEMORY if a run has no room in memory. */
export function requireMemory({ particles, memoryBytes, crowd }: Cost, limits: Limits): void {
  const most = limits.memory > 0 ? limits.memory : MEMORY_SHARE * machineMemory(),
    problems: Problem[] = [];
  if (particles.end > limits.particles) {
    const message = `The scene would have about ${Math.round(particles.end)} particles; the limit is ${limits.particles}.`;
    const hint = 'Use a larger spacing, or raise the limit with --limits particles=….';
    problems.push(problem('LIMIT_PARTICLES', '/bodies', message, hint));
  }
  if (memoryBytes > most) {
    const message = `The run would need about ${formatBytes(memoryBytes)} of memory; the limit is ${formatBytes(most)}.`;
    const raise = 'or raise the limit with --limits memory=….';
    if (crowd && MEMORY_PER_PAIR * crowd.pairs > memoryBytes / 2) {
      const why = ` Each of the points of body ${crowd.body} has about ${Math.round(crowd.neighbors)} others within its reach.`;
      const hint = `Use a spacing as large as the points are apart, fewer points, ${raise}`;
      problems.push(problem('LIMIT_MEMORY', `/bodies/${crowd.body}/spacing`, message + why, hint));
    } else problems.push(problem('LIMIT_MEMORY', '/bodies', message, `Use a larger spacing, ${raise}`));
  }
  if (problems.length > 0) throw new ThixoError(problems);
}

/** Throws LIMIT_FRAMES if a run has more frames than it may. */
export function requireFrames(frames: number, limits: Limits): void {
  if (frames <= limits.frames) return;
  const message = `The run would have ${frames} frames; the limit is ${limits.frames}.`;
  const hint = 'Simulate fewer --frames, or raise the limit with --limits frames=….';
  throw new ThixoError([problem('LIMIT_FRAMES', '', message, hint)]);
}

/** Throws DISK_SPACE if what is left to write, so many of all frames, has no room on the disk. */
export function requireDisk(
  { diskBytes }: Cost,
  { left, frames }: { readonly left: number; readonly frames: number },
  disk: Disk,
  folder: string,
  limits: Limits,
): void {
  const needed = (frames > 0 ? left / frames : 1) * diskBytes,
    free = disk.freeBytes(folder),
    most = limits.disk > 0 ? limits.disk : DISK_SHARE * free;
  if (needed <= most) return;
  const room = limits.disk > 0 ? `the limit is ${formatBytes(limits.disk)}` : `${formatBytes(free)} are free`,
    message = `${left > 1 ? `The ${left} frames` : 'The frames'} need about ${formatBytes(needed)} in ${folder}; ${room}.`,
    allowed = formatBytes(2 * needed).replace(/ (bytes)?/, '');
  const hint = `Free some space, choose another disk with -o, or simulate fewer --frames. If you know that less is needed: --limits disk=${allowed}.`;
  throw new ThixoError([problem('DISK_SPACE', '', message, hint)]);
}
