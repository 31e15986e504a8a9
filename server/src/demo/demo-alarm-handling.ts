import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { CaseTransitions } from '../modules/alarms/index.ts';
import { at, type Db, sql } from '../platform/db/database.ts';
import { LANE_DEPARTURE } from './demo-rules.ts';
import { stableRandom } from './stable-random.ts';

/** alarm_case.state: alarms of the past are overdue, and escalated, at once. */
const [OPEN, ESCALATED] = [0, 4] as const;
/** Younger alarms stay open for the users of the demo. */
const FRESH_MS = 30 * MINUTE_MS;
/** Alarms that became old since the last step. */
const JUST_OLD_MS = 60 * MINUTE_MS;
/** DEAL: message, phone, false alarm. */
const WAYS = [
  { dealType: 1, notes: '已下发语音提醒' },
  { dealType: 1, notes: '已下发文本提醒，驾驶员已减速' },
  { dealType: 5, notes: '电话联系驾驶员，已提醒注意休息' },
  { dealType: 6, notes: '误报，设备已报修' },
  { dealType: 5, notes: '电话联系车队长处理' },
  // what the rule of demo-rules.ts says; it does not look at uploaded alarms
  { dealType: 6, notes: '车道偏离提示，自动归档' },
] as const;
const RULE_WAY = WAYS.length - 1;
/** Highest speed of lane departures that the rule handles. */
const RULE_MAX_KMH = 80;
/** One alarm in so many is never handled. */
const LEFT_OPEN = 16;
/** Time until an alarm was handled, as a share of its time limit: most in time, some late. */
const HANDLED_AFTER = [0.3, 0.5, 0.2, 0.7, 0.4, 0.6, 0.8, 0.3, 0.5, 3, 0.6, 1.5] as const;
/** People handle minor alarms, too, while they watch: no longer limit counts. */
const MAX_LIMIT_MS = 40 * MINUTE_MS;
/** Cases handled in one step; the next step continues. */
const MAX_CASES = 20_000;

type Lot = { readonly dealtAt: number; readonly accountId: number | null; readonly way: number; readonly gids: string[] };
type Case = {
  readonly gid: string;
  readonly startAt: number;
  /** Time limit of its handling, ms. */
  readonly limitMs: number;
  readonly accountId: number;
  readonly lot: number;
  readonly byRule: boolean;
};

/**
 * Handles most of the demo's older alarms as the people who watch its companies would. Idempotent: an alarm is handled or left open
 * by its number. Resolves to the number handled of the days since `weekFrom`, without those that have just become old. `transitionsAt`
 * handles as of an instant, epoch ms.
 */
export async function handleDemoAlarms(
  db: Db,
  {
    now,
    weekFrom,
    transitionsAt,
  }: {
    readonly now: number;
    readonly weekFrom: number;
    readonly transitionsAt: (at: number) => Pick<CaseTransitions, 'handle'>;
  },
): Promise<number> {
  const lots = new Map<string, Lot>();
  let ofWeek = 0;
  for (const { gid, startAt, limitMs, accountId: watcher, lot, byRule } of await openCases(db, now - FRESH_MS)) {
    const seed = stableRandom(lot);
    const share = HANDLED_AFTER[seed % HANDLED_AFTER.length]!;
    const [way, accountId] = byRule ? [RULE_WAY, null] : [stableRandom(seed) % RULE_WAY, watcher];
    const dealtAt = Math.ceil((startAt + share * Math.min(limitMs, MAX_LIMIT_MS)) / MINUTE_MS) * MINUTE_MS;
    // its turn comes later
    if (dealtAt > now) continue;
    if (startAt >= weekFrom && dealtAt < now - JUST_OLD_MS) ofWeek++;
    const key = `${dealtAt} ${accountId} ${way}`;
    const found = lots.get(key) ?? { dealtAt, accountId, way, gids: [] };
    found.gids.push(gid);
    lots.set(key, found);
  }
  for (const { dealtAt, accountId, way, gids } of lots.values())
    await transitionsAt(dealtAt).handle({ ...WAYS[way]!, gids, accountId, scope: null, automatic: way === RULE_WAY });
  return ofWeek;
}

/** Open and escalated cases with the user who watches the vehicle: a user of its company, or else the first account. */
const openCases = (db: Db, until: number): Promise<Case[]> =>
  db.query<Case>(sql`
    with recursive watched as (
      select a.id as account_id, d.id as department_id from account a join department d on d.id = a.department_id
      where a.login_name in ('dispatcher', 'safety', 'enterprise')
      union all select w.account_id, d.id from department d join watched w on d.parent_id = w.department_id)
    select c.gid, f.start_at as "startAt",
      coalesce(extract(epoch from c.due_at - f.start_at)::float8 * 1000, ${MAX_LIMIT_MS}::float8) as "limitMs", coalesce(w.account_id, (select min(id) from account)) as "accountId",
      k.lot, f.type_id = ${LANE_DEPARTURE}::integer and f.level = 2 and f.max_kmh <= ${RULE_MAX_KMH}::float8 and c.state = ${OPEN} as "byRule"
    from alarm_case c cross join lateral (select ('x' || left(md5(c.gid::text), 7))::bit(28)::integer as lot) k join alarm f on f.gid = c.gid join vehicle v on v.id = f.vehicle_id
      left join watched w on w.department_id = v.department_id
    where c.state in (${OPEN}, ${ESCALATED}) and f.start_at < ${at(until)} and k.lot % ${LEFT_OPEN}::integer <> 0
    order by f.start_at desc, c.gid limit ${MAX_CASES}`);
