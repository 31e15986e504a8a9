import type { AlarmFilter } from '@fleetwarden/contract/alarms/alarm-filter';
import { type AlarmClassName, listAlarmClasses, mayReadAlarm, typesOfClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { CallError } from '@fleetwarden/contract/errors';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { TaskAccount } from '../../platform/tasks/task.ts';
import type { AlarmAccess, AlarmReader, Evidence } from '../evidence/index.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import type { ExportWish } from './export.ts';
import { requireClasses } from './kinds.ts';
import { BELL_MS, BOX_ROWS, EXPORT_PAGE, LIST_MS } from './limits.ts';
import { alarmRow, type Reader } from './rows.ts';
import { type Found, type Search, search, searchAfter, windowOf } from './search.ts';
import * as store from './store.ts';

type Page = { list: AlarmRow[]; total: number; more: boolean };
/** Filters of a sum: vehicles and time. */
type Narrow = Pick<AlarmFilter, 'deptIds' | 'targIds' | 'startTime' | 'endTime'>;
type Asker = Pick<Principal, 'departmentId' | 'rights'>;

export type BellPeriod = Pick<AlarmFilter, 'startTime' | 'endTime'>;

/** The period that bells and boxes count: the given one, otherwise the last 24 h. */
export const bellWindow = ({ startTime, endTime }: BellPeriod, now: number) => ({
  start: startTime ?? (endTime ?? now) - BELL_MS,
  end: endTime,
});

const EVERY_CLASS = 3;

/** Lists of alarms, each of the kinds its reader may see. */
export function createLists({
  db,
  scopes,
  evidence,
  getText,
  now,
}: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly evidence: Pick<Evidence, 'summariesOf'>;
  readonly getText: GetText;
  readonly now: () => number;
}) {
  const searchOf = async (
    departmentId: number,
    { deptIds, targIds, ...filter }: Omit<AlarmFilter, 'classes' | 'warnIds'>,
    types: readonly number[] | undefined,
  ): Promise<Search> => {
    const scope = await scopes.of(departmentId);
    return {
      ...filter,
      ...windowOf(filter, now()),
      scope,
      types,
      now: now(),
      departmentIds: deptIds && (await expandDepartments(scopes, scope, deptIds)),
      vehicleIds: targIds?.map(Number),
    };
  };

  type FileReader = Reader & Pick<Principal, 'rights'> & Partial<Pick<Principal, 'prefix'>>;
  const toRows = async (
    rows: readonly store.StoredAlarm[],
    scope: Scope,
    { rights, prefix, ...reader }: FileReader,
  ): Promise<AlarmRow[]> => {
    const read = rows.filter((row) => mayReadAlarm({ rights, scope }, store.toBeRead(row)));
    // files have no addresses without a session, as in exports
    const gids = prefix === undefined ? [] : read.map(({ gid }) => gid);
    const summaries = gids.length > 0 ? await evidence.summariesOf({ prefix: prefix! }, gids) : undefined;
    return read.map((row) => alarmRow(row, reader, getText, summaries?.get(row.gid)));
  };
  const rowsOf = async (found: readonly Found[], scope: Scope, reader: FileReader): Promise<AlarmRow[]> => {
    const gids = found.map(({ gid }) => gid);
    return toRows(await store.alarmsOf(db, gids, scope), scope, reader);
  };

  const list = async (
    user: Asker & Pick<Principal, 'accountId' | 'prefix'>,
    among: readonly AlarmClassName[],
    filter: AlarmFilter,
    page: Pick<PageWindow, 'limit' | 'offset'>,
    language: Reader['language'],
  ): Promise<Page> => {
    const wanted = await searchOf(user.departmentId, filter, findTypes(requireClasses(user, among), filter));
    const { found, ...count } = await search(db, wanted, page);
    const { accountId, rights, prefix } = user;
    return { list: await rowsOf(found, wanted.scope, { language, accountId, rights, prefix }), ...count };
  };

  const share = async (user: Asker, among: readonly AlarmClassName[], narrow: Narrow): Promise<store.Share> => {
    const types = typesOfClasses(requireClasses(user, among, 'count'));
    const scope = await scopes.of(user.departmentId);
    const end = narrow.endTime ?? (narrow.startTime === undefined ? now() + 1 : narrow.startTime + 31 * DAY_MS);
    return {
      scope: narrow.deptIds === undefined ? scope : new Set(await expandDepartments(scopes, scope, narrow.deptIds)),
      types,
      start: narrow.startTime ?? end - LIST_MS,
      end,
      vehicleIds: narrow.targIds?.map(Number),
    };
  };

  /** Open alarms of a period by type. */
  const openKinds = async (
    user: Asker,
    among: readonly AlarmClassName[],
    period: BellPeriod = {},
  ): Promise<Map<number, number>> => {
    const types = new Set(typesOfClasses(requireClasses(user, among)));
    const rows = await store.openByType(db, await scopes.of(user.departmentId), bellWindow(period, now()));
    return new Map(rows.filter(({ typeId }) => types.has(typeId)).map(({ typeId, count }) => [typeId, count]));
  };

  const NEWEST = { warmStatus: 4, sort: 'newest' } as const;

  return {
    list,
    /** Alarms of a reader, in the order of `gids`, with the further data of their items. */
    withInfo: async (
      { departmentId, ...reader }: AlarmReader,
      gids: readonly string[],
      language: Reader['language'],
    ): ReturnType<AlarmAccess['rowsOf']> => {
      const scope = await scopes.of(departmentId);
      const stored = await store.alarmsOf(db, gids, scope);
      const info = new Map(stored.map((row) => [row.gid, row.info]));
      const rows = await toRows(stored, scope, { ...reader, language });
      return rows.map((row) => ({ row, info: { ...info.get(row.alarmGid) } }));
    },
    share,
    openKinds,
    /** The newest open alarms of a period, and the number of open ones. */
    box: async (user: Principal, among: readonly AlarmClassName[], language: Reader['language'], period: BellPeriod) => {
      const { start, end = now() + BELL_MS } = bellWindow(period, now());
      const since = { ...NEWEST, startTime: start, endTime: end };
      const [open, counts] = await Promise.all([
        list(user, among, { ...since, warmStatus: 0 }, { limit: BOX_ROWS, offset: 0 }, language),
        openKinds(user, among, period),
      ]);
      return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), list: open.list };
    },
    newest: NEWEST,
    /** The rows of a user's task, limited to the alarm types that they may see now. */
    wishOf: async (
      user: Asker,
      among: readonly AlarmClassName[],
      { classes, warnIds, sort: _sort, ...filter }: AlarmFilter,
    ): Promise<ExportWish> => {
      const seen = requireClasses(user, among, 'exportRows');
      await expandDepartments(scopes, await scopes.of(user.departmentId), filter.deptIds ?? []);
      const types = findTypes(seen, { classes, warnIds }) ?? typesOfClasses(seen);
      return { ...filter, ...windowOf(filter, now()), warnIds: types as ExportWish['warnIds'] };
    },
    exported: async (account: TaskAccount, wish: ExportWish, language: Reader['language'], after: Found | null) => {
      const { warnIds, ...filter } = wish;
      // permissions may have changed since
      const seen = new Set(typesOfClasses(listAlarmClasses(account.rights, 'exportRows')));
      const types = warnIds.filter((id) => seen.has(id));
      const wanted = await searchOf(account.departmentId, { ...filter, sort: 'newest' }, types);
      const found = await searchAfter(db, wanted, after, EXPORT_PAGE);
      const rows = await rowsOf(found, wanted.scope, { language, accountId: account.accountId, rights: account.rights });
      return { rows, after: found.length < EXPORT_PAGE ? null : found.at(-1)! };
    },
  };
}

/** Departments with their descendants. Throws CallError notFound for a department outside the scope. */
export async function expandDepartments(scopes: Scopes, scope: Scope, deptIds: readonly string[]): Promise<number[]> {
  const foreign = deptIds.find((id) => !scope.has(Number(id)));
  if (foreign !== undefined) throw new CallError('notFound', `department ${foreign}`);
  const below = await Promise.all(deptIds.map((id) => scopes.of(Number(id))));
  return [...new Set(below.flatMap((ids) => [...ids]))];
}

/** The alarm types of a filter, within the visible classes; undefined: all types. */
function findTypes(classes: readonly AlarmClassName[], filter: Pick<AlarmFilter, 'classes' | 'warnIds'>): number[] | undefined {
  const wanted = filter.classes ? classes.filter((name) => filter.classes!.includes(name)) : classes;
  if (wanted.length === EVERY_CLASS && filter.warnIds === undefined) return undefined;
  const types = typesOfClasses(wanted);
  return filter.warnIds === undefined ? types : types.filter((id) => filter.warnIds!.includes(id));
}

export type Lists = ReturnType<typeof createLists>;
