import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, type Db, json, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import type { Scope } from '../identity/index.ts';

/** alarm_case.state */
const [OPEN, CLAIMED, HANDLED, FALSE_ALARM, ESCALATED] = [0, 1, 2, 3, 4] as const;
/** DEAL: what makes an alarm a false one. */
const AS_FALSE = 6;
/** Cases of one statement. */
const LOT = 500;

/** Whose departments; null: the platform itself. */
type Within = Scope | null;

/** A decision. `versions`: of the cases as they were seen; one that is another since is left alone. */
export type Deal = {
  readonly gids: readonly string[];
  /** 1 message, 5 phone, 6 false alarm. */
  readonly dealType: 1 | 5 | 6;
  readonly notes: string;
  /** null: the platform. */
  readonly accountId: number | null;
  readonly scope: Within;
  /** Of a rule: what somebody has claimed is theirs. */
  readonly automatic: boolean;
  readonly versions?: ReadonlyMap<string, number>;
  /** More for the history: text, channels. */
  readonly detail?: Readonly<Record<string, unknown>>;
};

export type Dealing = {
  /** Takes cases for one person, also from one who has done nothing with them for `idleMs`; resolves to those that are theirs now. */
  claim(
    gids: readonly string[],
    by: { readonly accountId: number; readonly scope: Within; readonly idleMs: number },
  ): Promise<string[]>;
  /** Gives back what the person has claimed. */
  release(gids: readonly string[], by: { readonly accountId: number; readonly scope: Within }): Promise<string[]>;
  /** Marks cases as ones that need somebody else, who may take them at once; null: their time is up. Resolves to those it has marked. */
  escalate(
    gids: readonly string[],
    by: { readonly accountId: number | null; readonly scope: Within; readonly notes: string; readonly idleMs: number },
  ): Promise<string[]>;
  /** Decides cases; resolves to those it has decided. The others are decided already, claimed by somebody else, or not there. */
  deal(deal: Deal): Promise<string[]>;
  /** Notes in the history of a case what came of it: commands, answers, platforms that are told. */
  note(
    gid: string,
    action: 'message' | 'confirmed' | 'reported' | 'answer',
    accountId: number | null,
    detail: Readonly<Record<string, unknown>>,
  ): Promise<void>;
};

/** The one way a case goes from one state to another: each change is in its history, and told on the bus. */
export function createDealing({
  db,
  bus,
  now = Date.now,
}: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly now?: () => number;
}): Dealing {
  const change = async (
    gids: readonly string[],
    { set, where, action, accountId, scope, detail = {} }: Change,
  ): Promise<string[]> => {
    const changed: string[] = [];
    const unique = [...new Set(gids)];
    for (let from = 0; from < unique.length; from += LOT) {
      const rows = await db.query<{ gid: string }>(sql`
        with changed as (
          update alarm_case c set ${set}, version = c.version + 1 from vehicle v
          where c.gid = any(${unique.slice(from, from + LOT)}::uuid[]) and v.id = c.vehicle_id and ${where}
            ${scope === null ? sql`` : sql`and v.department_id = any(${[...scope]})`}
          returning c.gid
        ), noted as (
          insert into alarm_case_event (gid, at, account_id, action, detail)
          select gid, ${at(now())}, ${accountId}::integer, ${action}, ${json(detail)}::jsonb from changed
        )
        select gid from changed`);
      changed.push(...rows.map(({ gid }) => gid));
    }
    if (changed.length > 0) bus.publish('cases.changed', { gids: changed });
    return changed;
  };

  return {
    claim: (gids, { accountId, scope, idleMs }) =>
      change(gids, {
        action: 'claimed',
        accountId,
        scope,
        set: sql`state = ${CLAIMED}, claimed_by = ${accountId}::integer, claimed_at = ${at(now())}`,
        where: sql`(c.state in (${OPEN}, ${ESCALATED}) or (c.state = ${CLAIMED}
          and (c.claimed_by is null or c.claimed_by = ${accountId} or c.claimed_at < ${at(now() - idleMs)})))`,
      }),
    release: (gids, { accountId, scope }) =>
      change(gids, {
        action: 'released',
        accountId,
        scope,
        set: sql`state = ${OPEN}, claimed_by = null, claimed_at = null`,
        where: sql`c.state = ${CLAIMED} and c.claimed_by = ${accountId}`,
      }),
    escalate: (gids, { accountId, scope, notes, idleMs }) =>
      change(gids, {
        action: 'escalated',
        accountId,
        scope,
        detail: notes === '' ? {} : { notes },
        set: sql`state = ${ESCALATED}, claimed_by = null, claimed_at = null`,
        where: sql`(c.state = ${OPEN} or (c.state = ${CLAIMED} and (c.claimed_by is null
          or c.claimed_by = ${accountId}::integer or c.claimed_at < ${at(now() - idleMs)})))`,
      }),
    deal: ({ gids, dealType, notes, accountId, scope, automatic, versions, detail }) => {
      const isFalse = dealType === AS_FALSE;
      const seen = versions === undefined ? sql`` : sql`and ${seenAs(versions)}`;
      const free = automatic
        ? sql`c.state = ${OPEN}`
        : sql`(c.state in (${OPEN}, ${ESCALATED})
            or (c.state = ${CLAIMED} and (c.claimed_by is null or c.claimed_by = ${accountId}::integer)))`;
      return change(gids, {
        action: isFalse ? 'false' : 'handled',
        accountId,
        scope,
        detail: { ...detail, dealType, notes, ...(automatic ? { automatic } : {}) },
        set: sql`state = ${isFalse ? FALSE_ALARM : HANDLED}, deal_type = ${dealType}, notes = ${notes},
          dealt_by = ${accountId}::integer, dealt_at = ${at(now())}, automatic = ${automatic}`,
        where: sql`${free} ${seen}`,
      });
    },
    note: (gid, action, accountId, detail) => noteEvent(db, now(), gid, action, accountId, detail),
  };
}

type Change = {
  readonly set: Sql;
  readonly where: Sql;
  readonly action: 'claimed' | 'released' | 'escalated' | 'handled' | 'false';
  readonly accountId: number | null;
  readonly scope: Within;
  readonly detail?: Readonly<Record<string, unknown>>;
};

const seenAs = (versions: ReadonlyMap<string, number>): Sql => sql`exists (
  select from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::integer[]) s (gid, version)
  where s.gid = c.gid and s.version = c.version)`;

async function noteEvent(
  db: Queryable,
  now: number,
  gid: string,
  action: string,
  accountId: number | null,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db.run(sql`
    insert into alarm_case_event (gid, at, account_id, action, detail)
    select gid, ${at(now)}, ${accountId}::integer, ${action}, ${json(detail)}::jsonb from alarm_case where gid = ${gid}::uuid`);
}
