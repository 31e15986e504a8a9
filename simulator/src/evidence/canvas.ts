import { dotsOf, measureText } from '../video/dot-font.ts';

/** Colours as red, green and blue. Their order is that of the indices of a picture. */
const COLOURS = {
  black: [16, 18, 22],
  white: [240, 240, 236],
  sky: [150, 186, 214],
  hill: [116, 140, 150],
  grass: [98, 128, 84],
  road: [82, 84, 88],
  line: [226, 222, 206],
  red: [198, 44, 40],
  blue: [44, 84, 150],
  silver: [176, 182, 188],
  glass: [38, 52, 66],
  tyre: [30, 30, 32],
  lamp: [255, 204, 92],
  wall: [58, 62, 72],
  seat: [36, 40, 48],
  shirt: [70, 104, 140],
  skin: [222, 176, 142],
  shade: [186, 140, 110],
  hair: [34, 28, 26],
  belt: [96, 100, 106],
  smoke: [168, 172, 178],
} as const satisfies Record<string, readonly [number, number, number]>;
export type Colour = keyof typeof COLOURS;

export const PALETTE: readonly (readonly [number, number, number])[] = Object.values(COLOURS);
const indices = new Map(Object.keys(COLOURS).map((name, index) => [name, index]));

/** What is painted, in thousandths of the picture's width and height. */
export type Shape =
  | { readonly colour: Colour; readonly oval: readonly [x: number, y: number, radiusX: number, radiusY: number] }
  | { readonly colour: Colour; readonly box: readonly [x: number, y: number, width: number, height: number] }
  /** Corners of a convex polygon, x and y in turn. */
  | { readonly colour: Colour; readonly area: readonly number[] };

/** A picture of palette indices, row by row. */
export type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

const UNITS = 1_000;
/** Width in dots of a line of text. */
const LINE_DOTS = 160;

export function paint(width: number, height: number, shapes: readonly Shape[]): Picture {
  const pixels = new Uint8Array(width * height);
  for (const shape of shapes) {
    const colour = indices.get(shape.colour)!;
    for (let y = 0; y < height; y++) {
      const span = spanOf(shape, ((y + 0.5) / height) * UNITS);
      if (!span) continue;
      const [from, to] = span.map((x) => Math.round((Math.min(UNITS, Math.max(0, x)) / UNITS) * width)) as [number, number];
      pixels.fill(colour, y * width + from, y * width + to);
    }
  }
  return { width, height, pixels };
}

/** The part of a row that a shape covers. */
function spanOf(shape: Shape, y: number): readonly [number, number] | undefined {
  if ('box' in shape) {
    const [x, top, width, height] = shape.box;
    return y >= top && y < top + height ? [x, x + width] : undefined;
  }
  if ('oval' in shape) {
    const [x, middle, radiusX, radiusY] = shape.oval;
    const share = (y - middle) / radiusY;
    return Math.abs(share) < 1
      ? [x - radiusX * Math.sqrt(1 - share * share), x + radiusX * Math.sqrt(1 - share * share)]
      : undefined;
  }
  const { area } = shape;
  const crossings: number[] = [];
  for (let i = 0; i < area.length; i += 2) {
    const [x0, y0, x1, y1] = [area[i]!, area[i + 1]!, area[(i + 2) % area.length]!, area[(i + 3) % area.length]!];
    if (y0 <= y !== y1 <= y) crossings.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0));
  }
  return crossings.length > 1 ? [Math.min(...crossings), Math.max(...crossings)] : undefined;
}

/** Writes a line of text at the top of a picture, white on black. */
export function write({ width, pixels }: Picture, text: string): void {
  const dot = Math.max(1, Math.floor(width / LINE_DOTS));
  const fill = (x: number, y: number, across: number, down: number, colour: Colour) => {
    for (let row = y * dot; row < (y + down) * dot; row++)
      pixels.fill(indices.get(colour)!, row * width + x * dot, row * width + Math.min(width, (x + across) * dot));
  };
  const size = measureText(text);
  fill(0, 0, size.width, size.height, 'black');
  for (const [x, y] of dotsOf(text)) if ((x + 1) * dot <= width) fill(x, y, 1, 1, 'white');
}
