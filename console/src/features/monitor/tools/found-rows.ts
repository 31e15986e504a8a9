import type { RegionStay, VehicleNow } from '@fleetwarden/contract/region-search/schemas';

/** A found vehicle. Times belong to searches in the past. */
export type FoundVehicle = {
  readonly targId: string;
  readonly carNo: string;
  readonly color: number;
  readonly deptName: string;
  readonly past: { readonly firstTime: number; readonly lastTime: number; readonly stay: number; readonly times: number } | null;
};

/** Result of a search: vehicles, their total, and its period. */
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
