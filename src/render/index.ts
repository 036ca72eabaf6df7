// Pictures of frames: `thixo/render`.

export { boundsOfPoints } from './framing.ts';
export { createPicture, type Picture } from './picture.ts';
export { encodePng } from './png.ts';
export { type RenderInput, renderFrame } from './render-frame.ts';
export { frameView, type View } from './view.ts';
