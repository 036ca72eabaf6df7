// V22: for large J the flow between plates is that of Herschel and Bulkley's substance; the reference solver alone. [card §9, V22]

import { type Check, defineCase, withinPart } from '../case.ts';
import { halfFlow, plugVelocity, velocityAt } from '../channel-flow.ts';

/** Of the card: largest velocity by J and G, n = 1/2. */
const PRINTED = [
  [10, 1.5, 0.10017],
  [10, 2, 0.22427],
  [10, 4, 2.2788],
  [50, 1.5, 0.04247],
  [50, 2, 0.17769],
  [50, 4, 2.25551],
  [150, 2, 0.17022],
  [1000, 2, 0.16718],
  [30, 3, 0.9013],
] as const;
/** Flow through half the channel for G = 2. */
const PRINTED_FLOW = [
  [10, 0.17468],
  [50, 0.1506],
  [150, 0.14728],
] as const;

export const v22 = defineCase({
  number: 22,
  title: 'Power-law limit',
  proves: 'The reference of V20 is right: it gives the values of §9 and, for large J, those of a closed form.',
  parameters: {
    J: { value: 1000, meaning: 'jump number' },
    G: { value: 4, meaning: 'force per volume over the yield stress' },
    n: { value: 0.5, meaning: 'power index' },
  },
  async run({ J, G, n }): Promise<Check[]> {
    return [
      withinPart('largest velocity, against J → ∞', velocityAt(0, { J, G, n }), plugVelocity(n, G), 1e-3),
      ...PRINTED.map(([j, g, u]) =>
        withinPart(`J = ${j}, G = ${g}: largest velocity`, velocityAt(0, { J: j, G: g, n: 0.5 }), u, 1e-4),
      ),
      ...PRINTED_FLOW.map(([j, flow]) =>
        withinPart(`J = ${j}, G = 2: flow`, halfFlow({ J: j, G: 2, n: 0.5 }), flow, 1e-4),
      ),
    ];
  },
});
