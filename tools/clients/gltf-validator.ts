// The validator of Khronos, which knows every rule of glTF.

import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { type Client, same } from './check.ts';
import type { Sample } from './sample.ts';

export const GLTF_VALIDATOR: Client = {
  name: 'glTF validator',
  heavy: false,
  isThere: () => true,
  checks: {
    'surface.glb': (sample) => validate(sample, 'surface.glb'),
    'particles.glb': (sample) => validate(sample, 'particles.glb'),
    'outline.glb': (sample) => validate(sample, 'outline.glb'),
  },
};

async function validate(sample: Sample, name: string): Promise<void> {
  const { issues } = await validateBytes(new Uint8Array(readFileSync(sample.file(name))));
  same('messages', issues.messages, []);
}
