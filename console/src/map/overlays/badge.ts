import type { MapPalette } from '../palette.ts';
import type { Paint } from './paint.ts';
import type { BadgeShape } from './shapes.ts';

/** px */
const HEIGHT = 18;
const PADDING = 5;
const RADIUS = 3;
const POLE = 24;
const TRIANGLE = 9;
/** A triangle hangs below its position, so that a stop there stays readable. */
const HANGS = 6;
const EDGE = 1.5;

type Point = { readonly x: number; readonly y: number };
type Box = Point & { readonly width: number; readonly height: number };

/** The box of a badge in px; `at` is its position. */
function boxOf(at: Point, { form, text = '' }: BadgeShape, widthOf: (text: string) => number): Box {
  if (form === 'triangle')
    return { x: at.x - TRIANGLE, y: at.y + HANGS, width: 2 * TRIANGLE, height: Math.round(1.75 * TRIANGLE) };
  const width = Math.max(HEIGHT, Math.ceil(widthOf(text)) + 2 * PADDING);
  if (form === 'flag') return { x: at.x, y: at.y - POLE, width, height: HEIGHT };
  return { x: Math.round(at.x - width / 2), y: Math.round(at.y - HEIGHT / 2), width, height: HEIGHT };
}

export function paintBadge(paint: Paint, at: Point, badge: BadgeShape, palette: MapPalette): void {
  const { form, colour, text = '' } = badge;
  const { x, y, width, height } = boxOf(at, badge, (part) => paint.measureText(part).width);
  paint.setLineDash([]);
  paint.lineJoin = 'round';
  paint.lineWidth = EDGE;
  if (form === 'flag') {
    paint.beginPath();
    paint.moveTo(at.x, at.y);
    paint.lineTo(at.x, y);
    paint.strokeStyle = colour;
    paint.stroke();
  }
  paint.beginPath();
  if (form === 'triangle') {
    paint.moveTo(at.x, y);
    paint.lineTo(x + width, y + height);
    paint.lineTo(x, y + height);
    paint.closePath();
  } else paint.roundRect(x, y, width, height, RADIUS);
  paint.fillStyle = colour;
  paint.fill();
  paint.strokeStyle = palette.panel;
  paint.stroke();
  paint.fillStyle = palette.panel;
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.fillText(form === 'triangle' ? '!' : text, x + width / 2, y + height / 2 + (form === 'triangle' ? 2 : 1));
}

/** Whether a point hits a badge. */
export function onBadge(at: Point, point: Point, badge: BadgeShape, widthOf: (text: string) => number): boolean {
  const { x, y, width, height } = boxOf(at, badge, widthOf);
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}
