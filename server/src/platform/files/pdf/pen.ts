import type { Letters } from './letters.ts';

/** Red, green and blue, 0 to 1 each. */
export type Colour = readonly [number, number, number];
export type Writing = {
  readonly size: number;
  readonly colour?: Colour;
  readonly bold?: boolean;
  /** What `x` is of the text: its left end where nothing is said. */
  readonly align?: 'left' | 'right' | 'center';
};
export type Point = readonly [x: number, y: number];

/** Draws on one page. Points from its top left corner; `y` of a text is its base line. */
export type Pen = {
  text(x: number, y: number, text: string, writing: Writing): void;
  line(points: readonly Point[], colour: Colour, width: number): void;
  area(points: readonly Point[], colour: Colour): void;
  rect(x: number, y: number, width: number, height: number, colour: Colour): void;
  /** The picture of the document, `x` and `y` its top left corner. */
  picture(x: number, y: number, width: number, height: number): void;
  /** What was drawn, as a page of a PDF has it (ISO 32000-1, 8 and 9). */
  content(): string;
};

export const INK: Colour = [0.12, 0.14, 0.18];
export const FAINT: Colour = [0.42, 0.46, 0.52];
export const RULE: Colour = [0.84, 0.86, 0.89];
export const SHADE: Colour = [0.95, 0.96, 0.98];
export const FONT = 'F1';
export const LOGO = 'L1';
/** A bold letter is one with a line round it, of so much of its size: one font is embedded, not two. */
const BOLD = 0.03;

export function createPen(height: number, letters: Letters): Pen {
  const parts: string[] = [];
  const at = (x: number, y: number): string => `${short(x)} ${short(height - y)}`;
  const path = (points: readonly Point[]): string =>
    points.map(([x, y], nth) => `${at(x, y)} ${nth === 0 ? 'm' : 'l'}`).join(' ');
  return {
    text: (x, y, text, { size, colour = INK, bold = false, align = 'left' }) => {
      const hex = letters.shown(text);
      if (hex === '') return;
      const width = align === 'left' ? 0 : letters.widthOf(text, size);
      const left = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
      const ink = colour.map(short).join(' ');
      const weight = bold ? `2 Tr ${short(size * BOLD)} w ${ink} RG ` : '';
      parts.push(`BT ${weight}/${FONT} ${short(size)} Tf ${ink} rg ${at(left, y)} Td <${hex}> Tj${bold ? ' 0 Tr' : ''} ET`);
    },
    line: (points, colour, width) => parts.push(`${colour.map(short).join(' ')} RG ${short(width)} w ${path(points)} S`),
    area: (points, colour) => parts.push(`${colour.map(short).join(' ')} rg ${path(points)} h f`),
    rect: (x, y, width, tall, colour) =>
      parts.push(`${colour.map(short).join(' ')} rg ${at(x, y + tall)} ${short(width)} ${short(tall)} re f`),
    picture: (x, y, width, tall) => parts.push(`q ${short(width)} 0 0 ${short(tall)} ${at(x, y + tall)} cm /${LOGO} Do Q`),
    content: () => parts.join('\n'),
  };
}

const short = (value: number): string => String(Number(value.toFixed(2)));
