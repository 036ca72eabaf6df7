// Numbers the passes: one number for every combination of the classes that a pass is compiled for, the first axis counted fastest, with
// free numbers where an axis has room. Checks that the functions and classes exist. [ADR 25]

import type { Axis, Owner, Pass } from '../../src/wasm/tables/rows.ts';
import { repeated, TableError } from './place.ts';

/** A pass with its numbers. */
export interface NumberedPass {
  readonly pass: Pass;
  readonly owner: string;
  readonly file: string | undefined;
  /** Number of the first combination. */
  readonly first: number;
  /** One past the last number that is kept free for it. */
  readonly end: number;
  /** What each number runs; undefined where nothing is compiled. */
  readonly variants: readonly (readonly string[] | undefined)[];
  /** Names of the axes among its types, and how far apart two neighbors on each are. */
  readonly strides: readonly { readonly axis: string; readonly stride: number }[];
}

/** The passes of all owners, and where every class is defined. */
export interface PassTable {
  readonly passes: readonly NumberedPass[];
  readonly classes: Readonly<Record<string, string>>;
  /** One past the last number. */
  readonly end: number;
}

/** Text of a module below assembly/, or undefined. Example: `read('flow/strain')`. */
export type ReadModule = (module: string) => string | undefined;

/** Numbers the passes in the order of their owners; throws a `TableError` if one cannot be compiled. */
export function numberPasses(
  owners: readonly Owner[],
  given: { readonly axes: Readonly<Record<string, Axis>>; readonly classes: Readonly<Record<string, string>> },
  read: ReadModule,
): PassTable {
  const classes = Object.assign({}, given.classes, ...owners.map((owner) => owner.classes ?? {})) as Record<
      string,
      string
    >,
    axes = Object.assign({}, given.axes, ...owners.map((owner) => owner.axes ?? {})) as Record<string, Axis>;
  const passes: NumberedPass[] = [],
    problems = [...findWrongAxes(axes, classes), ...findMissingClasses(classes, read)];
  let first = 0;
  for (const owner of owners) {
    for (const pass of owner.passes ?? []) {
      problems.push(...findProblems(pass, axes, classes, read));
      const { variants, strides } = combine(pass.types ?? [], axes),
        end = first + variants.length;
      passes.push({ pass, owner: owner.owner, file: owner.file, first, end, variants, strides });
      first = end;
    }
  }
  for (const name of repeated(passes.map(({ pass }) => pass.name))) problems.push(`there are two passes ${name}`);
  problems.push(...findUnknownParties(owners, passes));
  if (problems.length > 0) throw new TableError(problems);
  return { passes, classes, end: first };
}

/** Every combination of the classes of the axes among the types. */
function combine(
  types: readonly string[],
  axes: Readonly<Record<string, Axis>>,
): Pick<NumberedPass, 'variants' | 'strides'> {
  let variants: (readonly string[] | undefined)[] = [types];
  const strides: { axis: string; stride: number }[] = [];
  for (const [k, name] of types.entries()) {
    const axis = axes[name];
    if (!axis) continue;
    strides.push({ axis: name, stride: variants.length });
    variants = Array.from({ length: axis.room }, (_, n) => axis.classes[n]).flatMap((choice) =>
      variants.map((variant) => (choice === undefined ? undefined : variant?.with(k, choice))),
    );
  }
  return { variants, strides };
}

function findWrongAxes(axes: Readonly<Record<string, Axis>>, classes: Readonly<Record<string, string>>): string[] {
  return Object.entries(axes).flatMap(([name, axis]) => [
    ...(axis.classes.length > axis.room
      ? [`axis '${name}' has ${axis.classes.length} classes and room for ${axis.room}`]
      : []),
    ...axis.classes
      .filter((c) => classes[c] === undefined)
      .map((c) => `axis '${name}': nobody says where class ${c} is`),
  ]);
}

function findMissingClasses(classes: Readonly<Record<string, string>>, read: ReadModule): string[] {
  return Object.entries(classes).flatMap(([name, module]) => {
    const text = read(module);
    if (text === undefined) return [`class ${name}: there is no assembly/${module}.ts`];
    return new RegExp(`\\bexport class ${name}\\b`).test(text)
      ? []
      : [`assembly/${module}.ts exports no class ${name}`];
  });
}

/** What is wrong with one pass. */
function findProblems(
  { name, run, from, types = [] }: Pass,
  axes: Readonly<Record<string, Axis>>,
  classes: Readonly<Record<string, string>>,
  read: ReadModule,
): string[] {
  const problems = types
    .filter((type) => axes[type] === undefined && classes[type] === undefined)
    .map((type) => `${name}: '${type}' is neither an axis nor a class`);
  const text = read(from);
  if (text === undefined) return [...problems, `${name}: there is no assembly/${from}.ts`];
  const found = new RegExp(`\\bexport function ${run}(?:<([^>]*)>)?\\(`).exec(text);
  if (!found) return [...problems, `${name}: assembly/${from}.ts exports no function ${run}`];
  const wanted = found[1] === undefined ? 0 : found[1].split(',').length;
  if (wanted !== types.length)
    problems.push(`${name}: ${run} has ${wanted} type parameters, the table gives ${types.length}`);
  return problems;
}

/** Slots whose writer or reader is a pass that does not exist. */
function findUnknownParties(owners: readonly Owner[], passes: readonly NumberedPass[]): string[] {
  const known = new Set<string>(['host', 'threads', 'passes', ...passes.map(({ pass }) => pass.name)]);
  return owners
    .flatMap(({ slots }) => Object.values(slots).flat())
    .flatMap(({ name, writer, reader }) =>
      [...writer, ...reader].filter((party) => !known.has(party)).map((party) => `${name}: there is no ${party}`),
    );
}
