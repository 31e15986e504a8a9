import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, type Db, json, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { viewedFiles } from '../evidence/index.ts';
import type { Scope } from '../identity/index.ts';

/** alarm_case.state */
const [OPEN, CLAIMED, HANDLED, FALSE_ALARM, ESCALATED] = [0, 1, 2, 3, 4] as const;
/** DEAL: the type of a false alarm. */
const AS_FALSE = 6;
/** Decisions store which files the user had looked at. */
const DECISIONS: ReadonlySet<string> = new Set(['handled', 'false']);
/** Cases per statement. */
const BATCH = 500;

/** The caller's departments; null: the platform itself. */
type Within = Scope | null;

/** `versions`: the case versions the caller saw; a case with another version stays as it is. */
export type HandleRequest = {
  readonly gids: readonly string[];
  /** 1 message, 5 phone, 6 false alarm. */
  readonly dealType: 1 | 5 | 6;
  readonly notes: string;
  /** null: the platform. */
  readonly accountId: number | null;
  readonly scope: Within;
  /** By a rule: it leaves claimed cases to their owners. */
  readonly automatic: boolean;
  readonly versions?: ReadonlyMap<string, number>;
  /** More for the history: text, channels. */
  readonly detail?: Readonly<Record<string, unknown>>;
};

type Detail = Readonly<Record<string, unknown>>;
type NoteAction = 'message' | 'confirmed' | 'reported' | 'answer';

export type CaseTransitions = {
  /** Claims cases for one person, also from a claimer who was idle for `idleMs`. Resolves to the claimed ones. */
  claim(
    gids: readonly string[],
    by: { readonly accountId: number; readonly scope: Within; readonly idleMs: number },
  ): Promise<string[]>;
  /** Releases the person's own claims. */
  release(gids: readonly string[], by: { readonly accountId: number; readonly scope: Within }): Promise<string[]>;
  /** Escalates cases, so that anyone may claim them; `accountId` null: they are overdue. Resolves to the escalated ones. */
  escalate(
    gids: readonly string[],
    by: { readonly accountId: number | null; readonly scope: Within; readonly notes: string; readonly idleMs: number },
  ): Promise<string[]>;
  /** Handles cases that are open, escalated or the caller's own. With `tx` the caller publishes `cases.changed`. */
  handle(request: HandleRequest, tx?: Queryable): Promise<string[]>;
  /** Adds an entry to the history of a case: commands, answers, reports to platforms. */
  note(gid: string, action: NoteAction, accountId: number | null, detail: Detail): Promise<void>;
  /** Adds entries of one action to the history of several cases. */
  noteAll(
    tx: Queryable,
    action: NoteAction,
    accountId: number | null,
    notes: readonly { readonly gid: string; readonly detail: Detail }[],
  ): Promise<void>;
};

/** The only writer of case states: each change enters the history and is published. */
export function createCaseTransitions({
  db,
  bus,
  now = Date.now,
}: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly now?: () => number;
}): CaseTransitions {
  const change = async (
    gids: readonly string[],
    { set, where, action, accountId, scope, detail = {} }: Change,
    tx?: Queryable,
  ): Promise<string[]> => {
    const changed: string[] = [];
    const viewed = accountId !== null && DECISIONS.has(action) ? sql`|| ${viewedFiles(sql`changed.gid`, accountId)}` : sql``;
    const unique = [...new Set(gids)];
    for (let from = 0; from < unique.length; from += BATCH) {
      const rows = await (tx ?? db).query<{ gid: string }>(sql`
        with changed as (
          update alarm_case c set ${set}, version = c.version + 1 from vehicle v
          where c.gid = any(${unique.slice(from, from + BATCH)}::uuid[]) and v.id = c.vehicle_id and ${where}
            ${scope === null ? sql`` : sql`and v.department_id = any(${[...scope]})`}
          returning c.gid
        ), noted as (
          insert into alarm_case_event (gid, at, account_id, action, detail)
          select gid, ${at(now())}, ${accountId}::integer, ${action}, ${json(detail)}::jsonb ${viewed} from changed
        )
        select gid from changed`);
      changed.push(...rows.map(({ gid }) => gid));
    }
    if (changed.length > 0 && tx === undefined) bus.publish('cases.changed', { gids: changed });
    return changed;
  };

  const noteAll: CaseTransitions['noteAll'] = async (tx, action, accountId, notes) => {
    await tx.run(sql`
      insert into alarm_case_event (gid, at, account_id, action, detail)
      select n.gid, ${at(now())}, ${accountId}::integer, ${action}, n.detail
      from jsonb_to_recordset(${json(notes)}::jsonb) n (gid uuid, detail jsonb) join alarm_case c on c.gid = n.gid`);
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
    handle: ({ gids, dealType, notes, accountId, scope, automatic, versions, detail }, tx) => {
      const isFalse = dealType === AS_FALSE;
      const unchanged = versions === undefined ? sql`` : sql`and ${hasVersion(versions)}`;
      const free = automatic
        ? sql`c.state = ${OPEN}`
        : sql`(c.state in (${OPEN}, ${ESCALATED})
            or (c.state = ${CLAIMED} and (c.claimed_by is null or c.claimed_by = ${accountId}::integer)))`;
      return change(
        gids,
        {
          action: isFalse ? 'false' : 'handled',
          accountId,
          scope,
          detail: { ...detail, dealType, notes, ...(automatic ? { automatic } : {}) },
          set: sql`state = ${isFalse ? FALSE_ALARM : HANDLED}, deal_type = ${dealType}, notes = ${notes},
            dealt_by = ${accountId}::integer, dealt_at = ${at(now())}, automatic = ${automatic}`,
          where: sql`${free} ${unchanged}`,
        },
        tx,
      );
    },
    note: (gid, action, accountId, detail) => noteAll(db, action, accountId, [{ gid, detail }]),
    noteAll,
  };
}

type Change = {
  readonly set: Sql;
  readonly where: Sql;
  readonly action: 'claimed' | 'released' | 'escalated' | 'handled' | 'false';
  readonly accountId: number | null;
  readonly scope: Within;
  readonly detail?: Detail;
};

const hasVersion = (versions: ReadonlyMap<string, number>): Sql => sql`exists (
  select from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::integer[]) s (gid, version)
  where s.gid = c.gid and s.version = c.version)`;
