import type { VehicleNow } from '@fleetwarden/contract/region-search/schemas';
import type { VehicleStore } from '../../../live/vehicle-store.ts';

/** Fields of a vehicle in lists (screen catalogue 3.4), from the server or the live store. */
export type VehicleLine = Pick<
  VehicleNow,
  'tid' | 'cno' | 'color' | 'deptName' | 'drv' | 't' | 'sp' | 'd' | 's' | 'x' | 'y' | 'km' | 'a' | 'status' | 'alarmStrs'
>;

/** A vehicle of the live store. */
export function createLine(store: VehicleStore, row: number, deptName: string): VehicleLine {
  const known = (value: number) => (Number.isNaN(value) ? null : value);
  return {
    tid: store.idOf(row),
    cno: store.plate(row),
    color: store.colour(row),
    deptName,
    drv: store.driver(row),
    t: known(store.time(row)),
    sp: store.speed(row),
    d: store.heading(row),
    s: store.statusBits(row),
    x: known(store.x(row)),
    y: known(store.y(row)),
    km: store.dayKm(row),
    a: store.alarmBits(row),
    status: String(store.status(row)),
    alarmStrs: [...store.alarmTexts(row)],
  };
}

/** Updates a server row from the live store, if that is newer. */
export function lineNow(store: VehicleStore, line: VehicleLine): VehicleLine {
  const row = store.rowOf(line.tid);
  const heard = row >= 0 && !Number.isNaN(store.x(row)) && store.time(row) >= (line.t ?? 0);
  return heard ? createLine(store, row, line.deptName) : line;
}
