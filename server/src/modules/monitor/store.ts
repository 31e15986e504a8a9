import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { VehicleStatus } from '@fleetwarden/domain/vehicle-status';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import type { PositionRow } from '../../platform/db/position-row.ts';

export type DepartmentRow = {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
};

/** Every department; siblings in the order they are shown in. */
export const allDepartments = (db: Queryable) =>
  db.query<DepartmentRow>(sql`select id, parent_id, name from department order by sort, name, id`);

/** Those of these vehicles that have recorded video channels. */
export const vehiclesWithVideo = async (db: Queryable, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await db.query<{ id: number }>(
        sql`select distinct vehicle_id as id from vehicle_channel where vehicle_id = any(${[...ids]})`,
      )
    ).map(({ id }) => id),
  );

export type VehicleRow = {
  readonly id: number;
  readonly department_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly vehicle_type: number;
  readonly phone: string | null;
  readonly terminal_no: string | null;
  readonly driver_name: string | null;
  readonly run_state: number;
};

/** All vehicles that are not deleted, with terminal and driver for the registry. */
export const allVehicles = (db: Queryable) =>
  db.query<VehicleRow>(sql`
    select v.id, v.department_id, v.plate, v.plate_colour, v.vehicle_type, v.run_state, t.phone, t.terminal_no,
           d.name as driver_name
    from vehicle v left join terminal t on t.vehicle_id = v.id left join driver d on d.id = v.driver_id
    where v.deleted_at is null order by v.plate, v.id`);

type LatestRow = PositionRow & {
  readonly gnss_at: number | null;
  readonly received_at: number;
  readonly signal: number | null;
  readonly satellites: number | null;
  readonly stale: boolean;
  readonly day_km: number;
  readonly status: VehicleStatus;
  readonly status_since: number;
};

/** The newest known state of every vehicle, as it was when it was last written. */
export async function allLatest(db: Queryable): Promise<VehicleLive[]> {
  const rows = await db.query<LatestRow>(sql`
    select vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, odometer_km,
           recorder_kmh, fuel_l, signal, satellites, stale, day_km, status, status_since
    from vehicle_latest`);
  return rows.map((row) => ({
    vehicleId: row.vehicle_id,
    online: row.status !== 0,
    gnssAt: row.gnss_at,
    receivedAt: row.received_at,
    lng: row.lng,
    lat: row.lat,
    altitudeM: row.altitude_m,
    speedKmh: row.speed_kmh,
    recorderKmh: row.recorder_kmh,
    heading: row.heading,
    alarmBits: row.alarm_bits,
    statusBits: row.status_bits,
    odometerKm: row.odometer_km,
    fuelL: row.fuel_l,
    signal: row.signal,
    satellites: row.satellites,
    dayKm: row.day_km,
    status: row.status,
    statusSince: row.status_since,
    stale: row.stale,
  }));
}

export type VehicleDetail = {
  readonly industry: number;
  readonly terminal_no: string | null;
  readonly protocol_version: number | null;
  readonly driver_phone: string | null;
  /** yyyy-MM-dd */
  readonly service_to: string | null;
  readonly online_since: number | null;
  /** Types of open alarms, in the order of their start. */
  readonly open_alarms: readonly number[];
};

/** Details of the vehicle dialog beyond the registry; the vehicle must be in the scope. */
export const vehicleDetail = (db: Queryable, vehicleId: number, scope: ReadonlySet<number>) =>
  db.first<VehicleDetail>(sql`
    select v.industry, t.terminal_no, t.protocol_version, d.phone as driver_phone, v.service_to::text as service_to,
           (select max(login_at) from online_session o where o.vehicle_id = v.id and o.logout_at is null) as online_since,
           array(select a.type_id from alarm a where a.vehicle_id = v.id and a.end_at is null group by a.type_id order by min(a.start_at))
             as open_alarms
    from vehicle v left join terminal t on t.vehicle_id = v.id left join driver d on d.id = v.driver_id
    where v.id = ${vehicleId} and v.department_id = any(${[...scope]}) and v.deleted_at is null`);

/** Additional items of a vehicle's report of a moment, epoch ms. */
export const extraAt = (db: Queryable, vehicleId: number, gnssAt: number) =>
  db.first<{ extra: Buffer | null }>(sql`
    select extra from position where vehicle_id = ${vehicleId} and gnss_at = ${at(gnssAt)}`);

/** Number of the newest news of an alarm; 0: there never was one. */
export async function newestAlarm(db: Queryable): Promise<number> {
  const [row] = await db.query<{ seq: number | null }>(sql`select max(told_seq) as seq from alarm`);
  return row?.seq ?? 0;
}
