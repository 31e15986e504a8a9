import { type Canvas, createCanvas, INK, LOGO, MUTED, RULE } from './canvas.ts';
import type { PdfDocument, PdfPicture } from './document.ts';
import type { Image } from './image.ts';
import type { TextLayout } from './text-layout.ts';

/** A4, points. */
const SHORT_SIDE = 595.28;
const LONG_SIDE = 841.89;
const MARGIN = 36;
const HEADER = 22;
const FOOTER = 22;
const SMALL = 8;
const GAP = 12;
const [MAX_LOGO_WIDTH, MAX_LOGO_HEIGHT] = [90, 16];

/** Pages that blocks fill from the top; lengths are points. */
export type Pages = {
  readonly text: TextLayout;
  readonly left: number;
  readonly width: number;
  /** The room of an empty page. */
  readonly height: number;
  readonly size: readonly [width: number, height: number];
  /** The canvas of the current page. */
  canvas(): Canvas;
  /** The top of the next block. */
  y(): number;
  remainingHeight(): number;
  moveDown(height: number): void;
  /** Starts a new page. */
  add(): void;
  /** Pictures that were drawn, by resource name. */
  readonly pictures: Map<string, PdfPicture>;
  /** Adds header and footer to each page. Returns the content streams. */
  finish(): string[];
};

type Header = Pick<PdfDocument, 'title' | 'company' | 'platformName'> & {
  readonly logo?: Pick<Image, 'width' | 'height'> | undefined;
};

export function createPages(document: Header & Pick<PdfDocument, 'landscape'>, text: TextLayout): Pages {
  const [width, height] = document.landscape ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE];
  const [top, bottom] = [MARGIN + HEADER, height - MARGIN - FOOTER];
  const canvases: Canvas[] = [];
  let y = top;
  const add = () => {
    canvases.push(createCanvas(height, text));
    y = top;
  };
  add();
  return {
    text,
    left: MARGIN,
    width: width - 2 * MARGIN,
    height: bottom - top,
    size: [width, height],
    canvas: () => canvases.at(-1)!,
    y: () => y,
    remainingHeight: () => bottom - y,
    moveDown: (by) => {
      y += by;
    },
    add,
    pictures: new Map(),
    finish: () =>
      canvases.map((canvas, at) => {
        drawFrame(canvas, document, text, { width, height, page: at + 1, pages: canvases.length });
        return canvas.content();
      }),
  };
}

/** Draws logo, platform, title and company in the header, and the page number in the footer. */
function drawFrame(
  canvas: Canvas,
  { logo, platformName, title, company }: Header,
  text: TextLayout,
  { width, height, page, pages }: Readonly<Record<'width' | 'height' | 'page' | 'pages', number>>,
): void {
  const right = width - MARGIN;
  const baseline = MARGIN + SMALL;
  const half = (right - MARGIN - GAP) / 2;
  const scale = logo ? Math.min(MAX_LOGO_WIDTH / logo.width, MAX_LOGO_HEIGHT / logo.height) : 0;
  const indent = logo ? logo.width * scale + SMALL : 0;
  if (logo) {
    const logoHeight = logo.height * scale;
    // centred on the text
    canvas.drawImage(LOGO, MARGIN, baseline - SMALL / 3 - logoHeight / 2, logo.width * scale, logoHeight);
  }
  const name = text.truncate(platformName, half - indent, SMALL);
  canvas.drawText(MARGIN + indent, baseline, name, { size: SMALL, bold: true });
  // the first page has the title in large type
  if (page > 1) {
    const used = indent + text.measureWidth(name, SMALL) + GAP;
    canvas.drawText(MARGIN + used, baseline, text.truncate(title, half - used, SMALL), { size: SMALL, colour: MUTED });
  }
  canvas.drawText(right, baseline, text.truncate(company, half, SMALL), { size: SMALL, colour: INK, align: 'right' });
  for (const y of [MARGIN + SMALL + 6, height - MARGIN - SMALL - 6]) {
    canvas.strokePath(
      [
        [MARGIN, y],
        [right, y],
      ],
      RULE,
      0.6,
    );
  }
  canvas.drawText(right, height - MARGIN, `${page} / ${pages}`, { size: SMALL, colour: MUTED, align: 'right' });
}
