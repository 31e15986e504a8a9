import { RULE_CODES, type RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { TRY_LISTED } from '@fleetwarden/contract/alarm-rules/limits';
import type { Tried, TriedAlarm } from '@fleetwarden/contract/alarm-rules/schemas';
import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import { alarmGid, SILENCE_MS } from '../../engine/alarms/occurrences.ts';
import { type AlarmStates, endSilentAlarms, updateAlarms, type VehicleAlarmEvent } from '../../engine/alarms/report-alarms.ts';
import { defaultTiming } from '../../engine/alarms/timing.ts';
import type { JudgedLocation } from '../../engine/judged-location.ts';
import { createGeofenceRules } from '../../engine/rules/geofence-rules.ts';
import type { RuleScheme } from '../../engine/rules/in-force.ts';
import { createRisks } from '../../engine/rules/risks.ts';
import { compileVehicle } from '../../engine/rules/vehicle-rules.ts';
import { at, type Db, sql } from '../../platform/db/database.ts';
import { defineTask, type Task, TaskFault } from '../../platform/tasks/task.ts';
import type { ActiveRules } from './active-rules.ts';
import { TRY_LIMIT_MS, TRY_PAGE, TRY_POSITIONS } from './limits.ts';

const Payload = z.object({
  schemeType: z.enum(RULE_CODES),
  params: z.record(z.string(), z.unknown()),
  level: z.literal([1, 2, 3]),
  weekdays: z.array(z.number()),
  segments: z.array(z.object({ start: z.string(), end: z.string() })),
  vehicleIds: z.array(z.number()),
  day: z.string(),
  days: z.number(),
});
type Payload = z.infer<typeof Payload>;
export type TryTask = Task<Payload>;

/** Warm-up before the first day of a dry run: fatigue rules look back a day. Alarms in it are not counted. */
const runInMs = (code: RuleCode): number => (code === '130112' ? DAY_MS : HOUR_MS);

/** Runs a scheme over stored positions; nothing is stored. Bounded in positions, in time and in what it lists. */
export function tryTask(deps: {
  readonly db: Db;
  readonly activeRules: Pick<ActiveRules, 'ground' | 'ruleVehicle' | 'vehicle'>;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<ReadonlySet<number>>;
  readonly timeZone: string;
  readonly now: () => number;
}): TryTask {
  const { db, activeRules, below, timeZone, now } = deps;
  return defineTask({
    kind: 'warnScheme.try',
    payload: Payload,
    repeatable: true,
    run: async ({ schemeType, vehicleIds, day, days, ...wish }, { departmentId, signal, progress }): Promise<Tried> => {
      const scope = await below(departmentId);
      const from = parseDayKey(day, timeZone).startAt;
      let until = from;
      for (let i = 0; i < days; i++) until = businessDay(until, timeZone).endAt;
      const scheme = { ...wish, id: 1, kind: schemeType, validFrom: null, validTo: null, timeZone } as unknown as RuleScheme;
      const endsAt = now() + TRY_LIMIT_MS;
      let positions = 0;
      let alarms = 0;
      const list: TriedAlarm[] = [];
      for (const [done, vehicleId] of vehicleIds.entries()) {
        progress(done, vehicleIds.length);
        const vehicle = activeRules.ruleVehicle(vehicleId);
        const record = activeRules.vehicle(vehicleId);
        // one that went out of the scope meanwhile is passed over
        if (!vehicle || !record || !scope.has(record.departmentId)) continue;
        const ground = { ...activeRules.ground(), areas: createGeofenceRules([]), risks: createRisks([]) };
        const trial = createTrial(
          vehicleId,
          compileVehicle(vehicle, [scheme], { ...ground, checks: { ...ground.checks, on: new Set() } }),
        );
        for (let cursor = from - runInMs(schemeType); cursor < until; ) {
          signal.throwIfAborted();
          const page = await loadPositions(db, vehicleId, cursor, until);
          for (const position of page) trial.take(position);
          positions += page.length;
          if (positions > TRY_POSITIONS || now() > endsAt) throw new TaskFault({ key: 'warnScheme.tryTooLong' });
          if (page.length < TRY_PAGE) break;
          cursor = page.at(-1)!.deviceAt! + 1;
        }
        for (const { alarm } of trial.end()) {
          if (alarm.startAt < from || alarm.startAt >= until) continue;
          alarms++;
          if (list.length < TRY_LISTED)
            list.push({
              targId: String(vehicleId),
              carNo: record.plate,
              typeId: alarm.typeId,
              level: alarm.level,
              startAt: alarm.startAt,
              endAt: alarm.lastAt,
              lng: alarm.startLng,
              lat: alarm.startLat,
              maxKmh: alarm.maxKmh,
              value: alarm.value,
              limit: alarm.limit,
            });
        }
      }
      progress(vehicleIds.length, vehicleIds.length);
      return { alarms, positions, list };
    },
  });
}

/** A vehicle's alarms of one run, each as it was in the end. */
function createTrial(vehicleId: number, rules: ReturnType<typeof compileVehicle>) {
  const states: AlarmStates & { connectionAt: number } = { connectionAt: 0 };
  const found = new Map<string, VehicleAlarmEvent>();
  let lastAt = 0;
  const keep = (events: readonly VehicleAlarmEvent[]) => {
    for (const event of events) found.set(alarmGid(vehicleId, event.alarm), event);
  };
  return {
    take: (position: JudgedLocation & { readonly deviceAt: number }) => {
      lastAt = position.deviceAt;
      const how = { itemsOf: () => [], timingOf: defaultTiming, rulesOf: () => rules };
      keep(updateAlarms(states, position, { at: lastAt, late: false, km: 0 }, how));
    },
    end: () => {
      keep(endSilentAlarms(states, lastAt + SILENCE_MS + 1));
      return found.values();
    },
  };
}

/** A page of a vehicle's positions for the engine, without the terminal's own alarms: only the scheme is tested. */
function loadPositions(db: Db, vehicleId: number, from: number, until: number) {
  return db.query<JudgedLocation & { readonly deviceAt: number }>(sql`
    select vehicle_id as "vehicleId", gnss_at as "deviceAt", received_at as "receivedAt", false as backfill, lng, lat,
      altitude_m as "altitudeM", speed_kmh as "speedKmh", heading, 0 as "alarmBits", status_bits as "statusBits",
      odometer_km as "odometerKm", recorder_kmh as "recorderKmh", fuel_l as "fuelL", null::integer as "ioBits", null::smallint as signal,
      null::smallint as satellites, null::bytea as extra, quality
    from position where vehicle_id = ${vehicleId} and gnss_at >= ${at(from)} and gnss_at < ${at(until)}
    order by gnss_at limit ${TRY_PAGE}`);
}
