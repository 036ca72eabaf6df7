// Entry point of the obstacle tests: the sweep on its own, with its own memory.

export { coveredPart } from './cover';
export { lendMemory } from './gather';
export { leastClearance, nearestTriangle } from './mesh';
export { isOnWrongSide, obstacleDistance } from './sides';
export { sweepParticle } from './sweep';

export function sin(x: f64): f64 {
  return Math.sin(x);
}

export function cos(x: f64): f64 {
  return Math.cos(x);
}
