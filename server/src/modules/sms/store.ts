import { DAY_MS } from '@fleetwarden/domain/durations';
import type { SmsValues } from '@fleetwarden/domain/sms-text';
import { countSmsSegments, fillSms, smsParams } from '@fleetwarden/domain/sms-text';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import { LOT } from './limits.ts';

/** SMS_STATE */
export const [QUEUED, SENT, DELIVERED, FAILED, UNNEEDED] = [0, 1, 2, 3, 4] as const;
/** SMS_KIND */
export const SMS_KIND = { rule: 1, test: 2, education: 3 } as const;

/** A rule that applies to an alarm, and one number of its recipients. */
export type Candidate = {
  readonly ruleId: number;
  readonly ruleName: string;
  readonly minGap: number;
  readonly dayCap: number;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly onlyUnhandled: boolean;
  readonly after: number;
  readonly templateId: number;
  readonly gid: string;
  readonly typeId: number;
  readonly level: 1 | 2 | 3;
  readonly startAt: number;
  readonly kmh: number;
  readonly limit: number | null;
  readonly lng: number;
  readonly lat: number;
  readonly vehicleId: number;
  readonly departmentId: number;
  readonly departmentName: string;
  readonly plate: string;
  readonly driverName: string | null;
  readonly mobile: string;
};

/** The cursor of rules over `alarm.told_seq`, locked. The first run begins with the next alarm. */
export async function lockCursor(tx: Queryable): Promise<number> {
  await tx.run(sql`insert into sms_cursor (alarm_seq) select coalesce(max(told_seq), 0) from alarm on conflict do nothing`);
  return (await tx.first<{ seq: number }>(sql`select alarm_seq as seq from sms_cursor for update`))!.seq;
}

/** The last alarm of the next lot, or undefined if there is none. */
export async function findNextLot(
  tx: Queryable,
  from: number,
): Promise<{ readonly upTo: number; readonly full: boolean } | undefined> {
  const row = await tx.first<{ upTo: number | null; count: number }>(sql`
    select max(told_seq) as "upTo", count(*)::integer as count
    from (select told_seq from alarm where told_seq > ${from} order by told_seq limit ${LOT}) a`);
  return row?.upTo == null ? undefined : { upTo: row.upTo, full: row.count === LOT };
}

export const moveCursor = (tx: Queryable, seq: number) => tx.run(sql`update sms_cursor set alarm_seq = ${seq}`);

/**
 * Recipients of rules for the alarms in (from, upTo] that began after `since`. A rule covers the vehicles of its chosen
 * departments and those below, and its chosen vehicles; without both, those of its own department.
 */
export const listCandidates = (tx: Queryable, from: number, upTo: number, since: number): Promise<Candidate[]> =>
  tx.query<Candidate>(sql`
    with recursive news as (
      select a.*, v.department_id, v.plate, v.driver_id, v.owner_phone from alarm a join vehicle v on v.id = a.vehicle_id
      where a.told_seq > ${from} and a.told_seq <= ${upTo} and not a.brief and not a.late and a.start_at > ${at(since)}
        and v.deleted_at is null
    ), up as (
      select distinct department_id as own, department_id as id, 0 as height from news
      union all
      select up.own, d.parent_id, up.height + 1 from up join department d on d.id = up.id where d.parent_id is not null
    )
    select r.id as "ruleId", r.name as "ruleName", r.min_gap as "minGap", r.day_cap as "dayCap",
      r.quiet_from as "quietFrom", r.quiet_to as "quietTo", r.only_unhandled as "onlyUnhandled", r.after, r.template_id as "templateId",
      n.gid::text, n.type_id as "typeId", n.level, n.start_at as "startAt", n.start_kmh as kmh, n.limit_value as limit,
      n.start_lng as lng, n.start_lat as lat, n.vehicle_id as "vehicleId", n.department_id as "departmentId",
      d.name as "departmentName", n.plate, driver.name as "driverName", m.mobile
    from news n
    join department d on d.id = n.department_id
    left join driver on driver.id = n.driver_id
    left join alarm_case c on c.gid = n.gid
    join sms_rule r on r.state = 1 and n.type_id = any(r.types) and (r.levels = '{}' or n.level = any(r.levels))
      and (exists (select from sms_rule_vehicle w where w.rule_id = r.id and w.vehicle_id = n.vehicle_id)
        or exists (select from up join sms_rule_department w on w.department_id = up.id where up.own = n.department_id and w.rule_id = r.id)
        or (not exists (select from sms_rule_vehicle w where w.rule_id = r.id)
          and not exists (select from sms_rule_department w where w.rule_id = r.id)))
      -- a rule never reaches beyond its own department
      and exists (select from up where up.own = n.department_id and up.id = r.department_id)
      and not (r.only_unhandled and coalesce(c.state in (2, 3), false))
    cross join lateral (
      select driver.phone where 1 = any(r.receivers)
      union select n.owner_phone where 2 = any(r.receivers)
      union (select o.officer_tel from up join department o on o.id = up.id
        where 3 = any(r.receivers) and up.own = n.department_id and o.officer_tel is not null order by up.height limit 1)
      union select unnest(string_to_array(r.mobiles, ',')) where 4 = any(r.receivers)
    ) m (mobile)
    where m.mobile ~ '^1[0-9]{10}$'
    order by n.told_seq, r.id, m.mobile`);

/** Messages of rules to numbers: when the last one is due, and how many since the start of the day. */
export async function loadUse(
  tx: Queryable,
  pairs: readonly Pick<Candidate, 'ruleId' | 'mobile'>[],
  dayStart: number,
): Promise<Map<string, { lastAt: number; today: number }>> {
  const rows = await tx.query<{ ruleId: number; mobile: string; lastAt: number; today: number }>(sql`
    select m.rule_id as "ruleId", m.mobile, (extract(epoch from max(m.due_at)) * 1000)::float8 as "lastAt",
      count(*) filter (where m.due_at >= ${at(dayStart)})::integer as today
    from sms_message m
    join (select distinct * from unnest(${pairs.map(({ ruleId }) => ruleId)}::integer[], ${pairs.map(({ mobile }) => mobile)}::text[])) w (rule_id, mobile)
      on w.rule_id = m.rule_id and w.mobile = m.mobile
    where m.state <> ${UNNEEDED} and m.due_at >= ${at(dayStart - DAY_MS)} group by 1, 2`);
  return new Map(rows.map(({ ruleId, mobile, lastAt, today }) => [`${ruleId} ${mobile}`, { lastAt, today }]));
}

export type Template = {
  readonly id: number;
  readonly name: string;
  readonly content: string;
  readonly accountId: number;
  readonly signName: string;
};

export async function loadTemplates(tx: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Template>> {
  const rows = await tx.query<Template>(sql`
    select t.id, t.name, t.content, a.id as "accountId", a.sign_name as "signName"
    from sms_template t join sms_account a on a.id = t.account_id where t.id = any(${[...ids]})`);
  return new Map(rows.map((row) => [row.id, row]));
}

export type NewMessage = {
  readonly kind: (typeof SMS_KIND)[keyof typeof SMS_KIND];
  readonly departmentId: number;
  readonly vehicleId?: number;
  readonly driverName?: string | null;
  readonly ruleId?: number;
  readonly ruleName?: string;
  readonly senderId?: number | null;
  readonly gid?: string;
  /** Only sent while the alarm is not handled. */
  readonly onlyOpen?: boolean;
  readonly mobile: string;
  readonly values: SmsValues;
  readonly dueAt: number;
};

/** Stores a message; undefined if the rule has texted this number about this alarm. */
export async function insertMessage(
  tx: Queryable,
  template: Template,
  wish: NewMessage,
  now: number,
): Promise<number | undefined> {
  const params = smsParams(template.content, wish.values);
  const content = fillSms(template.content, params);
  const row = await tx.first<{ id: number }>(sql`
    insert into sms_message (department_id, vehicle_id, driver_name, account_id, template_id, template_name, rule_id, rule_name, kind,
      sender_id, alarm_gid, only_open, mobile, content, params, segments, due_at, created_at, updated_at)
    values (${wish.departmentId}, ${wish.vehicleId ?? null}, ${wish.driverName ?? null}, ${template.accountId}, ${template.id},
      ${template.name}, ${wish.ruleId ?? null}, ${wish.ruleName ?? null}, ${wish.kind}, ${wish.senderId ?? null}, ${wish.gid ?? null}::uuid,
      ${wish.onlyOpen ?? false}, ${wish.mobile}, ${content}, ${json(params)}::jsonb, ${countSmsSegments(template.signName, content)},
      ${at(wish.dueAt)}, ${at(now)}, ${at(now)})
    on conflict do nothing returning id`);
  return row?.id;
}

/** A message to be sent, with its account. */
export type Outgoing = {
  readonly id: number;
  readonly token: string;
  readonly mobile: string;
  readonly content: string;
  readonly params: Readonly<Record<string, string>>;
  readonly segments: number;
  readonly startedAt: number | null;
  readonly sentAt: number | null;
  readonly bizId: string | null;
  readonly polls: number;
  /** The alarm it is about was handled meanwhile. */
  readonly handled: boolean;
  readonly templateCode: string | null;
  readonly accountId: number | null;
  readonly departmentId: number;
  readonly provider: number;
  readonly enabled: boolean;
  readonly signName: string;
  readonly accessKeyId: string | null;
  /** Encrypted. */
  readonly accessKeySecret: string | null;
  readonly monthCap: number;
};

const OUTGOING = sql`
  select m.id, m.token, m.mobile, m.content, m.params, m.segments, m.started_at as "startedAt", m.sent_at as "sentAt", m.biz_id as "bizId",
    m.polls, m.only_open and exists (select from alarm_case c where c.gid = m.alarm_gid and c.state in (2, 3)) as handled,
    t.code as "templateCode", a.id as "accountId", m.department_id as "departmentId", coalesce(a.provider, 0) as provider, coalesce(a.state = 1, false) as enabled,
    coalesce(a.sign_name, '') as "signName", a.access_key_id as "accessKeyId", a.access_key_secret as "accessKeySecret",
    coalesce(a.month_cap, 0) as "monthCap"
  from sms_message m left join sms_account a on a.id = m.account_id left join sms_template t on t.id = m.template_id`;

export const loadQueued = (db: Queryable, id: number) =>
  db.first<Outgoing>(sql`${OUTGOING} where m.id = ${id} and m.state = ${QUEUED}`);

/** Messages whose receipt is due. */
export const listAwaitingReceipt = (db: Queryable, now: number, since: number, limit: number) =>
  db.query<Outgoing>(sql`
    ${OUTGOING} where m.state = ${SENT} and m.poll_at <= ${at(now)} and m.sent_at > ${at(since)} order by m.poll_at limit ${limit}`);

/** Marks an attempt as under way. `false`: another run has it. */
export const beginAttempt = async (db: Queryable, id: number, now: number): Promise<boolean> =>
  (await db.run(sql`
    update sms_message set started_at = ${at(now)} where id = ${id} and state = ${QUEUED} and started_at is null`)) > 0;

export const endAttempt = (db: Queryable, id: number) =>
  db.run(sql`update sms_message set started_at = null where id = ${id} and state = ${QUEUED}`);

export const markSent = (
  db: Queryable,
  id: number,
  sent: { readonly at: number; readonly bizId: string | null; readonly pollAt: number },
) =>
  db.run(sql`
    update sms_message set state = ${SENT}, sent_at = ${at(sent.at)}, biz_id = ${sent.bizId}, poll_at = ${at(sent.pollAt)}, started_at = null,
      fail_code = null, fail_reason = null, version = version + 1, updated_at = ${at(sent.at)}
    where id = ${id} and state = ${QUEUED}`);

export const markEnd = (
  db: Queryable,
  id: number,
  state: typeof FAILED | typeof UNNEEDED,
  now: number,
  code: string | null,
  reason: string | null,
) =>
  db.run(sql`
    update sms_message set state = ${state}, started_at = null, fail_code = ${code}, fail_reason = ${reason}, version = version + 1,
      updated_at = ${at(now)}
    where id = ${id} and state = ${QUEUED}`);

/** Stores a receipt; false if the message has one. */
export const markReceipt = async (
  db: Queryable,
  id: number,
  receipt: { readonly delivered: boolean; readonly at: number; readonly code: string | null },
): Promise<boolean> =>
  (await db.run(sql`
    update sms_message set state = ${receipt.delivered ? DELIVERED : FAILED}, receipt_at = ${at(receipt.at)}, poll_at = null,
      fail_code = ${receipt.delivered ? null : receipt.code}, fail_reason = ${receipt.delivered ? null : receipt.code},
      version = version + 1, updated_at = ${at(receipt.at)}
    where id = ${id} and state = ${SENT}`)) > 0;

/** A receipt that a provider pushed. */
type PushedReceipt = { readonly token: string; readonly delivered: boolean; readonly at: number; readonly code: string | null };

/** Stores the receipts of messages of an account that have none yet; others are ignored. */
export const storePushedReceipts = (db: Queryable, accountId: number, receipts: readonly PushedReceipt[]) =>
  db.run(sql`
    update sms_message m set state = case when x.delivered then ${DELIVERED}::smallint else ${FAILED}::smallint end,
      receipt_at = to_timestamp(x.at / 1000.0), poll_at = null, fail_code = case when not x.delivered then x.code end,
      fail_reason = case when not x.delivered then x.code end, version = version + 1, updated_at = to_timestamp(x.at / 1000.0)
    from (
      select distinct on (token) * from jsonb_to_recordset(${json(receipts)}::jsonb) r (token text, delivered boolean, at bigint, code text)
      order by token, at
    ) x
    where m.token = x.token and m.account_id = ${accountId} and m.state = ${SENT}`);

export const postponePoll = (db: Queryable, id: number, pollAt: number) =>
  db.run(sql`update sms_message set poll_at = ${at(pollAt)}, polls = polls + 1 where id = ${id} and state = ${SENT}`);

/** What a provider needs to know the account. */
export const loadCredentials = (db: Queryable, accountId: number) =>
  db.first<Pick<Outgoing, 'provider' | 'accessKeyId' | 'accessKeySecret'>>(sql`
    select provider, access_key_id as "accessKeyId", access_key_secret as "accessKeySecret" from sms_account where id = ${accountId}`);

export const saveAccountError = (db: Queryable, accountId: number, text: string, now: number) =>
  db.run(sql`update sms_account set last_error = ${text.slice(0, 300)}, last_error_at = ${at(now)} where id = ${accountId}`);

/** Billed segments since an instant, of one account or of all. */
export async function countSegments(db: Queryable, since: number, accountId?: number): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select coalesce(sum(segments), 0)::integer as count from sms_message
    where sent_at >= ${at(since)} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}`);
  return row!.count;
}

export const countTests = async (db: Queryable, senderId: number, since: number): Promise<number> =>
  (await db.first<{ count: number }>(sql`
    select count(*)::integer as count from sms_message
    where sender_id = ${senderId} and kind = ${SMS_KIND.test} and created_at > ${at(since)}`))!.count;

/** Deletes messages created before an instant (epoch ms); returns their number. */
export const forgetMessages = (db: Queryable, before: number): Promise<number> =>
  db.run(sql`delete from sms_message where created_at < ${at(before)} and state <> ${QUEUED}`);
