// From the number of a pass of the active surface to its code. A task is one block, or a chunk of particles.

import {
  PASS_AROUND, PASS_DISTANCE, PASS_EXTEND, PASS_GOALS, PASS_MOVE, PASS_MOVE_PARTICLES, PASS_NORMALS, PASS_SPEEDS, PASS_SURVEY,
} from '../../../src/surface/active-layout';
import { findGoals, sweepDistance } from './distance';
import { extendSpeeds } from './extension';
import { moveSurface } from './move';
import { findAround } from './neighborhood';
import { writeNormals } from './normals';
import { moveParticles } from './paths';
import { surveyBlock } from './report';
import { measureSpeeds } from './speeds';

/** One task of a pass of the active surface. */
export function performActive(pass: i32, task: i32): void {
  if (pass == PASS_MOVE_PARTICLES) moveParticles(task);
  else if (pass == PASS_SPEEDS) measureSpeeds(task);
  else if (pass == PASS_MOVE) moveSurface(task);
  else if (pass == PASS_GOALS) findGoals(task);
  else if (pass == PASS_DISTANCE) sweepDistance(task);
  else if (pass == PASS_NORMALS) writeNormals(task);
  else if (pass == PASS_SURVEY) surveyBlock(task);
  else if (pass == PASS_AROUND) findAround(task);
  else if (pass == PASS_EXTEND) extendSpeeds(task);
}
