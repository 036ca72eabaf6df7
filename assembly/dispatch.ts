// From the number of a pass to its code. One compiled loop per kernel shape, domain and set of terms: choosing another kernel costs
// no branch inside the loop.

import { CubicSpline, Poly6, Quartic, Spiky, WendlandC2 } from './kernels/generated';
import {
  AT_SUM, AT_SUM_XSPH, HAS_XSPH, PASS_APPLY_LIMITS, PASS_BOUNDS, PASS_CELLS, PASS_CLEAR_SUMS, PASS_COUNT_NEIGHBORS, PASS_DENSITY,
  PASS_FORCES, PASS_GATHER_DENSITY, PASS_GATHER_FORCES, PASS_LIMIT_LEVELS, PASS_LISTS, PASS_MARK_ACTIVE, PASS_MARK_LEAVING,
  PASS_MEASURE, PASS_PACK, PASS_PERMUTE, PASS_SEARCH_ARRAYS, PASS_SHEPARD, PASS_SIZED_FORCES, PASS_SURFACE, PASS_UPDATE_DENSITY, PERIOD, PASS_APPLY_MATRIX, PASS_BEGIN_SOLVE, PASS_CENTRAL_PRODUCT, PASS_CLEAR_STRAIN,
  PASS_DESCEND, PASS_FINISH_SOLVE, PASS_FLOW_FORCES, PASS_RHEOLOGY, PASS_CLEAR_SHAPE, PASS_SHAPE, PASS_STRAIN, PASS_STRESS, PASS_TURN, PASS_VISCOUS_PRODUCT,
  PASS_CLEARANCE, PASS_CONDUCT, PASS_GLOBULES, PASS_PACK_GLOBULES, PASS_PACK_PLACES, PASS_PACK_HEAT, PASS_WARM,
  PASS_ACCELERATE_GLOBULES, PASS_DRIFT_FLOW, PASS_DRIFT_GLOBULES, PASS_DRIFT_INDIVIDUAL, PASS_DRIFT_PREDICTOR, PASS_KICK_FLOW,
  PASS_KICK_INDIVIDUAL, PASS_KICK_PREDICTOR,
} from '../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from './context';
import { computeCells, fillSearchArrays, measureBounds, permute } from './grid';
import { addConduction, packHeat } from './flow/conduct';
import { flowState } from './flow/rheology';
import { addCentralProducts } from './flow/central-products';
import { addProducts, applyMatrix, beginSolve, descend, finishSolve, turn } from './flow/solve';
import { addShape, clearShape } from './flow/shape';
import { addStrain, clearStrain } from './flow/strain';
import { addStress } from './flow/stress';
import { warm } from './flow/warm';
import { addGlobuleForces, OwnExponents, SeedExponents } from './globules/forces';
import { measureClearance, packPlaces } from './globules/move';
import { packGlobules } from './globules/pack';
import { applyLimits, limitLevels, markActive } from './individual';
import { buildLists, Periodic, Unbounded } from './lists';
import { addDensity, countNeighbors } from './passes/density';
import { addForces, CentralFlow, CentralFlowXsph, Flow, FlowXsph, Full, FullXsph, Lean } from './passes/forces';
import { markLeaving } from './passes/leaving';
import { measureAround } from './passes/measure';
import { applyShepard, packRecords, updateDensity } from './passes/pack';
import { EachPair, EachSizedPair, Gather } from './passes/pairs';
import { driftFlow, kickFlow } from './schemes/flow';
import { accelerateGlobules, driftGlobules } from './schemes/globules';
import { driftIndividual, kickIndividual } from './schemes/individual';
import { driftPredictor, kickPredictor } from './schemes/predictor';
import { performSurface } from './surface/dispatch';

/** One task of a pass. */
export function perform(pass: i32, task: i32): void {
  if (pass >= PASS_SURFACE) performSurface(pass - PASS_SURFACE, task);
  else if (pass >= PASS_DRIFT_PREDICTOR) performScheme(pass, task);
  else if (pass == PASS_CLEARANCE) measureClearance(task);
  else if (pass >= PASS_GLOBULES) globules(pass - PASS_GLOBULES, task);
  else if (pass == PASS_PACK_PLACES) packPlaces(task);
  else if (pass == PASS_PACK_GLOBULES) packGlobules(task);
  else if (pass >= PASS_VISCOUS_PRODUCT) performFlow(pass, task);
  else if (pass >= PASS_SHAPE) shape(pass - PASS_SHAPE, task);
  else if (pass >= PASS_FLOW_FORCES) flowForces(pass - PASS_FLOW_FORCES, task);
  else if (pass >= PASS_STRESS) stress(pass - PASS_STRESS, task);
  else if (pass >= PASS_CONDUCT) conduct(pass - PASS_CONDUCT, task);
  else if (pass >= PASS_STRAIN) strain(pass - PASS_STRAIN, task);
  else if (pass >= PASS_SIZED_FORCES) sizedForces(pass - PASS_SIZED_FORCES, task);
  else if (pass >= PASS_GATHER_FORCES) forces<Gather>(pass - PASS_GATHER_FORCES, task);
  else if (pass >= PASS_FORCES) forces<EachPair>(pass - PASS_FORCES, task);
  else if (pass >= PASS_GATHER_DENSITY) density<Gather>(pass - PASS_GATHER_DENSITY, task);
  else if (pass >= PASS_DENSITY) density<EachPair>(pass - PASS_DENSITY, task);
  else if (pass >= PASS_MEASURE) measure(pass - PASS_MEASURE, task);
  else if (pass == PASS_PACK) packRecords(task);
  else if (pass == PASS_CLEAR_SUMS) clearSums(task);
  else if (pass == PASS_UPDATE_DENSITY) updateDensity(task);
  else if (pass == PASS_SHEPARD) applyShepard(task);
  else if (pass == PASS_LISTS) {
    if (real(PERIOD) + real(PERIOD + 8) + real(PERIOD + 16) == 0) listsUnbounded(task);
    else listsPeriodic(task);
  } else if (pass == PASS_BOUNDS) measureBounds(task);
  else if (pass == PASS_CELLS) computeCells(task);
  else if (pass == PASS_PERMUTE) permute(task);
  else if (pass == PASS_SEARCH_ARRAYS) fillSearchArrays(task);
  else if (pass == PASS_COUNT_NEIGHBORS) countNeighbors(task);
  else if (pass == PASS_MARK_LEAVING) markLeaving(task);
  else if (pass == PASS_MARK_ACTIVE) markActive(task);
  else if (pass == PASS_LIMIT_LEVELS) limitLevels(task);
  else if (pass == PASS_APPLY_LIMITS) applyLimits(task);
}

/** One task of a pass of a scheme. */
function performScheme(pass: i32, task: i32): void {
  if (pass == PASS_DRIFT_PREDICTOR) driftPredictor(task);
  else if (pass == PASS_KICK_PREDICTOR) kickPredictor(task);
  else if (pass == PASS_DRIFT_INDIVIDUAL) driftIndividual(task);
  else if (pass == PASS_KICK_INDIVIDUAL) kickIndividual(task);
  else if (pass == PASS_DRIFT_FLOW) driftFlow(task);
  else if (pass == PASS_KICK_FLOW) kickFlow(task);
  else if (pass == PASS_DRIFT_GLOBULES) driftGlobules(task);
  else if (pass == PASS_ACCELERATE_GLOBULES) accelerateGlobules(task);
}

/** One task of a pass of a world that flows. */
function performFlow(pass: i32, task: i32): void {
  if (pass == PASS_VISCOUS_PRODUCT) addProducts(task);
  else if (pass == PASS_CENTRAL_PRODUCT) centralUnbounded(task);
  else if (pass == PASS_CENTRAL_PRODUCT + 1) centralPeriodic(task);
  else if (pass == PASS_CLEAR_STRAIN) clearStrain(task);
  else if (pass == PASS_CLEAR_SHAPE) clearShape(task);
  else if (pass == PASS_RHEOLOGY) flowState(task);
  else if (pass == PASS_BEGIN_SOLVE) beginSolve(task);
  else if (pass == PASS_APPLY_MATRIX) applyMatrix(task);
  else if (pass == PASS_DESCEND) descend(task);
  else if (pass == PASS_TURN) turn(task);
  else if (pass == PASS_FINISH_SOLVE) finishSolve(task);
  else if (pass == PASS_PACK_HEAT) packHeat(task);
  else if (pass == PASS_WARM) warm(task);
}

function globules(variant: i32, task: i32): void {
  if (variant == 0) globulesUnbounded(task);
  else if (variant == 1) globulesPeriodic(task);
  else if (variant == 2) ownUnbounded(task);
  else ownPeriodic(task);
}

function globulesUnbounded(task: i32): void { addGlobuleForces<Unbounded, SeedExponents>(task); }
function globulesPeriodic(task: i32): void { addGlobuleForces<Periodic, SeedExponents>(task); }
function ownUnbounded(task: i32): void { addGlobuleForces<Unbounded, OwnExponents>(task); }
function ownPeriodic(task: i32): void { addGlobuleForces<Periodic, OwnExponents>(task); }

function centralUnbounded(task: i32): void { addCentralProducts<Unbounded>(task); }
function centralPeriodic(task: i32): void { addCentralProducts<Periodic>(task); }

function listsUnbounded(slab: i32): void { buildLists<Unbounded>(slab); }
function listsPeriodic(slab: i32): void { buildLists<Periodic>(slab); }

function clearSums(chunk: i32): void {
  const begin = <usize>chunkBegin(chunk), count = <usize>chunkEnd(chunk) - begin;
  memory.fill(address(AT_SUM) + (begin << 4), 0, count << 4);
  if (int(HAS_XSPH)) memory.fill(address(AT_SUM_XSPH) + (begin << 4), 0, count << 4);
}

function density<M>(variant: i32, task: i32): void {
  if (variant & 8) densityIn<Periodic, M>(variant & 7, task);
  else densityIn<Unbounded, M>(variant & 7, task);
}

@inline function densityIn<W, M>(shape: i32, task: i32): void {
  if (shape == 0) densityOf<Spiky, W, M>(task);
  else if (shape == 1) densityOf<Quartic, W, M>(task);
  else if (shape == 2) densityOf<Poly6, W, M>(task);
  else if (shape == 3) densityOf<CubicSpline, W, M>(task);
  else densityOf<WendlandC2, W, M>(task);
}

function densityOf<K, W, M>(task: i32): void { addDensity<K, W, M>(task); }

function measure(variant: i32, task: i32): void {
  if (variant & 8) measureIn<Periodic>(variant & 7, task);
  else measureIn<Unbounded>(variant & 7, task);
}

@inline function measureIn<W>(shape: i32, task: i32): void {
  if (shape == 0) measureOf<Spiky, W>(task);
  else if (shape == 1) measureOf<Quartic, W>(task);
  else if (shape == 2) measureOf<Poly6, W>(task);
  else if (shape == 3) measureOf<CubicSpline, W>(task);
  else measureOf<WendlandC2, W>(task);
}

function measureOf<K, W>(task: i32): void { measureAround<K, W>(task); }

function forces<M>(variant: i32, task: i32): void {
  const shape = variant & 7, wraps = variant & 8, terms = variant >> 4;
  if (wraps) {
    if (terms == 0) forcesIn<Periodic, Lean, M>(shape, task);
    else if (terms == 1) forcesIn<Periodic, Full, M>(shape, task);
    else forcesIn<Periodic, FullXsph, M>(shape, task);
  } else if (terms == 0) forcesIn<Unbounded, Lean, M>(shape, task);
  else if (terms == 1) forcesIn<Unbounded, Full, M>(shape, task);
  else forcesIn<Unbounded, FullXsph, M>(shape, task);
}

function sizedForces(variant: i32, task: i32): void {
  if (variant & 8) forcesIn<Periodic, Lean, EachSizedPair>(variant & 7, task);
  else forcesIn<Unbounded, Lean, EachSizedPair>(variant & 7, task);
}

@inline function forcesIn<W, T, M>(shape: i32, task: i32): void {
  if (shape == 0) forcesOf<Spiky, W, T, M>(task);
  else if (shape == 1) forcesOf<Quartic, W, T, M>(task);
  else if (shape == 2) forcesOf<Poly6, W, T, M>(task);
  else if (shape == 3) forcesOf<CubicSpline, W, T, M>(task);
  else forcesOf<WendlandC2, W, T, M>(task);
}

function forcesOf<K, W, T, M>(task: i32): void { addForces<K, W, T, M>(task); }

function flowForces(variant: i32, task: i32): void {
  if (variant & 8) flowForcesIn<Periodic>(variant, task);
  else flowForcesIn<Unbounded>(variant, task);
}

@inline function flowForcesIn<W>(variant: i32, task: i32): void {
  const shape = variant & 7, terms = variant >> 4;
  if (terms == 0) forcesIn<W, Flow, EachPair>(shape, task);
  else if (terms == 1) forcesIn<W, FlowXsph, EachPair>(shape, task);
  else if (terms == 2) forcesIn<W, CentralFlow, EachPair>(shape, task);
  else forcesIn<W, CentralFlowXsph, EachPair>(shape, task);
}

function strain(variant: i32, task: i32): void {
  if (variant & 8) strainIn<Periodic>(variant & 7, task);
  else strainIn<Unbounded>(variant & 7, task);
}

@inline function strainIn<W>(shape: i32, task: i32): void {
  if (shape == 0) strainOf<Spiky, W>(task);
  else if (shape == 1) strainOf<Quartic, W>(task);
  else if (shape == 2) strainOf<Poly6, W>(task);
  else if (shape == 3) strainOf<CubicSpline, W>(task);
  else strainOf<WendlandC2, W>(task);
}

function strainOf<K, W>(task: i32): void { addStrain<K, W>(task); }

function shape(variant: i32, task: i32): void {
  if (variant & 8) shapeIn<Periodic>(variant & 7, task);
  else shapeIn<Unbounded>(variant & 7, task);
}

@inline function shapeIn<W>(shape: i32, task: i32): void {
  if (shape == 0) shapeOf<Spiky, W>(task);
  else if (shape == 1) shapeOf<Quartic, W>(task);
  else if (shape == 2) shapeOf<Poly6, W>(task);
  else if (shape == 3) shapeOf<CubicSpline, W>(task);
  else shapeOf<WendlandC2, W>(task);
}

function shapeOf<K, W>(task: i32): void { addShape<K, W>(task); }

function stress(variant: i32, task: i32): void {
  if (variant & 8) stressIn<Periodic>(variant & 7, task);
  else stressIn<Unbounded>(variant & 7, task);
}

@inline function stressIn<W>(shape: i32, task: i32): void {
  if (shape == 0) stressOf<Spiky, W>(task);
  else if (shape == 1) stressOf<Quartic, W>(task);
  else if (shape == 2) stressOf<Poly6, W>(task);
  else if (shape == 3) stressOf<CubicSpline, W>(task);
  else stressOf<WendlandC2, W>(task);
}

function stressOf<K, W>(task: i32): void { addStress<K, W>(task); }

function conduct(variant: i32, task: i32): void {
  if (variant & 8) conductIn<Periodic>(variant & 7, task);
  else conductIn<Unbounded>(variant & 7, task);
}

@inline function conductIn<W>(shape: i32, task: i32): void {
  if (shape == 0) conductOf<Spiky, W>(task);
  else if (shape == 1) conductOf<Quartic, W>(task);
  else if (shape == 2) conductOf<Poly6, W>(task);
  else if (shape == 3) conductOf<CubicSpline, W>(task);
  else conductOf<WendlandC2, W>(task);
}

function conductOf<K, W>(task: i32): void { addConduction<K, W>(task); }
