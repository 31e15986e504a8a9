import type { auditCalls } from '@fleetwarden/contract/audit/routes';
import type { CallData } from '@fleetwarden/contract/call';
import { resources } from '@fleetwarden/contract/resources';
import { isRecordAction } from '@fleetwarden/contract/resources/record-actions';
import { at, type Db, name, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, contains, type Order, orderBy, pageOf } from '../../platform/db/list.ts';
import type { AuditEntry } from '../../platform/http/audit.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import { jsonText } from './json-text.ts';
import { CLEANUP_BATCH, EXPORT_BATCH, MAX_EXPORT_ROWS, MAX_OBJECT_CHARS, MAX_STATE_CHARS } from './limits.ts';

type Scope = ReadonlySet<number>;
type OperationFilter = CallData<typeof auditCalls.listOperation> & { readonly ids?: readonly string[] | undefined };
type ErrorFilter = CallData<typeof auditCalls.listClientError>;

/** Adds a row to the audit log. */
export async function insertOperation(db: Queryable, entry: AuditEntry, now: number): Promise<void> {
  const { user, peerIp, area, action, object = null, result } = entry;
  // an inspection has no account
  const [accountId, account] = user.kind === 'user' ? [user.accountId, user.account] : [null, ''];
  await db.run(sql`
    insert into audit_log (at, account_id, account, department_id, peer_ip, area, action, object, before, after, result)
    values (${at(now)}, ${accountId}, ${account}, ${user.departmentId}, ${peerIp}, ${area}, ${action},
            ${object?.slice(0, MAX_OBJECT_CHARS) ?? null}, ${stateOf(entry.before)}::jsonb, ${stateOf(entry.after)}::jsonb, ${result})`);
}

function stateOf(value: unknown): string | null {
  const text = jsonText(value);
  return text === null || text.length <= MAX_STATE_CHARS ? text : JSON.stringify({ tooLarge: text.length });
}

export type OperationRow = {
  readonly id: number;
  readonly at: number;
  readonly account: string;
  readonly username: string;
  readonly dept_name: string;
  readonly peer_ip: string;
  readonly area: string;
  readonly action: string;
  readonly object: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly result: string;
};

const OPERATION_ORDER = { at: 'at', account: 'account', area: 'area', action: 'action', peerIp: 'peer_ip' } as const;

const operationColumns = sql`
  l.id, l.at, l.account, coalesce(a.user_name, '') as username, coalesce(d.name, '') as dept_name,
  coalesce(l.peer_ip, '') as peer_ip, l.area, l.action, coalesce(l.object, '') as object, l.before, l.after, l.result`;

/** Records are in areas of their kinds' names; calls of other areas may begin like what is done with them. */
const isDone = (action: string): Sql =>
  isRecordAction(action)
    ? sql`and l.action ~ ${`^${action}[A-Z]`} and l.area = any(${Object.keys(resources)})`
    : sql`and l.action = ${action}`;

function operationsFrom(filter: OperationFilter, scope: Scope): Sql {
  const { account, area, action, object, result, startTime, endTime, ids } = filter;
  return sql`
    from audit_log l left join account a on a.id = l.account_id left join department d on d.id = l.department_id
    where l.department_id = any(${[...scope]})
    ${contains(sql`l.account`, account)}
    ${area ? sql`and l.area = ${area}` : sql``}
    ${action ? isDone(action) : sql``}
    ${contains(sql`l.object`, object)}
    ${result === 'ok' ? sql`and l.result = '0'` : result === 'refused' ? sql`and l.result <> '0'` : sql``}
    ${between(sql`l.at`, startTime, endTime)}
    ${ids ? sql`and l.id = any(${[...ids]}::bigint[])` : sql``}`;
}

const ordered = (column: string, order: Order) => orderBy(sql`l.${name(column)}`, sql`l.id`, order);

/** A page of what people of the scope's departments did, and how many rows there are. */
export const listOperations = (
  db: Queryable,
  filter: OperationFilter,
  scope: Scope,
  page: Pick<PageWindow, 'limit' | 'offset'>,
) =>
  pageOf<OperationRow>(
    db,
    {
      columns: operationColumns,
      from: operationsFrom(filter, scope),
      order: ordered(OPERATION_ORDER[filter.sort], filter.order),
    },
    page,
  );

/** The same rows in one go, at most MAX_EXPORT_ROWS, a batch at a time from one snapshot. Resolves to how many there were. */
export function eachOperation(
  db: Db,
  filter: OperationFilter,
  scope: Scope,
  take: (rows: readonly OperationRow[]) => Promise<void>,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.run(sql`
      declare export no scroll cursor for select ${operationColumns} ${operationsFrom(filter, scope)}
      ${ordered(OPERATION_ORDER[filter.sort], filter.order)} limit ${MAX_EXPORT_ROWS}`);
    let total = 0;
    for (;;) {
      const rows = await tx.query<OperationRow>(`fetch ${EXPORT_BATCH} from export`);
      if (rows.length === 0) return total;
      total += rows.length;
      await take(rows);
    }
  });
}

export type NewClientError = {
  readonly accountId: number;
  readonly account: string;
  readonly departmentId: number;
  readonly message: string;
  readonly info: string;
  readonly url: string;
  readonly stack: string;
  readonly userAgent: string;
};

/** Stores an error unless the account has `most` since `windowStart`; false if it was dropped. */
export const keepClientError = async (
  db: Queryable,
  e: NewClientError,
  limit: { readonly most: number; readonly windowStart: number; readonly now: number },
): Promise<boolean> =>
  (await db.run(sql`
    insert into client_error (at, account_id, account, department_id, message, info, url, stack, user_agent)
    select ${at(limit.now)}, ${e.accountId}, ${e.account}, ${e.departmentId}, ${e.message}, ${e.info}, ${e.url}, ${e.stack}, ${e.userAgent}
    where (select count(*) from client_error where account_id = ${e.accountId} and at > ${at(limit.windowStart)}) < ${limit.most}`)) >
  0;

export type ClientErrorRow = {
  readonly id: number;
  readonly at: number;
  readonly account: string;
  readonly message: string;
  readonly info: string;
  readonly url: string;
  readonly stack: string;
  readonly user_agent: string;
};

/** A page of the errors that consoles of the scope's people reported. */
export function listClientErrors(
  db: Queryable,
  { message, startTime, endTime, sort, order }: ErrorFilter,
  scope: Scope,
  page: Pick<PageWindow, 'limit' | 'offset'>,
) {
  const columns = sql`l.id, l.at, l.account, l.message, l.info, l.url, l.stack, l.user_agent`;
  const from = sql`
    from client_error l where l.department_id = any(${[...scope]})
    ${contains(sql`l.message`, message)}
    ${between(sql`l.at`, startTime, endTime)}`;
  return pageOf<ClientErrorRow>(db, { columns, from, order: ordered(sort, order) }, page);
}

/** Deletes rows older than `before`, a batch at a time; returns how many. */
export async function forget(db: Queryable, table: 'audit_log' | 'client_error', before: number): Promise<number> {
  let total = 0;
  for (let rows = CLEANUP_BATCH; rows === CLEANUP_BATCH; total += rows)
    rows = await db.run(sql`
      delete from ${name(table)} where id = any(array(
        select id from ${name(table)} where at < ${at(before)} order by at limit ${CLEANUP_BATCH}))`);
  return total;
}
