import { businessDay } from '@fleetwarden/domain/business-day';
import type { MileageSource } from '@fleetwarden/domain/mileage';
import type { JudgedLocation } from '../engine/judged-location.ts';
import { ALARM_GRACE_MS } from '../engine/vehicle.ts';
import { knowsDays, restoreState } from '../engine/vehicle-state.ts';
import type { Db } from '../platform/db/database.ts';
import { markLateDays } from './mark-late-days.ts';
import type { VehicleStates } from './vehicle-states.ts';

/** Vehicles per batch. */
const ROUND = 2_000;

type VehicleRow = { id: number; mileage_source: MileageSource; engine: unknown };

type PositionRow = {
  vehicle_id: number;
  gnss_at: number | null;
  received_at: number;
  lng: number;
  lat: number;
  altitude_m: number;
  speed_kmh: number;
  heading: number;
  alarm_bits: number;
  status_bits: number;
  odometer_km: number | null;
  recorder_kmh: number | null;
  fuel_l: number | null;
  io_bits: number | null;
  signal: number | null;
  satellites: number | null;
  backfill: boolean;
  quality: number;
  extra: Buffer | null;
};

const COLUMNS = [
  'vehicle_id',
  'gnss_at',
  'received_at',
  'lng',
  'lat',
  'altitude_m',
  'speed_kmh',
  'heading',
  'alarm_bits',
  'status_bits',
  'odometer_km',
  'recorder_kmh',
  'fuel_l',
  'io_bits',
  'signal',
  'satellites',
  'backfill',
  'quality',
  'extra',
];
const columns = (table: string): string => COLUMNS.map((column) => `${table}.${column}`).join(', ');

// Positions newer than the saved state: by device time if believable, which the primary key answers within the partitions, else
// by arrival. Those just before it may have alarms that were not stored. For vehicles without a saved state the last seven days are enough.
const MISSED = `
  select ${columns('p')} from vehicle_latest l cross join lateral (
    select * from position where position.vehicle_id = l.vehicle_id
    and position.gnss_at > case when l.stale or l.gnss_at is null then l.received_at - interval '1 day'
      else l.gnss_at - interval '${ALARM_GRACE_MS} milliseconds' end
  ) p
  where l.vehicle_id = any($1) and case when l.stale or l.gnss_at is null then p.received_at >= l.received_at
    else p.gnss_at > l.gnss_at or p.received_at > l.received_at end
  union all
  select ${columns('p')} from unnest($1::int[]) as v (id)
  join position p on p.vehicle_id = v.id and p.gnss_at > coalesce($2::timestamptz - interval '7 days', '-infinity')
  where not exists (select from vehicle_latest l where l.vehicle_id = v.id)
  union all
  select ${columns('o')} from position_odd o left join vehicle_latest l on l.vehicle_id = o.vehicle_id
  where o.vehicle_id = any($1) and o.received_at >= coalesce($2::timestamptz - interval '10 minutes', '-infinity')
  and (l.received_at is null or o.received_at >= l.received_at)
  order by received_at, gnss_at`;

/**
 * Restores `states` and replays the positions committed after the last save, which a crash leaves unprocessed. Returns their
 * number.
 */
export async function recover(db: Db, states: VehicleStates, timeZone: string): Promise<number> {
  const [saved] = await db.query<{ at: number | null }>('select max(received_at) as at from vehicle_latest');
  const savedAt = saved?.at == null ? null : new Date(saved.at);
  let replayed = 0;
  for (let after = 0; ; ) {
    const vehicles = await db.query<VehicleRow>(
      `select v.id, v.mileage_source, l.engine from vehicle v left join vehicle_latest l on l.vehicle_id = v.id
       where v.id > $1 and v.deleted_at is null order by v.id limit ${ROUND}`,
      [after],
    );
    if (vehicles.length === 0) return replayed;
    // Must run before `restoreState` adds the days.
    const incomplete = vehicles.filter(({ engine }) => engine !== null && !knowsDays(engine));
    for (const { id, mileage_source, engine } of vehicles) {
      states.setMileageSource(id, mileage_source);
      if (engine !== null) states.restore(id, restoreState(engine));
    }
    await markIncompleteDays(db, incomplete, states, timeZone);
    const missed = await db.query<PositionRow>(MISSED, [vehicles.map(({ id }) => id), savedAt]);
    for (const row of missed) states.locate(toJudgedLocation(row));
    replayed += missed.length;
    after = vehicles.at(-1)!.id;
  }
}

/** States saved by releases without day figures: marks their current day as late, so that it is recalculated. */
async function markIncompleteDays(
  db: Db,
  vehicles: readonly VehicleRow[],
  states: VehicleStates,
  timeZone: string,
): Promise<void> {
  const days = vehicles.flatMap(({ id }) => {
    const lastAt = states.get(id)?.newestAt ?? null;
    return lastAt === null ? [] : [{ vehicleId: id, day: businessDay(lastAt, timeZone).key, lastAt }];
  });
  if (days.length === 0) return;
  const { text, values } = markLateDays(days);
  await db.run(text, values);
}

function toJudgedLocation(row: PositionRow): JudgedLocation {
  return {
    vehicleId: row.vehicle_id,
    receivedAt: row.received_at,
    backfill: row.backfill,
    deviceAt: row.gnss_at,
    lng: row.lng,
    lat: row.lat,
    altitudeM: row.altitude_m,
    speedKmh: row.speed_kmh,
    heading: row.heading,
    alarmBits: row.alarm_bits,
    statusBits: row.status_bits,
    odometerKm: row.odometer_km,
    recorderKmh: row.recorder_kmh,
    fuelL: row.fuel_l,
    ioBits: row.io_bits,
    signal: row.signal,
    satellites: row.satellites,
    extra: row.extra,
    quality: row.quality,
  };
}
