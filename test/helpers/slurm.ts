// Slurm on this machine, without systemd and cgroups: a controller and a node of its own, on ports of its own, for the time of a test.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Slurm that runs. */
export interface SlurmNode {
  /** With it, sbatch and its kin find this Slurm. */
  readonly env: NodeJS.ProcessEnv;
  stop(): void;
}

/** Debian has daemons where users do not look. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Starts it; a text says why it cannot be had. */
export async function startSlurm(): Promise<SlurmNode | string> {
  const missing = ['munged', 'slurmctld', 'slurmd', 'sbatch'].filter(
    (name) => spawnSync('which', [name], { env: { PATH } }).status !== 0,
  );
  if (missing.length > 0) return `${missing.join(', ')} missing: tools/install-programs.sh installs Slurm`;
  if (process.getuid?.() !== 0) return 'a Slurm of its own needs root';
  const home = mkdtempSync(join(tmpdir(), 'thixo-slurm-')),
    env = { ...process.env, PATH, SLURM_CONF: join(home, 'slurm.conf') };
  for (const folder of ['state', 'spool', 'munge']) mkdirSync(join(home, folder), { mode: 0o755 });
  const key = join(home, 'munge/key'),
    socket = join(home, 'munge/socket');
  writeFileSync(key, randomBytes(128), { mode: 0o400 });
  writeFileSync(env.SLURM_CONF, configuration(home, socket, await freePort(), await freePort()));
  const daemons: ChildProcess[] = [];
  const start = (name: string, ...words: string[]): void => {
    daemons.push(spawn(name, words, { env, stdio: 'ignore' }));
  };
  const stop = (): void => {
    for (const daemon of daemons.reverse()) daemon.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  };
  const files = ['pid', 'log', 'seed'].map((file) => `--${file}-file=${join(home, 'munge', file)}`);
  start('munged', '--foreground', '--force', `--key-file=${key}`, `--socket=${socket}`, ...files);
  await wait(500);
  start('slurmctld', '-D');
  await wait(500);
  start('slurmd', '-D', '-N', 'node');
  for (let tries = 0; tries < 60; tries++) {
    const { stdout } = spawnSync('sinfo', ['-h', '-o', '%t'], { env, encoding: 'utf8' });
    if (/^(idle|mix)/.test(stdout ?? '')) return { env, stop };
    await wait(500);
  }
  const log = ['ctld.log', 'd.log'].map((file) => tail(join(home, file))).join(' | ');
  stop();
  return `Slurm did not come up: ${log}`;
}

function configuration(home: string, socket: string, controller: number, node: number): string {
  return `ClusterName=one
SlurmctldHost=${hostname().split('.')[0]}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=${socket}
CredType=cred/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldPort=${controller}
SlurmdPort=${node}
StateSaveLocation=${home}/state
SlurmdSpoolDir=${home}/spool
SlurmctldPidFile=${home}/ctld.pid
SlurmdPidFile=${home}/d.pid
SlurmctldLogFile=${home}/ctld.log
SlurmdLogFile=${home}/d.log
MpiDefault=none
JobRequeue=1
KillWait=5
SchedulerParameters=sched_interval=1
NodeName=node NodeHostname=${hostname().split('.')[0]} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN
PartitionName=p Nodes=node Default=YES MaxTime=INFINITE State=UP
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function tail(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-2).join(' ');
  } catch {
    return `no ${path}`;
  }
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
