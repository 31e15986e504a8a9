import type { PdfFigures, PdfHeading, PdfText } from './document.ts';
import { FAINT, SHADE } from './pen.ts';
import type { Sheets } from './sheets.ts';

const TITLE = 18;
const HEADINGS = { 1: 13, 2: 10.5 } as const;
const TEXT = 9;
const NOTE = 7.5;
/** Of a line, by the size of its letters. */
const LEADING = 1.45;
/** What follows a heading and has no room of this is on the next page with it. */
const TOGETHER = 60;
const FIGURE = 16;
const FIGURES_BESIDE = 6;
const FIGURE_HEIGHT = 42;
const GAP = 8;

/** What a document is called, over the width of its first page. */
export function drawTitle(sheets: Sheets, title: string): void {
  for (const line of sheets.letters.lines(title, sheets.width, TITLE)) writeLine(sheets, line, TITLE, { bold: true });
  sheets.down(GAP / 2);
}

export function drawHeading(sheets: Sheets, { text, level = 1 }: PdfHeading): void {
  const size = HEADINGS[level];
  const lines = sheets.letters.lines(text, sheets.width, size);
  if (sheets.room() < lines.length * size * LEADING + TOGETHER) sheets.turn();
  sheets.down(GAP / 2);
  for (const line of lines) writeLine(sheets, line, size, { bold: true });
}

export function drawText(sheets: Sheets, { text, faint = false }: PdfText): void {
  const size = faint ? NOTE : TEXT;
  for (const line of sheets.letters.lines(text, sheets.width, size)) writeLine(sheets, line, size, { faint });
  sheets.down(GAP / 2);
}

function writeLine(sheets: Sheets, line: string, size: number, as: { readonly bold?: boolean; readonly faint?: boolean }): void {
  const height = size * LEADING;
  if (sheets.room() < height) sheets.turn();
  const { bold = false, faint = false } = as;
  sheets.pen().text(sheets.left, sheets.y() + size, line, { size, bold, ...(faint ? { colour: FAINT } : {}) });
  sheets.down(height);
}

export function drawFigures(sheets: Sheets, { figures }: PdfFigures): void {
  const beside = Math.min(FIGURES_BESIDE, figures.length);
  const width = (sheets.width - (beside - 1) * GAP) / beside;
  for (let first = 0; first < figures.length; first += beside) {
    if (sheets.room() < FIGURE_HEIGHT) sheets.turn();
    const [pen, y] = [sheets.pen(), sheets.y()];
    figures.slice(first, first + beside).forEach(({ label, value }, at) => {
      const x = sheets.left + at * (width + GAP);
      const cut = (text: string, size: number) => sheets.letters.cut(text, width - 2 * GAP, size);
      pen.rect(x, y, width, FIGURE_HEIGHT, SHADE);
      pen.text(x + GAP, y + 14, cut(label, NOTE), { size: NOTE, colour: FAINT });
      pen.text(x + GAP, y + 33, cut(value, FIGURE), { size: FIGURE, bold: true });
    });
    sheets.down(FIGURE_HEIGHT + GAP);
  }
}
