import type { OfflineReason } from '@fleetwarden/contract/region-search/schemas';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { containsText, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';

type OnlineEventRow = {
  readonly id: string;
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly online: boolean;
  readonly at: number;
  readonly end_reason: string | null;
  readonly login_at: number;
  readonly transport: string;
  readonly protocol_version: number | null;
  readonly peer_ip: string | null;
};

type OnlineLogFilter = {
  readonly targIds?: readonly string[] | undefined;
  readonly carNo?: string | undefined;
  readonly online?: 0 | 1 | undefined;
  readonly start: number;
  readonly end: number;
};

const NOTHING = sql``;

/** A page of comings and goings of the scope's vehicles, newest first: each stay of a terminal is one of either, or both. */
export function onlineEvents(db: Queryable, filter: OnlineLogFilter, scope: Scope, page: PageWindow) {
  const { targIds, carNo, online, start, end } = filter;
  const within = (column: 'login_at' | 'logout_at') =>
    column === 'login_at'
      ? sql`s.login_at >= ${at(start)} and s.login_at <= ${at(end)}`
      : sql`s.logout_at >= ${at(start)} and s.logout_at <= ${at(end)}`;
  const came = sql`select s.id, s.vehicle_id, true as online, s.login_at as at, null as end_reason, s.login_at, s.transport,
    s.protocol_version, s.peer_ip from online_session s where ${within('login_at')}`;
  const went = sql`select s.id, s.vehicle_id, false as online, s.logout_at as at, s.end_reason, s.login_at, s.transport,
    s.protocol_version, s.peer_ip from online_session s where ${within('logout_at')}`;
  const events = online === 1 ? came : online === 0 ? went : sql`${came} union all ${went}`;
  return pageOf<OnlineEventRow>(
    db,
    {
      columns: sql`e.id::text || case when e.online then '+' else '-' end as id, e.vehicle_id, v.plate, v.plate_colour,
        d.name as dept_name, e.online, e.at, e.end_reason, e.login_at, e.transport, e.protocol_version, e.peer_ip`,
      from: sql`
        from (${events}) e join vehicle v on v.id = e.vehicle_id join department d on d.id = v.department_id
        where v.department_id = any(${[...scope]}) and v.deleted_at is null
          ${targIds === undefined ? NOTHING : sql`and e.vehicle_id = any(${targIds.map(Number)}::integer[])`}
          ${carNo === undefined || carNo === '' ? NOTHING : containsText(sql`v.plate`, carNo)}`,
      order: sql`order by e.at desc, e.id desc, e.online`,
    },
    page,
  );
}

/** By the gateway's texts; for others a close by the terminal is the most likely. */
const REASONS: Readonly<Record<string, OfflineReason>> = {
  idle: 'timeout',
  'taken over': 'relogin',
  removed: 'kick',
  'service stopped': 'kick',
  'unknown terminal': 'kick',
  'slow reader': 'kick',
  'too many connections': 'kick',
  'too many failures': 'kick',
  shutdown: 'server',
  'server stopped': 'server',
};

export const offlineReason = (word: string | null): OfflineReason => (word === null ? undefined : REASONS[word]) ?? 'close';
