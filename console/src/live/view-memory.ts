import type { GpsRequest } from '@fleetwarden/contract/live/live';

/** What positions are asked for of, with the number by which the server says that it told all of it. */
export type NumberedView = NonNullable<GpsRequest['view']> & { readonly n: number };

/** Whether a place, degrees, lies within bounds; NaN lies nowhere. */
export function inBounds(bounds: NumberedView['bounds'], lng: number, lat: number): boolean {
  if (!bounds) return false;
  const [west, south, east, north] = bounds;
  const between = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  return between && lat >= south && lat <= north;
}

/** Rows whose place may be long past, until all of a view was told: row -> the store's tick after which it must be heard of. */
export class Outdated {
  readonly view: number;
  /** Of the rows' numbers. */
  readonly numbering: number;
  readonly rows: ReadonlyMap<number, number>;

  /** `before`: those of a view that was left before all of it was told; they stay in doubt. */
  constructor(view: number, rows: readonly number[], tick: number, numbering: number, before: Outdated | null) {
    const all = new Map(before?.numbering === numbering ? before.rows : []);
    for (const row of rows) if (!all.has(row)) all.set(row, tick);
    this.view = view;
    this.numbering = numbering;
    this.rows = all;
  }
}
