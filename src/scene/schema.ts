// The scene format (format 1) as a zod schema: the one source of types, defaults, units and validation. [design: a scene is data]
// SI units everywhere. Unknown keys are errors.

import * as z from 'zod';
import { KERNEL_NAMES } from '../kernels/kernels.ts';

const finite = z.number();
const positive = finite.positive();
const nonNegative = finite.nonnegative();
const fraction = finite.min(0).max(1);
const vec3 = z.tuple([finite, finite, finite]).readonly();
const direction = vec3.refine((v) => v.some((c) => c !== 0), 'a direction must not be zero');

const rotation = z.strictObject({
  axis: direction.describe('Axis of the turn.'),
  degrees: finite.describe('Right-handed angle, degrees.'),
});

const plane = z.strictObject({
  plane: z.strictObject({
    point: vec3.describe('Any point of the plane, m.'),
    normal: direction.describe('Points out of the solid.'),
  }),
});
const box = z.strictObject({
  box: z.union([
    z.strictObject({ min: vec3.describe('Lower corner, m.'), max: vec3.describe('Upper corner, m.') }),
    z.strictObject({
      center: vec3.describe('Center, m.'),
      size: vec3.describe('Edge lengths, m.'),
      rotation: rotation.optional().describe('Turn about the center.'),
    }),
  ]),
});
const sphere = z.strictObject({
  sphere: z.strictObject({ center: vec3.describe('Center, m.'), radius: positive.describe('Radius, m.') }),
});
const alongSegment = z.strictObject({
  from: vec3.describe('One end of the axis, m.'),
  to: vec3.describe('Other end of the axis, m.'),
  radius: positive.describe('Radius, m.'),
});
const capsule = z.strictObject({ capsule: alongSegment });
const cylinder = z.strictObject({ cylinder: alongSegment });
const shape = z.union([plane, box, sphere, capsule, cylinder]);

const points = z.strictObject({
  points: z.strictObject({
    positions: z.array(vec3).readonly().describe('One position per particle, m.'),
    velocities: z
      .array(vec3)
      .readonly()
      .optional()
      .describe('One velocity per particle, m/s; the body velocity if left out.'),
  }),
});
const disc = z.strictObject({
  disc: z.strictObject({
    center: vec3.describe('Center of the opening, m.'),
    normal: direction.describe('Direction of the jet.'),
    radius: positive.describe('Radius of the opening, m.'),
  }),
});

/** The presets named after the papers they reproduce. */
export const SPH_PRESETS = ['desbrun-1996', 'desbrun-1999', 'adams-2009'] as const;

const substance = z.strictObject({
  model: z.literal('sph').default('sph').describe('Family of methods.'),
  preset: z.enum(SPH_PRESETS).optional().describe('Starting values taken from a paper; every other key overrides it.'),
  restDensity: positive.optional().describe('Density at rest ρ₀, kg/m³ (kg/m² in 2D). Default 1000.'),
  kernel: z
    .enum(KERNEL_NAMES)
    .optional()
    .describe('Smoothing kernel; the same for all substances of a scene. Default dc.'),
  smoothing: finite
    .min(0.6)
    .max(4)
    .optional()
    .describe('Smoothing length over particle size, ξ = h/(m/ρ₀)^(1/d); the support radius is 2h. Default 1.35.'),
  stateEquation: z
    .enum(['linear', 'tait', 'ideal-gas'])
    .optional()
    .describe('Pressure from density: k(ρ−ρ₀), (ρ₀k/γ)((ρ/ρ₀)^γ−1), or kρ. Default linear.'),
  stiffness: positive.optional().describe('k = c², the square of the speed of sound, m²/s². Default 1000.'),
  exponent: finite.min(1).max(20).optional().describe('Exponent γ of the Tait equation. Default 7.'),
  density: z
    .enum(['continuity', 'summation'])
    .optional()
    .describe('Density by its rate of change, or by summing neighbors. Default continuity.'),
  shepardInterval: z
    .int()
    .nonnegative()
    .optional()
    .describe('Steps between Shepard re-initialisations of a continuity density; 0 = never. Default 0.'),
  negativePressure: fraction
    .optional()
    .describe('Factor ζ on negative pressure: 1 cohesive, 0 splashes freely. Default 1.'),
  artificialViscosity: nonNegative.optional().describe('Linear artificial viscosity η (–), 0.1 to 30. Default 0.5.'),
  quadraticViscosity: nonNegative.optional().describe('Quadratic artificial viscosity β (–). Default 0.'),
  viscositySoundSpeed: positive.optional().describe('Speed c in the artificial viscosity, m/s. Default √k.'),
  viscosity: nonNegative.optional().describe('Dynamic (laminar) viscosity μ, Pa·s. Default 0.'),
  xsph: fraction.optional().describe('XSPH velocity smoothing ε (–). Default 0.'),
  xsphStored: z
    .boolean()
    .optional()
    .describe(
      'Store the smoothed velocity instead of only moving with it; adds a numerical viscosity. The same for all substances of a scene. Default false.',
    ),
});

const body = z.strictObject({
  substance: z.string().describe('Name of a substance.'),
  shape: z.union([plane, box, sphere, capsule, cylinder, points]).describe('Region to fill, or explicit points.'),
  spacing: positive.describe('Distance between neighbouring particles, m.'),
  lattice: z
    .enum(['hcp', 'cubic', 'hexagonal'])
    .optional()
    .describe('Arrangement: hcp (3D), hexagonal (2D) or cubic. Default hcp in 3D, hexagonal in 2D.'),
  jitter: finite.min(0).max(0.5).default(0).describe('Random displacement as a fraction of the spacing.'),
  velocity: vec3.default([0, 0, 0]).describe('Initial velocity, m/s.'),
  angularVelocity: vec3.default([0, 0, 0]).describe('Initial rotation about the center of mass, rad/s.'),
  density: positive.optional().describe('Initial density, kg/m³. Default: the rest density.'),
});

const emitter = z.strictObject({
  substance: z.string().describe('Name of a substance.'),
  shape: z.union([disc, box]).describe('Opening: a disc, or a box whose section across the direction is filled.'),
  direction: direction.optional().describe('Direction of the jet; a disc emits along its normal.'),
  speed: nonNegative.optional().describe('Speed of the jet, m/s. Give this or flowRate.'),
  flowRate: nonNegative.optional().describe('Volume per second, m³/s (m²/s in 2D). Give this or speed.'),
  spacing: positive.describe('Distance between neighbouring particles, m.'),
  jitter: finite.min(0).max(0.5).default(0).describe('Random displacement as a fraction of the spacing.'),
  from: nonNegative.default(0).describe('Start time, s.'),
  to: nonNegative.optional().describe('End time, s. Default: never stops.'),
  maxParticles: z.int().nonnegative().optional().describe('Most particles this emitter releases.'),
});

const sink = z.strictObject({
  shape: shape.describe('Particles whose center enters this region are removed.'),
});

const motion = z.union([
  z.strictObject({ velocity: vec3.describe('Constant velocity, m/s.') }),
  z.strictObject({
    rotation: z.strictObject({
      center: vec3.describe('A point of the axis, m.'),
      axis: direction.describe('Axis of rotation.'),
      degreesPerSecond: finite.describe('Speed of rotation, degrees/s.'),
    }),
  }),
  z.strictObject({
    keyframes: z
      .array(
        z.strictObject({
          time: nonNegative.describe('s'),
          translate: vec3.default([0, 0, 0]).describe('Displacement from the rest position, m.'),
          rotate: rotation.optional().describe('Turn about the pivot.'),
        }),
      )

      .min(1)
      .readonly()
      .describe('Poses in order of time, interpolated linearly and held before the first and after the last.'),
    pivot: vec3.default([0, 0, 0]).describe('Point the keyframed turns are about, m.'),
  }),
]);

const obstacle = z.strictObject({
  shape: shape.describe('The solid.'),
  inside: z.boolean().default(false).describe('Keep particles inside the shape (a container) instead of outside.'),
  normalRestitution: fraction.default(0).describe('Speed kept along the normal after a hit: 0 sticks, 1 bounces.'),
  tangentRestitution: fraction
    .default(1)
    .describe('Speed kept along the surface at each hit: 0 no-slip, 1 slides freely.'),
  motion: motion.optional().describe('How the solid moves.'),
});

const force = z.union([
  z.strictObject({ uniform: z.strictObject({ acceleration: vec3.describe('m/s²') }) }),
  z.strictObject({
    spring: z.strictObject({
      center: vec3.default([0, 0, 0]).describe('m'),
      rate: finite.describe('a = −rate·(x − center), 1/s²'),
    }),
  }),
  z.strictObject({
    attractor: z.strictObject({
      center: vec3.default([0, 0, 0]).describe('m'),
      strength: finite.describe('G·M of a = −strength·d/(|d|² + softening²)^(3/2), m³/s²; negative repels.'),
      softening: positive.default(0.1).describe('m'),
    }),
  }),
  z.strictObject({
    vortex: z.strictObject({
      center: vec3.default([0, 0, 0]).describe('m'),
      axis: direction.describe('Axis of the swirl.'),
      rate: finite.describe('a = rate·(axis × d), 1/s²'),
    }),
  }),
  z.strictObject({
    drag: z.strictObject({
      rate: nonNegative.describe('a = −rate·(v − wind), 1/s'),
      wind: vec3.default([0, 0, 0]).describe('m/s'),
    }),
  }),
]);

const domain = z.strictObject({
  min: vec3.describe('Lower corner, m.'),
  max: vec3.describe('Upper corner, m.'),
  periodic: z
    .tuple([z.boolean(), z.boolean(), z.boolean()])
    .readonly()
    .default([false, false, false])
    .describe('Axes that wrap around.'),
  onLeave: z
    .enum(['remove', 'stop'])
    .default('remove')
    .describe('What happens to a particle that leaves on an axis that does not wrap.'),
});

const time = z.strictObject({
  courant: finite.min(0.01).max(1).default(0.3).describe('λ₁: dt ≤ λ₁h/(c + η c/4) and dt ≤ λ₁h/|v|.'),
  acceleration: finite.min(0.01).max(1).default(0.5).describe('λ₂: dt ≤ λ₂√(h/|a|).'),
  divergence: finite.min(0.0005).max(0.5).default(0.02).describe('λ₃: dt ≤ λ₃/|∇·v|; the paper uses 0.005, see ADR 9.'),
  maxStepsPerFrame: z
    .int()
    .min(1)
    .max(1 << 20)
    .default(1 << 14)
    .describe('The run stops with a report if a frame would need more.'),
});

/** The scene format, version 1. */
export const sceneSchema = z.strictObject({
  $schema: z.string().optional().describe('For editors.'),
  format: z.literal(1).default(1).describe('Version of this format.'),
  name: z.string().default('').describe('Title.'),
  dimension: z
    .union([z.literal(2), z.literal(3)])
    .default(3)
    .describe('2 keeps z = 0.'),
  gravity: vec3.default([0, -9.81, 0]).describe('m/s²'),
  duration: nonNegative.default(1).describe('Simulated time, s.'),
  frameRate: positive.max(100000).default(25).describe('Frames per second.'),
  seed: z.int().nonnegative().max(0xffffffff).default(1).describe('Seed of every random number.'),
  substances: z.record(z.string(), substance).default({}).describe('What things are made of.'),
  bodies: z.array(body).readonly().default([]).describe('What is there at the start.'),
  emitters: z.array(emitter).readonly().default([]).describe('What flows in.'),
  sinks: z.array(sink).readonly().default([]).describe('Where particles vanish.'),
  obstacles: z.array(obstacle).readonly().default([]).describe('Solids, fixed or moving.'),
  forces: z.array(force).readonly().default([]).describe('Accelerations added to gravity.'),
  domain: domain.optional().describe('Unbounded without it.'),
  time: time.prefault({}).describe('Step size control.'),
  maxParticles: z.int().positive().max(20_000_000).default(4_000_000).describe('Emitters stop at this number.'),
});

/** A scene as a person writes it: defaults may be left out. */
export type SceneInput = z.input<typeof sceneSchema>;
/** A scene with every default filled in. */
export type Scene = z.output<typeof sceneSchema>;
export type SubstanceInput = z.output<typeof substance>;
export type Body = z.output<typeof body>;
export type Emitter = z.output<typeof emitter>;
export type Sink = z.output<typeof sink>;
export type Obstacle = z.output<typeof obstacle>;
export type Motion = z.output<typeof motion>;
export type ForceField = z.output<typeof force>;
export type Domain = z.output<typeof domain>;
export type TimeSettings = z.output<typeof time>;
