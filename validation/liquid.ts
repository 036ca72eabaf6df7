// What cases say of a liquid beside its physics, as parameters, so that kernels and forms of the stress can be compared. [card §2, §9]

import type { SmoothedInput } from '../src/index.ts';

/** Parameters of a case: how its liquid is computed. */
export const METHOD = {
  kernel: { value: 'quartic', meaning: '`kernel` of the substance; `default` leaves it to the engine' },
  smoothing: { value: 1.3, meaning: 'h over the spacing; 0 leaves it to the engine' },
  form: { value: 'default', meaning: '`stressForm` of the substance; `default` leaves it to the engine' },
} as const;

/** Their values. */
export interface Method {
  readonly kernel: string;
  readonly smoothing: number;
  readonly form: string;
}

/** What a substance says of its method. */
export function method({ kernel, smoothing, form }: Method): SmoothedInput {
  return {
    ...(kernel !== 'default' && { kernel: kernel as NonNullable<SmoothedInput['kernel']> }),
    ...(smoothing !== 0 && { smoothing }),
    ...(form !== 'default' && { stressForm: form as NonNullable<SmoothedInput['stressForm']> }),
  };
}
