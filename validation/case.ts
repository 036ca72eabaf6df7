// What a validation case is: a number of the card, a sentence, parameters that can be changed from outside, and checks that
// compare a measured value with a reference that is not our own code. [card §23]

/** How a measured value is compared. `relative`: |measured/reference − 1| ≤ tolerance; `none`: it is only told. */
export type Comparison = 'absolute' | 'relative' | 'at most' | 'at least' | 'none';

/** One comparison and its outcome. */
export interface Check {
  readonly name: string;
  readonly measured: number;
  /** null if it is only told. */
  readonly reference: number | null;
  /** In units of the value, or a fraction of the reference if the comparison is relative. */
  readonly tolerance: number | null;
  readonly comparison: Comparison;
  readonly pass: boolean;
}

/** A number, a list of numbers or a word that `--set` can change. */
export interface Parameter {
  readonly value: number | readonly number[] | string;
  /** With its unit. */
  readonly meaning: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** The values of a case's parameters. */
export type Values<P extends Parameters> = {
  readonly [K in keyof P]: P[K]['value'] extends string
    ? string
    : P[K]['value'] extends readonly number[]
      ? readonly number[]
      : number;
};

/** What a figure shows beside each other: what was simulated, what theory says, what was measured in a laboratory. */
export type CurveKind = 'simulated' | 'theory' | 'experiment';

/** A curve of a figure; it is also in `--json`. */
export interface Curve {
  /** Key of the figure that it belongs to. */
  readonly figure: string;
  /** In the legend. A simulated curve without one is named after its resolution. */
  readonly name?: string;
  readonly kind: CurveKind;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** The axes of a figure. */
export interface Figure {
  readonly title: string;
  /** What is along x and y, with the unit. */
  readonly x: string;
  readonly y: string;
  /** Whether an axis is logarithmic. */
  readonly log?: { readonly x?: boolean; readonly y?: boolean };
}

/** What a run found. */
export interface Outcome {
  readonly checks: readonly Check[];
  readonly curves?: readonly Curve[];
}

/** The parameter that says how fine the particles are, and the values for `--converge`, from coarse to fine. */
export interface Resolution<P extends Parameters = Parameters> {
  readonly parameter: keyof P & string;
  readonly values: readonly number[];
  /** Behind the number in a legend: `across`. */
  readonly label: string;
  /** Whether the parameter is the distance of particles; otherwise it is their number along some length. */
  readonly isSpacing?: boolean;
}

/** One of several runs of a case at different resolutions. */
export interface ResolvedRun extends Outcome {
  readonly resolution: number;
}

export interface ValidationCase<P extends Parameters = Parameters> {
  /** As on the card: V7 has number 7. */
  readonly number: number;
  readonly title: string;
  /** One sentence: what is true if it passes. */
  readonly proves: string;
  /** What a reader of the result must know: where it is weak, what was tried. */
  readonly remark?: string;
  readonly parameters: P;
  /** How it is made finer; cases without it are not about resolution. */
  readonly resolution?: Resolution<P>;
  /** The figures that its curves belong to, by key. */
  readonly figures?: Readonly<Record<string, Figure>>;
  run(values: Values<P>): Promise<readonly Check[] | Outcome>;
  /** What must hold across the runs of `--converge`, from coarse to fine. */
  compare?(runs: readonly ResolvedRun[]): readonly Check[];
}

/** Checks the types of a case against its own parameters, then lets it join the others. */
export function defineCase<const P extends Parameters>(definition: ValidationCase<P>): ValidationCase {
  return definition as unknown as ValidationCase;
}

/** |measured − reference| ≤ tolerance. */
export function within(name: string, measured: number, reference: number, tolerance: number): Check {
  const pass = Math.abs(measured - reference) <= tolerance;
  return { name, measured, reference, tolerance, comparison: 'absolute', pass };
}

/** |measured/reference − 1| ≤ tolerance. */
export function withinPart(name: string, measured: number, reference: number, tolerance: number): Check {
  const pass = Math.abs(measured / reference - 1) <= tolerance;
  return { name, measured, reference, tolerance, comparison: 'relative', pass };
}

/** measured ≤ reference + tolerance. */
export function atMost(name: string, measured: number, reference: number, tolerance = 0): Check {
  return { name, measured, reference, tolerance, comparison: 'at most', pass: measured <= reference + tolerance };
}

/** measured ≥ reference − tolerance. */
export function atLeast(name: string, measured: number, reference: number, tolerance = 0): Check {
  return { name, measured, reference, tolerance, comparison: 'at least', pass: measured >= reference - tolerance };
}

/** Tells what was measured and decides nothing: for times, which depend on the machine. The page of the docs leaves it out. */
export function told(name: string, measured: number): Check {
  return { name, measured, reference: null, tolerance: null, comparison: 'none', pass: true };
}

/** The same without a verdict: for runs that are too coarse to be judged, whose errors still show an order. */
export function unjudged(check: Check): Check {
  return { ...check, comparison: 'none', pass: true };
}
