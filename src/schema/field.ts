// What a field of the scene says about itself, as data: sentence, unit, what a larger value does, its default in words. Ranges and
// plain defaults are zod's own. Editors, docs, error messages and panels all read it from here.

import * as z from 'zod';

/** The unit of numbers that have none. */
export const DIMENSIONLESS = '–';

/** What zod's registry holds for a field or a part of the scene. */
export interface FieldMeta {
  /** One plain sentence. */
  readonly description: string;
  /** SI unit, or `DIMENSIONLESS`, or what is counted. */
  readonly unit?: string;
  /** Unit in a 2D scene, where it differs. */
  readonly unit2D?: string;
  /** What a larger value does and what is usual. */
  readonly effect?: string;
  /** A range in words, where zod's checks cannot say it. */
  readonly rangeText?: string;
  /** The value of a substance that neither the scene nor its preset gives. */
  readonly presetDefault?: string | number | boolean;
  /** The default in words, where it depends on other fields. */
  readonly defaultText?: string;
  /** Names of the components of a list of fixed length. */
  readonly components?: readonly string[];
  /** Whether a single number would mean that all components are equal. */
  readonly equalComponents?: true;
  /** One sentence for each name of an enum. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Small valid values by a label, for editors to insert and for the docs. */
  readonly snippets?: Readonly<Record<string, unknown>>;
  /** Accepted here only to be refused later with better advice: editors and docs leave it out. */
  readonly hidden?: true;
}

type MoreMeta = Omit<FieldMeta, 'description' | 'unit'>;

/** A number, or a list of them, with its unit and a sentence. */
export function quantity<T extends z.ZodType>(schema: T, unit: string, description: string, more: MoreMeta = {}): T {
  return schema.meta({ description, unit, ...more });
}

/** Anything else with its sentence. */
export function about<T extends z.ZodType>(schema: T, description: string, more: MoreMeta = {}): T {
  return schema.meta({ description, ...more });
}

/** A part of the format that has a name: a definition of the JSON Schema and a section of the docs. */
export function part<T extends z.ZodType>(schema: T, id: string, description: string, more: MoreMeta = {}): T {
  return schema.meta({ id, description, ...more });
}

/** An object whose one key says what kind of thing it is: `{ "sphere": { … } }`. */
export function kind<K extends string, T extends z.ZodType>(
  name: K,
  settings: T,
  description: string,
  snippets: FieldMeta['snippets'] & object,
) {
  const keyed = z.strictObject({ [name]: about(settings, description) } as Record<K, T>);
  return part(keyed, name, description, { snippets });
}

export const finite = z.number();
export const positive = finite.positive();
export const nonNegative = finite.nonnegative();
export const fraction = finite.min(0).max(1);
/** A whole number from 0. */
export const count = z.int().nonnegative();

/**
 * Largest coordinate, length (m), speed (m/s) and acceleration (m/s²): a thousand kilometers. Whatever is larger is a slip or another
 * unit; that it is refused here keeps every later number finite and every loop short.
 */
export const LARGEST = 1e6;
/** A number of either sign: coordinates, components of velocities, angles. */
export const signed = finite.min(-LARGEST).max(LARGEST);
/** A length, m. */
export const length = positive.max(LARGEST);
/** A length that decides how small things get, m: below a micrometer is another unit, and too small for the pair loop. */
export const fineLength = finite.min(1e-6).max(LARGEST);
/** A time, s: up to thirty years. */
export const seconds = nonNegative.max(1e9);
/** A density, kg/m³ (kg/m² in 2D): from far below air to the inside of stars. */
export const density = finite.min(1e-6).max(LARGEST);

/** A temperature, K: from absolute zero to beyond the stars' surfaces. */
export const temperature = nonNegative.max(LARGEST);

const axes = { components: ['x', 'y', 'z'] };
export const vec3 = z.tuple([signed, signed, signed]).readonly().meta(axes);
/** Three yes or no, one per axis. */
export const perAxis = z.tuple([z.boolean(), z.boolean(), z.boolean()]).readonly().meta(axes);

/** A vector of which only the direction counts. */
export const direction = z
  .tuple([finite, finite, finite])
  .readonly()
  .refine((v) => v.some((c) => c !== 0), 'a direction must not be zero')
  .meta({ ...axes, unit: DIMENSIONLESS, rangeText: 'not zero; any length' });
