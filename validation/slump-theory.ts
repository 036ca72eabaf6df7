// How far a cylinder of a yield-stress material slumps under its weight. [card V58; PBSG96]

/**
 * Slump over height, from the yield stress τ₀ over ρgH. At the depth z the weight above, ρgz, spreads the material until its area carries it:
 * it yields where ρgz > m τ₀, and every layer there is squeezed to m τ₀/(ρgz) of its thickness. With x = m τ₀/(ρgH) the slump is 1 − x (1 − ln x).
 * `criterion` says what an axial stress must reach: 2τ₀ by Tresca, as in the paper, √3 τ₀ by von Mises.
 * @example slump(800 / 3139, 'tresca') // 0.147
 */
export function slump(yieldStress: number, criterion: 'tresca' | 'mises'): number {
  const x = (criterion === 'tresca' ? 2 : Math.sqrt(3)) * yieldStress;
  return x >= 1 ? 0 : 1 - x * (1 - Math.log(x));
}
