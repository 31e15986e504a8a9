import type { Paint } from '../overlays/paint.ts';

/** A recorded stroke or fill, with its style and number of lines. */
export type Drawn = {
  readonly how: 'stroke' | 'fill' | 'text';
  readonly colour: string;
  readonly width: number;
  readonly opacity: number;
  readonly dash: readonly number[];
  /** Points of the path, px. */
  readonly points: readonly (readonly [number, number])[];
  readonly text: string;
};

/** A recording canvas. A Chinese character is 12 px wide, a Latin one 6. */
export function paintDouble(): { paint: Paint; drawn: Drawn[] } {
  const drawn: Drawn[] = [];
  let points: [number, number][] = [];
  let dash: number[] = [];
  const keep = (how: Drawn['how'], colour: unknown, text = '') =>
    drawn.push({
      how,
      colour: String(colour),
      width: paint.lineWidth,
      opacity: paint.globalAlpha,
      dash,
      points: [...points],
      text,
    });
  const paint: Paint = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 1,
    lineJoin: 'miter',
    lineCap: 'butt',
    globalAlpha: 1,
    textAlign: 'start',
    textBaseline: 'alphabetic',
    beginPath: () => {
      points = [];
    },
    moveTo: (x, y) => void points.push([x, y]),
    lineTo: (x, y) => void points.push([x, y]),
    closePath: () => {},
    arc: (x, y) => void points.push([x, y]),
    roundRect: (x: number, y: number, width: number, height: number) => void points.push([x, y], [x + width, y + height]),
    stroke: () => void keep('stroke', paint.strokeStyle),
    fill: () => void keep('fill', paint.fillStyle),
    fillText: (text) => void keep('text', paint.fillStyle, text),
    measureText: (text) => ({ width: widthOf(text) }) as TextMetrics,
    setLineDash: (next) => {
      dash = [...next];
    },
  };
  return { paint, drawn };
}

/** Width of a text on it, px. */
export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 6), 0);
