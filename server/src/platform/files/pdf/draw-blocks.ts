import { BACKGROUND, MUTED } from './canvas.ts';
import type { PdfFigures, PdfHeading, PdfPicture, PdfPictures, PdfText } from './document.ts';
import type { Pages } from './pages.ts';

const TITLE = 18;
const HEADINGS = { 1: 13, 2: 10.5 } as const;
const TEXT = 9;
const NOTE = 7.5;
/** Line height as a multiple of the font size. */
const LEADING = 1.45;
/** A heading moves to the next page with its content if less than this remains below it. */
const MIN_BELOW_HEADING = 60;
const FIGURE = 16;
/** A figure that is too wide becomes smaller, down to this. */
const MIN_FIGURE = 7;
const MAX_FIGURES_PER_ROW = 6;
export const FIGURE_HEIGHT = 42;
const PICTURES_PER_ROW = 3;
const MAX_PICTURE_HEIGHT = 120;
const GAP = 8;

/** Draws the title over the width of the first page. */
export function drawTitle(pages: Pages, title: string): void {
  for (const line of pages.text.wrapLines(title, pages.width, TITLE)) drawTextLine(pages, line, TITLE, { bold: true });
  pages.moveDown(GAP / 2);
}

/** Draws a heading on the same page as what follows: `below`, the height of an undivided block, or the first lines of text. */
export function drawHeading(pages: Pages, { text, level = 1 }: PdfHeading, below = 0): void {
  const size = HEADINGS[level];
  const lines = pages.text.wrapLines(text, pages.width, size);
  if (pages.remainingHeight() < GAP / 2 + lines.length * size * LEADING + Math.max(below, MIN_BELOW_HEADING)) pages.add();
  pages.moveDown(GAP / 2);
  for (const line of lines) drawTextLine(pages, line, size, { bold: true });
}

export function drawText(pages: Pages, { text, faint = false }: PdfText): void {
  const size = faint ? NOTE : TEXT;
  for (const line of pages.text.wrapLines(text, pages.width, size)) drawTextLine(pages, line, size, { faint });
  pages.moveDown(GAP / 2);
}

function drawTextLine(
  pages: Pages,
  line: string,
  size: number,
  style: { readonly bold?: boolean; readonly faint?: boolean },
): void {
  const height = size * LEADING;
  if (pages.remainingHeight() < height) pages.add();
  const { bold = false, faint = false } = style;
  pages.canvas().drawText(pages.left, pages.y() + size, line, { size, bold, ...(faint ? { colour: MUTED } : {}) });
  pages.moveDown(height);
}

export function drawFigures(pages: Pages, { figures }: PdfFigures): void {
  const perRow = Math.min(MAX_FIGURES_PER_ROW, figures.length);
  const width = (pages.width - (perRow - 1) * GAP) / perRow;
  for (let first = 0; first < figures.length; first += perRow) {
    if (pages.remainingHeight() < FIGURE_HEIGHT) pages.add();
    const [canvas, y] = [pages.canvas(), pages.y()];
    figures.slice(first, first + perRow).forEach(({ label, value }, at) => {
      const x = pages.left + at * (width + GAP);
      const truncate = (text: string, size: number) => pages.text.truncate(text, width - 2 * GAP, size);
      canvas.fillRect(x, y, width, FIGURE_HEIGHT, BACKGROUND);
      canvas.drawText(x + GAP, y + 14, truncate(label, NOTE), { size: NOTE, colour: MUTED });
      const size = pages.text.fitSize(value, width - 2 * GAP, FIGURE, MIN_FIGURE);
      canvas.drawText(x + GAP, y + 33, truncate(value, size), { size, bold: true });
    });
    pages.moveDown(FIGURE_HEIGHT + GAP);
  }
}

/** Draws pictures in rows that are not divided between pages. */
export function drawPictures(pages: Pages, { pictures }: PdfPictures): void {
  const width = (pages.width - (PICTURES_PER_ROW - 1) * GAP) / PICTURES_PER_ROW;
  const scaleOf = (picture: PdfPicture) => Math.min(width / picture.width, MAX_PICTURE_HEIGHT / picture.height);
  for (let first = 0; first < pictures.length; first += PICTURES_PER_ROW) {
    const row = pictures.slice(first, first + PICTURES_PER_ROW);
    const height = Math.max(...row.map((picture) => picture.height * scaleOf(picture)));
    const caption = NOTE * LEADING;
    if (pages.remainingHeight() < height + caption) pages.add();
    const [canvas, y] = [pages.canvas(), pages.y()];
    row.forEach((picture, at) => {
      const [x, scale, name] = [pages.left + at * (width + GAP), scaleOf(picture), `P${pages.pictures.size + 1}`];
      pages.pictures.set(name, picture);
      canvas.drawImage(name, x, y, picture.width * scale, picture.height * scale);
      canvas.drawText(x, y + height + NOTE, pages.text.truncate(picture.caption, width, NOTE), { size: NOTE, colour: MUTED });
    });
    pages.moveDown(height + caption + GAP);
  }
}
