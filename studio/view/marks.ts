// What is drawn over the substance and is no part of the scene: the reach of a tool, a distance, the place where numbers went wrong.

import {
  BufferGeometry,
  type Camera,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  SphereGeometry,
  type Vector3,
} from 'three';

const over = (opacity: number): MeshBasicMaterial =>
  new MeshBasicMaterial({ color: '#ffffff', transparent: true, opacity, depthTest: false });

/** Size of the dots at the ends of a distance, over that of the scene. */
const DOT = 0.006;
/** Size of the ring around a particle that went wrong. */
const FAULT = 0.05;

export class Marks extends Group {
  private readonly ring = new Mesh(new RingGeometry(0.96, 1, 64), over(0.9));
  private readonly ball = new Mesh(new SphereGeometry(1, 32, 20), over(0.1));
  private readonly fault = new Mesh(new RingGeometry(0.86, 1, 48), over(0.95));
  private readonly ends = [0, 1].map(() => new Mesh(new SphereGeometry(1, 16, 10), over(1)));
  private readonly line = new Line(
    new BufferGeometry().setAttribute('position', new Float32BufferAttribute(6, 3)),
    new LineBasicMaterial({ color: '#d59cff', depthTest: false }),
  );

  constructor() {
    super();
    this.fault.material.color.set('#ff5a3d');
    for (const end of this.ends) end.material.color.set('#d59cff');
    for (const each of this.parts) {
      each.renderOrder = 10;
      each.visible = false;
      each.frustumCulled = false;
      this.add(each);
    }
  }

  /** Shows how far a tool reaches. */
  showReach(place: Vector3 | undefined, radius: number, color: string, isHeld: boolean): void {
    for (const each of [this.ring, this.ball]) {
      each.visible = place !== undefined;
      if (!place) continue;
      each.position.copy(place);
      each.scale.setScalar(radius);
      each.material.color.set(color);
    }
    this.ball.material.opacity = isHeld ? 0.22 : 0.08;
  }

  /** Shows one or two places, with a line between them. */
  showDistance(places: readonly Vector3[], size: number): void {
    this.ends.forEach((end, k) => {
      const place = places[k];
      end.visible = place !== undefined;
      if (place) end.position.copy(place);
      end.scale.setScalar(DOT * size);
    });
    const [a, b] = places;
    this.line.visible = a !== undefined && b !== undefined;
    if (!a || !b) return;
    const { position } = this.line.geometry.attributes;
    position!.setXYZ(0, a.x, a.y, a.z);
    position!.setXYZ(1, b.x, b.y, b.z);
    position!.needsUpdate = true;
  }

  /** A ring around a place, or none. */
  showFault(place: readonly number[] | undefined, size: number): void {
    this.fault.visible = place !== undefined;
    if (!place) return;
    this.fault.position.set(place[0]!, place[1]!, place[2]!);
    this.fault.scale.setScalar(FAULT * size);
  }

  /** Rings face the camera. */
  face({ quaternion }: Camera): void {
    for (const ring of [this.ring, this.fault]) ring.quaternion.copy(quaternion);
  }

  private get parts() {
    return [this.ring, this.ball, this.fault, this.line, ...this.ends];
  }
}
