import type { Camera } from '@fleetwarden/domain/mercator';
import type { MapPalette } from '../palette.ts';
import type { WorldPath } from './path.ts';
import { type AreaStyle, LABEL_BOX, type LabelShape, type LineShape, type PinShape, type Stroke } from './shapes.ts';

/** The subset of a canvas context used for shapes. */
export type Paint = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'arc'
  | 'stroke'
  | 'fill'
  | 'fillText'
  | 'measureText'
  | 'roundRect'
  | 'setLineDash'
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'lineCap'
  | 'globalAlpha'
  | 'textAlign'
  | 'textBaseline'
>;

const LINE_HEIGHT = 16;
const PADDING = 6;
const RADIUS = 4;
/** Distance from a label's position up to its box, px. */
const LABEL_GAP = 14;
const MAX_LINES = 6;
/** A pin: radius of the head, and height of its centre above the tip, px. */
const PIN = { radius: 10, height: 20 } as const;

function takeStroke(paint: Paint, { colour, width, opacity = 1, dash = [] }: Stroke): void {
  paint.strokeStyle = colour;
  paint.lineWidth = width;
  paint.globalAlpha = opacity;
  paint.lineJoin = 'round';
  paint.lineCap = dash.length > 0 ? 'butt' : 'round';
  paint.setLineDash([...dash]);
}

/** Draws one path per colour: a line of one colour is one stroke, so opacity shows no joints. */
export function paintLine(paint: Paint, camera: Camera, path: WorldPath, { stroke, colours }: LineShape): void {
  if (!path.inView(camera)) return;
  takeStroke(paint, stroke);
  const colourOf = (segment: number) => colours?.[segment] ?? stroke.colour;
  let colour: string | null = null;
  path.each(
    camera,
    (from, x1, y1, x2, y2, joined) => {
      const next = colourOf(from);
      if (next !== colour) {
        if (colour !== null) paint.stroke();
        colour = next;
        paint.strokeStyle = next;
        paint.beginPath();
        paint.moveTo(x1, y1);
      } else if (!joined) paint.moveTo(x1, y1);
      paint.lineTo(x2, y2);
    },
    colours ? (place) => colourOf(place) !== colourOf(place - 1) : undefined,
  );
  if (colour !== null) paint.stroke();
  finish(paint);
}

export function paintArea(paint: Paint, camera: Camera, path: WorldPath, { stroke, fill, fillOpacity = 0.2 }: AreaStyle): void {
  if (!path.inView(camera) || path.count < 2) return;
  paint.beginPath();
  for (let i = 0; i < path.count; i++) {
    const { x, y } = path.at(camera, i);
    if (i === 0) paint.moveTo(x, y);
    else paint.lineTo(x, y);
  }
  paint.closePath();
  if (fill) {
    paint.fillStyle = fill;
    paint.globalAlpha = fillOpacity;
    paint.fill();
  }
  takeStroke(paint, stroke);
  paint.stroke();
  finish(paint);
}

/** Breaks a label's text into lines that fit its box. */
export function labelLines(text: string, widthOf: (part: string) => number): string[] {
  const room = LABEL_BOX - 2 * PADDING;
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    // Chinese breaks anywhere, Latin text between words
    for (const piece of paragraph.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? ['']) {
      if (line === '' || widthOf((line + piece).trimEnd()) <= room) line += piece;
      else {
        lines.push(line.trimEnd());
        line = piece;
      }
      while (widthOf(line.trimEnd()) > room && line.length > 1) {
        let fits = line.length - 1;
        while (fits > 1 && widthOf(line.slice(0, fits)) > room) fits--;
        lines.push(line.slice(0, fits));
        line = line.slice(fits);
      }
    }
    lines.push(line.trimEnd());
  }
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), '…'] : lines;
}

/** The box of a label in px: 100 wide, above its position. */
export function labelBox(at: { x: number; y: number }, lines: number) {
  const height = lines * LINE_HEIGHT + PADDING;
  return { x: Math.round(at.x - LABEL_BOX / 2), y: Math.round(at.y - LABEL_GAP - height), width: LABEL_BOX, height };
}

export function paintLabel(paint: Paint, at: { x: number; y: number }, { text, colour }: LabelShape, palette: MapPalette): void {
  const lines = labelLines(text, (part) => paint.measureText(part).width);
  const { x, y, width, height } = labelBox(at, lines.length);
  paint.beginPath();
  paint.roundRect(x, y, width, height, RADIUS);
  paint.globalAlpha = 0.9;
  paint.fillStyle = palette.panel;
  paint.fill();
  takeStroke(paint, { colour: colour ?? palette.line, width: 1 });
  paint.stroke();
  paint.fillStyle = palette.ink;
  paint.textAlign = 'left';
  paint.textBaseline = 'middle';
  lines.forEach((line, i) => {
    paint.fillText(line, x + PADDING, y + PADDING / 2 + LINE_HEIGHT * (i + 0.5));
  });
  finish(paint);
}

export function paintPin(
  paint: Paint,
  { x, y }: { x: number; y: number },
  { colour, text }: PinShape,
  palette: MapPalette,
): void {
  paint.beginPath();
  paint.arc(x, y - PIN.height, PIN.radius, Math.PI * 0.8, Math.PI * 0.2);
  paint.lineTo(x, y);
  paint.closePath();
  paint.fillStyle = colour;
  paint.fill();
  takeStroke(paint, { colour: palette.panel, width: 1.5 });
  paint.stroke();
  if (text) {
    paint.fillStyle = palette.panel;
    paint.textAlign = 'center';
    paint.textBaseline = 'middle';
    paint.fillText(text, x, y - PIN.height);
  }
  finish(paint);
}

/** Whether a point hits a pin. */
export function onPin(at: { x: number; y: number }, point: { x: number; y: number }): boolean {
  return (
    Math.hypot(point.x - at.x, point.y - (at.y - PIN.height)) <= PIN.radius || Math.hypot(point.x - at.x, point.y - at.y) <= 4
  );
}

/** Draws a handle: a square for a corner, a smaller disc for a possible new corner. */
export function paintHandle(paint: Paint, { x, y }: { x: number; y: number }, small: boolean, palette: MapPalette): void {
  paint.beginPath();
  paint.arc(x, y, small ? 4 : 6, 0, Math.PI * 2);
  paint.globalAlpha = small ? 0.7 : 1;
  paint.fillStyle = palette.panel;
  paint.fill();
  takeStroke(paint, { colour: palette.brand, width: 2, opacity: small ? 0.7 : 1 });
  paint.stroke();
  finish(paint);
}

function finish(paint: Paint): void {
  paint.globalAlpha = 1;
  paint.setLineDash([]);
}
