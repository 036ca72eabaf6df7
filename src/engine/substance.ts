// What the engine knows of a substance, whatever family it belongs to.

/** Numbers that every substance has. Units as in the scene schema. */
export interface SubstanceParameters {
  /** The family it belongs to. */
  readonly model: string;
  readonly name: string;
  /** kg/m³ (kg/m² in 2D) */
  readonly restDensity: number;
  /** Square of the speed of sound, m²/s². */
  readonly stiffness: number;
  /** J/(kg·K) */
  readonly heatCapacity: number;
  /** W/(m·K) */
  readonly conductivity: number;
  /** Solid below, liquid above, K. */
  readonly melting?: { readonly from: number; readonly to: number };
  /** J/kg */
  readonly latentHeat: number;
  /** Heat content at absolute zero, J/kg: what a melt has more than its own capacity says. 0 if left out. */
  readonly groundHeat?: number;
  /** The substance that its particles become above `melting.to`. */
  readonly melted?: string;
  /** Particles of `melted` colder than this become particles of this substance, K. */
  readonly freezing?: number;
}
