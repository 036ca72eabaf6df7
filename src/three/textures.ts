// The pictures of a scene as textures of three.js. They are white until they are unpacked, which takes a moment.

import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, SRGBColorSpace } from 'three';
import { readPng, type TextureImage } from '../meshes/read/png.ts';
import type { Scene } from '../scene/schema.ts';
import { sceneTextures } from '../surface/scene-paint.ts';

/** Pictures, and when they are there. */
export interface SceneTextures {
  readonly textures: readonly DataTexture[];
  /** Resolves when all are shown; one that cannot be read stays white. */
  readonly ready: Promise<void>;
}

/** The pictures of a scene in the order in which the field `texture` counts them. */
export function texturesOf(scene: Pick<Scene, 'bodies'>): SceneTextures {
  const files = sceneTextures(scene),
    textures = files.map(() => whiteTexture()),
    ready = Promise.all(files.map(async (file, k) => fill(textures[k]!, await imageOf(file))));
  return { textures, ready: ready.then(() => undefined) };
}

function whiteTexture(): DataTexture {
  const texture = new DataTexture(Uint8Array.of(255, 255, 255, 255), 1, 1);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

/** Rows from the bottom, because v points up. */
function fill(texture: DataTexture, image: TextureImage | undefined): void {
  if (!image) return;
  const { width, height, rgb } = image,
    data = new Uint8Array(4 * width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 3 * (y * width + x);
      data.set(rgb.subarray(from, from + 3), 4 * ((height - 1 - y) * width + x));
    }
  }
  texture.dispose(); // a texture that is on the graphics card keeps its size
  texture.image = { data, width, height };
  texture.needsUpdate = true;
}

/** The picture of a PNG file; pages inflate only while one waits, so the file is gone through twice. */
async function imageOf(file: Uint8Array): Promise<TextureImage | undefined> {
  let packed: Uint8Array | undefined,
    most = 0;
  readPng(file, (data, length) => {
    [packed, most] = [data, length];
    return undefined;
  });
  if (!packed) return undefined;
  const rows = await inflated(packed, most),
    image = readPng(file, () => rows);
  return typeof image === 'string' ? undefined : image;
}

async function inflated(packed: Uint8Array, most: number): Promise<Uint8Array | undefined> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream(),
    reader = stream.pipeThrough(new DecompressionStream('deflate')).getReader(),
    rows = new Uint8Array(most);
  let filled = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > most) return undefined;
      rows.set(part.value, filled);
      filled += part.value.length;
    }
  } catch {
    return undefined;
  }
  return rows.subarray(0, filled);
}
