import { CallError } from '@fleetwarden/contract/errors';
import type { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import type { Shift } from '@fleetwarden/contract/regulators/schemas';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Scopes } from '../identity/index.ts';
import type { Calling } from './calling.ts';
import * as store from './duty-store.ts';

type DutyCalls = Pick<Handlers<typeof regulatorsCalls>, 'getDuty' | 'signInDuty' | 'handOverDuty' | 'confirmDuty' | 'listShift'>;

/** Permission to be on duty: to answer a post-check. */
export const WATCHES = '20803';

/** Shifts of those who watch: begun and handed over by themselves. */
export function createDuty(deps: {
  readonly db: Db;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly calling: Pick<Calling, 'leaves'>;
  readonly now: () => number;
}): { readonly handlers: DutyCalls; told(departmentId: number | null): Promise<void> } {
  const { db, hub, scopes, calling, now } = deps;

  /** Tells consoles with the duty list to reload: those that see a department, or (null) all. */
  const told = (departmentId: number | null) => {
    const sees = async (of: number) => departmentId === null || (await scopes.of(of)).has(departmentId);
    const who = async (user: Principal) => user.rights.has(WATCHES) && sees(user.departmentId);
    return hub.publish({ who }, { type: 'duty', data: {} });
  };

  /** A user on duty in the scope, by shift; throws CallError notFound. */
  const onDuty = async (id: string, departmentId: number): Promise<store.ShiftRow> => {
    const row = await store.shift(db, Number(id));
    if (!row || row.ended_at !== null || !(await scopes.of(departmentId)).has(row.department_id))
      throw new CallError('notFound', `shift ${id}`);
    return row;
  };

  return {
    told,
    handlers: {
      getDuty: async (_asked, { user }) => {
        const scope = await scopes.of(user.departmentId);
        const [own, list, last, open] = await Promise.all([
          store.ownShift(db, user.accountId),
          store.onDuty(db, scope),
          store.lastEnded(db, scope, user.accountId),
          store.openCounts(db, scope, now()),
        ]);
        return {
          own: own ? shiftOf(own) : null,
          list: list.map(shiftOf),
          last: last ? shiftOf(last) : null,
          mayConfirm: last !== undefined && isOpenFor(last, user.accountId),
          openChecks: open.checks,
          openSupervisions: open.supervisions,
        };
      },
      signInDuty: async ({ shiftName }, { user, note }) => {
        await store.begin(db, user.accountId, shiftName || null, now());
        const row = (await store.ownShift(db, user.accountId))!;
        note({ object: row.user_name });
        await told(user.departmentId);
        return shiftOf(row);
      },
      handOverDuty: async ({ note: left, toId }, { user, note }) => {
        note({ object: user.account });
        const to = toId === undefined ? null : await onDuty(toId, user.departmentId);
        const given = { note: left, toAccount: to && to.account_id !== user.accountId ? to.account_id : null };
        const id = await store.end(db, user.accountId, given, now());
        if (id === undefined) throw new CallError('notFound', 'a shift under way');
        const row = (await store.shift(db, id))!;
        note({ object: row.user_name, after: { note: left, handedTo: row.handed_to ?? '' } });
        await calling.leaves(user.accountId);
        await told(user.departmentId);
        return shiftOf(row);
      },
      confirmDuty: async ({ id }, { user, note }) => {
        const row = await store.shift(db, Number(id));
        if (!row || !(await scopes.of(user.departmentId)).has(row.department_id)) throw new CallError('notFound', `shift ${id}`);
        note({ object: row.user_name });
        if (!(await store.confirm(db, row.id, user.accountId, now()))) throw new CallError('notFound', `handover ${id}`);
        await told(row.department_id);
        return shiftOf((await store.shift(db, row.id))!);
      },
      listShift: async (window, { user, page }) => {
        const { rows, total } = await store.shifts(db, await scopes.of(user.departmentId), window, page);
        return { list: rows.map(shiftOf), total };
      },
    },
  };
}

/** Whether an account may confirm the handover of a shift. */
const isOpenFor = (row: store.ShiftRow, accountId: number): boolean =>
  row.note !== null &&
  row.confirmed_at === null &&
  row.account_id !== accountId &&
  (row.handed_to_id === null || row.handed_to_id === accountId);

const shiftOf = (row: store.ShiftRow): Shift => ({
  id: String(row.id),
  accountId: String(row.account_id),
  userName: row.user_name,
  shiftName: row.shift ?? '',
  startedAt: row.started_at,
  endedAt: row.ended_at,
  note: row.note ?? '',
  handedTo: row.handed_to ?? '',
  confirmedAt: row.confirmed_at,
});
