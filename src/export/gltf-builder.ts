// What every part of a .glb is made with: accessors, nodes, materials, channels of the one animation; and the solids and the camera.

import type {
  Accessor,
  Animation,
  AnimationChannel,
  Buffer,
  Document,
  Material,
  Node,
  TypedArray,
} from '@gltf-transform/core';
import type { Pose } from '../obstacles/pose.ts';
import type { Bounds } from '../shapes/bounds.ts';
import { lengthOf } from '../shapes/rotation.ts';
import type { CameraPose } from './camera.ts';
import { SOLID_COLOR } from './coloring.ts';
import type { ExportContext } from './format.ts';
import { quaternionOf } from './quaternion.ts';
import { type Moment, solidsOf } from './solids.ts';

type Path = NonNullable<ReturnType<AnimationChannel['getTargetPath']>>;

/** A document with one buffer, one root node and at most one animation. */
export class Builder {
  readonly document: Document;
  /** Everything hangs on this node. */
  readonly root: Node;
  private buffer: Buffer | undefined;
  private readonly materials = new Map<string, Material>();
  private animation: Animation | undefined;

  constructor(document: Document, title: string) {
    this.document = document;
    this.root = document.createNode(title);
    document.getRoot().getAsset().generator = 'Thixo';
    const scene = document.createScene(title).addChild(this.root);
    document.getRoot().setDefaultScene(scene);
  }

  /** A node below the root. */
  addNode(name: string): Node {
    const node = this.document.createNode(name);
    this.root.addChild(node);
    return node;
  }

  /** Three floats per entry. */
  vectors(values: Float32Array): Accessor {
    return this.accessor('VEC3', values.slice());
  }

  /** Two floats per entry. */
  pairs(values: Float32Array): Accessor {
    return this.accessor('VEC2', values.slice());
  }

  /** One float per entry. */
  scalars(values: Float32Array): Accessor {
    return this.accessor('SCALAR', values.slice());
  }

  /** Four floats per entry. */
  quaternions(values: Float32Array): Accessor {
    return this.accessor('VEC4', values.slice());
  }

  /** Points of elements, in 16 bits if they fit. */
  indices(elements: Uint32Array, points: number): Accessor {
    return this.accessor('SCALAR', points < 0xffff ? Uint16Array.from(elements) : elements.slice());
  }

  /** Linear colors in 16 bits, with an alpha of 1. */
  colors(rgb: Float32Array): Accessor {
    const rgba = new Uint16Array((rgb.length / 3) * 4).fill(0xffff);
    for (let k = 0; k < rgb.length; k++) rgba[k + Math.floor(k / 3)] = Math.round(0xffff * rgb[k]!);
    return this.accessor('VEC4', rgba).setNormalized(true);
  }

  /** The material of a name; made when first asked for. */
  material(name: string, fill: (material: Material) => void): Material {
    const found = this.materials.get(name);
    if (found) return found;
    const material = this.document.createMaterial(name);
    fill(material);
    this.materials.set(name, material);
    return material;
  }

  /** Lets a property of a node follow values in time (s). */
  animate(node: Node, path: Path, interpolation: 'LINEAR' | 'STEP', times: Accessor, values: Accessor): void {
    this.animation ??= this.document.createAnimation('frames');
    const sampler = this.document.createAnimationSampler();
    sampler.setInput(times).setOutput(values).setInterpolation(interpolation);
    const channel = this.document.createAnimationChannel();
    channel.setTargetNode(node).setTargetPath(path).setSampler(sampler);
    this.animation.addSampler(sampler).addChannel(channel);
  }

  private accessor(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', values: TypedArray): Accessor {
    this.buffer ??= this.document.createBuffer();
    return this.document.createAccessor().setType(type).setArray(values).setBuffer(this.buffer);
  }
}

/** Adds the obstacles: nodes that stand still, or are where they are at the moments of the frames. */
export function addSolids(builder: Builder, context: ExportContext, extent: Bounds, moments: readonly Moment[]): void {
  for (const { name, mesh, inside, path } of solidsOf(context, extent, moments)) {
    if (mesh.elements.length === 0) continue;
    const primitive = builder.document.createPrimitive().setMaterial(solidMaterial(builder, inside));
    primitive
      .setAttribute('POSITION', builder.vectors(mesh.positions))
      .setAttribute('NORMAL', builder.vectors(mesh.normals));
    primitive.setIndices(builder.indices(mesh.elements, mesh.positions.length / 3));
    const node = builder.addNode(name).setMesh(builder.document.createMesh(name).addPrimitive(primitive));
    if (path && path.length > 0) follow(builder, node, path, context);
  }
}

function solidMaterial(builder: Builder, inside: boolean): Material {
  return builder.material(inside ? 'container' : 'obstacle', (material) => {
    material.setBaseColorFactor([...SOLID_COLOR, inside ? 0.15 : 1]);
    material.setMetallicFactor(0).setRoughnessFactor(0.8);
    material.setDoubleSided(true);
    if (inside) material.setAlphaMode('BLEND');
  });
}

/** Gives a node the first pose, and animates it if the poses differ. */
function follow(builder: Builder, node: Node, poses: readonly Pose[], { frameRate }: ExportContext): void {
  const shifts = new Float32Array(3 * poses.length);
  const turns = new Float32Array(4 * poses.length);
  let before: readonly number[] = [0, 0, 0, 1];
  poses.forEach((pose, k) => {
    shifts.set(pose.subarray(9, 12), 3 * k);
    const q = quaternionOf(pose);
    // q and −q are the same turn: take the one that is near the turn before.
    const sign = q[0] * before[0]! + q[1] * before[1]! + q[2] * before[2]! + q[3] * before[3]! < 0 ? -1 : 1;
    before = q.map((part) => sign * part);
    turns.set(before, 4 * k);
  });
  node.setTranslation([shifts[0]!, shifts[1]!, shifts[2]!]).setRotation([turns[0]!, turns[1]!, turns[2]!, turns[3]!]);
  if (poses.length < 2) return;
  const times = builder.scalars(Float32Array.from(poses, (_, k) => k / frameRate));
  builder.animate(node, 'translation', 'LINEAR', times, builder.vectors(shifts));
  builder.animate(node, 'rotation', 'LINEAR', times, builder.quaternions(turns));
}

/** Adds the camera. `picture` gives width over height. */
export function addCamera(
  builder: Builder,
  pose: CameraPose,
  picture: { readonly width: number; readonly height: number },
): void {
  const { position, target, right, up, back, fieldOfView, height } = pose;
  const aspect = picture.width / picture.height;
  const camera = builder.document.createCamera('camera');
  const distance = lengthOf([position[0] - target[0], position[1] - target[1], position[2] - target[2]]);
  camera.setZNear(distance / 1000);
  if (height === undefined) {
    camera
      .setType('perspective')
      .setYFov((fieldOfView * Math.PI) / 180)
      .setAspectRatio(aspect);
  } else {
    camera
      .setType('orthographic')
      .setYMag(height / 2)
      .setXMag((aspect * height) / 2)
      .setZFar(distance * 10);
  }
  const axes = [right[0], up[0], back[0], right[1], up[1], back[1], right[2], up[2], back[2]];
  builder
    .addNode('camera')
    .setCamera(camera)
    .setTranslation([...position])
    .setRotation([...quaternionOf(axes)]);
}
