/** Top centre and size, CSS px. */
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A label to place. Higher ranks are placed first. */
export type LabelBox = Box & {
  readonly rank: number;
  /** Whether it may cover other vehicles' markers. */
  readonly overMarkers?: boolean;
};

/** A marker that labels must not cover: centre and half edge, CSS px. */
export type MarkerBox = { readonly x: number; readonly y: number; readonly half: number };

/** Cell size of the box index, px: about a label's width. */
const CELL = 64;
/** Gap between two labels, px. */
const GAP = 2;

/**
 * Indexes of at most `limit` labels that fit without overlap, higher ranks first, equal ones in order. Labels do not cover
 * markers: half an arrow shows neither position nor direction.
 */
export function layOut(boxes: readonly LabelBox[], limit: number, markers: readonly MarkerBox[] = []): number[] {
  const order = boxes.map((_, i) => i).sort((a, b) => boxes[b]!.rank - boxes[a]!.rank || a - b);
  const labels = new Cells();
  const marked = new Cells();
  for (const { x, y, half } of markers) marked.add({ x, y: y - half, width: 2 * half, height: 2 * half });
  const placed: number[] = [];
  for (const i of order) {
    if (placed.length >= limit) break;
    const box = boxes[i]!;
    if (labels.meets(box) || (!box.overMarkers && marked.meets(box))) continue;
    placed.push(i);
    labels.add(box);
  }
  return placed;
}

/** Boxes indexed by cell. */
class Cells {
  readonly #cells = new Map<number, Box[]>();

  add(box: Box): void {
    for (const key of keysOf(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }

  meets(box: Box): boolean {
    return keysOf(box).some((key) => this.#cells.get(key)?.some((other) => overlap(box, other)));
  }
}

function keysOf({ x, y, width, height }: Box): number[] {
  const keys: number[] = [];
  const right = Math.floor((x + width / 2 + GAP) / CELL);
  const bottom = Math.floor((y + height + GAP) / CELL);
  for (let column = Math.floor((x - width / 2 - GAP) / CELL); column <= right; column++) {
    for (let line = Math.floor((y - GAP) / CELL); line <= bottom; line++) keys.push(column * 65_536 + line);
  }
  return keys;
}

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP;
}

/** Specification 9: maximum width of a label's box, px. */
export const LABEL_BOX = 100;

/** Truncates a text wider than `room` with an ellipsis. */
export function fitText(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('')}…`;
}
