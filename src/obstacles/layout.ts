// One obstacle as the WASM sweep reads it: a row of f64 slots. Shared by TypeScript and AssemblyScript: plain constants only.
// Sizes are in the obstacle's local frame, whose origin is the center of the shape; poses place that frame in the world.

/** A constant of src/shapes/kinds.ts. */
export const KIND = 0;
/** +1 keeps particles outside the shape, −1 inside. */
export const SIDE = 1;
/** r_n and r_t of [card §12]. */
export const NORMAL_RESTITUTION = 2;
export const TANGENT_RESTITUTION = 3;
/** Of a heat region, in their place: W/m³ and W/m². */
export const REGION_POWER = 2;
export const REGION_FLUX = 3;
/** SHIFTED, TURNED or MOVING. */
export const MOBILITY = 4;
/** Three slots: unit normal of a plane, half edges of a box (m), unit axis of a capsule or cylinder. */
export const VECTOR = 5;
/** m */
export const HALF_LENGTH = 8;
/** m */
export const RADIUS = 9;
/** Twelve slots each: rotation world ← local row by row, then the origin of the local frame in the world, m. */
export const POSE_START = 10;
export const POSE_END = 22;
/** Where the origin stands in a pose. */
export const ORIGIN = 9;
/** Three slots: mean velocity of the local origin over the step, m/s. */
export const LINEAR_VELOCITY = 34;
/** Three slots: mean angular velocity over the step, rad/s. A wall point at lever r from the origin moves at V + Ω × r. */
export const ANGULAR_VELOCITY = 37;
/** Part of the viscous stress that acts at the surface. */
export const GRIP = 40;
/** Address of the head of a mesh: see mesh-layout.ts. */
export const MESH_HEAD = 41;
/** Tilt of the contact normals, 0 to 1. */
export const ROUGHNESS = 42;
/** K; negative if heat does not pass through the surface. */
export const TEMPERATURE = 43;
/** Three slots each: corners of the box along the world's axes that the obstacle does not leave during the step, m. */
export const BOX_LOW = 44;
export const BOX_HIGH = 47;
/** Which row of loads is its own; −1: none, its pose is not simulated. */
export const BODY = 50;
/** Slots in a record. */
export const RECORD_SLOTS = 51;

/** At rest, local axes along the world's: only the origin matters. */
export const SHIFTED = 0;
/** At rest, turned. */
export const TURNED = 1;
/** The two poses differ. */
export const MOVING = 2;
