// The text of docs/errors.md: every code with what it means, what to do, and what a person who meets it sees.

import pico from 'picocolors';
import { renderProblem } from '../src/cli/render-problem.ts';
import { CODE_GROUPS, CODES, EXIT, type ProblemCode } from '../src/codes.ts';
import type { Problem } from '../src/problem.ts';
import { problemsOf } from '../test/codes/recipe.ts';
import { RECIPES } from '../test/codes/recipes.ts';

/** What each exit code says. */
const EXITS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done, perhaps with warnings',
  bug: 'a bug in this program',
  usage: 'wrong command line',
  input: 'wrong input: a scene, a file, a cache',
  diverged: 'the numbers went wrong; earlier frames are kept',
  disk: 'the disk or the system refused; run the same command again when that is fixed',
  limit: 'a limit was exceeded, usually before anything was simulated',
  mismatch: '`verify` or a resumed run found a difference',
  stalled: 'nothing moved any more, and `--stop-if-stuck` was given',
  interrupted: 'interrupted; run the same command to continue',
};

const HEAD = `# Error codes

Written by \`npm run docs\` from \`src/codes.ts\` and the examples in \`test/codes\`; do not edit.

A problem is \`{ code, severity, pointer, message, hint }\`, the same in the library (\`ThixoError.problems\`), with \`--json\` and on the
screen. \`pointer\` is a JSON pointer into the scene. \`place\` (\`file:line:column\`) and \`offset\` (a byte) are there where a file has one.
Errors stop the work, warnings do not; \`thixo check --strict\` counts warnings as well and then ends with 3. All problems of a scene come
at once, and the exit code is that of the first error. Limits are listed by \`thixo --limits\` and changed with \`--limits name=value\`.

The answers below are real: those to a \`fail.json\` are what \`thixo\` says about \`test/codes/<CODE>/fail.json\`, next to which is a
\`pass.json\` that is right.

## Exit codes
`;

/** The document. Runs the failing example of every code. */
export async function errorReference(): Promise<string> {
  const exits = Object.entries(EXITS).map(([name, text]) => `| ${EXIT[name as keyof typeof EXIT]} | ${text} |`);
  const parts = [HEAD, ['| exit code | meaning |', '|---|---|', ...exits, ''].join('\n'), contents()];
  for (const [group, codes] of Object.entries(CODE_GROUPS)) {
    parts.push(`## ${group}\n`);
    for (const code of Object.keys(codes) as ProblemCode[]) parts.push(await section(code));
  }
  return parts.join('\n');
}

function contents(): string {
  const links = Object.keys(CODE_GROUPS).map((group) => `- [${group}](#${anchorOf(group)})`);
  return `${links.join('\n')}\n`;
}

/** The anchor that a heading gets. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

async function section(code: ProblemCode): Promise<string> {
  const { exit, meaning, fix } = CODES[code];
  const shown = await example(code);
  const how = exit === EXIT.ok ? 'A warning' : `Exit ${exit}`;
  return `### ${code}\n\n${how}. ${meaning}\n**What to do:** ${fix}\n\n\`\`\`text\n${shown}\n\`\`\`\n`;
}

/** What the failing example shows: its error, or its warning if there is no error. */
async function example(code: ProblemCode): Promise<string> {
  const problems = await problemsOf(code, RECIPES[code], 'fail');
  const [found] = [...problems.filter(isError), ...problems];
  if (!found) throw new Error(`The failing example of ${code} does not fail.`);
  return renderProblem(found, pico.createColors(false));
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
