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

/** Where a mesh is put: scaled, then turned about the origin, then shifted. */
export interface MeshPlacement {
  /** Factor of all coordinates, or one per axis; 1 if left out. */
  readonly scale?: number | Vec3 | undefined;
  readonly rotation?: Rotation | undefined;
  /** m */
  readonly translate?: Vec3 | undefined;
  /** Whether it is meant to be a thin wall. */
  readonly open?: boolean | undefined;
}
/** Triangles, as flat lists or packed by `packTriangles`; an inside only if they are closed. 3D only. */
export interface Mesh {
  readonly mesh: MeshPlacement &
    (
      | { readonly positions: readonly number[]; readonly triangles: readonly number[] }
      | { readonly packed: string; readonly repaired?: string | undefined }
    );
}
/** A terrain: the ground below a grid of heights, closed at the sides and below. 3D only; y is up. */
export interface Heightfield {
  readonly heightfield: {
    /** Rows along z of heights along x, m. */
    readonly heights: readonly (readonly number[])[];
    /** x and z of the first height, m. */
    readonly min: readonly [number, number];
    /** x and z of the last height, m. */
    readonly max: readonly [number, number];
    /** Thickness of the ground below its lowest point, m. */
    readonly depth: number;
  };
}

/** A shape with an interior: what obstacles, bodies and sinks use. */
export type Shape = Plane | Box | Sphere | Capsule | Cylinder | Mesh | Heightfield;
