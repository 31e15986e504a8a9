import type { InitRecord } from '@fleetwarden/contract/live/live';
import { VehicleStore } from '../../../live/vehicle-store.ts';

/** A vehicle of the live store as a record. */
function toRecord(store: VehicleStore, row: number): InitRecord {
  const known = (value: number) => (Number.isNaN(value) ? null : value);
  return {
    tid: store.idOf(row),
    cid: store.carId(row),
    cno: store.plate(row),
    x: known(store.x(row)),
    y: known(store.y(row)),
    d: store.heading(row),
    status: String(store.status(row)),
    color: store.colour(row),
    sp: store.speed(row),
    type: store.iconSet(row),
    vmt: store.vehicleType(row),
    t: known(store.time(row)),
    r: store.receivedAt(row),
    st: store.statusSince(row),
    s: store.statusBits(row),
    a: store.alarmBits(row),
    km: store.dayKm(row),
    stale: store.stale(row) ? 1 : 0,
    alarmStrs: [...store.alarmTexts(row)],
    deptId: store.deptId(row),
    drv: store.driver(row),
    phone: store.phone(row),
    term: store.terminalNo(row),
    followed: true,
  };
}

/** A store of one vehicle, for a map of its own. `show` copies it from the live store, `hide` removes it. */
export function createOneVehicleStore(live: VehicleStore, tid: string) {
  const store = new VehicleStore();
  return {
    store,
    show: () => {
      const row = live.rowOf(tid);
      if (row < 0) return;
      store.applyInit([toRecord(live, row)]);
      store.endInit();
    },
    hide: () => {
      store.applyInit([]);
      store.endInit();
    },
  };
}
