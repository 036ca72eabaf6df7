// Particles on their straight way from the last frame to this one. Those that come or go gain or lose weight evenly on the way: a particle
// that is replaced by others fades into them.

import {
  AT_PATHS, FADE_IN, FADE_OUT, FRAME_PART, PATH_BYTES, PATH_CHUNK, PATH_COMES, PATH_FROM, PATH_GAINS, PATH_KIND, PATH_STAYS, PATH_TO,
} from '../../../src/surface/active-layout';
import { AT_PARTICLE, PARTICLE_BYTES, PARTICLE_WEIGHT, PARTICLES } from '../../../src/surface/layout';
import { address, int, real } from '../../context';
import { madd, splat, sub } from '../../math/simd';

/** Moves a chunk of the particles to where they are now. */
export function moveParticles(chunk: i32): void {
  const end = min(int(PARTICLES), (chunk + 1) * PATH_CHUNK), part = <f32>real(FRAME_PART), comes = <f32>real(FADE_IN);
  const goes = <f32>real(FADE_OUT);
  for (let i = chunk * PATH_CHUNK; i < end; i++) {
    const path = address(AT_PATHS) + <usize>i * PATH_BYTES, record = address(AT_PARTICLE) + <usize>i * PARTICLE_BYTES;
    const from = v128.load(path, PATH_FROM), first = load<f32>(path, PATH_GAINS), last = load<f32>(path, PATH_GAINS + 4);
    const kind = <i32>load<f32>(path, PATH_KIND);
    v128.store(record, madd(splat(part), sub(v128.load(path, PATH_TO), from), from));
    const gain = kind == PATH_STAYS ? first + part * (last - first) : kind == PATH_COMES ? comes * last : goes * first;
    store<f32>(record, gain, PARTICLE_WEIGHT);
  }
}
