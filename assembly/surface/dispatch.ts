// From the number of a surface pass to its code. A task is one block.

import { DEPTH, PASS_CLASSIFY, PASS_COUNT, PASS_EMIT, PASS_EVALUATE } from '../../src/surface/layout';
import { PASS_MOVE_PARTICLES } from '../../src/surface/active-layout';
import { int } from '../context';
import { performActive } from './active/dispatch';
import { countCubes, emitCubes } from './cubes';
import { classifyBlock, evaluateBlock } from './field';
import { countSquares, emitSquares } from './squares';

/** One task of a surface pass. */
export function performSurface(pass: i32, task: i32): void {
  if (pass >= PASS_MOVE_PARTICLES) performActive(pass, task);
  else if (pass == PASS_CLASSIFY) classifyBlock(task);
  else if (pass == PASS_EVALUATE) evaluateBlock(task);
  else if (pass == PASS_COUNT) {
    if (int(DEPTH) == 1) countSquares(task);
    else countCubes(task);
  } else if (pass == PASS_EMIT) {
    if (int(DEPTH) == 1) emitSquares(task);
    else emitCubes(task);
  }
}
