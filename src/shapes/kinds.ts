// The kinds of solid, numbered. Shared by TypeScript and AssemblyScript: plain constants only.

export const PLANE = 0;
export const BOX = 1;
export const SPHERE = 2;
export const CAPSULE = 3;
export const CYLINDER = 4;
/** Triangles; 3D only. */
export const MESH = 5;
