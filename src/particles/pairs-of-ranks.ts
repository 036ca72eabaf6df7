// All pairs of particles that are near each other, each once over all ranks: for measuring, wherever the particles stand in the order. Ranks show each
// other the particles that stand near the box of the other's, one rank after the other, so that none has more than its own and some of one other.

import { type Communicator, sharedBytes } from '../ranks/communicator.ts';
import { eachNearPair, type NearPoints } from './near-pairs.ts';
import type { Part } from './part.ts';

/** Numbers of a particle: x, y, z and its reach (m), and four more that a visitor may want. */
export const PAIR_NUMBERS = 8;
const REACH = 3;
const TAG = { count: 15, particles: 16 } as const;
/** Boxes are this much wider than the reach of their particles, so that rounding does no harm. */
const ROOM = 1.000001;

type Box = Pick<NearPoints, 'origin' | 'period'>;

/** Receives two particles, as places in the numbers of some, and the square of their distance, m². */
export type VisitNumbers = (numbers: Float64Array, i: number, j: number, square: number) => void;

/** Visits every pair that is near: alone, or each pair on one of the ranks. Which is the first of a pair is left open. */
export function eachPairOnce(own: Float64Array, part: Part | undefined, box: Box, visit: VisitNumbers): void {
  visitPairs(own, box, visit);
  if (part && part.comm.size > 1) visitPairsOfRanks(own, part, box, visit);
}

function visitPairs(numbers: Float64Array, box: Box, visit: VisitNumbers): void {
  eachNearPair(pointsOf(numbers, box), (i, j, square) => visit(numbers, PAIR_NUMBERS * i, PAIR_NUMBERS * j, square));
}

function pointsOf(numbers: Float64Array, box: Box): NearPoints {
  const count = numbers.length / PAIR_NUMBERS,
    positions = new Float64Array(3 * count),
    reaches = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const at = PAIR_NUMBERS * i;
    for (let a = 0; a < 3; a++) positions[3 * i + a] = numbers[at + a]!;
    reaches[i] = numbers[at + REACH]!;
  }
  return { count, positions, reaches, origin: box.origin, period: box.period };
}

function visitPairsOfRanks(own: Float64Array, { comm }: Part, { origin, period }: Box, visit: VisitNumbers): void {
  const { rank, size } = comm,
    { boxes, reach } = boxesOfRanks(own, comm),
    near = (other: number) => someNear(own, boxes.subarray(6 * other, 6 * other + 6), 2 * ROOM * reach, period);
  // After half of the ranks everybody has met: in a last round of two that meet each other, one of them shows its particles.
  for (let apart = 1; 2 * apart <= size; apart++) {
    const isLast = 2 * apart === size,
      to = isLast && rank >= apart ? undefined : (rank + apart) % size,
      from = isLast && rank < apart ? undefined : (rank - apart + size) % size;
    const shown = showParticles(comm, to === undefined ? undefined : { to, particles: near(to) }, from);
    if (shown.length === 0) continue;
    const mine = near(from!),
      both = new Float64Array(mine.length + shown.length);
    both.set(mine);
    both.set(shown, mine.length);
    visitPairs(both, { origin, period }, (numbers, i, j, square) => {
      if (i < mine.length !== j < mine.length) visit(numbers, i, j, square);
    });
  }
}

/** Sends particles to a rank, if there are any, and receives those of another. */
function showParticles(
  comm: Communicator,
  sent: { readonly to: number; readonly particles: Float64Array } | undefined,
  from: number | undefined,
): Float64Array {
  const [told, heard] = [sharedBytes(8), sharedBytes(8)],
    length = new Float64Array(heard.buffer, 0, 1);
  if (sent) new Float64Array(told.buffer, 0, 1)[0] = sent.particles.length;
  if (from !== undefined) comm.receive(heard, from, TAG.count);
  if (sent) comm.send(told, sent.to, TAG.count);
  comm.settle();
  const shown = sharedBytes(8 * length[0]!);
  if (from !== undefined && shown.length > 0) comm.receive(shown, from, TAG.particles);
  if (sent && sent.particles.length > 0) {
    const bytes = sharedBytes(sent.particles.byteLength);
    bytes.set(new Uint8Array(sent.particles.buffer, 0, sent.particles.byteLength));
    comm.send(bytes, sent.to, TAG.particles);
  }
  comm.settle();
  return new Float64Array(shown.buffer, 0, shown.length / 8);
}

/** The box around the particles of each rank (smallest and largest x, y, z), and the largest reach of all. */
function boxesOfRanks(own: Float64Array, comm: Communicator): { boxes: Float64Array; reach: number } {
  const all = new Float64Array(6 * comm.size + 1),
    mine = all.subarray(6 * comm.rank, 6 * comm.rank + 6);
  all.fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < own.length; at += PAIR_NUMBERS) {
    const reach = own[at + REACH]!,
      isSized = reach > 0 && reach < Number.POSITIVE_INFINITY;
    if (!isSized || !isPlace(own, at)) continue;
    for (let a = 0; a < 3; a++) {
      mine[a] = Math.max(mine[a]!, -own[at + a]!);
      mine[a + 3] = Math.max(mine[a + 3]!, own[at + a]!);
    }
    all[6 * comm.size] = Math.max(all[6 * comm.size]!, reach);
  }
  comm.reduce(all, 'max');
  const boxes = all.subarray(0, 6 * comm.size);
  for (let k = 0; k < boxes.length; k++) if (k % 6 < 3) boxes[k] = -boxes[k]!;
  return { boxes, reach: all[6 * comm.size]! };
}

const isPlace = (numbers: Float64Array, at: number): boolean =>
  Number.isFinite(numbers[at]) && Number.isFinite(numbers[at + 1]) && Number.isFinite(numbers[at + 2]);

/** The particles that are within `reach` of a box. */
function someNear(own: Float64Array, box: Float64Array, reach: number, period: Box['period']): Float64Array {
  const isWithin = (at: number): boolean => {
    for (let a = 0; a < 3; a++) {
      const around = period?.[a] ?? 0,
        width = box[a + 3]! - box[a]! + 2 * reach,
        far = own[at + a]! - (box[a]! - reach),
        inside = around > 0 ? far - around * Math.floor(far / around) : far;
      if (!(inside >= 0 && inside <= width)) return false;
    }
    return true;
  };
  let count = 0;
  for (let at = 0; at < own.length; at += PAIR_NUMBERS) if (isWithin(at)) count++;
  const some = new Float64Array(PAIR_NUMBERS * count);
  for (let at = 0, end = 0; at < own.length; at += PAIR_NUMBERS) {
    if (!isWithin(at)) continue;
    some.set(own.subarray(at, at + PAIR_NUMBERS), end);
    end += PAIR_NUMBERS;
  }
  return some;
}
