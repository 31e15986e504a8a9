import type { Region } from '@fleetwarden/domain/region';

/** Filter values as a call sends them, by filter name. */
export type FilterValues = Readonly<Record<string, string | number>>;

/** The parsed filters, validated and within the user's scope. Times are epoch ms, ends exclusive; days yyyy-MM-dd, both included. */
export type ReportRequest = {
  /** Departments whose rows the report covers: the chosen ones and those below, within the scope. */
  readonly departments: readonly number[];
  /** All departments whose records the user may see. */
  readonly scope: readonly number[];
  /** The chosen company, or the user's own. */
  readonly company: number;
  /** The chosen vehicles, all within the scope; null: no vehicle filter. */
  readonly vehicles: readonly number[] | null;
  readonly days: { readonly from: string; readonly to: string };
  readonly times: { readonly from: number; readonly to: number };
  readonly dayCount: number;
  readonly now: number;
  readonly timeZone: string;
  /** The raw value of a filter; '' if absent. */
  text(name: string): string;
  /** A number; null if absent. */
  number(name: string): number | null;
  /** The values of a list; null if none is chosen (all match) or the report has no such filter. */
  list(name: string): readonly string[] | null;
  /** The result of the region search, if the report has one (`searchedRegion`). */
  readonly stays?: readonly RegionStay[];
  /** Both bounds; null: unbounded. */
  range(name: string): readonly [from: number | null, to: number | null];
};

/** A vehicle's stay in a region: epoch ms, ms, km, km/h (null: no fix inside), and where it was first. */
export type RegionStay = {
  readonly vehicleId: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly stayMs: number;
  readonly km: number;
  readonly maxKmh: number | null;
  readonly lng: number;
  readonly lat: number;
};

/** Searches the positions of vehicles from `start` to before `end`, epoch ms. Throws CallError. */
export type SearchRegion = (
  accountId: number,
  vehicleIds: readonly number[],
  region: Region,
  time: { readonly start: number; readonly end: number },
) => Promise<readonly RegionStay[]>;
