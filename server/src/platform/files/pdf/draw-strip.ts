import { figureText } from '@fleetwarden/contract/reports/figures';
import { BACKGROUND, type Colour, INK, MUTED } from './canvas.ts';
import type { PdfStrip } from './document.ts';
import type { Pages } from './pages.ts';

const CELL = 26;
const LABEL = 6;
const VALUE = 8;
/** A figure that is too wide becomes smaller, down to this. */
const MIN_VALUE = 4;
const GAP = 8;
const CELL_GAP = 1;
const MAX_DECIMALS = 2;
const MAX_COLOUR: Colour = [0.76, 0.22, 0.15];
const WHITE: Colour = [1, 1, 1];
/** From this share of the maximum on, the figure is white on its background. */
const MIN_DARK_SHARE = 0.55;

/** Draws a heat strip over the page width: one cell a value, its background by the value, its label below. */
export function drawStrip(pages: Pages, { cells }: PdfStrip, language: string): void {
  if (cells.length === 0) return;
  const height = CELL + LABEL + GAP;
  if (pages.remainingHeight() < height) pages.add();
  const [canvas, y] = [pages.canvas(), pages.y()];
  const width = pages.width / cells.length;
  const max = Math.max(...cells.map(({ value }) => value));
  cells.forEach(({ label, value }, at) => {
    const x = pages.left + at * width;
    const share = max > 0 ? Math.max(value, 0) / max : 0;
    const middle = x + (width - CELL_GAP) / 2;
    canvas.fillRect(x, y, width - CELL_GAP, CELL, share === 0 ? BACKGROUND : mixColour(share));
    const whole = figureText(language, value, MAX_DECIMALS, 0);
    const size = pages.text.fitSize(whole, width - CELL_GAP, VALUE, MIN_VALUE);
    const figure = pages.text.truncate(whole, width - CELL_GAP, size);
    if (value > 0)
      canvas.drawText(middle, y + CELL / 2 + VALUE / 3, figure, {
        size,
        align: 'center',
        colour: share >= MIN_DARK_SHARE ? WHITE : INK,
      });
    const text = pages.text.truncate(label, width - CELL_GAP, LABEL);
    canvas.drawText(middle, y + CELL + LABEL + 2, text, { size: LABEL, align: 'center', colour: MUTED });
  });
  pages.moveDown(height + GAP);
}

const mixColour = (share: number): Colour =>
  [0, 1, 2].map((part) => BACKGROUND[part]! + (MAX_COLOUR[part]! - BACKGROUND[part]!) * share) as unknown as Colour;
