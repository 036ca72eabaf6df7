// The results of surfaces as a table.

import { fixed, tableLine } from './print.ts';
import type { SurfaceResult } from './surface.ts';

type Column = readonly [head: string, width: number, cell: (r: SurfaceResult) => string];

const COLUMNS: readonly Column[] = [
  ['row', 18, (r) => r.name],
  ['particles', 9, (r) => String(r.particles)],
  ['ms', 8, (r) => fixed(r.ms, 0)],
  ['CPU ms', 8, (r) => fixed(r.cpuMs, 0)],
  ['finished ms', 11, (r) => fixed(r.finishedMs, 0)],
  ['triangles', 9, (r) => String(r.triangles)],
  ['VTK ms', 8, (r) => fixed(r.peerMs, 0)],
  ['VTK CPU ms', 10, (r) => fixed(r.peerCpuMs, 0)],
  ['VTK triangles', 13, (r) => (r.peerTriangles === null ? '' : String(r.peerTriangles))],
  ['ratio', 6, (r) => fixed(r.ratio, 1)],
  ['CPU ratio', 9, (r) => fixed(r.cpuRatio, 1)],
  ['volume', 6, (r) => fixed(r.volume, 3)],
  ['VTK volume', 10, (r) => fixed(r.peerVolume, 3)],
];
const WIDTHS = COLUMNS.map(([, width]) => width);

export const surfaceTableHead = (): string =>
  tableLine(
    COLUMNS.map(([head]) => head),
    WIDTHS,
  );
export const surfaceTableRow = (result: SurfaceResult): string =>
  tableLine(
    COLUMNS.map(([, , cell]) => cell(result)),
    WIDTHS,
  );
