// A page with one substance in it.

import { createRoot } from 'react-dom/client';
import type { SceneInput } from 'thixo';
import { Substance } from './substance.tsx';

const HONEY: SceneInput = {
  dimension: 2,
  duration: 3600,
  frameRate: 60,
  substances: { honey: { preset: 'honey' } },
  bodies: [{ substance: 'honey', shape: { box: { min: [-0.2, 0.02, 0], max: [0.2, 0.4, 0] } }, spacing: 0.03 }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
};

createRoot(document.getElementById('root')!).render(<Substance scene={HONEY} />);
