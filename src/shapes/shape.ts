// The shapes that bodies, obstacles, emitters and sinks are made of. Lengths in metres, angles in degrees.

/** Three numbers: x, y, z. In 2D worlds z is 0. */
export type Vec3 = readonly [number, number, number];

/** A turn about an axis through the shape's center. */
export interface Rotation {
  readonly axis: Vec3;
  /** Right-handed angle, degrees. */
  readonly degrees: number;
}

/** A half space: everything on the side the normal points away from is inside. */
export interface Plane {
  readonly plane: { readonly point: Vec3; readonly normal: Vec3 };
}
/** A box given by two corners, or by center, edge lengths and an optional rotation. */
export interface Box {
  readonly box:
    | { readonly min: Vec3; readonly max: Vec3 }
    | { readonly center: Vec3; readonly size: Vec3; readonly rotation?: Rotation | undefined };
}
/** A ball (a disc in 2D). */
export interface Sphere {
  readonly sphere: { readonly center: Vec3; readonly radius: number };
}
/** All points within `radius` of the segment from → to. */
export interface Capsule {
  readonly capsule: { readonly from: Vec3; readonly to: Vec3; readonly radius: number };
}
/** A solid cylinder with flat ends around the segment from → to. */
export interface Cylinder {
  readonly cylinder: { readonly from: Vec3; readonly to: Vec3; readonly radius: number };
}

/** A shape with an interior: what obstacles, bodies and sinks use. */
export type Shape = Plane | Box | Sphere | Capsule | Cylinder;
