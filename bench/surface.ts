// The isosurface of 100,000 particles beside VTK's SPH interpolation and flying edges: same particles, same grid, same support radius,
// the two taking turns. Reported is the median of the rounds.

import { meshVolume } from '../src/meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../src/meshes/surface-mesh.ts';
import type { SurfaceOptions } from '../src/surface/surface-options.ts';
import { Surfacer } from '../src/surface/surfacer.ts';
import type { WorldFields } from '../src/world/published-fields.ts';
import { median } from './median.ts';
import { CLOUDS, type CloudName, SPACING } from './surface-clouds.ts';
import { NoPeer, type PeerRound, VtkPeer } from './vtk-peer.ts';

/** What a surface row yields; the peer is null where it is not installed. Times in ms; CPU time is that of all threads. */
export interface SurfaceResult {
  readonly name: string;
  readonly particles: number;
  readonly threads: number;
  /** Over the spacing. */
  readonly voxel: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** With five rounds of smoothing and the volume settled. */
  readonly finishedMs: number;
  readonly triangles: number;
  readonly peer: string | null;
  readonly peerMs: number | null;
  readonly peerCpuMs: number | null;
  readonly peerTriangles: number | null;
  /** Peer over us, by wall time and by CPU time. */
  readonly ratio: number | null;
  readonly cpuRatio: number | null;
  /** Volume over that of the particles, ours and the peer's. */
  readonly volume: number;
  readonly peerVolume: number | null;
}

const ROUNDS = 5;
const PEER_ROUNDS = 3;
/** Support radius of our kernel over the spacing, and of the peer's. */
const SUPPORT = 2.7;
const OPTIONS: SurfaceOptions = {
  dimension: 3,
  restDensities: [1000],
  voxel: 0.5,
  level: 0.5,
  smoothing: 0,
  settling: 0,
  field: 'density',
};
const FINISHED = { ...OPTIONS, smoothing: 5, settling: 0.15 };
/** The kernels differ in shape, so the surfaces differ a little; farther apart the two would not do the same work. */
const MAX_DIFFERENCE = 0.1;

/** Measures the rows `surface/<cloud>/<threads>` of a cloud: us on one and two threads, the peer on one in between. */
export async function measureSurfaces(cloud: CloudName): Promise<SurfaceResult[]> {
  const fields = fieldsOf(CLOUDS[cloud]()),
    truth = fields.count * SPACING ** 3,
    peer = await startPeer(fields.position);
  const ours = await Promise.all([1, 2].map((threads) => Surfacer.create({ threads })));
  try {
    for (const surfacer of ours) surfacer.build(fields, OPTIONS);
    const rounds: Round[][] = [[], []],
      peerRounds: PeerRound[] = [];
    for (let k = 0; k < ROUNDS; k++) {
      ours.forEach((surfacer, n) => {
        rounds[n]!.push(measureRound(surfacer, fields));
      });
      if (peer && k < PEER_ROUNDS) peerRounds.push(await peer.round());
    }
    return rounds.map((own, n) =>
      resultOf(`surface/${cloud}/${n + 1}`, n + 1, fields.count, own, truth, peer, peerRounds),
    );
  } finally {
    peer?.stop();
    for (const surfacer of ours) surfacer.dispose();
  }
}

interface Round {
  readonly ms: number;
  readonly cpuMs: number;
  readonly finishedMs: number;
  readonly mesh: SurfaceMesh;
}

function measureRound(surfacer: Surfacer, fields: WorldFields): Round {
  const begin = performance.now(),
    cpu = process.cpuUsage(),
    mesh = surfacer.build(fields, OPTIONS);
  const ms = performance.now() - begin,
    { user, system } = process.cpuUsage(cpu),
    again = performance.now();
  surfacer.build(fields, FINISHED);
  return { ms, cpuMs: (user + system) / 1000, finishedMs: performance.now() - again, mesh };
}

function resultOf(
  name: string,
  threads: number,
  particles: number,
  own: readonly Round[],
  truth: number,
  peer: VtkPeer | undefined,
  peerRounds: readonly PeerRound[],
): SurfaceResult {
  const mesh = own[0]!.mesh,
    volume = meshVolume(mesh) / truth,
    ms = median(own.map((round) => round.ms)),
    cpuMs = median(own.map((round) => round.cpuMs)),
    finishedMs = median(own.map((round) => round.finishedMs));
  const common = {
    name,
    particles,
    threads,
    voxel: OPTIONS.voxel,
    ms,
    cpuMs,
    finishedMs,
    triangles: mesh.elements.length / 3,
  };
  if (!peer)
    return {
      ...common,
      peer: null,
      peerMs: null,
      peerCpuMs: null,
      peerTriangles: null,
      ratio: null,
      cpuRatio: null,
      volume,
      peerVolume: null,
    };
  const peerMs = median(peerRounds.map((round) => round.interpolateMs + round.contourMs)),
    peerCpuMs = median(peerRounds.map((round) => round.cpuMs)),
    peerVolume = peerRounds[0]!.volume / truth;
  if (!(Math.abs(peerVolume / volume - 1) < MAX_DIFFERENCE))
    throw new Error(
      `we and the peer make different surfaces: volumes ${volume.toFixed(3)} and ${peerVolume.toFixed(3)}`,
    );
  return {
    ...common,
    peer: `VTK ${peer.version}`,
    peerMs,
    peerCpuMs,
    peerTriangles: peerRounds[0]!.triangles,
    ratio: peerMs / ms,
    cpuRatio: peerCpuMs / cpuMs,
    volume,
    peerVolume,
  };
}

async function startPeer(positions: Float32Array): Promise<VtkPeer | undefined> {
  try {
    return await VtkPeer.start({
      positions,
      spacing: SPACING,
      voxel: OPTIONS.voxel,
      support: SUPPORT,
      level: OPTIONS.level,
    });
  } catch (error) {
    if (!(error instanceof NoPeer)) throw error;
    console.error(`without a peer: ${error.message}`);
    return undefined;
  }
}

function fieldsOf(position: Float32Array): WorldFields {
  const count = position.length / 3;
  return {
    count,
    position,
    velocity: new Float32Array(3 * count),
    density: new Float32Array(count).fill(1000),
    mass: new Float32Array(count).fill(1000 * SPACING ** 3),
    smoothingLength: new Float32Array(count).fill(1.3 * SPACING),
    id: Uint32Array.from({ length: count }, (_, i) => i),
    substance: new Uint32Array(count),
  };
}
