import { describe, expect, it } from 'vitest';
import { thixo } from './harness.ts';

const COMMANDS = [
  ...[
    'run',
    'info',
    'check',
    'verify',
    'repair',
    'mesh',
    'render',
    'export',
    'plot',
    'make',
    'compare',
    'examples',
    'doctor',
    'clean',
  ],
];

describe('help', () => {
  it('is short without arguments: at most twelve lines, three examples to copy', async () => {
    const { code, stdout, stderr } = await thixo([]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    expect(stdout.match(/^ {2}thixo \w+ /gm)!.length).toBeGreaterThanOrEqual(3);
  });

  it('starts with examples, and names every command and exit code', async () => {
    const { code, stdout, stderr } = await thixo(['--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Examples:\n {2}thixo /);
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    for (const exit of [0, 1, 2, 3, 4, 5, 6, 7, 130]) expect(stdout).toMatch(new RegExp(`\\b${exit} [a-z]`));
  });

  it.each(COMMANDS)('of %s starts with examples of it', async (name) => {
    for (const argv of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, stdout } = await thixo(argv);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Examples:\n  thixo ${name}`));
      for (const flag of ['--json', '--quiet', '--no-color', '--debug']) expect(stdout).toContain(flag);
    }
  });

  it('has every flag of the contract for run', async () => {
    const { stdout } = await thixo(['run', '--help']);
    const flags = [
      '-o, ',
      '--frames',
      '--threads',
      '--set',
      '--fresh',
      '--from-frame',
      '--checkpoint-every',
      '--limits',
      '--json',
    ];
    for (const flag of flags) expect(stdout).toContain(flag);
  });

  it('says the version', async () => {
    for (const flag of ['--version', '-V']) {
      expect(await thixo([flag])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/),
        stderr: '',
      });
    }
  });

  it('lists the limits, for people and for programs', async () => {
    const { code, stdout } = await thixo(['--limits']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^particles +\d+ +particles/m);
    const json = JSON.parse((await thixo(['--limits', '--json'])).stdout);
    expect(json.particles).toMatchObject({ unit: 'particles', default: expect.any(Number), text: expect.any(String) });
  });
});

describe('wrong usage', () => {
  it.each<[argv: string[], message: RegExp, hint: RegExp]>([
    [['rnu', 'x'], /"rnu"/, /thixo run/],
    [['simulate', 'x'], /"simulate"/, /thixo run/],
    [['validate', 'x'], /"validate"/, /thixo check/],
    [['scene.json'], /"scene.json"/, /thixo run scene.json/],
    [['scenes/dam-break'], /"scenes\/dam-break"/, /thixo run scenes\/dam-break/],
    [['video', 'out'], /"video"/, /thixo render/],
    [['export', 'out', '--format', 'plly'], /"plly"/, /"ply"/],
    [['export', 'out'], /Which format/, /--format ply/],
    [['render', 'out', '--frames', '9-3'], /--frames.*10-20/, /render --help/],
    [['mesh', 'out', '--frames', 'all'], /--frames.*10-20/, /mesh --help/],
    [['render', 'out', '--frame', '2', '--frames', '1-3'], /cannot be used together/, /one of them/],
    [['frobnicate'], /"frobnicate"/, /thixo --help/],
    [['run'], /'scene'/, /thixo run --help/],
    [['run', 'a', 'b'], /Expected 1 argument but got 2/, /thixo run --help/],
    [['run', 'a', '--framse', '3'], /'--framse'/, /--frames/],
    [['run', 'a', '--outptu', 'x'], /'--outptu'/, /--output/],
    [['run', 'a', '--threads', '0'], /--threads.*'0'.*1 to 64/, /--help/],
    [['run', 'a', '--threads', '65'], /--threads.*'65'.*1 to 64/, /--help/],
    [['run', 'a', '--threads', 'many'], /--threads.*'many'/, /--help/],
    [['run', 'a', '--frames', '1.5'], /--frames.*'1.5'/, /--help/],
    [['run', 'a', '--frames', '-1'], /--frames.*'-1'/, /--help/],
    [['run', 'a', '--frames', ''], /--frames.*''/, /--help/],
    [['run', 'a', '--checkpoint-every', '0'], /--checkpoint-every.*'0'/, /--help/],
    [['run', 'a', '--checkpoint-every', 'never'], /'never'/, /--help/],
    [['run', 'a', '--set'], /--set.*missing/, /--help/],
    [['run', 'a', '--of', 'out/a'], /--of needs --from-frame/, /--from-frame 40/],
    [['run', 'a', '--from-frame', '4'], /cannot be written into the cache/, /-o /],
    [['run', 'a', '--from-frame', '4', '-o', 'out/../out/a'], /cannot be written into the cache/, /-o /],
    [['verify'], /'cache'/, /thixo verify --help/],
    [['verify', 'x', '--samples', 'all'], /--samples.*'all'/, /thixo verify --help/],
    [['--jsno'], /'--jsno'/, /--help/],
    [['-v'], /'-v'/, /Did you mean -V or --version\?/],
    [['-help'], /'-help'/, /Did you mean --help\?/],
    [['RUN', 'x'], /"RUN"/, /Did you mean `thixo run`\?/],
    [['Render', 'x'], /"Render"/, /Did you mean `thixo render`\?/],
    [['run', 'a', '-threads', '2'], /'-threads'/, /Did you mean --threads\? See `thixo run --help`/],
    [['run', 'a', '-threads=2'], /'-threads=2'/, /Did you mean --threads\?/],
    [['--no-color'], /no command/, /--help/],
  ])('%j ends with 2 and says what to do', async (argv, message, hint) => {
    const { code, stdout, stderr } = await thixo(argv);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    const [head, said, advice] = stderr.split('\n');
    expect(head).toBe('error USAGE');
    expect(said).toMatch(message);
    expect(advice).toMatch(hint);
  });

  it('is an error event with run --json, and an object with other commands', async () => {
    const run = await thixo(['run', 'a', '--framse', '3', '--json']);
    expect(run).toMatchObject({ code: 2, stderr: '' });
    expect(run.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(run.stdout)).toEqual({
      event: 'error',
      code: 'USAGE',
      severity: 'error',
      pointer: '',
      message: "Unknown option '--framse'.",
      hint: 'Did you mean --frames? See `thixo run --help`.',
    });
    const info = await thixo(['info', '--json']);
    expect(info).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(info.stdout)).toMatchObject({ ok: false, problems: [{ code: 'USAGE' }] });
  });
});

describe('colors', () => {
  const wrong = (env: Record<string, string>, ...flags: string[]) => thixo(['bake', ...flags], { columns: 100, env });
  const ESCAPE = '\u001b[';

  it('are used on a terminal', async () => expect((await wrong({})).stderr).toContain(ESCAPE));
  it('are not used elsewhere', async () => expect((await thixo(['bake'])).stderr).not.toContain(ESCAPE));
  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, { NO_COLOR: '1', FORCE_COLOR: '1' }, { FORCE_COLOR: '0' }])(
    'are not used with %j',
    async (env) => expect((await wrong(env)).stderr).not.toContain(ESCAPE),
  );
  it('are not used with --no-color, whatever else', async () => {
    expect((await wrong({ FORCE_COLOR: '1' }, '--no-color')).stderr).not.toContain(ESCAPE);
  });
  it('are used elsewhere with FORCE_COLOR', async () => {
    expect((await thixo(['bake'], { env: { FORCE_COLOR: '1' } })).stderr).toContain(ESCAPE);
  });
  it('ignore an empty NO_COLOR, as its authors ask', async () => {
    expect((await wrong({ NO_COLOR: '' })).stderr).toContain(ESCAPE);
  });
});
