// A scene as a link: its whole text in the fragment, which browsers send to nobody. Links come from strangers: what they unpack to is
// bounded before it is unpacked.

/** Most bytes that a link may unpack to. */
export const MOST_BYTES = 8e6;

/** The text of a scene, packed for a fragment. */
export async function packText(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (let k = 0; k < bytes.length; k += 0x8000) binary += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text in a fragment. Throws where it is damaged, or larger than a scene may be. */
export async function unpackText(packed: string, most: number = MOST_BYTES): Promise<string> {
  if (!/^[\w-]*$/.test(packed)) throw new Error('This link is damaged.');
  const reader = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(),
    parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error('This link is damaged.');
    });
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`The scene in this link is larger than ${most / 1e6} MB.`);
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).text();
}

function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/')),
    bytes = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) bytes[k] = binary.charCodeAt(k);
  return bytes;
}
