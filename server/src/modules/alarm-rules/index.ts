import type { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Jobs } from '../../platform/jobs/runner.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { CaseTransitions } from '../alarms/index.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { SettingsArea } from '../settings/index.ts';
import type { ActiveRules } from './active-rules.ts';
import { createRuleCalls } from './calls.ts';
import { tryTask } from './dry-run.ts';
import { createAlarmTexts } from './effects/alarm-texts.ts';
import { createAutomaticHandling } from './effects/handling.ts';
import { createLongOffline } from './effects/long-offline.ts';
import { forget } from './effects/store.ts';
import { createTexts } from './effects/texts.ts';
import { createTimetable } from './effects/timetable.ts';

export { type ActiveRules, createActiveRules } from './active-rules.ts';
export { loadPastGeofences } from './geofence-outlines.ts';
export { addTargets, insert as insertScheme } from './store.ts';

/** Pages of the alarm rules: their schemes, and what they would have found. */
export function createRules(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly activeRules: ActiveRules;
  readonly scopes: Scopes;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly tasks: Tasks;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now?: () => number;
}): { readonly handlers: Handlers<typeof alarmRulesCalls> } {
  const { scopes, now = Date.now } = deps;
  const below = scopes.of;
  const trying = tryTask({ ...deps, below, now });
  deps.tasks.register(trying);
  return { handlers: createRuleCalls({ ...deps, below, trying }) };
}

const EVERY_MINUTE = '* * * * *';
const TEN_MINUTES = '*/10 * * * *';
const HALF_MINUTES = '*/30 * * * * *';
/** Retention of rule effects: limits look back a day. */
const EFFECTS_KEPT_MS = 31 * DAY_MS;

/** For the maintenance job: forgets what rules did past its time at `now` (epoch ms). */
export const forgetEffects = (db: Db, now: number): Promise<number> => forget(db, now - EFFECTS_KEPT_MS);

/** Effects of rules besides alarms: texts, automatic handling, and long-offline checks. Call it before the jobs start. */
export function startRuleEffects(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly activeRules: ActiveRules;
  readonly jobs: Pick<Jobs, 'schedule' | 'enqueue' | 'register'>;
  readonly service: CommandService;
  readonly caseTransitions: CaseTransitions;
  readonly settings: Pick<SettingsArea, 'of'>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now?: () => number;
}): { stop(): Promise<void> } {
  const { bus, jobs, service, getText, timeZone, now = Date.now } = deps;
  const texts = createTexts({ service, timeZone, typeName: (key) => getText('zh', `alarm.${key}`) });
  const common = { ...deps, texts, now };
  const alarmTexts = createAlarmTexts(common);
  jobs.register(alarmTexts.delayed);
  const [timetable, handling] = [createTimetable(common), createAutomaticHandling(common)];
  const offline = createLongOffline(common);
  for (const job of [timetable, handling, offline]) jobs.register(job);
  jobs.schedule(timetable, EVERY_MINUTE, {});
  jobs.schedule(handling, HALF_MINUTES, {});
  jobs.schedule(offline, TEN_MINUTES, {});
  // one after the other: the gap between two texts is looked up
  const taking = createSerialQueue();
  const unsubscribe = bus.subscribe('alarms.changed', (news) => taking.run(() => alarmTexts.take(news)));
  return {
    stop: async () => {
      unsubscribe();
      await taking.idle();
    },
  };
}
