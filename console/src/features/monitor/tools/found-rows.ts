import type { RegionStay, VehicleNow } from '@fleetwarden/contract/region-search/schemas';

/** A vehicle that a search found. Times are those of a search of the past. */
export type FoundVehicle = {
  readonly targId: string;
  readonly carNo: string;
  readonly color: number;
  readonly deptName: string;
  readonly past: { readonly firstTime: number; readonly lastTime: number; readonly stay: number; readonly times: number } | null;
};

/** What a search came to: its vehicles, how many there are in all, and the time it looked at. */
export type Found = {
  readonly list: readonly FoundVehicle[];
  readonly total: number;
  readonly time: { readonly start: number; readonly end: number } | null;
};

export const foundNow = ({ tid, cno, color, deptName }: VehicleNow): FoundVehicle => ({
  targId: tid,
  carNo: cno,
  color,
  deptName,
  past: null,
});

export const foundThen = ({ targId, carNo, color, deptName, ...past }: RegionStay): FoundVehicle => ({
  targId,
  carNo,
  color,
  deptName,
  past,
});
