// The triangles of an obstacle as the WASM sweep reads them: a head, the nodes of bvh.ts, the corners of the triangles, and a grid of
// bytes that says how far away they are at least. Shared by TypeScript and AssemblyScript: plain constants only. Byte offsets in the head.

/** f64 ×3: low corner of the grid, m. */
export const GRID_LOW = 0;
/** f64: edge of a cell, m. */
export const GRID_CELL = 24;
/** f64: cells per m. */
export const GRID_SCALE = 32;
/** i32 ×3: cells along x, y, z. */
export const GRID_SIZE = 40;
/** i32: 1 if the triangles have an inside. */
export const IS_CLOSED = 52;
/** u32: addresses. */
export const NODES = 56;
export const TRIANGLES = 60;
export const GRID = 64;
/** u32: which of the meshes it is. */
export const NUMBER = 68;
/** Size of the head. */
export const HEAD_BYTES = 80;

/** Bytes of a node and of a triangle. */
export const NODE_BYTES = 32;
export const TRIANGLE_BYTES = 72;
