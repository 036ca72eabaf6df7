// What the browser draws with.

/** Names by which renderers without a graphics card go. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether pictures are drawn by the processor: then every sample of a pixel costs as much as a pixel. */
export function drawsInSoftware(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2'),
    info = gl?.getExtension('WEBGL_debug_renderer_info'),
    name = gl?.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && SOFTWARE.test(name);
}
