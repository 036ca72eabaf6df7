// The text of docs/command-line.md: the help of every command, as the program prints it.

import { main } from '../src/cli/command-line.ts';
import { fakeIo } from '../test/cli/harness.ts';

/** Commands in the order of their use, and what else there is to know about each. */
const COMMANDS: Readonly<Record<string, string>> = {
  run: `The cache is described in [cache.md](cache.md). Without \`--json\`, stdout carries only the path of the cache, everything else goes to
stderr: a line that is drawn over on a terminal, a line per tenth of the run elsewhere. With \`--json\`, stdout carries one event per line:
\`start\`, then \`frame\`, \`checkpoint\`, \`warning\` and \`diverged\`, then \`done\`; problems that stop it are \`error\` events.`,
  info: `\`info --json\` on a cache prints one object with \`frames: [...]\`; each has \`frame\`, \`time\` (s), \`particles\`, \`mass\` (kg), \`momentum\`
(N·s), \`angularMomentum\` (N·m·s), \`kineticEnergy\` (J), \`centerOfMass\` (m), \`bounds\` (m), \`density\` (kg/m³: min, mean, max), \`speedMax\` (m/s),
\`temperature\` (K, or null), \`evaluations\` (force evaluations so far, summed over particles), \`wallSeconds\` and \`hash\`.`,
  check: `Prints \`{ ok, problems }\` with \`--json\`. The codes are listed in [errors.md](errors.md).`,
  verify: `What it proves and what not: [cache.md](cache.md#verify).`,
  examples: '',
  doctor: '',
  clean: 'Removes only what a cache wrote. Other files in the folder stay.',
};

const HEAD = `# Command line

Written by \`npm run docs\` from the help of the program; do not edit.

In a clone, \`npx thixo\` runs the program that \`npm ci\` has built. Exit codes and problems: [errors.md](errors.md). A first tour:
[quickstart.md](quickstart.md).
`;

/** The document. */
export async function commandReference(): Promise<string> {
  const parts = [HEAD, `${fenced(await help([]))}\n`];
  for (const [name, more] of Object.entries(COMMANDS)) {
    parts.push(`## ${name}\n\n${more ? `${more}\n\n` : ''}${fenced(await help([name]))}\n`);
  }
  parts.push(`## Limits\n\n${fenced(await printed(['--limits']))}\n`);
  return parts.join('\n');
}

const help = (command: readonly string[]): Promise<string> => printed([...command, '--help']);

async function printed(argv: readonly string[]): Promise<string> {
  const io = fakeIo();
  await main(argv, io);
  return io.out.join('');
}

/** Without the default number of threads, which is that of this machine. */
function fenced(text: string): string {
  return `\`\`\`text\n${text.trimEnd().replace(/(--threads .*?) \(default: \d+\)/, '$1')}\n\`\`\``;
}
