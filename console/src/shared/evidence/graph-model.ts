import type { EvidenceGraph } from '@fleetwarden/contract/alarms/evidence-graph';

type Point = EvidenceGraph['list'][number];

/** Width and height of a plot; the drawing scales. */
export const PLOT = { width: 600, height: 80 } as const;

/** A value over time: its range, and a path through the known values. */
export type Series = { readonly least: number; readonly most: number; readonly path: string };

type Range = { readonly start: number; readonly end: number };

export const xOf = (time: number, { start, end }: Range): number =>
  end > start ? ((time - start) / (end - start)) * PLOT.width : 0;

/** A path through the known values of `read`; unknown ones are gaps. undefined: no value is known. `floor`: the range contains it. */
export function buildSeries(
  list: readonly Point[],
  range: Range,
  read: (point: Point) => number | null,
  floor: number,
): Series | undefined {
  const values = list.map(read);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  const [least, most] = [Math.min(floor, ...known), Math.max(floor, ...known)];
  let path = '';
  let isDrawing = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const share = most > least ? (value - least) / (most - least) : 0;
    const y = PLOT.height - share * PLOT.height;
    path += `${isDrawing ? 'L' : 'M'}${xOf(list[index]!.time, range).toFixed(1)} ${y.toFixed(1)}`;
    isDrawing = true;
  }
  return { least, most, path };
}

/** Stretches of time in which `is` holds, each to the next point. */
export function findSpans(list: readonly Point[], is: (point: Point) => boolean): readonly Range[] {
  const spans: { start: number; end: number }[] = [];
  for (const [index, point] of list.entries()) {
    if (!is(point)) continue;
    const end = list[index + 1]?.time ?? point.time;
    const last = spans.at(-1);
    if (last?.end === point.time) last.end = end;
    else spans.push({ start: point.time, end });
  }
  return spans;
}

/** The point of a list that is nearest to a time. */
export const nearestPoint = (list: readonly Point[], time: number): Point | undefined =>
  list.reduce<Point | undefined>(
    (best, point) => (!best || Math.abs(point.time - time) < Math.abs(best.time - time) ? point : best),
    undefined,
  );
