// The module's exports: the worker team, the serial parts of sort and surface, the hash, and deterministic functions for the host.

export { initThread, run, stopWorkers, work } from './threads';
export { factorBlocks, solveBlocks } from './elastic/factor';
export { dimensionlessViscosity } from './flow/rheology';
export { countCells, countSlabs, listStrays, placeRun, rankByCell } from './grid';
export { beginHash, endHash, hashMemory, hashPart } from './hash';
export { largestApproach, measureApproach, uniteMoves } from './moves';
export { coveredPart } from './obstacles/cover';
export { isNearMesh, isOnWrongSide, isWayClear, obstacleDistance } from './obstacles/sides';
export { sweepParticle } from './obstacles/sweep';
export { bandArea, bandVolume, growBand, indexBlocks, seedBand } from './surface/active/band';
export { binParticles } from './surface/bins';
export { activateNeighbors, collectBlocks, listNewBlocks, numberVertices } from './surface/blocks';

// JavaScript's own may differ between engines in the last bit; these are compiled in and do not.
export function sin(x: f64): f64 { return Math.sin(x); }
export function cos(x: f64): f64 { return Math.cos(x); }
export function log(x: f64): f64 { return Math.log(x); }
export function pow(x: f64, y: f64): f64 { return Math.pow(x, y); }
