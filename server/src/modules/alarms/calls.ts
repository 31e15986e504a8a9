import { raisedByScheme } from '@fleetwarden/contract/alarm-rules/kinds';
import type { AlarmFilter } from '@fleetwarden/contract/alarms/alarm-filter';
import { ALARM_CLASSES, type AlarmClassName, PACKS_FILES } from '@fleetwarden/contract/alarms/alarm-rights';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallData, CallReply } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import { ALARM_TYPES, getWireNumbers } from '@fleetwarden/domain/alarm-types';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers, UserContext } from '../../platform/http/handlers.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import { platesOf } from '../commands/index.ts';
import type { Evidence, EvidenceCentre } from '../evidence/index.ts';
import type { Scopes } from '../identity/index.ts';
import { driverPhone } from '../monitor/index.ts';
import type { TodayFacts } from '../reports/index.ts';
import type { CaseService } from './case-service.ts';
import type { CaseTransitions } from './case-transitions.ts';
import type { exportTask } from './export.ts';
import { requireClasses } from './kinds.ts';
import { bellWindow, type Lists } from './lists.ts';
import { alarmRow, nameOf } from './rows.ts';
import { createSafetyScreen } from './safety-screen.ts';
import * as store from './store.ts';
import { createSumCalls } from './sum-calls.ts';

type Handler = Handlers<typeof alarmsCalls>;
type Deps = {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly lists: Lists;
  readonly scopes: Scopes;
  readonly cases: CaseService;
  readonly caseTransitions: CaseTransitions;
  readonly tasks: Pick<Tasks, 'start'>;
  readonly exporting: ReturnType<typeof exportTask>;
  /** Another user may take over the claim of a user who is idle for longer. */
  readonly idleMs: () => Promise<number>;
  readonly evidence: Pick<Evidence, 'attachmentsOf' | 'graphOf' | 'refetch' | 'summariesOf'>;
  /** Begins a task that packs alarms with their files. */
  readonly packFiles: EvidenceCentre['pack'];
  readonly today: TodayFacts;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now: () => number;
};

const SAFETY: readonly AlarmClassName[] = ['safety'];
const ORDINARY: readonly AlarmClassName[] = ['ordinary'];
const HANDLED = 0;
const NOT_HANDLED = 1;

/** The calls of alarms. The calls of active safety are the same calls for one class. */
export function createAlarmCalls(deps: Deps): Handler {
  const { db, lists, getText, now } = deps;
  const all = createFamily(deps, ALARM_CLASSES);
  const safety = createFamily(deps, SAFETY);
  const { newest } = lists;
  return {
    listWarnHistory: all.list,
    exportWarnHistory: all.export,
    getWarnHistory: all.status,
    getWarnDetail: all.detail,
    saveWarnHistoryDeal: all.save,
    handleAlarms: async (data, { user, note }) => {
      const found = await findForHandling(deps, user, data, ALARM_CLASSES);
      note({ object: platesOf(found), after: data });
      const reply = await deps.cases.handle(user, found, data);
      note({ after: { ...data, handled: reply.handled } });
      return reply;
    },
    claimWarn: all.claim,
    releaseWarn: all.release,
    escalateWarn: async ({ alarmGids, vNotes }, { user, note }) => {
      const found = await deps.cases.findAlarms(user, alarmGids, ALARM_CLASSES, 'handle');
      note({ object: platesOf(found), after: { alarmGids, vNotes } });
      const by = { ...(await byOf(deps, user)), notes: vNotes, idleMs: await deps.idleMs() };
      return { list: await deps.caseTransitions.escalate(alarmGids, by) };
    },
    confirmAlarm: async (data, { user, note }) => {
      const found = await deps.cases.findAlarms(user, gidsOf(data), ALARM_CLASSES, 'handle');
      note({ object: platesOf(found), after: data });
      return { list: await deps.cases.confirm(user, found, data) };
    },
    reportWarn: async ({ alarmGids }, { user, note }) => {
      const found = await deps.cases.findAlarms(user, alarmGids, ALARM_CLASSES);
      note({ object: platesOf(found), after: { alarmGids } });
      const told = Map.groupBy(await store.report(db, alarmGids, now()), ({ gid }) => gid);
      for (const [gid, rows] of told)
        await deps.caseTransitions.note(gid, 'reported', user.accountId, { platforms: rows.map(({ platform }) => platform) });
      const superiors = new Set([...told.values()].flat().map(({ superiorId }) => superiorId));
      for (const superiorId of superiors) deps.bus.publish('superior.answered', { superiorId });
      const bound = await store.bound(
        db,
        found.map(({ vehicle_id }) => vehicle_id),
      );
      return {
        list: [...told.keys()],
        unbound: found.filter(({ vehicle_id }) => !bound.has(vehicle_id)).map(({ gid }) => gid),
      };
    },
    checkAdasAlarmStatus: safety.status,
    safetyList: safety.list,
    safetyListNew: async (filter, context) => {
      const { start, end = now() + DAY_MS } = bellWindow(filter, now());
      return safety.list({ ...filter, startTime: start, endTime: end }, context);
    },
    qryAttachment: async ({ alarmGid }, { user, page }) => {
      await deps.cases.findAlarms(user, [alarmGid], ALARM_CLASSES);
      const { list, ...rest } = await deps.evidence.attachmentsOf(user, alarmGid);
      return { list: list.slice(page.offset, page.offset + page.limit), total: list.length, ...rest };
    },
    getEvidenceGraph: async ({ alarmGid }, { user }) => {
      await deps.cases.findAlarms(user, [alarmGid], ALARM_CLASSES);
      return deps.evidence.graphOf(alarmGid);
    },
    refetchAttachment: async ({ alarmGids }, { user, note }) => {
      await requireFiles(deps, user, alarmGids);
      note({ object: alarmGids.join(), after: {} });
      return { requested: await deps.evidence.refetch(alarmGids) };
    },
    processing: safety.claim,
    safetyHandle: safety.save,
    releaseAlarm: safety.release,
    safetyDtl: safety.detail,
    safetyDown: async ({ alarmGid, targId, targName: _plate, subTypeName: _type, ...filter }, context) => {
      if (alarmGid === undefined) return safety.export(filter, context);
      const { user } = context;
      const [found] = await deps.cases.findAlarms(user, [alarmGid], SAFETY);
      if (targId !== undefined && targId !== String(found!.vehicle_id)) throw new CallError('notFound', `alarm ${alarmGid}`);
      const code = PACKS_FILES.find((each) => user.rights.has(each));
      if (!code) throw new CallError('forbidden', 'pack files');
      return deps.packFiles([alarmGid], context, code);
    },
    getTargAsalarmDtl: async ({ targId, warnId, ...time }, context) =>
      safety.list({ ...newest, ...time, targIds: [targId], ...(warnId === undefined ? {} : { warnIds: [warnId] }) }, context),
    typeList: async ({ count }, { user, language }) => {
      const counts = count === 1 ? await lists.openKinds(user, SAFETY) : undefined;
      requireClasses(user, SAFETY);
      const list = ALARM_TYPES.filter((type) => type.class === 'safety').map(({ id, level }) => ({
        warnId: id,
        name: nameOf(id, language, getText),
        ...getWireNumbers(id),
        level,
        ...(counts ? { count: counts.get(id) ?? 0 } : {}),
      }));
      return { list };
    },
    alarmBox: (period, { user, language }) => lists.box(user, SAFETY, language, period),
    popupBoard: (period, { user, language }) => lists.box(user, ORDINARY, language, period),
    ...createSumCalls(deps),
    ...createSafetyScreen(deps),
  };
}

/** Throws CallError notFound if an alarm is out of reach. The report of missing files lists alarms without the right to read them. */
async function requireFiles({ cases, db, scopes }: Deps, user: UserContext['user'], gids: readonly string[]): Promise<void> {
  if (!user.rights.has(permission.fetchFailedFiles)) return void (await cases.findAlarms(user, gids, ALARM_CLASSES));
  const found = await store.alarmsOf(db, [...new Set(gids)], await scopes.of(user.departmentId));
  if (found.length < new Set(gids).size) throw new CallError('notFound', `alarms ${gids.slice(0, 10).join()}`);
}

const gidsOf = ({ dealList }: { readonly dealList: readonly { readonly alarmGid: string }[] }) =>
  dealList.map(({ alarmGid }) => alarmGid);

const byOf = async ({ scopes }: Deps, { accountId, departmentId }: UserContext['user']) => ({
  accountId,
  scope: await scopes.of(departmentId),
});

/** The alarms of a handling. Throws CallError notFound if one is of another vehicle. */
async function findForHandling(
  { cases }: Deps,
  user: UserContext['user'],
  { dealList }: Pick<CallData<typeof alarmsCalls.saveWarnHistoryDeal>, 'dealList'>,
  among: readonly AlarmClassName[],
) {
  const gids = gidsOf({ dealList });
  const found = await cases.findAlarms(user, gids, among, gids.length > 1 ? 'handleInBulk' : 'handle');
  const vehicles = new Map(found.map(({ gid, vehicle_id }) => [gid, String(vehicle_id)]));
  const mismatch = dealList.find(({ alarmGid, targId }) => vehicles.get(alarmGid) !== targId);
  if (mismatch) throw new CallError('notFound', `alarm ${mismatch.alarmGid} of ${mismatch.targId}`);
  return found;
}

type Context = Pick<UserContext, 'user' | 'language' | 'note'>;
/** The implementation of a call in both families. */
type Implementation<K extends keyof typeof alarmsCalls> = (
  data: CallData<(typeof alarmsCalls)[K]>,
  context: Context,
) => Promise<CallReply<(typeof alarmsCalls)[K]>>;

/** The calls that both families share, for alarms of some classes. */
function createFamily(deps: Deps, among: readonly AlarmClassName[]) {
  const { db, lists, cases, caseTransitions, tasks, exporting, getText } = deps;
  const save: Implementation<'saveWarnHistoryDeal'> = async (data, { user, note }) => {
    const found = await findForHandling(deps, user, data, among);
    note({ object: platesOf(found), after: data });
    return cases.save(user, found, data);
  };
  const claim: Implementation<'claimWarn'> = async ({ alarmGids }, { user, note }) => {
    const found = await cases.findAlarms(user, alarmGids, among, 'handle');
    note({ object: platesOf(found), after: { alarmGids } });
    return { list: await caseTransitions.claim(alarmGids, { ...(await byOf(deps, user)), idleMs: await deps.idleMs() }) };
  };
  const release: Implementation<'releaseWarn'> = async ({ alarmGids }, { user, note }) => {
    const found = await cases.findAlarms(user, alarmGids, among, 'handle');
    note({ object: platesOf(found), after: { alarmGids } });
    return { list: await caseTransitions.release(alarmGids, await byOf(deps, user)) };
  };
  const status: Implementation<'getWarnHistory'> = async ({ alarmGid }, { user }) => {
    const [found] = await cases.findAlarms(user, [alarmGid], among);
    const { state, version, dealt_name } = found!;
    const result = state === null || store.isDecided(state) ? HANDLED : NOT_HANDLED;
    return { result, state, version: version ?? 0, dealtBy: dealt_name ?? '' };
  };
  const detail: Implementation<'getWarnDetail'> = async ({ alarmGid }, { user, language }) => {
    const [found] = await cases.findAlarms(user, [alarmGid], among);
    const alarm = found!;
    const summaries = await deps.evidence.summariesOf(user, [alarmGid]);
    return {
      alarm: alarmRow(alarm, { language, accountId: user.accountId }, getText, summaries.get(alarmGid)),
      info: { ...alarm.info },
      driver: { name: alarm.driver_name ?? '', phone: driverPhone(user, alarm.driver_phone) },
      schemeName: raisedByScheme(alarm.type_id) ? await store.schemeName(db, alarm.source) : '',
      history: await store.history(db, alarmGid),
    };
  };
  return {
    save,
    claim,
    release,
    status,
    detail,
    list: (filter: AlarmFilter, { user, language, page }: Context & { readonly page: PageWindow }) =>
      lists.list(user, among, filter, page, language),
    export: async (filter: AlarmFilter, { user, language, note }: Context) => {
      const wish = await lists.wishOf(user, among, filter);
      note({ after: filter });
      const title = { key: 'alarmHistory.title' };
      return { taskId: await tasks.start(exporting, wish, { user, permission: 'signedIn', language, title }) };
    },
  };
}
