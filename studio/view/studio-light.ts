// What shiny things reflect: a bright ceiling with two soft lamps above a dark floor. Drawn once, into a small texture.

import {
  BackSide,
  Color,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  type Texture,
  type WebGLRenderer,
} from 'three';

/** Directions of the lamps, their size and how bright they are. */
const LAMPS = [
  { at: [-3, 4, 2.5], size: 1.3, bright: 16 },
  { at: [4, 1.5, -2], size: 0.9, bright: 7 },
] as const;

/** The light of a studio as an environment. */
export function studioLight(renderer: WebGLRenderer): Texture {
  const room = new Scene(),
    walls = new Mesh(new SphereGeometry(10, 24, 16), new MeshBasicMaterial({ side: BackSide, vertexColors: true }));
  paintWalls(walls.geometry);
  room.add(walls);
  for (const { at, size, bright } of LAMPS) {
    const lamp = new Mesh(new SphereGeometry(size, 16, 12), new MeshBasicMaterial());
    lamp.material.color.setScalar(bright);
    lamp.position.fromArray([...at]);
    room.add(lamp);
  }
  const maker = new PMREMGenerator(renderer),
    { texture } = maker.fromScene(room, 0.03);
  maker.dispose();
  return texture;
}

/** From dark below to bright above. */
function paintWalls(geometry: SphereGeometry): void {
  const position = geometry.getAttribute('position').clone(),
    color = new Color();
  for (let k = 0; k < position.count; k++) {
    const height = (position.getY(k) / 10 + 1) / 2;
    color.setRGB(0.03, 0.03, 0.035).lerp(new Color(0.45, 0.45, 0.47), height);
    position.setXYZ(k, color.r, color.g, color.b);
  }
  geometry.setAttribute('color', position);
}
