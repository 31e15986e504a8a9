import { ALARM_CLASSES } from '@fleetwarden/contract/alarms/alarm-rights';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { isBellAlarm, isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { createOutbox } from '../../platform/bus/outbox.ts';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Jobs } from '../../platform/jobs/runner.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { CommandService } from '../commands/index.ts';
import type { AlarmAccess, Evidence, EvidenceCentre } from '../evidence/index.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import type { TodayFacts } from '../reports/index.ts';
import type { SettingsArea } from '../settings/index.ts';
import { createAnswers } from './answers.ts';
import { createAlarmCalls } from './calls.ts';
import { createCaseService } from './case-service.ts';
import type { CaseTransitions } from './case-transitions.ts';
import { createEscalation } from './escalation.ts';
import { exportTask } from './export.ts';
import { type BellPeriod, bellWindow, createLists, expandDepartments } from './lists.ts';
import * as store from './store.ts';
import { tellCases } from './tell.ts';

export { type CaseTransitions, createCaseTransitions, type HandleRequest } from './case-transitions.ts';

const EVERY_MINUTE = '* * * * *';

/** Open alarms of a period, as the bells count them. */
export type OpenAlarms = (scope: Scope, period: BellPeriod) => Promise<{ readonly ordinary: number; readonly safety: number }>;

export const createOpenAlarms =
  (db: Db, now: () => number = Date.now): OpenAlarms =>
  async (scope, period) => {
    const rows = await store.openByType(db, scope, bellWindow(period, now()));
    const sum = (counts: (id: number) => boolean) =>
      rows.filter(({ typeId }) => counts(typeId)).reduce((total, { count }) => total + count, 0);
    return { ordinary: sum(isBellAlarm), safety: sum(isSafetyAlarm) };
  };

/** For the maintenance job: deletes alarms and their cases past retention at `now` (epoch ms). */
export const forgetAlarms = async (db: Db, settings: Pick<SettingsArea, 'get'>, now: number): Promise<number> =>
  store.forget(db, now - (await settings.get('alarmRecordDays', null)) * DAY_MS);

export type Alarms = {
  readonly handlers: Handlers<typeof alarmsCalls>;
  /** For the evidence centre, which shows alarms with their files. */
  readonly access: AlarmAccess;
  stop(): Promise<void>;
};

/** Alarms as people see and handle them. Call it before the jobs start. */
export function createAlarms(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Pick<Log, 'warn'>;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly settings: Pick<SettingsArea, 'get'>;
  readonly service: CommandService;
  readonly caseTransitions: CaseTransitions;
  readonly tasks: Tasks;
  readonly jobs: Pick<Jobs, 'register' | 'schedule'>;
  readonly evidence: Pick<Evidence, 'attachmentsOf' | 'graphOf' | 'refetch' | 'summariesOf'>;
  readonly packFiles: EvidenceCentre['pack'];
  readonly today: TodayFacts;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now?: () => number;
}): Alarms {
  const { db, bus, settings, caseTransitions, tasks, jobs, getText, timeZone, now = Date.now } = deps;
  const idleMs = async () => (await settings.get('claimMinutes', null)) * MINUTE_MS;
  const lists = createLists({ ...deps, now });
  const answers = createAnswers(db, bus, now);
  const exporting = exportTask({ next: lists.exported, getText, timeZone, now });
  tasks.register(exporting);
  const escalation = createEscalation({ db, caseTransitions, idleMs, now });
  jobs.register(escalation);
  jobs.schedule(escalation, EVERY_MINUTE, {});
  const outbox = createOutbox(deps);
  jobs.schedule(outbox.job, EVERY_MINUTE, {});
  const stopTelling = tellCases(deps);
  const cases = createCaseService({ ...deps, answers, outbox, now });
  return {
    access: {
      require: (reader, gids) => cases.findAlarms(reader, gids, ALARM_CLASSES),
      rowsOf: lists.withInfo,
      historyOf: (gid) => store.history(db, gid),
      expandDepartments: (scope, ids) => expandDepartments(deps.scopes, scope, ids),
    },
    handlers: createAlarmCalls({
      ...deps,
      lists,
      cases,
      exporting,
      idleMs,
      now,
    }),
    stop: async () => {
      await stopTelling();
      await answers.stop();
    },
  };
}
