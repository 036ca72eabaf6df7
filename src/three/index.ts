// The public part for three.js: particles, surfaces and caches as objects for one's own scenes. Needs a WebGLRenderer.

export type { RemoteCache } from '../frames/remote-cache.ts';
export { CachePlayer, type CachePlayerOptions } from './cache-player.ts';
export type { Coloring, ColorOptions } from './coloring.ts';
export { type ObstaclesOptions, ObstaclesView } from './obstacles-view.ts';
export { type ParticleSource, type ParticlesOptions, ParticlesView } from './particles-view.ts';
export { SkinView, type SkinViewOptions } from './skin-view.ts';
export type { SurfaceMakerOptions } from './surface-maker.ts';
export { SurfaceView, type SurfaceViewOptions, type SurfaceWorldOptions } from './surface-view.ts';
