// LiquidFun (a fork of Box2D) compiled to WASM with SIMD, as the peer of globules: the same column of powder or water in a box. One thread.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A column that LiquidFun simulates. */
export interface PeerColumn {
  readonly kind: 'powder' | 'fluid';
  readonly particles: number;
  /** Distance of particles, m. */
  readonly spacing: number;
}

/** A column that can be stepped. */
export interface Peer {
  readonly particles: number;
  /** Pairs in contact, each counted from both sides. */
  contacts(): number;
  step(dt: number): void;
}

/** What the benchmark uses of the module; its own types say the same at length. */
interface Box2D {
  b2Vec2: new (x: number, y: number) => object;
  b2World: new (
    gravity: object,
  ) => {
    CreateBody(def: object): { CreateFixture(shape: object, density: number): object };
    CreateParticleSystem(def: object): System;
    Step(dt: number, velocityRounds: number, positionRounds: number, particleRounds: number): void;
  };
  b2BodyDef: new () => object;
  b2EdgeShape: new () => { SetTwoSided(a: object, b: object): void };
  b2ParticleSystemDef: new () => { radius: number };
  b2ParticleDef: new () => { flags: number; set_position(at: object): void };
  b2_waterParticle: number;
  b2_powderParticle: number;
}
interface System {
  SetRadius(radius: number): void;
  CreateParticle(def: object): number;
  GetParticleCount(): number;
  GetContactCount(): number;
}

/** Its box is so many columns wide. */
export const BOX = 3;

/** LiquidFun with a column, or why there is none. */
export async function startPeer({ kind, particles, spacing }: PeerColumn): Promise<Peer | string> {
  const b2 = await load();
  if (typeof b2 === 'string') return b2;
  const side = Math.round(Math.sqrt(particles)),
    width = side * spacing,
    world = new b2.b2World(new b2.b2Vec2(0, -9.81)),
    walls = world.CreateBody(new b2.b2BodyDef()),
    wall = (x0: number, y0: number, x1: number, y1: number) => {
      const edge = new b2.b2EdgeShape();
      edge.SetTwoSided(new b2.b2Vec2(x0, y0), new b2.b2Vec2(x1, y1));
      walls.CreateFixture(edge, 0);
    };
  wall(0, 0, BOX * width, 0);
  wall(0, 0, 0, 4 * width);
  wall(BOX * width, 0, BOX * width, 4 * width);
  const system = world.CreateParticleSystem(new b2.b2ParticleSystemDef());
  system.SetRadius(spacing / 2);
  const def = new b2.b2ParticleDef();
  def.flags = kind === 'powder' ? b2.b2_powderParticle : b2.b2_waterParticle;
  for (let k = 0; k < side * side; k++) {
    const row = Math.floor(k / side);
    def.set_position(new b2.b2Vec2(((k % side) + 0.5 + 0.25 * (row % 2)) * spacing, (row + 0.5) * spacing));
    system.CreateParticle(def);
  }
  return {
    particles: system.GetParticleCount(),
    contacts: () => 2 * system.GetContactCount(),
    step: (dt) => world.Step(dt, 1, 1, 1),
  };
}

async function load(): Promise<Box2D | string> {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve('liquidfun-wasm/dist/umd/Box2D.simd.js'),
      wasmBinary = readFileSync(file.replace(/\.js$/, '.wasm')),
      start = require(file) as (options: object) => Promise<Box2D>;
    return await start({ wasmBinary });
  } catch (error) {
    return `LiquidFun is not there: ${(error as Error).message.split('\n')[0]}`;
  }
}
