// Everyone who has rows in the tables, in the order in which they are placed. A new family adds its file here.

import { ACTIVE_SURFACE } from './active-surface.ts';
import { ADAPTIVE } from './adaptive.ts';
import { CAPILLARY } from './capillary.ts';
import { CORE } from './core.ts';
import { EDDIES } from './eddies.ts';
import { ELASTIC } from './elastic.ts';
import { FLOW } from './flow.ts';
import { GHOSTS } from './ghosts.ts';
import { GLOBULES } from './globules.ts';
import { GRID } from './grid.ts';
import { HEAT } from './heat.ts';
import { IMPLICIT_PRESSURE } from './implicit.ts';
import { MESH_ROW, OBSTACLE_ROW } from './obstacle-rows.ts';
import { OBSTACLES } from './obstacles.ts';
import type { Owner } from './rows.ts';
import { SKIN } from './skin.ts';
import { SPH } from './sph.ts';
import { SURFACE } from './surface.ts';

/** The owners of rows. */
export const OWNERS: readonly Owner[] = [
  CORE,
  GRID,
  OBSTACLES,
  OBSTACLE_ROW,
  MESH_ROW,
  SPH,
  GHOSTS,
  ADAPTIVE,
  FLOW,
  HEAT,
  IMPLICIT_PRESSURE,
  CAPILLARY,
  EDDIES,
  GLOBULES,
  ELASTIC,
  SURFACE,
  ACTIVE_SURFACE,
  SKIN,
];
