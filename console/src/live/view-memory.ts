import type { GpsRequest } from '@fleetwarden/contract/live/live';

/** A view with the sequence number that the server echoes when its snapshot is complete. */
export type NumberedView = NonNullable<GpsRequest['view']> & { readonly n: number };

/** Whether a position in degrees lies within bounds; false for NaN. */
export function inBounds(bounds: NumberedView['bounds'], lng: number, lat: number): boolean {
  if (!bounds) return false;
  const [west, south, east, north] = bounds;
  const between = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  return between && lat >= south && lat <= north;
}

/**
 * Rows with a possibly outdated position, until the view's snapshot is complete: row -> tick after which a record must arrive.
 */
export class Outdated {
  readonly view: number;
  /** Numbering version of the rows. */
  readonly numbering: number;
  readonly rows: ReadonlyMap<number, number>;

  /** `before`: rows of an earlier view whose snapshot was not complete; they stay outdated. */
  constructor(view: number, rows: readonly number[], tick: number, numbering: number, before: Outdated | null) {
    const all = new Map(before?.numbering === numbering ? before.rows : []);
    for (const row of rows) if (!all.has(row)) all.set(row, tick);
    this.view = view;
    this.numbering = numbering;
    this.rows = all;
  }
}
