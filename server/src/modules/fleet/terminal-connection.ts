import type { TerminalConnection } from '@fleetwarden/contract/fleet/terminals';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { listUnknown } from './unknown-terminals.ts';

/** Where terminals connect to. */
export type TerminalAccess = {
  /** PUBLIC_HOST */
  readonly host: string | undefined;
  readonly port: number;
  /** Unreadable data that arrived, newest first. `peer`: address and port; `at`: epoch ms. */
  readonly badFrames: () => readonly { readonly peer: string; readonly at: number }[];
};

/** Devices that cannot be told apart are shown if they came this lately. */
const RECENT_MS = 10 * MINUTE_MS;
const MAX_STRANGERS = 3;
/** STATUS bit 1: the terminal has a fix (JT/T 808-2019 table 24). */
const LOCATED_BIT = 2;

type Row = Pick<
  TerminalConnection,
  'phone' | 'registeredAt' | 'authenticatedAt' | 'online' | 'session' | 'location' | 'refusal'
> & {
  readonly isRoot: boolean;
};

/**
 * The steps of the first connection of a vehicle's terminal. Sessions and locations of an earlier terminal do not count, and
 * neither does a refusal before the last success.
 */
export async function getTerminalConnection(
  db: Db,
  vehicleId: number,
  caller: {
    readonly access: TerminalAccess;
    readonly scope: ReadonlySet<number>;
    readonly departmentId: number;
    readonly now: number;
  },
): Promise<TerminalConnection> {
  const { access, scope, departmentId, now } = caller;
  const [row, unknown] = await Promise.all([
    findSteps(db, vehicleId, departmentId),
    listUnknown(db, { scope, departmentId }, { limit: MAX_STRANGERS, offset: 0 }),
  ]);
  const { isRoot, ...steps } = row;
  const since = now - RECENT_MS;
  return {
    ...steps,
    host: access.host ?? null,
    port: access.port,
    unknown: unknown.list.filter(({ lastAt }) => lastAt >= since).map(({ phone, peerIp, lastAt }) => ({ phone, peerIp, lastAt })),
    // these bytes name no vehicle
    unreadable: isRoot ? listUnreadable(access, since) : [],
  };
}

async function findSteps(db: Db, vehicleId: number, departmentId: number): Promise<Row> {
  const row = await db.first<Row>(sql`
    select t.phone, t.registered_at as "registeredAt", coalesce(t.authenticated_at, s.login_at) as "authenticatedAt",
      s.id is not null and s.logout_at is null as online,
      case when s.id is not null then jsonb_build_object('loginAt', ${epochMs(sql`s.login_at`)}, 'peerIp', s.peer_ip,
        'transport', s.transport, 'version', s.protocol_version) end as session,
      case when l.vehicle_id is not null then jsonb_build_object('at', ${epochMs(sql`l.gnss_at`)},
        'receivedAt', ${epochMs(sql`l.received_at`)}, 'hasFix', l.status_bits & ${LOCATED_BIT} <> 0,
        'isTimeValid', not l.stale) end as location,
      case when r.reason is not null then jsonb_build_object('reason', r.reason, 'peerIp', r.peer_ip, 'times', r.times,
        'lastAt', ${epochMs(sql`r.last_at`)}) end as refusal,
      (select parent_id is null from department where id = ${departmentId}) as "isRoot"
    from vehicle v
      left join terminal t on t.vehicle_id = v.id
      left join lateral (
        select greatest(t.created_at, (select max(h.until) from terminal_history h where h.vehicle_id = v.id)) as at) since on true
      left join lateral (
        select * from online_session where vehicle_id = v.id and login_at >= since.at order by login_at desc limit 1) s on true
      left join vehicle_latest l on l.vehicle_id = v.id and l.received_at >= s.login_at
      left join lateral (
        select reason, peer_ip, times, last_at from registration_refusal where terminal_id = t.id
        union all
        select reason, peer_ip, times, last_at from login_refusal where terminal_id = t.id
        order by last_at desc limit 1) r on (s.id is null or s.logout_at is not null)
        and r.last_at > greatest(s.login_at, t.registered_at, since.at)
    where v.id = ${vehicleId}`);
  return row!;
}

const epochMs = (column: Sql): Sql => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/** Addresses that sent unreadable data since then, the newest first. */
function listUnreadable({ badFrames }: TerminalAccess, since: number): TerminalConnection['unreadable'] {
  const byAddress = new Map<string, number>();
  for (const { peer, at } of badFrames()) {
    const peerIp = peer.replace(/:\d+$/, '');
    if (at >= since && !byAddress.has(peerIp)) byAddress.set(peerIp, at);
  }
  return [...byAddress].slice(0, MAX_STRANGERS).map(([peerIp, lastAt]) => ({ peerIp, lastAt }));
}
