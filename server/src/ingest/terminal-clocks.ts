import { HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import type { LocationReported } from '@fleetwarden/domain/location';
import { type ClockOffset, emptyClockOffset, observeClock } from '../engine/clock-offset.ts';
import { at, type Db, sql } from '../platform/db/database.ts';
import { DirtySet } from './dirty-queue.ts';

/** JT/T 808: terminals send GMT+8. The codec reads times so. */
const WIRE_UTC_OFFSET_H = 8;

/** Corrects device times: by the time zone of the terminal, and by what was learned of its clock. */
type TerminalClocks = {
  /** Loads zones and what was learned; all vehicles or some. */
  load(vehicleIds?: readonly number[]): Promise<void>;
  /** Learns from a report and returns it with its corrected time. */
  correct(report: LocationReported): LocationReported;
  /** Corrects a time of another message, in epoch ms as the codec read it. */
  correctTime(vehicleId: number, deviceAt: number): number;
  /** Stores what changed since the last call. */
  save(): Promise<void>;
};

type ClockRow = {
  readonly vehicle_id: number;
  readonly zone: number;
  readonly offset_s: number | null;
  readonly correction_s: number | null;
};

const LOAD = `
  select v.id as vehicle_id, z.zone, c.offset_s, c.correction_s
  from vehicle v left join terminal_setting t on t.vehicle_id = v.id
  cross join lateral (select coalesce(t.utc_offset_h, ${WIRE_UTC_OFFSET_H})::float8 as zone) z
  left join vehicle_clock c on c.vehicle_id = v.id and c.utc_offset_h = z.zone::numeric
  where $1::int[] is null and (z.zone <> ${WIRE_UTC_OFFSET_H} or c.vehicle_id is not null) or v.id = any($1)`;

export function createTerminalClocks(db: Db, now: () => number): TerminalClocks {
  const clocks = new Map<number, ClockOffset>();
  /** What the time zone adds, ms; only other than 0. */
  const zones = new Map<number, number>();
  const changed = new DirtySet((vehicleId) => clocks.has(vehicleId));

  return {
    load: async (vehicleIds) => {
      const rows = await db.query<ClockRow>(LOAD, [vehicleIds === undefined ? null : [...vehicleIds]]);
      for (const { vehicle_id, zone, offset_s, correction_s } of rows) {
        const added = (WIRE_UTC_OFFSET_H - zone) * HOUR_MS;
        const isSameZone = (zones.get(vehicle_id) ?? 0) === added;
        if (added === 0) zones.delete(vehicle_id);
        else zones.set(vehicle_id, added);
        if (clocks.has(vehicle_id) && isSameZone) continue;
        const known = emptyClockOffset();
        // What was learned in another zone is wrong now.
        if (vehicleIds === undefined && offset_s !== null) {
          known.offsetMs = offset_s * SECOND_MS;
          known.correctionMs = (correction_s ?? 0) * SECOND_MS;
        }
        clocks.set(vehicle_id, known);
      }
    },
    correct: (report) => {
      const { vehicleId, deviceAt, receivedAt, backfill } = report;
      if (deviceAt === null) return report;
      const zoned = deviceAt + (zones.get(vehicleId) ?? 0);
      let clock = clocks.get(vehicleId);
      if (clock === undefined) {
        clock = emptyClockOffset();
        clocks.set(vehicleId, clock);
      }
      if (!backfill && observeClock(clock, zoned, receivedAt)) changed.add(vehicleId);
      const corrected = zoned + clock.correctionMs;
      return corrected === deviceAt ? report : { ...report, deviceAt: corrected };
    },
    correctTime: (vehicleId, deviceAt) => deviceAt + (zones.get(vehicleId) ?? 0) + (clocks.get(vehicleId)?.correctionMs ?? 0),
    save: async () => {
      const vehicleIds = changed.take();
      const rows = vehicleIds.flatMap((vehicleId) => {
        const clock = clocks.get(vehicleId);
        if (clock === undefined || clock.offsetMs === null) return [];
        const zone = WIRE_UTC_OFFSET_H - (zones.get(vehicleId) ?? 0) / HOUR_MS;
        return [{ vehicleId, ...clock, offsetMs: clock.offsetMs, zone }];
      });
      if (rows.length === 0) return;
      try {
        await db.run(sql`
          insert into vehicle_clock (vehicle_id, offset_s, correction_s, utc_offset_h, measured_at)
          select u.id, u.offset_s, u.correction_s, u.utc_offset_h, ${at(now())}
          from unnest(${rows.map(({ vehicleId }) => vehicleId)}::int[], ${rows.map(({ offsetMs }) => offsetMs / SECOND_MS)}::int[],
            ${rows.map(({ correctionMs }) => correctionMs / SECOND_MS)}::int[],
            ${rows.map(({ zone }) => zone)}::numeric[]) as u (id, offset_s, correction_s, utc_offset_h)
          join vehicle v on v.id = u.id
          on conflict (vehicle_id) do update set
            offset_s = excluded.offset_s, correction_s = excluded.correction_s, utc_offset_h = excluded.utc_offset_h,
            measured_at = excluded.measured_at`);
      } catch (error) {
        changed.requeue(vehicleIds);
        throw error;
      }
    },
  };
}
