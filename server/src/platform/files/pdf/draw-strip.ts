import { figureText } from '@fleetwarden/contract/reports/figures';
import type { PdfStrip } from './document.ts';
import { type Colour, FAINT, INK, SHADE } from './pen.ts';
import type { Sheets } from './sheets.ts';

const CELL = 26;
const LABEL = 6;
const VALUE = 8;
const GAP = 8;
const BETWEEN = 1;
/** Behind the point of a figure at the most. */
const DIGITS = 2;
const DARKEST: Colour = [0.76, 0.22, 0.15];
const WHITE: Colour = [1, 1, 1];
/** From this share of the most on, figures are white on their ground. */
const DARK = 0.55;

/** A row of cells, figures of the language, over the width of the page: the ground of each tells how much it is, its figure stands on it, its name below. */
export function drawStrip(sheets: Sheets, { cells }: PdfStrip, language: string): void {
  if (cells.length === 0) return;
  const height = CELL + LABEL + GAP;
  if (sheets.room() < height) sheets.turn();
  const [pen, y] = [sheets.pen(), sheets.y()];
  const width = sheets.width / cells.length;
  const most = Math.max(...cells.map(({ value }) => value));
  cells.forEach(({ label, value }, at) => {
    const x = sheets.left + at * width;
    const share = most > 0 ? Math.max(value, 0) / most : 0;
    const middle = x + (width - BETWEEN) / 2;
    pen.rect(x, y, width - BETWEEN, CELL, share === 0 ? SHADE : mixed(share));
    const figure = sheets.letters.cut(figureText(language, value, DIGITS, 0), width - BETWEEN, VALUE);
    if (value > 0)
      pen.text(middle, y + CELL / 2 + VALUE / 3, figure, { size: VALUE, align: 'center', colour: share >= DARK ? WHITE : INK });
    const name = sheets.letters.cut(label, width - BETWEEN, LABEL);
    pen.text(middle, y + CELL + LABEL + 2, name, { size: LABEL, align: 'center', colour: FAINT });
  });
  sheets.down(height + GAP);
}

/** From the shade of nothing to that of the most. */
const mixed = (share: number): Colour =>
  [0, 1, 2].map((part) => SHADE[part]! + (DARKEST[part]! - SHADE[part]!) * share) as unknown as Colour;
