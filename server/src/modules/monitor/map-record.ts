import type { InitRecord, MapRecord } from '@fleetwarden/contract/live/live';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import { iconSet } from '@fleetwarden/domain/vehicle-type';

/** Static facts of a vehicle. */
export type VehicleFacts = {
  readonly id: number;
  readonly departmentId: number;
  readonly plate: string;
  readonly plateColour: number;
  readonly vehicleType: number;
  /** '' if there is none. */
  readonly phone: string;
  readonly terminalNo: string;
  readonly driverName: string;
  /** RUN_STATE. */
  readonly runState: number;
  /** The part of its record that never changes, as JSON members. */
  readonly members: string;
};

/** Facts with their members written out: once a loading, not once a second. */
export function vehicleFacts(facts: Omit<VehicleFacts, 'members'>): VehicleFacts {
  const { tid, cid, cno, color, type, vmt } = mapRecord({ ...facts, members: '' }, null);
  return { ...facts, members: JSON.stringify({ tid, cid, cno, color, type, vmt }).slice(1, -1) };
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The record of a vehicle as consoles get it. */
export function mapRecord(facts: VehicleFacts, live: VehicleLive | null): MapRecord {
  return {
    tid: String(facts.id),
    cid: String(facts.id),
    cno: facts.plate,
    x: live?.lng ?? null,
    y: live?.lat ?? null,
    d: live?.heading ?? 0,
    status: String(live?.status ?? 0),
    color: facts.plateColour,
    sp: tenth(live?.speedKmh ?? 0),
    type: iconSet(facts.vehicleType),
    vmt: facts.vehicleType,
    t: live?.gnssAt ?? null,
    r: live?.receivedAt ?? 0,
    st: live?.statusSince ?? 0,
    s: live?.statusBits ?? 0,
    a: live?.alarmBits ?? 0,
    km: tenth(live?.dayKm ?? 0),
    stale: live?.stale ? 1 : 0,
  };
}

/** The same record as JSON, written by hand: a tick writes thousands. */
export function mapRecordJson({ members }: VehicleFacts, live: VehicleLive | null): string {
  if (!live) return `{${members},${NEVER_SEEN}}`;
  return `{${members},"x":${live.lng},"y":${live.lat},"d":${live.heading},"status":"${live.status}","sp":${tenth(live.speedKmh)},"t":${live.gnssAt},"r":${live.receivedAt},"st":${live.statusSince},"s":${live.statusBits},"a":${live.alarmBits},"km":${tenth(live.dayKm)},"stale":${live.stale ? 1 : 0}}`;
}

const NEVER_SEEN = '"x":null,"y":null,"d":0,"status":"0","sp":0,"t":null,"r":0,"st":0,"s":0,"a":0,"km":0,"stale":0';

/** RUN_STATE: the default, which records leave out. */
const OPERATING = 1;

/** The record of the initial list. */
export function initRecord(facts: VehicleFacts, live: VehicleLive | null, followed: boolean): InitRecord {
  return {
    ...mapRecord(facts, live),
    deptId: String(facts.departmentId),
    drv: facts.driverName,
    phone: facts.phone,
    ...(facts.terminalNo === '' ? {} : { term: facts.terminalNo }),
    followed,
    ...(facts.runState === OPERATING ? {} : { run: facts.runState }),
  };
}
