// npm start: a short dam break in a tank with a ball in the way, then its ledger. Progress goes to stderr, the result to stdout.

import { availableParallelism } from 'node:os';
import type { Divergence } from '../diagnose/inspect.ts';
import type { SceneInput } from '../scene/schema.ts';
import type { FrameReport } from '../world/report.ts';
import { World } from '../world/world.ts';
import { ledgerTable, number } from './ledger-table.ts';
import { Progress } from './progress.ts';

const DIVERGED = 4;

const scene: SceneInput = {
  name: 'Dam break',
  duration: 1,
  frameRate: 25,
  substances: { water: { preset: 'desbrun-1999', artificialViscosity: 0.3, negativePressure: 0 } },
  bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.5, 0.6, 0.3] } }, spacing: 0.035 }],
  obstacles: [
    { shape: { box: { min: [0, 0, 0], max: [1.2, 1.5, 0.3] } }, inside: true },
    { shape: { sphere: { center: [0.9, 0, 0.15], radius: 0.1 } }, tangentRestitution: 0.5 },
  ],
};

interface Run {
  readonly reports: readonly FrameReport[];
  /** Wall time, s. */
  readonly seconds: number;
  readonly problem: Divergence | undefined;
}

/** Simulates every frame, or up to the one that goes wrong. */
function simulate(world: World): Run {
  const progress = new Progress(world.frameCount),
    reports: FrameReport[] = [];
  let problem: Divergence | undefined;
  while (world.frame < world.frameCount) {
    const report = world.advance();
    problem = report.problem;
    if (problem) break;
    reports.push(report);
    progress.show(report.frame, `${report.steps} steps`);
  }
  progress.end();
  return { reports, seconds: progress.seconds, problem };
}

function printResult(world: World, { reports, seconds }: Run): void {
  const steps = reports.reduce((sum, report) => sum + report.steps, 0);
  console.log(
    ledgerTable(world.ledger(), [
      ['steps', String(steps), ''],
      ['step limited by', bindingCriterion(reports), ''],
      ['state hash', world.hash(), ''],
      ['wall time', number(seconds), `s on ${world.threads} ${world.threads === 1 ? 'thread' : 'threads'}`],
    ]),
  );
}

/** What bound the smallest step, and in how many frames. */
function bindingCriterion(reports: readonly FrameReport[]): string {
  const frames = new Map<string, number>();
  for (const { criterion } of reports) frames.set(criterion, (frames.get(criterion) ?? 0) + 1);
  const sorted = [...frames].sort(([, a], [, b]) => b - a);
  return sorted.map(([criterion, n]) => `${criterion} (${n} of ${reports.length} frames)`).join(', ') || 'nothing';
}

function printProblem({ code, message, hint, time }: Divergence): void {
  console.error(`The simulation stopped at ${number(time)} s. ${code}: ${message}\nHint: ${hint}`);
}

const world = await World.create(scene, { threads: Math.min(2, availableParallelism()) });
try {
  console.error(`${world.scene.name}: ${world.fields.count} particles, ${world.frameCount} frames`);
  const run = simulate(world);
  printResult(world, run);
  if (run.problem) {
    printProblem(run.problem);
    process.exitCode = DIVERGED;
  }
} finally {
  world.dispose();
}
