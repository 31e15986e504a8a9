import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import type { Content } from '@fleetwarden/protocol/jt809';
import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import { createInFlightSet } from './in-flight-set.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { sendOrSkip } from './send-fitting.ts';
import type { Superior } from './superiors.ts';
import type { Uploader } from './uploader.ts';
import { industryFilter } from './vehicles.ts';
import { selectAlarmTypes, toWarnType } from './warn-types.ts';

/** Alarms for a superior platform: selected once, sent until acknowledged, then the result of their handling. */
export type AlarmOutbox = {
  /** Selects and sends waiting alarms. Rejects without a database. */
  pump(): Promise<void>;
  /** The link is down: unacknowledged items are sent again. */
  end(): void;
};

type Row = {
  readonly id: number;
  readonly vehicle_id: number;
  readonly type_id: number;
  readonly source: number;
  readonly start_at: number;
  readonly end_at: number | null;
  readonly plate: string;
  readonly plate_colour: number;
  readonly state: number | null;
  readonly deal_type: number | null;
  readonly notes: string | null;
};

/** Texts in the language of regulators. */
export type AlarmWords = {
  /** Name of an alarm type. */
  kind(typeId: number): string;
  /** How it was handled (DEAL; null: unknown). */
  deal(dealType: number | null): string;
};

/** Alarms that alarm plans report (130101), in addition to those that platforms want. */
export type PlannedReports = {
  /** Alarm types that an active plan reports. */
  kinds(): readonly number[];
  /** Whether the vehicle's plan reports the alarm. `startAt`: epoch ms. */
  wants(alarm: { readonly vehicleId: number; readonly typeId: number; readonly startAt: number }): boolean;
};

/** Interval for manual reports, if the platform wants no alarms, ms. */
const REPORT_INTERVAL_MS = 1_000;
const TERMINAL = 1;
const COMPANY = 2;
/** Results of 0x1403: handled, no action. */
const HANDLED = 1;
const NO_ACTION = 2;
/** alarm_case.state: false alarm. */
const CASE_FALSE = 3;

const SHOWN = sql`o.id, a.vehicle_id, a.type_id, a.source, a.start_at, a.end_at, v.plate, v.plate_colour, c.state, c.deal_type, c.notes`;
const FROM = sql`
  from superior_alarm o join alarm a on a.gid = o.gid join vehicle v on v.id = a.vehicle_id left join alarm_case c on c.gid = a.gid`;

export function createAlarmOutbox(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly uploader: Pick<Uploader, 'ensureIntroduced'>;
  readonly limits: RegulatorLimits;
  readonly words: AlarmWords;
  readonly planned: PlannedReports;
  readonly log: Log;
  readonly now: () => number;
}): AlarmOutbox {
  const { db, superior, main, uploader, limits, planned, words, log, now } = deps;
  const types = selectAlarmTypes(superior.alarmTypes, superior.sendSafety);
  const inFlight = createInFlightSet();
  let scannedAt = 0;

  const logWriteFailure = (err: unknown) =>
    log.warn({ err, superior: superior.id }, 'acknowledged alarms of a superior platform not stored');
  const selectNewAlarms = () => db.transaction((tx) => insertNewAlarms(tx, deps, types, now()));

  const send = async (rows: readonly Row[], column: 'taken_at' | 'outcome_taken_at', encode: (row: Row) => Content) => {
    for (const row of rows) {
      const key = `${column} ${row.id}`;
      if (inFlight.has(key) || !main.room) continue;
      // the platform ignores alarms of vehicles that it does not know
      await uploader.ensureIntroduced(row.vehicle_id);
      const onAcknowledged = () => inFlight.settle([key], storeAcknowledgement(db, row.id, column, now()), logWriteFailure);
      const serial = sendOrSkip(deps, encode(row), onAcknowledged);
      if (serial === null) return;
      inFlight.add(key);
      if (column === 'taken_at') await db.run(sql`update superior_alarm set serial = ${serial} where id = ${row.id}`);
    }
  };

  return {
    pump: async () => {
      // manual reports are rare, so a platform without other alarms is checked once a second
      const wantsAlarms = types.length > 0 || planned.kinds().length > 0;
      if (!wantsAlarms && now() - scannedAt < REPORT_INTERVAL_MS) return;
      scannedAt = now();
      inFlight.startScan();
      await selectNewAlarms();
      const vehicles = sql`where o.superior_id = ${superior.id}`;
      const alarms = await db.query<Row>(sql`
        select ${SHOWN} ${FROM} ${vehicles} and o.taken_at is null order by o.id limit ${limits.rowsAtOnce}`);
      await send(alarms, 'taken_at', (row) => encodeAlarm(row, superior, words));
      const outcomes = await db.query<Row>(sql`
        select ${SHOWN} ${FROM} ${vehicles} and o.taken_at is not null and o.outcome_taken_at is null and c.state in (2, 3)
        order by o.id limit ${limits.rowsAtOnce}`);
      await send(outcomes, 'outcome_taken_at', (row) => encodeHandling(row, superior, words));
    },
    end: () => inFlight.clear(),
  };
}

/** Inserts the alarms since the last cursor `alarm_seq`. The first run only sets the cursor. Old alarms are skipped. */
async function insertNewAlarms(
  tx: Queryable,
  { superior, planned, limits }: Pick<Parameters<typeof createAlarmOutbox>[0], 'superior' | 'planned' | 'limits'>,
  types: readonly number[],
  now: number,
): Promise<void> {
  const cursor = await tx.first<{ alarm_seq: number | null }>(sql`
    select alarm_seq from superior_link where superior_id = ${superior.id} for update`);
  const newest = await tx.first<{ seq: number }>(sql`select coalesce(max(told_seq), 0) as seq from alarm`);
  const seq = newest!.seq;
  if (cursor?.alarm_seq === seq) return;
  if (cursor?.alarm_seq != null) {
    const newAlarms = sql`from alarm a join superior_vehicle s on s.vehicle_id = a.vehicle_id and s.superior_id = ${superior.id}
      join vehicle v on v.id = a.vehicle_id ${industryFilter(superior)}
      where a.told_seq > ${cursor.alarm_seq} and a.told_seq <= ${seq} and not a.brief
        and a.start_at > ${at(now - Math.max(superior.supplementMs, limits.liveMs))}`;
    const kinds = planned.kinds().filter((id) => !types.includes(id));
    const byPlan =
      kinds.length === 0
        ? []
        : await tx.query<{ gid: string; vehicleId: number; typeId: number; startAt: number }>(sql`
            select a.gid, a.vehicle_id as "vehicleId", a.type_id as "typeId", a.start_at as "startAt" ${newAlarms}
              and a.type_id = any(${kinds})`);
    await tx.run(sql`
      insert into superior_alarm (superior_id, gid, queued_at)
      select ${superior.id}, a.gid, ${at(now)} ${newAlarms}
        and (a.type_id = any(${[...types]}) or a.gid = any(${byPlan.filter(planned.wants).map(({ gid }) => gid)}::uuid[]))
      order by a.told_seq on conflict (superior_id, gid) do nothing`);
  }
  await tx.run(sql`
    insert into superior_link (superior_id, alarm_seq) select id, ${seq} from superior_platform where id = ${superior.id}
    on conflict (superior_id) do update set alarm_seq = excluded.alarm_seq`);
}

const storeAcknowledgement = (db: Queryable, id: number, column: 'taken_at' | 'outcome_taken_at', now: number) =>
  db.run(
    column === 'taken_at'
      ? sql`update superior_alarm set taken_at = ${at(now)} where id = ${id}`
      : sql`update superior_alarm set outcome_taken_at = ${at(now)} where id = ${id}`,
  );

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
const toWarnSource = (typeId: number): number => {
  const kind = findAlarmType(typeId)?.source.kind;
  return kind === 'rule' || kind === 'platform' ? COMPANY : TERMINAL;
};

/** The alarm fields of both 2019 messages. */
const encodeAlarm2019 = (row: Row, { platform, revision }: Superior) => ({
  platform,
  warnType2019: toWarnType(row.type_id, revision),
  warnTime2019: seconds(row.start_at),
  start: seconds(row.start_at),
  end: row.end_at === null ? 0 : seconds(row.end_at),
  plate: row.plate,
  colour: plateColourToWire(row.plate_colour),
  destination: '',
  lineId: 0,
});

const toVehicle2011 = (row: Row, { revision }: Superior) =>
  revision < 2019 ? { plate: row.plate, colour: plateColourToWire(row.plate_colour) } : null;

/** 0x1402. */
function encodeAlarm(row: Row, superior: Superior, words: AlarmWords): Content {
  const text = words.kind(row.type_id);
  const body =
    superior.revision >= 2019
      ? { ...encodeAlarm2019(row, superior), text }
      : {
          warnSource: toWarnSource(row.type_id),
          warnType: toWarnType(row.type_id, superior.revision),
          warnTime: seconds(row.start_at),
          infoId: row.id,
          text,
        };
  return { type: 'alarm', body, vehicle: toVehicle2011(row, superior) };
}

/** 0x1403. */
function encodeHandling(row: Row, superior: Superior, words: AlarmWords): Content {
  const result = row.state === CASE_FALSE ? NO_ACTION : HANDLED;
  const text = [words.deal(row.deal_type), row.notes ?? ''].filter((part) => part !== '').join(': ');
  const body = superior.revision >= 2019 ? { ...encodeAlarm2019(row, superior), text } : { infoId: row.id, result };
  return { type: 'alarmHandled', body, vehicle: toVehicle2011(row, superior) };
}
