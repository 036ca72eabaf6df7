// What sums over the neighbors make of a substance at rest: its density and the gradient of its pressure. [card §3]

import { PACKING } from '../../engine/packing.ts';
import { type KernelName, kernelSlope, kernelValue } from '../../kernels/kernels.ts';

/** Calls `visit` with the distance of every site of a lattice that may be within R, the first one itself; one site takes a volume of 1. */
function visitDistances(lattice: 'close' | 'cubic', d: 2 | 3, R: number, visit: (r: number) => void): void {
  const close = lattice === 'close',
    a = close ? PACKING[d] : 1,
    reach = Math.ceil(R / (a * 0.8)) + 2,
    layers = d === 3 ? reach : 0,
    row = close ? Math.sqrt(3) / 2 : 1,
    layer = close ? Math.sqrt(2 / 3) : 1;
  for (let k = -layers; k <= layers; k++) {
    const odd = close ? ((k % 2) + 2) % 2 : 0;
    for (let j = -reach; j <= reach; j++) {
      const shift = close ? (((j + k) % 2) + 2) % 2 : 0;
      for (let i = -reach; i <= reach; i++) {
        const x = a * (i + shift / 2),
          y = a * row * (j + odd / 3),
          z = a * layer * k;
        visit(Math.sqrt(x * x + y * y + z * z));
      }
    }
  }
}

/** Σ m W/ρ₀ over a perfect close packing, the particle itself included: a summed density is divided by it. [card §3] */
export function packingSum(kernel: KernelName, smoothing: number, d: 2 | 3): number {
  const R = 2 * smoothing;
  let sum = 0;
  visitDistances('close', d, R, (r) => {
    sum += kernelValue(kernel, d, r, R);
  });
  return sum;
}

/**
 * What the sum over neighbors makes of a gradient of 1: −Σ V W′ r/d, the mean of a close packing and of a cubic lattice, the two that
 * bodies are filled with. Pressure forces and density rates are divided by it, so that pressure grows with depth as the weight says and
 * sound is as fast as the stiffness says. [card §3, ADR 31] For `dc` both are alike, .958 and .954 in 2D.
 */
export function gradientFactor(kernel: KernelName, smoothing: number, d: 2 | 3): number {
  const R = 2 * smoothing;
  let sum = 0;
  for (const lattice of ['close', 'cubic'] as const) {
    visitDistances(lattice, d, R, (r) => {
      sum -= (kernelSlope(kernel, d, r, R) * r) / d;
    });
  }
  return sum / 2;
}
