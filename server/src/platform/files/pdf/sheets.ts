import type { PdfDocument } from './document.ts';
import type { Letters } from './letters.ts';
import { createPen, FAINT, INK, type Pen, RULE } from './pen.ts';
import type { Picture } from './picture.ts';

/** A4, points. */
const SHORT = 595.28;
const LONG = 841.89;
const MARGIN = 36;
const HEAD = 22;
const FOOT = 22;
const SMALL = 8;
const GAP = 12;
/** Of the logo in the head at the most. */
const [LOGO_WIDTH, LOGO_HEIGHT] = [90, 16];

/** Pages that are filled from the top. */
export type Sheets = {
  readonly letters: Letters;
  readonly left: number;
  readonly width: number;
  /** What a page has at the most, points. */
  readonly height: number;
  /** Of the page under way. */
  pen(): Pen;
  /** Where the next thing stands. */
  y(): number;
  /** What is left of the page under way. */
  room(): number;
  /** Goes on below. */
  down(height: number): void;
  /** Begins a page. */
  turn(): void;
  /** Every page with its head and foot; ends it. */
  contents(): string[];
  readonly size: readonly [width: number, height: number];
};

/** What stands in the head of each page. */
type Frame = Pick<PdfDocument, 'title' | 'company' | 'platformName'> & {
  readonly logo?: Pick<Picture, 'width' | 'height'> | undefined;
};

export function createSheets(document: Frame & Pick<PdfDocument, 'landscape'>, letters: Letters): Sheets {
  const [width, height] = document.landscape ? [LONG, SHORT] : [SHORT, LONG];
  const [top, bottom] = [MARGIN + HEAD, height - MARGIN - FOOT];
  const pens: Pen[] = [];
  let y = top;
  const turn = () => {
    pens.push(createPen(height, letters));
    y = top;
  };
  turn();
  return {
    letters,
    left: MARGIN,
    width: width - 2 * MARGIN,
    height: bottom - top,
    turn,
    size: [width, height],
    pen: () => pens.at(-1)!,
    y: () => y,
    room: () => bottom - y,
    down: (by) => {
      y += by;
    },
    contents: () =>
      pens.map((pen, at) => {
        frame(pen, { document, letters, width, height, page: at + 1, pages: pens.length });
        return pen.content();
      }),
  };
}

/** Logo, platform, title and company above, the page below. */
function frame(
  pen: Pen,
  of: {
    readonly document: Frame;
    readonly letters: Letters;
    readonly width: number;
    readonly height: number;
    readonly page: number;
    readonly pages: number;
  },
): void {
  const { document, letters, width, height, page, pages } = of;
  const right = width - MARGIN;
  const base = MARGIN + SMALL;
  const half = (right - MARGIN - GAP) / 2;
  const { logo } = document;
  const scale = logo ? Math.min(LOGO_WIDTH / logo.width, LOGO_HEIGHT / logo.height) : 0;
  const before = logo ? logo.width * scale + SMALL : 0;
  if (logo) {
    const tall = logo.height * scale;
    // its middle on that of the letters
    pen.picture(MARGIN, base - SMALL / 3 - tall / 2, logo.width * scale, tall);
  }
  const name = letters.cut(document.platformName, half - before, SMALL);
  pen.text(MARGIN + before, base, name, { size: SMALL, bold: true });
  // the first page has the title large
  if (page > 1) {
    const taken = before + letters.widthOf(name, SMALL) + GAP;
    pen.text(MARGIN + taken, base, letters.cut(document.title, half - taken, SMALL), { size: SMALL, colour: FAINT });
  }
  pen.text(right, base, letters.cut(document.company, half, SMALL), { size: SMALL, colour: INK, align: 'right' });
  const [under, over] = [MARGIN + SMALL + 6, height - MARGIN - SMALL - 6];
  const line = (at: number) =>
    pen.line(
      [
        [MARGIN, at],
        [right, at],
      ],
      RULE,
      0.6,
    );
  line(under);
  line(over);
  pen.text(right, height - MARGIN, `${page} / ${pages}`, { size: SMALL, colour: FAINT, align: 'right' });
}
