import { alarmTypeOf } from '@fleetwarden/domain/alarm-types';
import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import type { Content } from '@fleetwarden/protocol/jt809';
import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { sendFitting } from './send-fitting.ts';
import type { Superior } from './superiors.ts';
import { createUnderWay } from './under-way.ts';
import type { Uploader } from './uploader.ts';
import { ofIndustries } from './vehicles.ts';
import { wantedTypes, warnTypeOf } from './warn-types.ts';

/** Alarms for a superior platform: picked out once, told until it has taken them, and then what became of them. */
export type AlarmOutbox = {
  /** Picks out and sends what there is. Rejects without a database. */
  pump(): Promise<void>;
  /** The link is cut: what was under way is sent again. */
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

/** What is told in words, in the language of regulators. */
export type AlarmWords = {
  /** A kind of alarm. */
  kind(typeId: number): string;
  /** How it was dealt with (DEAL; null: it is not said). */
  deal(dealType: number | null): string;
};

/** What alarm plans want reported (130101), beside what platforms ask for. */
export type PlannedReports = {
  /** Kinds that some plan in force wants reported. */
  kinds(): readonly number[];
  /** Whether that of the vehicle does, at the beginning of the alarm (epoch ms). */
  wants(alarm: { readonly vehicleId: number; readonly typeId: number; readonly startAt: number }): boolean;
};

/** How often what people report is looked for where a platform asks for no alarms, ms. */
const REPORTS_EVERY_MS = 1_000;
const TERMINAL = 1;
const COMPANY = 2;
/** Of 0x1403: done, and not acted upon. */
const HANDLED = 1;
const NO_ACTION = 2;
/** Of alarm_case.state. */
const CASE_FALSE = 3;

const SHOWN = sql`o.id, a.vehicle_id, a.type_id, a.source, a.start_at, a.end_at, v.plate, v.plate_colour, c.state, c.deal_type, c.notes`;
const FROM = sql`
  from superior_alarm o join alarm a on a.gid = o.gid join vehicle v on v.id = a.vehicle_id left join alarm_case c on c.gid = a.gid`;

export function createAlarmOutbox(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly uploader: Pick<Uploader, 'introduced'>;
  readonly limits: RegulatorLimits;
  readonly words: AlarmWords;
  readonly planned: PlannedReports;
  readonly log: Log;
  readonly now: () => number;
}): AlarmOutbox {
  const { db, superior, main, uploader, limits, planned, words, log, now } = deps;
  const types = wantedTypes(superior.alarmTypes, superior.sendSafety);
  const underWay = createUnderWay();
  let lookedAt = 0;

  const notWritten = (err: unknown) =>
    log.warn({ err, superior: superior.id }, 'not written down which alarms a superior platform has taken');
  const pickOut = () => db.transaction((tx) => pick(tx, deps, types, now()));

  const send = async (rows: readonly Row[], column: 'taken_at' | 'outcome_taken_at', contentOf: (row: Row) => Content) => {
    for (const row of rows) {
      const key = `${column} ${row.id}`;
      if (underWay.has(key) || !main.room) continue;
      // what it was not told of there is passed over
      await uploader.introduced(row.vehicle_id);
      const taken = () => underWay.settles([key], markTaken(db, row.id, column, now()), notWritten);
      const serial = sendFitting(deps, contentOf(row), taken);
      if (serial === null) return;
      underWay.add(key);
      if (column === 'taken_at') await db.run(sql`update superior_alarm set serial = ${serial} where id = ${row.id}`);
    }
  };

  return {
    pump: async () => {
      // what people report of it may wait a second: positions go on meanwhile
      const asked = types.length > 0 || planned.kinds().length > 0;
      if (!asked && now() - lookedAt < REPORTS_EVERY_MS) return;
      lookedAt = now();
      underWay.look();
      await pickOut();
      const vehicles = sql`where o.superior_id = ${superior.id}`;
      const alarms = await db.query<Row>(sql`
        select ${SHOWN} ${FROM} ${vehicles} and o.taken_at is null order by o.id limit ${limits.rowsAtOnce}`);
      await send(alarms, 'taken_at', (row) => alarmMessage(row, superior, words));
      const outcomes = await db.query<Row>(sql`
        select ${SHOWN} ${FROM} ${vehicles} and o.taken_at is not null and o.outcome_taken_at is null and c.state in (2, 3)
        order by o.id limit ${limits.rowsAtOnce}`);
      await send(outcomes, 'outcome_taken_at', (row) => outcomeMessage(row, superior, words));
    },
    end: () => underWay.clear(),
  };
}

/** Enters the alarms told since the last time. Those of before the platform wanted any, and those too old, are not for it. */
async function pick(
  tx: Queryable,
  { superior, planned, limits }: Pick<Parameters<typeof createAlarmOutbox>[0], 'superior' | 'planned' | 'limits'>,
  types: readonly number[],
  now: number,
): Promise<void> {
  const known = await tx.first<{ alarm_seq: number | null }>(sql`
    select alarm_seq from superior_link where superior_id = ${superior.id} for update`);
  const newest = await tx.first<{ seq: number }>(sql`select coalesce(max(told_seq), 0) as seq from alarm`);
  const seq = newest!.seq;
  if (known?.alarm_seq === seq) return;
  if (known?.alarm_seq != null) {
    const news = sql`from alarm a join superior_vehicle s on s.vehicle_id = a.vehicle_id and s.superior_id = ${superior.id}
      join vehicle v on v.id = a.vehicle_id ${ofIndustries(superior)}
      where a.told_seq > ${known.alarm_seq} and a.told_seq <= ${seq} and not a.brief
        and a.start_at > ${at(now - Math.max(superior.supplementMs, limits.liveMs))}`;
    const kinds = planned.kinds().filter((id) => !types.includes(id));
    const byPlan =
      kinds.length === 0
        ? []
        : await tx.query<{ gid: string; vehicleId: number; typeId: number; startAt: number }>(sql`
            select a.gid, a.vehicle_id as "vehicleId", a.type_id as "typeId", a.start_at as "startAt" ${news}
              and a.type_id = any(${kinds})`);
    await tx.run(sql`
      insert into superior_alarm (superior_id, gid, queued_at)
      select ${superior.id}, a.gid, ${at(now)} ${news}
        and (a.type_id = any(${[...types]}) or a.gid = any(${byPlan.filter(planned.wants).map(({ gid }) => gid)}::uuid[]))
      order by a.told_seq on conflict (superior_id, gid) do nothing`);
  }
  await tx.run(sql`
    insert into superior_link (superior_id, alarm_seq) select id, ${seq} from superior_platform where id = ${superior.id}
    on conflict (superior_id) do update set alarm_seq = excluded.alarm_seq`);
}

const markTaken = (db: Queryable, id: number, column: 'taken_at' | 'outcome_taken_at', now: number) =>
  db.run(
    column === 'taken_at'
      ? sql`update superior_alarm set taken_at = ${at(now)} where id = ${id}`
      : sql`update superior_alarm set outcome_taken_at = ${at(now)} where id = ${id}`,
  );

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
const sourceOf = (typeId: number): number => {
  const kind = alarmTypeOf(typeId)?.source.kind;
  return kind === 'rule' || kind === 'platform' ? COMPANY : TERMINAL;
};

/** What both messages of 2019 say of an alarm. */
const around2019 = (row: Row, { platform, revision }: Superior) => ({
  platform,
  warnType2019: warnTypeOf(row.type_id, revision),
  warnTime2019: seconds(row.start_at),
  start: seconds(row.start_at),
  end: row.end_at === null ? 0 : seconds(row.end_at),
  plate: row.plate,
  colour: plateColourToWire(row.plate_colour),
  destination: '',
  lineId: 0,
});

const vehicleOf = (row: Row, { revision }: Superior) =>
  revision < 2019 ? { plate: row.plate, colour: plateColourToWire(row.plate_colour) } : null;

/** 0x1402. */
function alarmMessage(row: Row, superior: Superior, words: AlarmWords): Content {
  const text = words.kind(row.type_id);
  const body =
    superior.revision >= 2019
      ? { ...around2019(row, superior), text }
      : {
          warnSource: sourceOf(row.type_id),
          warnType: warnTypeOf(row.type_id, superior.revision),
          warnTime: seconds(row.start_at),
          infoId: row.id,
          text,
        };
  return { type: 'alarm', body, vehicle: vehicleOf(row, superior) };
}

/** 0x1403. */
function outcomeMessage(row: Row, superior: Superior, words: AlarmWords): Content {
  const result = row.state === CASE_FALSE ? NO_ACTION : HANDLED;
  const text = [words.deal(row.deal_type), row.notes ?? ''].filter((part) => part !== '').join(': ');
  const body = superior.revision >= 2019 ? { ...around2019(row, superior), text } : { infoId: row.id, result };
  return { type: 'alarmHandled', body, vehicle: vehicleOf(row, superior) };
}
