import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { CaseTransitions } from '../modules/alarms/index.ts';
import { at, type Db, json, sql } from '../platform/db/database.ts';
import { stableRandom } from './stable-random.ts';

/** Setting of a demo whose alarms of the past were decided. */
const SETTING = 'demo.dealt';
/** Younger alarms stay open for the users of the demo. */
const FRESH_MS = 6 * 60 * MINUTE_MS;
/** The simulated operator handles new alarms at this interval. */
const LOOKS_MS = 5 * MINUTE_MS;
/** DEAL: message, phone, false alarm. */
const WAYS = [
  { dealType: 1, notes: '已下发语音提醒' },
  { dealType: 1, notes: '已下发文本提醒，驾驶员已减速' },
  { dealType: 5, notes: '电话联系驾驶员，已提醒注意休息' },
  { dealType: 6, notes: '误报，设备已报修' },
  { dealType: 5, notes: '电话联系车队长处理' },
] as const;
/** Minutes until an alarm was handled; null: never. */
const DECIDED_MIN = [2, 6, 11, null, 18, 4, 27, null, 45, 9, 240, null] as const;

type Lot = { readonly dealtAt: number; readonly accountId: number; readonly way: number; readonly gids: string[] };
type Case = { readonly gid: string; readonly startAt: number; readonly accountId: number; readonly lot: number };

/**
 * Handles most of the alarms of a demo's past as the people who watch its companies would have. Once in the life of a database; false
 * where it was done. `transitionsAt` handles as of an instant, epoch ms.
 */
export async function handleDemoAlarms(
  db: Db,
  { now, transitionsAt }: { readonly now: number; readonly transitionsAt: (at: number) => Pick<CaseTransitions, 'handle'> },
): Promise<boolean> {
  const marked = await db.run(sql`
    insert into setting (key, value) values (${SETTING}, ${json(true)}::jsonb) on conflict do nothing`);
  if (marked === 0) return false;
  const lots = new Map<string, Lot>();
  for (const { gid, startAt, accountId, lot } of await openCases(db, now - FRESH_MS)) {
    const seed = stableRandom(lot);
    const minutes = DECIDED_MIN[seed % DECIDED_MIN.length]!;
    if (minutes === null) continue;
    const way = stableRandom(seed) % WAYS.length;
    const dealtAt = Math.ceil(startAt / LOOKS_MS) * LOOKS_MS + minutes * MINUTE_MS;
    const key = `${dealtAt} ${accountId} ${way}`;
    const found = lots.get(key) ?? { dealtAt, accountId, way, gids: [] };
    found.gids.push(gid);
    lots.set(key, found);
  }
  for (const { dealtAt, accountId, way, gids } of lots.values())
    await transitionsAt(dealtAt).handle({ ...WAYS[way]!, gids, accountId, scope: null, automatic: false });
  return true;
}

/** Open cases with the user who watches the vehicle: a user of its company, or else the first account. */
const openCases = (db: Db, until: number): Promise<Case[]> =>
  db.query<Case>(sql`
    with recursive watched as (
      select a.id as account_id, d.id as department_id from account a join department d on d.id = a.department_id
      where a.login_name in ('dispatcher', 'safety', 'enterprise')
      union all select w.account_id, d.id from department d join watched w on d.parent_id = w.department_id)
    select c.gid, f.start_at as "startAt", coalesce(w.account_id, (select min(id) from account)) as "accountId",
      ('x' || left(replace(c.gid::text, '-', ''), 7))::bit(28)::integer as lot
    from alarm_case c join alarm f on f.gid = c.gid join vehicle v on v.id = f.vehicle_id
      left join watched w on w.department_id = v.department_id
    where c.state = 0 and f.start_at < ${at(until)} order by f.start_at, c.gid`);
