// The stages: how strong the lights are, what is behind everything, and what the floor is made of. `plain` is the light that all pictures
// had before there were stages. Linear light throughout.

import { type Color, linearColor, luminance, parseColor } from '../colors/color.ts';
import type { Look } from '../scene/schema.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { SkyImage } from './sky-image.ts';

/** What the floor is made of. */
export type GroundMaterial = NonNullable<Look['groundMaterial']>;

/** Light and backdrop of a picture. */
export interface Lighting {
  /** Strength of the lights, as a white surface that faces them shows them. */
  readonly key: Color;
  readonly fill: Color;
  readonly rim: Color;
  readonly sky: Color;
  /** Part of the light of the floor that comes back up. */
  readonly bounce: number;
  /** Tangent of half the angle that the key light takes: how soft shadows are. */
  readonly softness: number;
  /** Behind everything: straight ahead and high up. */
  readonly horizon: Color;
  readonly zenith: Color;
  /** What mirrors see of the dome, over that of the plain stage, and how bright the softbox is in them. */
  readonly dome: Color;
  readonly box: number;
  readonly floor: Color;
  readonly ground: GroundMaterial;
  /** Second color of the floor. */
  readonly vein: Color;
  /** Where the floor begins to fade, and where it is gone, over the diagonal of the scene. */
  readonly fade: readonly [number, number];
  /** Whether light is developed like film: soft shoulders instead of a straight line. */
  readonly filmic: boolean;
  readonly exposure: number;
  /** Part of the light of what is as far away as the far end of the scene that haze hides. */
  readonly fog: number;
  /** A picture of the surroundings. */
  readonly image?: SkyImage | undefined;
}

type Preset = Omit<Lighting, 'exposure' | 'fog' | 'image' | 'floor' | 'vein' | 'horizon' | 'zenith'> & {
  readonly horizon: string;
  readonly zenith: string;
  readonly floor: string;
  readonly vein: string;
};

const STUDIO_LIGHT = {
  key: [0.78, 0.755, 0.71],
  fill: [0.1, 0.11, 0.125],
  rim: [0.34, 0.36, 0.4],
  sky: [0.42, 0.435, 0.46],
  bounce: 0.3,
  softness: 0.13,
  dome: [1, 1, 1],
  box: 1,
} as const;

const STAGES: Readonly<Record<Exclude<Look['stage'], 'plain'>, Preset>> = {
  studio: {
    ...STUDIO_LIGHT,
    key: [1.12, 1.06, 0.97],
    sky: [0.3, 0.33, 0.38],
    horizon: '#8a929b',
    zenith: '#3b424b',
    dome: [0.8, 0.84, 0.9],
    box: 1.2,
    floor: '#858b92',
    vein: '#767c83',
    ground: 'plain',
    fade: [0.9, 3.2],
    filmic: true,
  },
  daylight: {
    ...STUDIO_LIGHT,
    key: [1.5, 1.36, 1.1],
    fill: [0.04, 0.05, 0.07],
    rim: [0.12, 0.13, 0.15],
    sky: [0.24, 0.34, 0.52],
    softness: 0.04,
    horizon: '#a9c6e2',
    zenith: '#2a66b4',
    dome: [0.75, 0.95, 1.3],
    box: 1.7,
    floor: '#a08f72',
    vein: '#7d6d53',
    ground: 'sand',
    fade: [1.6, 6],
    filmic: true,
  },
  night: {
    ...STUDIO_LIGHT,
    key: [0.34, 0.42, 0.6],
    fill: [0.01, 0.015, 0.03],
    rim: [0.25, 0.32, 0.5],
    sky: [0.035, 0.05, 0.09],
    softness: 0.05,
    horizon: '#131c33',
    zenith: '#050814',
    dome: [0.05, 0.07, 0.13],
    box: 0.55,
    floor: '#525866',
    vein: '#424856',
    ground: 'plain',
    fade: [0.8, 3],
    filmic: true,
  },
  table: {
    ...STUDIO_LIGHT,
    key: [1.2, 1.1, 0.94],
    fill: [0.12, 0.1, 0.08],
    rim: [0.3, 0.27, 0.22],
    sky: [0.27, 0.27, 0.28],
    horizon: '#4d4640',
    zenith: '#221e1c',
    dome: [0.5, 0.45, 0.4],
    box: 1.2,
    floor: '#8f6f50',
    vein: '#5f4430',
    ground: 'wood',
    fade: [1, 3.4],
    filmic: true,
  },
  dark: {
    ...STUDIO_LIGHT,
    key: [1.15, 1.12, 1.06],
    fill: [0.03, 0.04, 0.06],
    rim: [0.75, 0.85, 1],
    sky: [0.08, 0.095, 0.12],
    bounce: 0.2,
    softness: 0.1,
    horizon: '#0a0c10',
    zenith: '#030406',
    dome: [0.1, 0.12, 0.16],
    box: 1.3,
    floor: '#4a4c52',
    vein: '#3e4046',
    ground: 'plain',
    fade: [0.45, 1.7],
    filmic: true,
  },
};

/** The light of a look; `up` points away from the floor. */
export function lightingOf(look: Look, up: Vec3 = [0, 1, 0]): Lighting {
  const { stage, sun, fog, exposure, groundMaterial, groundColor, backdrop } = look;
  const base = stage === 'plain' ? plainStage(look) : stageOf(stage);
  const strength = sun?.strength ?? 1;
  const ground = groundMaterial ?? base.ground;
  const floor = groundColor ? linear(groundColor) : (GROUND_COLORS[ground]?.[0] ?? base.floor);
  const isOwn = groundColor !== undefined || (groundMaterial !== undefined && groundMaterial !== base.ground);
  return {
    ...base,
    key: scaled(base.key, strength),
    box: base.box * strength,
    softness: sun?.softness ?? base.softness,
    ...(backdrop && stage !== 'plain' ? backdropOf(linear(backdrop)) : {}),
    ...(isOwn ? { floor, vein: scaled(floor, 0.55) } : {}),
    ground,
    exposure,
    fog,
    image: undefined,
    ...(look.environment ? lightOfImage(new SkyImage(look.environment, up), base.sky) : {}),
  };
}

/** A backdrop of one color, which is a quarter as bright high up. */
function backdropOf(horizon: Color): Pick<Lighting, 'horizon' | 'zenith'> {
  return { horizon, zenith: scaled(horizon, 0.25) };
}

/** Light that comes from a picture: the sky is as bright as on the stage where the picture is of a middle gray. */
function lightOfImage(image: SkyImage, sky: Color): Pick<Lighting, 'image' | 'sky' | 'filmic'> {
  const mean = image.meanAbove();
  const level = luminance(sky) / 0.3;
  return { image, sky: scaled(mean, level), filmic: true };
}

/** Colors of floors that differ from that of the stage. */
const GROUND_COLORS: Partial<Readonly<Record<GroundMaterial, readonly [Color]>>> = {
  wood: [linear('#a8794c')],
  stone: [linear('#b8b5ae')],
  sand: [linear('#c9b68f')],
};

/** An even background, and a floor a little darker than it. */
function plainStage({ background }: Look): Lighting {
  const behind = linear(background);
  const bright = luminance(behind);
  const floor = behind.map((c) => (bright > 0.2 ? 0.86 * c : 0.75 * c + 0.03)) as unknown as Color;
  return {
    ...STUDIO_LIGHT,
    ...{ horizon: behind, zenith: behind, floor, vein: scaled(floor, 0.55), ground: 'tiles', fade: [0.7, 2.4] },
    ...{ filmic: false, exposure: 1, fog: 0 },
  };
}

function stageOf(name: keyof typeof STAGES): Lighting {
  const preset = STAGES[name];
  const { horizon, zenith, floor, vein } = preset;
  const colors = { horizon: linear(horizon), zenith: linear(zenith), floor: linear(floor), vein: linear(vein) };
  return { ...preset, ...colors, exposure: 1, fog: 0 };
}

function linear(text: string): Color {
  return linearColor(parseColor(text));
}

const scaled = (color: Color, by: number): Color => [by * color[0], by * color[1], by * color[2]];

/** Light as film shows it: a soft shoulder and a soft foot (Narkowicz's fit of the ACES curve), 0 to 1. */
export function filmic(x: number): number {
  if (!(x > 0)) return 0;
  return Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}
