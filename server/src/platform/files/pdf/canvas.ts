import type { TextLayout } from './text-layout.ts';

/** Red, green and blue, 0 to 1 each. */
export type Colour = readonly [number, number, number];
export type TextStyle = {
  readonly size: number;
  readonly colour?: Colour;
  readonly bold?: boolean;
  /** Which point of the text `x` is; left by default. */
  readonly align?: 'left' | 'right' | 'center';
};
export type Point = readonly [x: number, y: number];

/** Draws on one page, in points from its top left corner. The `y` of a text is its baseline. */
export type Canvas = {
  drawText(x: number, y: number, text: string, style: TextStyle): void;
  strokePath(points: readonly Point[], colour: Colour, width: number): void;
  fillPolygon(points: readonly Point[], colour: Colour): void;
  fillRect(x: number, y: number, width: number, height: number, colour: Colour): void;
  /** Draws an image by its resource name; `x` and `y` are its top left corner. */
  drawImage(name: string, x: number, y: number, width: number, height: number): void;
  /** The content stream of the page (ISO 32000-1, 8 and 9). */
  content(): string;
};

export const INK: Colour = [0.12, 0.14, 0.18];
export const MUTED: Colour = [0.42, 0.46, 0.52];
export const RULE: Colour = [0.84, 0.86, 0.89];
export const BACKGROUND: Colour = [0.95, 0.96, 0.98];
/** Resource names. */
export const FONT = 'F1';
export const LOGO = 'L1';
/** Bold is simulated by an outline of this share of the font size, so only one font is embedded. */
const BOLD_OUTLINE = 0.03;

export function createCanvas(height: number, layout: TextLayout): Canvas {
  const operators: string[] = [];
  const position = (x: number, y: number): string => `${formatNumber(x)} ${formatNumber(height - y)}`;
  const path = (points: readonly Point[]): string =>
    points.map(([x, y], at) => `${position(x, y)} ${at === 0 ? 'm' : 'l'}`).join(' ');
  return {
    drawText: (x, y, text, { size, colour = INK, bold = false, align = 'left' }) => {
      const glyphs = layout.encodeGlyphs(text);
      if (glyphs === '') return;
      const width = align === 'left' ? 0 : layout.measureWidth(text, size);
      const left = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
      const rgb = formatColour(colour);
      const outline = bold ? `2 Tr ${formatNumber(size * BOLD_OUTLINE)} w ${rgb} RG ` : '';
      const font = `/${FONT} ${formatNumber(size)} Tf ${rgb} rg`;
      operators.push(`BT ${outline}${font} ${position(left, y)} Td <${glyphs}> Tj${bold ? ' 0 Tr' : ''} ET`);
    },
    strokePath: (points, colour, width) => {
      operators.push(`${formatColour(colour)} RG ${formatNumber(width)} w ${path(points)} S`);
    },
    fillPolygon: (points, colour) => {
      operators.push(`${formatColour(colour)} rg ${path(points)} h f`);
    },
    fillRect: (x, y, width, tall, colour) => {
      const size = `${formatNumber(width)} ${formatNumber(tall)}`;
      operators.push(`${formatColour(colour)} rg ${position(x, y + tall)} ${size} re f`);
    },
    drawImage: (name, x, y, width, tall) => {
      operators.push(`q ${formatNumber(width)} 0 0 ${formatNumber(tall)} ${position(x, y + tall)} cm /${name} Do Q`);
    },
    content: () => operators.join('\n'),
  };
}

const formatNumber = (value: number): string => String(Number(value.toFixed(2)));
const formatColour = (colour: Colour): string => colour.map(formatNumber).join(' ');
