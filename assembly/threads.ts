// The worker team: every thread owns an instance of this module over the one shared memory. A pass is a number and a count of
// tasks in shares. A thread takes its own shares first, then helps with the others: neighbors in memory stay with the thread whose
// cache has them from the pass before. Results never depend on who takes which task.

import {
  CONTROL_FINISHED, CONTROL_GENERATION, CONTROL_NEXT_TASK, CONTROL_PASS, CONTROL_TASKS, CONTROL_THREADS, TASK_SHARES,
} from '../src/wasm/layout';
import { perform } from './dispatch';
import { setThread, threadIndex } from './thread';

/** Looks at a word about this often (50-100 µs) before going to sleep: waking costs 25 µs, looking again 5 ns. */
const SPINS = 20000;
const STOP = -1;
const EVERYONE = 1024;
// No local variable may live across a wait or a notify in `run`: the baseline compiler of Node 20's V8 loses it.

let seen: i32 = 0;
let maySleep: bool = true;

/** Tells this instance which thread it is. A browser's main thread may not sleep. */
export function initThread(index: i32, canSleep: bool): void {
  setThread(index);
  maySleep = canSleep;
  seen = atomic.load<i32>(CONTROL_GENERATION);
}

/** Runs a pass on all threads and returns when every task is done. Called by thread 0 only. */
export function run(pass: i32, tasks: i32): void {
  const others = atomic.load<i32>(CONTROL_THREADS) - 1;
  if (others == 0 || tasks <= 1) {
    for (let task = 0; task < tasks; task++) perform(pass, task);
    return;
  }
  atomic.store<i32>(CONTROL_PASS, pass);
  atomic.store<i32>(CONTROL_TASKS, tasks);
  for (let share = 0; share < TASK_SHARES; share++) atomic.store<i32>(nextOf(share), firstOf(share, tasks));
  atomic.store<i32>(CONTROL_FINISHED, 0);
  atomic.add<i32>(CONTROL_GENERATION, 1);
  atomic.notify(CONTROL_GENERATION, EVERYONE);
  takeTasks(pass, tasks);
  awaitFinished();
}

/** Life of a worker thread: waits for passes until told to stop. */
export function work(): void {
  for (;;) {
    for (let k = 0; k < SPINS; k++) if (atomic.load<i32>(CONTROL_GENERATION) != seen) break;
    for (let round = 0; atomic.load<i32>(CONTROL_GENERATION) == seen; round++) sleepOn(CONTROL_GENERATION, seen, round);
    seen++;
    const pass = atomic.load<i32>(CONTROL_PASS);
    if (pass == STOP) return;
    takeTasks(pass, atomic.load<i32>(CONTROL_TASKS));
    atomic.add<i32>(CONTROL_FINISHED, 1);
    atomic.notify(CONTROL_FINISHED, 1);
  }
}

/** Ends the life of all workers. */
export function stopWorkers(): void {
  atomic.store<i32>(CONTROL_PASS, STOP);
  atomic.add<i32>(CONTROL_GENERATION, 1);
  atomic.notify(CONTROL_GENERATION, EVERYONE);
}

function takeTasks(pass: i32, tasks: i32): void {
  const own = threadIndex() * TASK_SHARES / atomic.load<i32>(CONTROL_THREADS);
  for (let k = 0; k < TASK_SHARES; k++) {
    const share = (own + k) % TASK_SHARES, end = firstOf(share + 1, tasks);
    for (;;) {
      const task = atomic.add<i32>(nextOf(share), 1);
      if (task >= end) break;
      perform(pass, task);
    }
  }
}

/** Where the next task of a share is counted. */
@inline function nextOf(share: i32): usize { return CONTROL_NEXT_TASK + ((<usize>share) << 6); }

/** First task of a share. */
@inline function firstOf(share: i32, tasks: i32): i32 { return <i32>(<i64>share * tasks / TASK_SHARES); }

function awaitFinished(): void {
  for (let k = 0; k < SPINS; k++) if (atomic.load<i32>(CONTROL_FINISHED) == atomic.load<i32>(CONTROL_THREADS) - 1) return;
  for (let round = 0; ; round++) {
    const finished = atomic.load<i32>(CONTROL_FINISHED);
    if (finished == atomic.load<i32>(CONTROL_THREADS) - 1) return;
    if (maySleep) sleepOn(CONTROL_FINISHED, finished, round);
  }
}

/** Sleeps until the word changes or some milliseconds have passed: whatever happens to a wake-up, nobody waits for ever. */
@inline function sleepOn(word: usize, value: i32, round: i32): void {
  atomic.wait<i32>(word, value, round < 1000 ? 1_000_000 : 20_000_000); // ns
}
