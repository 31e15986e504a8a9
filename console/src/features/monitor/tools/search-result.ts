import type { RegionStay, VehicleNow } from '@fleetwarden/contract/region-search/schemas';

/** A found vehicle. Times belong to searches in the past. */
export type MatchedVehicle = {
  readonly targId: string;
  readonly carNo: string;
  readonly color: number;
  readonly deptName: string;
  readonly past: { readonly firstTime: number; readonly lastTime: number; readonly stay: number; readonly times: number } | null;
};

/** Result of a search: vehicles, their total, and its period. */
export type SearchResult = {
  readonly list: readonly MatchedVehicle[];
  readonly total: number;
  readonly time: { readonly start: number; readonly end: number } | null;
};

export const toCurrentMatch = ({ tid, cno, color, deptName }: VehicleNow): MatchedVehicle => ({
  targId: tid,
  carNo: cno,
  color,
  deptName,
  past: null,
});

export const toPastMatch = ({ targId, carNo, color, deptName, ...past }: RegionStay): MatchedVehicle => ({
  targId,
  carNo,
  color,
  deptName,
  past,
});
