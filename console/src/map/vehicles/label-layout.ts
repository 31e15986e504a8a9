/** A label that asks for a place: its middle at the top, its size, CSS px. A higher rank is placed first. */
export type LabelBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rank: number;
};

/** Edge of the cells that boxes are looked up by, px: about a label's width. */
const CELL = 64;
/** Air between two labels, px. */
const GAP = 2;

/** Indexes of the labels that fit without covering another, at most `limit`, the higher ranks first and equal ones in order. */
export function layOut(boxes: readonly LabelBox[], limit: number): number[] {
  const order = boxes.map((_, i) => i).sort((a, b) => boxes[b]!.rank - boxes[a]!.rank || a - b);
  const cells = new Map<number, number[]>();
  const placed: number[] = [];
  for (const i of order) {
    if (placed.length >= limit) break;
    const keys = cellsOf(boxes[i]!);
    if (keys.some((key) => cells.get(key)?.some((other) => overlap(boxes[i]!, boxes[other]!)))) continue;
    placed.push(i);
    for (const key of keys) {
      const cell = cells.get(key);
      if (cell) cell.push(i);
      else cells.set(key, [i]);
    }
  }
  return placed;
}

function cellsOf({ x, y, width, height }: LabelBox): number[] {
  const keys: number[] = [];
  const right = Math.floor((x + width / 2 + GAP) / CELL);
  const bottom = Math.floor((y + height + GAP) / CELL);
  for (let column = Math.floor((x - width / 2 - GAP) / CELL); column <= right; column++) {
    for (let line = Math.floor((y - GAP) / CELL); line <= bottom; line++) keys.push(column * 65_536 + line);
  }
  return keys;
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP;
}

/** Specification 9: a label's box is so wide at most, px. */
export const LABEL_BOX = 100;

/** A text that is wider than `room` ends in dots. */
export function fitText(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('')}…`;
}
