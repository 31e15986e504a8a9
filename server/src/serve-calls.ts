import { callTables } from '@fleetwarden/contract/call-tables';
import type { Commands } from './modules/commands/index.ts';
import type { Fleet } from './modules/fleet/index.ts';
import type { People } from './modules/identity/index.ts';
import type { MessageCentre } from './modules/messages/index.ts';
import type { Handlers } from './platform/http/handlers.ts';
import type { Http } from './platform/http/http.ts';

type Tables = typeof callTables;

/** Handlers of all call tables; a missing table is a type error. */
type AllHandlers = { readonly [Name in keyof Tables]: Handlers<Tables[Name]> };
type Of<Name extends keyof Tables> = { readonly handlers: AllHandlers[Name] };

/** The modules that serve calls. */
export type Areas = {
  readonly alarms: Of<'alarms'>;
  readonly audit: Of<'audit'>;
  readonly commands: Of<'commands'> & Pick<Commands, 'messageHandlers'>;
  readonly common: Of<'common'>;
  readonly details: Of<'details'>;
  readonly education: Of<'education'>;
  readonly expiry: Of<'expiry'>;
  readonly evidenceCentre: Of<'evidence'>;
  readonly firmware: Of<'firmware'>;
  readonly fleet: Pick<Fleet, 'handlers'>;
  readonly followups: Of<'followups'>;
  readonly geofences: Of<'areas'>;
  readonly identity: Of<'identity'>;
  readonly installs: Of<'install'>;
  readonly media: Of<'multimedia'>;
  readonly messages: Pick<MessageCentre, 'handlers'>;
  readonly monitor: Of<'monitor'>;
  readonly noticeRecords: Of<'notice'>;
  readonly notices: Of<'notices'>;
  readonly people: Pick<People, 'handlers'>;
  readonly platforms: Of<'platforms'>;
  readonly quotas: Of<'quota'>;
  readonly regions: Of<'regions'>;
  readonly regulators: Of<'regulators'>;
  readonly repairs: Of<'repair'>;
  readonly reports: Of<'reports'> & {
    readonly namedReportHandlers: AllHandlers['reportQuestions'];
    readonly documentHandlers: AllHandlers['companyDocuments'];
    readonly ledgerHandlers: AllHandlers['ledgers'];
    readonly scheduleHandlers: AllHandlers['reportSchedules'];
    readonly batchHandlers: AllHandlers['reportBatch'];
  };
  readonly risks: Of<'risks'>;
  readonly rules: Of<'warnSchemes'>;
  readonly screens: Of<'screens'>;
  readonly settings: Of<'settings'>;
  readonly sms: Of<'sms'>;
  readonly tasks: Of<'tasks'>;
  readonly terminalSettings: Of<'terminalSettings'>;
  readonly tracks: Of<'tracks'>;
  readonly video: Of<'video'>;
};

/** The handlers of each call table. */
const handlersOf = (areas: Areas): AllHandlers => ({
  ...areas.people.handlers,
  alarms: areas.alarms.handlers,
  areas: areas.geofences.handlers,
  audit: areas.audit.handlers,
  commands: areas.commands.handlers,
  common: areas.common.handlers,
  details: areas.details.handlers,
  education: areas.education.handlers,
  evidence: areas.evidenceCentre.handlers,
  expiry: areas.expiry.handlers,
  firmware: areas.firmware.handlers,
  followups: areas.followups.handlers,
  identity: areas.identity.handlers,
  install: areas.installs.handlers,
  ledgers: areas.reports.ledgerHandlers,
  messages: { ...areas.commands.messageHandlers, ...areas.messages.handlers },
  monitor: areas.monitor.handlers,
  multimedia: areas.media.handlers,
  notice: areas.noticeRecords.handlers,
  notices: areas.notices.handlers,
  platforms: areas.platforms.handlers,
  quota: areas.quotas.handlers,
  regions: areas.regions.handlers,
  regulators: areas.regulators.handlers,
  repair: areas.repairs.handlers,
  reportQuestions: areas.reports.namedReportHandlers,
  reportBatch: areas.reports.batchHandlers,
  companyDocuments: areas.reports.documentHandlers,
  reportSchedules: areas.reports.scheduleHandlers,
  reports: areas.reports.handlers,
  risks: areas.risks.handlers,
  screens: areas.screens.handlers,
  settings: areas.settings.handlers,
  sms: areas.sms.handlers,
  tasks: areas.tasks.handlers,
  terminalSettings: areas.terminalSettings.handlers,
  tracks: areas.tracks.handlers,
  vehicles: areas.fleet.handlers,
  video: areas.video.handlers,
  warnSchemes: areas.rules.handlers,
});

/** Registers all calls except those of resources, which register their own. */
export function serveCalls(http: Pick<Http, 'register'>, areas: Areas): void {
  const handlers = handlersOf(areas);
  // TypeScript loses the relation between table and handlers in a loop.
  for (const name of Object.keys(callTables) as (keyof Tables)[]) http.register(name, callTables[name], handlers[name] as never);
}
