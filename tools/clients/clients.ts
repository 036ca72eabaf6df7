// Every program that our files are checked with.

import { BLENDER } from './blender.ts';
import type { Client } from './check.ts';
import { GLTF_VALIDATOR } from './gltf-validator.ts';
import { POVRAY } from './povray.ts';
import { THREE } from './three-loaders.ts';
import { MESHIO, VTK } from './vtk.ts';

export const CLIENTS: readonly Client[] = [THREE, GLTF_VALIDATOR, VTK, MESHIO, POVRAY, BLENDER];
