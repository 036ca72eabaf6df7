// The small scenes that the tests share: every preset, term, kind of domain and kind of obstacle occurs in one of them.

import { adaptiveColumn } from './adaptive-column.ts';
import { adaptivePaste } from './adaptive-paste.ts';
import { adaptiveSheet2d } from './adaptive-sheet-2d.ts';
import { adaptiveSplash } from './adaptive-splash.ts';
import { damBreak } from './dam-break.ts';
import { elasticAndOthers } from './elastic-and-others.ts';
import { elasticBlocks } from './elastic-blocks.ts';
import { elasticCracks } from './elastic-cracks.ts';
import { elasticImplicit } from './elastic-implicit.ts';
import { forceFields } from './force-fields.ts';
import { fountain } from './fountain.ts';
import { globules2d } from './globules-2d.ts';
import { globules3d } from './globules-3d.ts';
import { globulesAndWater } from './globules-and-water.ts';
import { globulesMelting } from './globules-melting.ts';
import { hotPlate } from './hot-plate.ts';
import { implicitFlow } from './implicit-flow.ts';
import { implicitPressure } from './implicit-pressure.ts';
import { mixedSizes } from './mixed-sizes.ts';
import { oilAndWater } from './oil-and-water.ts';
import { paddle } from './paddle.ts';
import { pasteAndWater } from './paste-and-water.ts';
import { periodicWave } from './periodic-wave.ts';
import { rigidBodies, rigidImplicit, rigidImplicitFlow } from './rigid-bodies.ts';
import { shepardQuartic } from './shepard-quartic.ts';
import { taitDrop } from './tait-drop.ts';
import type { TestScene } from './test-scene.ts';
import { vorticity } from './vorticity.ts';
import { wedge2d } from './wedge-2d.ts';

export const SCENES: Readonly<Record<string, TestScene>> = {
  'adaptive-column': adaptiveColumn,
  'adaptive-paste': adaptivePaste,
  'adaptive-sheet-2d': adaptiveSheet2d,
  'adaptive-splash': adaptiveSplash,
  'dam-break': damBreak,
  'elastic-and-others': elasticAndOthers,
  'elastic-blocks': elasticBlocks,
  'elastic-cracks': elasticCracks,
  'elastic-implicit': elasticImplicit,
  'force-fields': forceFields,
  fountain,
  'globules-2d': globules2d,
  'globules-3d': globules3d,
  'globules-and-water': globulesAndWater,
  'globules-melting': globulesMelting,
  'hot-plate': hotPlate,
  'implicit-flow': implicitFlow,
  'implicit-pressure': implicitPressure,
  'mixed-sizes': mixedSizes,
  'oil-and-water': oilAndWater,
  paddle,
  'paste-and-water': pasteAndWater,
  'periodic-wave': periodicWave,
  'rigid-bodies': rigidBodies,
  'rigid-implicit': rigidImplicit,
  'rigid-implicit-flow': rigidImplicitFlow,
  'shepard-quartic': shepardQuartic,
  'tait-drop': taitDrop,
  vorticity,
  'wedge-2d': wedge2d,
};
