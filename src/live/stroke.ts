// An object of the scene that is in somebody's hand: it begins, moves and ends while the world runs. It goes on a straight line from where
// it is to where it is wanted, during the frame that comes.

import type { Entry, InputList, Recording } from './recording.ts';

type Vec3 = readonly [number, number, number];

/** Where an object has been taken: a shift (m) from where it began, and a turn about the point that it is held at. */
export interface Place {
  readonly translate: Vec3;
  readonly rotate?: { readonly axis: Vec3; readonly degrees: number } | undefined;
}

interface Keyframe extends Place {
  readonly time: number;
}

interface Way {
  readonly keyframes: readonly Keyframe[];
  readonly pivot: Vec3;
}

/** Where the object stands in the scene; forces have what they say below the name of their kind. */
interface Address {
  readonly list: Exclude<InputList, 'bodies'>;
  readonly index: number;
  readonly kind?: string | undefined;
}

/** What a stroke must know of its world: the frame with which inputs take effect, and the frames of a second. */
export interface Clock {
  readonly frame: number;
  readonly frameRate: number;
}

/** Digits that inputs keep: enough for any hand, and short in a file. */
const DIGITS = 9;
const START: Vec3 = [0, 0, 0];

export class Stroke {
  /** Where it is in the scene. */
  readonly pointer: string;
  private readonly recording: Recording;
  private readonly address: Address;
  private readonly clock: () => Clock;
  private readonly origin: Vec3;

  /** @internal */
  constructor(recording: Recording, address: Address, settings: object, clock: () => Clock) {
    const { frame, frameRate } = clock(),
      time = frame / frameRate;
    this.recording = recording;
    this.address = address;
    this.clock = clock;
    this.origin = originOf(settings);
    this.pointer = `/${address.list}/${address.index}${address.kind ? `/${address.kind}` : ''}`;
    const motion = { keyframes: [{ time, translate: START }], pivot: this.origin };
    this.write({ ...settings, from: time, ...(address.list === 'obstacles' && { motion }) });
  }

  /** Takes the object to a point (m): where its center is at the end of the frame that comes. */
  moveTo(point: Vec3): void {
    this.place({ translate: [0, 1, 2].map((a) => point[a]! - this.origin[a]!) as unknown as Vec3 });
  }

  /** Shifts and turns the object, from where it began. */
  place({ translate, rotate }: Place): void {
    const { frame, frameRate } = this.clock(),
      entry = this.read();
    if (!entry || entry.to !== undefined) return;
    const time = frame / frameRate,
      way = (entry.motion as Way | undefined) ?? {
        keyframes: [{ time: entry.from!, translate: START }],
        pivot: this.origin,
      },
      past = way.keyframes.filter((keyframe) => keyframe.time <= time),
      last = past.at(-1) ?? way.keyframes[0]!,
      held = last.time < time ? [{ ...last, time }] : [],
      next = {
        time: (frame + 1) / frameRate,
        translate: translate.map(tidy) as unknown as Vec3,
        ...(rotate && { rotate: { axis: rotate.axis.map(tidy) as unknown as Vec3, degrees: tidy(rotate.degrees) } }),
      };
    this.write({ ...entry, motion: { ...way, keyframes: [...(past.length > 0 ? past : [last]), ...held, next] } });
  }

  /** Ends the stroke with the frame that comes; it lasts one frame at least. */
  end(): void {
    const { frame, frameRate } = this.clock(),
      entry = this.read();
    if (!entry || entry.to !== undefined) return;
    const first = Math.round(entry.from! * frameRate);
    this.write({ ...entry, to: Math.max(frame, first + 1) / frameRate });
  }

  private read(): Entry | undefined {
    const { list, index, kind } = this.address,
      entry = this.recording.entry(list, index);
    return kind === undefined ? entry : (entry?.[kind] as Entry | undefined);
  }

  private write(entry: Entry): void {
    const { list, index, kind } = this.address;
    this.recording.set(list, index, kind === undefined ? entry : { [kind]: entry });
  }
}

/** A number as a file holds it. */
export function tidy(x: number): number {
  return Number(x.toPrecision(DIGITS));
}

/** The point that an object is held at: its center, if it has one. */
function originOf(settings: object): Vec3 {
  const { center, shape } = settings as { center?: Vec3; shape?: Record<string, Record<string, Vec3>> };
  if (center) return center;
  const [inner] = Object.values(shape ?? {});
  if (inner?.center) return inner.center;
  const [a, b] = [inner?.min ?? inner?.from, inner?.max ?? inner?.to];
  return Array.isArray(a) && Array.isArray(b) ? ([0, 1, 2].map((k) => (a[k] + b[k]) / 2) as unknown as Vec3) : START;
}
