// A substance as a React component: simulated in a worker, drawn on a canvas, pulled with the pointer. 2D, so that it needs nothing else.

import { type PointerEvent, useEffect, useRef } from 'react';
import type { SceneInput } from 'thixo';
import { startWorld } from 'thixo/worker';

type World = Awaited<ReturnType<typeof startWorld>>;
type Grip = ReturnType<World['grab']>;

interface SubstanceProps {
  readonly scene: SceneInput;
  /** Width of the picture, m. */
  readonly span?: number;
  readonly color?: string;
}

/** Shows a 2D scene and lets people pull it. */
export function Substance({ scene, span = 1, color = '#e8961e' }: SubstanceProps) {
  const canvas = useRef<HTMLCanvasElement>(null),
    world = useRef<World | undefined>(undefined),
    grip = useRef<Grip | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void startWorld(scene).then((live) => {
      if (isGone) {
        live.dispose();
        return;
      }
      world.current = live;
      live.on('frame', ({ particles, fields }) => draw(canvas.current, fields.position!, particles, span, color));
    });
    return () => {
      isGone = true;
      world.current?.dispose();
      world.current = undefined;
    };
  }, [scene, span, color]);
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number, number] => {
    const { left, bottom, width } = currentTarget.getBoundingClientRect(),
      scale = span / width;
    return [(clientX - left) * scale - span / 2, (bottom - clientY) * scale, 0];
  };
  return (
    <canvas
      ref={canvas}
      width={640}
      height={480}
      style={{ touchAction: 'none' }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = world.current?.grab(pointOf(event), { radius: 0.12 * span });
      }}
      onPointerMove={(event) => grip.current?.moveTo(pointOf(event))}
      onPointerUp={() => {
        grip.current?.end();
        grip.current = undefined;
      }}
    />
  );
}

/** A disc for each particle; the ground is the lower edge. */
function draw(
  canvas: HTMLCanvasElement | null,
  x: ArrayLike<number>,
  count: number,
  span: number,
  color: string,
): void {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const scale = canvas.width / span;
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = color;
  for (let k = 0; k < count; k++) {
    pen.beginPath();
    pen.arc(
      (x[3 * k]! + span / 2) * scale,
      canvas.height - x[3 * k + 1]! * scale,
      0.014 * canvas.width,
      0,
      2 * Math.PI,
    );
    pen.fill();
  }
}
